"""What matters in each phase: which words its questions read, and which of its moments change the ledger."""

from collections.abc import Callable, Iterable, Iterator

from attrs import evolve, field, frozen

from becher.dsl.model import (
    Add,
    Become,
    Case,
    Compare,
    Const,
    Door,
    Effect,
    Expr,
    Logic,
    Perform,
    Phase,
    Pick,
    Sort,
    StateWord,
    Strategy,
    Verb,
)
from becher.engine.answer.formulas import Formulas, free_names, replaced
from becher.engine.answer.refused import Refused
from becher.engine.answer.zones import summaries

ENDS = ("start", "end", "bust")  # moments at which accounts may change
QUESTIONS = ("throws", "draw", "bust", "must_keep", "retake", "adds", "until", "full", "stop")


@frozen
class Condition:
    """A formula of the ledger that the turn reads. It cannot be asked after `until` (see `clock`; None: it always may)."""

    value: Expr
    until: int | None


@frozen
class PhasePlan:
    """One phase, as the explorer needs it.

    - `tallies`: tallies (and `pool`) that are read from here on, in this phase or those it leads to.
    - `aside`: what must be known of the dice aside before a throw (see zones.py).
    - `resting`: the same of thrown, kept and dice, where the player may stop.
    - `counts_throws`: does the number of the throw matter?
    - `ledger`: what of the ledger is read on the way.
    - `outer`: moments that change accounts, or end the turn by words; `settled`: those whose conditions read the turn alone.
    - `loose`: all dice lie loose: only what all of them show matters after a throw.
    - `ends_by_dice`: besides, what happens at the end depends on these dice alone.
    - `by_kept`: what follows a keep depends on the dice kept and those aside, not on those that go back.
    - `by_part`: the legal keeps are the parts of the throw that pass a test of their own, if any does.
    """

    name: str
    params: frozenset[str]
    tallies: tuple[str, ...]
    aside: tuple[Expr, ...]
    resting: tuple[Expr, ...]
    counts_throws: bool
    ledger: tuple[Condition, ...]
    outer: frozenset[str]
    settled: frozenset[str]
    loose: bool
    ends_by_dice: bool
    by_kept: bool
    by_part: bool


def clock(stage: str, throw_no: int) -> int:
    """How far the throws of a phase have gone at a rest: 2n - 1 while throw n is being looked at, 2n once it is kept."""
    if stage in ("throw", "draw"):
        return 2 * throw_no + 1
    return 2 * throw_no if stage in ("keep", "stop") else 2 * throw_no - 1


@frozen
class Asked:
    """What a question adds to the rules: formulas read where the phase ends, a strategy that chooses.

    `ends_there`: the question is about one phase; what would happen at its end is not asked.
    """

    at_end: tuple[Expr, ...] = ()
    strategy: Strategy | None = None
    ends_there: bool = False

    def formulas(self) -> Iterator[Expr]:
        """All formulas of the question."""
        yield from self.at_end
        if self.strategy is not None:
            yield from (value for wish in self.strategy.wishes for value in wish.values)

    def wishes(self, phase: str, question: str | None = None) -> Iterator[Expr]:
        if self.strategy is not None:
            for wish in self.strategy.wishes:
                if wish.place == phase and question in (None, wish.question):
                    yield from wish.values


def plan_phases(formulas: Formulas, asked: Asked) -> dict[str, PhasePlan]:
    """A plan for every phase of the game."""
    return {name: _Planner(formulas, asked, phase).plan() for name, phase in formulas.game.phases.items()}


@frozen
class _Planner:
    formulas: Formulas
    asked: Asked
    phase: Phase
    effects: dict[str, tuple[tuple[Case, tuple[Effect, ...]], ...]] = field(init=False)

    @effects.default
    def _lay_open(self) -> dict[str, tuple[tuple[Case, tuple[Effect, ...]], ...]]:
        return {
            name: tuple((case, laid_effects(self.formulas, case.effects)) for case in cases)
            for name, cases in self.phase.moments.items()
        }

    @property
    def params(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.phase.params)

    def plan(self) -> PhasePlan:
        outer = frozenset(name for name in self.effects if self.is_outer(name))
        return PhasePlan(
            name=self.phase.name,
            params=self.params,
            tallies=self.tallies(),
            aside=self.aside(),
            resting=self.resting(),
            counts_throws=self.phase.throws is not None or self.reads_word("throw_no", self.everything()),
            ledger=tuple(self.ledger(outer)),
            outer=outer,
            settled=frozenset(name for name in self.effects if self.is_settled(name)),
            loose=self.loose(),
            ends_by_dice=self.loose() and self.ends_by_dice(),
            by_kept=self.by_kept(),
            by_part=self.by_part(),
        )

    # ---- the formulas of the phase

    def question(self, *names: str) -> Iterator[Expr]:
        for name in names:
            value = getattr(self.phase, name)
            if value is not None:
                yield value

    def keep_tests(self) -> Iterator[Expr]:
        for keep in self.phase.keep or ():
            if keep.condition is not None:
                yield keep.condition

    def moment(self, *names: str) -> Iterator[Expr]:
        for name in names:
            for case, effects in self.effects.get(name, ()):
                if case.condition is not None:
                    yield case.condition
                yield from (expr for effect in effects for expr in effect_formulas(effect))

    def amounts(self) -> tuple[Expr, ...]:
        """How many dice of each kind the phase has."""
        cup = self.phase.dice or self.formulas.game.dice
        return () if cup is None else tuple(amount for amount, _ in cup.parts)

    def refilled(self) -> tuple[Expr, ...]:
        """What is asked of the dice when all lie aside and go into the cup again."""
        full = self.phase.full
        return () if isinstance(full, Const) and full.value == "end" else self.amounts()

    def at_end(self) -> Iterator[Expr]:
        """What is asked once the phase ends of itself."""
        yield from self.asked.at_end
        if self.asked.ends_there:
            return
        yield from self.moment("end")
        if self.enters():
            yield from self.sheet()

    def sheet(self) -> Iterator[Expr]:
        sheet = self.formulas.game.sheet
        if sheet is not None:
            yield from (box.value for box in sheet.boxes)
            yield from sheet.enter
            for column in sheet.columns:
                yield from column.enter or ()
            yield from self.asked.wishes("sheet")

    def enters(self) -> bool:
        return any(
            isinstance(effect, Door) and effect.name == "enter"
            for cases in self.effects.values()
            for _, effects in cases
            for effect in effects
        )

    def everything(self) -> list[Expr]:
        """All that may be asked from the first throw on."""
        return [
            *self.question(*QUESTIONS),
            *self.keep_tests(),
            *self.moment("throw", "keep", "full", *([] if self.asked.ends_there else ["bust"])),
            *self.at_end(),
            *self.asked.wishes(self.phase.name),
        ]

    def wishes(self, *questions: str) -> Iterator[Expr]:
        """How the strategy answers these questions of the phase."""
        for question in questions:
            yield from self.asked.wishes(self.phase.name, question)

    def other_wishes(self) -> list[Expr]:
        """How it answers what is neither keep nor stop."""
        wishes = () if self.asked.strategy is None else self.asked.strategy.wishes
        found = [w for w in wishes if w.place == self.phase.name and w.question not in ("keep", "stop")]
        return [value for wish in found for value in wish.values]

    def last_choice(self) -> int | None:
        """The clock at the last throw after which something is kept or stopped by choice; None where that is not known."""
        unasked = self.retakes() or (self.phase.keep is None and self.phase.must_keep is None)
        throws = None if self.phase.throws is None else self.formulas.laid_open(self.phase.throws)
        if not unasked or not isinstance(throws, Const) or not isinstance(throws.value, int):
            return None
        return 2 * (throws.value - 1)

    # ---- what must be remembered

    def tallies(self) -> tuple[str, ...]:
        read: set[str] = set()
        for name in _reachable(self.formulas, self.phase.name, self.asked.ends_there):
            planner = (
                self
                if name == self.phase.name
                else _Planner(self.formulas, self.asked, self.formulas.game.phases[name])
            )
            for expr in [*planner.everything(), *planner.moment("start"), *planner.amounts()]:
                read |= self.formulas.reads(expr).variables & self.formulas.tallies
        return tuple(sorted(read))

    def aside(self) -> tuple[Expr, ...]:
        if self.phase.retake is not None:
            return (_ASIDE,)
        asked = self.everything()
        found = [summaries(self.formulas, asked, zone, "aside", self.params) for zone in ("aside", "dice")]
        both = tuple(dict.fromkeys([*found[0], *found[1]]))
        return (_ASIDE,) if _ASIDE in both else both

    def resting(self) -> tuple[Expr, ...]:
        asked = [*self.at_end(), *self.wishes("stop")]
        found: dict[Expr, None] = {}
        for zone in ("thrown", "kept", "dice"):
            found.update(dict.fromkeys(summaries(self.formulas, asked, zone, zone, self.params)))
        return tuple(found)

    def ledger(self, outer: frozenset[str]) -> Iterator[Condition]:
        """The ledger's part in the formulas asked on the way, with the last throw after which each may be asked."""
        asked: dict[Expr, int | None] = {}
        for expr, until in self.on_the_way(outer):
            for part in self.formulas.ledger_parts(expr):
                known = asked.get(part, until)
                asked[part] = None if until is None or known is None else max(known, until)
        yield from (Condition(part, until) for part, until in asked.items())

    def on_the_way(self, outer: frozenset[str]) -> Iterator[tuple[Expr, int | None]]:
        always = [*self.question(*QUESTIONS), *self.keep_tests(), *self.refilled(), *self.asked.at_end]
        always += self.other_wishes()
        yield from ((expr, None) for expr in always)
        yield from ((expr, self.last_choice()) for expr in self.wishes("keep", "stop"))
        for moment, cases in self.effects.items():
            whole = moment not in ENDS or (moment == "start" and moment not in outer)
            for case, effects in cases:
                throw = last_throw(self.formulas, case)
                until = None if throw is None else 2 * throw - (moment == "throw")
                if whole and case.condition is not None:
                    yield case.condition, until
                for effect in effects:
                    if whole or isinstance(effect, Pick) or (isinstance(effect, Door) and effect.name == "phase"):
                        yield from ((expr, until) for expr in effect_formulas(effect))

    # ---- moments

    def is_outer(self, moment: str) -> bool:
        return any(changes_ledger(self.formulas, effects) for _, effects in self.effects[moment])

    def is_settled(self, moment: str) -> bool:
        conditions = [case.condition for case, _ in self.effects[moment] if case.condition is not None]
        return not any(list(self.formulas.ledger_parts(condition)) for condition in conditions)

    # ---- shapes

    def reads_word(self, word: str, asked: Iterable[Expr]) -> bool:
        return any(word in self.formulas.reads(expr).words for expr in asked)

    def reads_any(self, asked: Iterable[Expr], *words: str) -> bool:
        read = list(asked)
        return any(self.reads_word(word, read) for word in words)

    def retakes(self) -> bool:
        retake = self.phase.retake
        return retake is not None and self.formulas.laid_open(retake) == Const(True, retake.sort)

    def one_kind(self) -> bool:
        cup = self.phase.dice or self.formulas.game.dice
        return cup is not None and len(cup.parts) == 1 and self.phase.draw is None

    def loose(self) -> bool:
        """See PhasePlan."""
        before = [*self.question("throws", "bust", "retake"), *self.moment("throw", "bust")]
        after = [*self.question("adds", "until", "full", "stop"), *self.moment("keep", "full")]
        return (
            self.retakes()
            and self.one_kind()
            and self.phase.must_keep is None
            and not self.phase.inherit
            and not self.reads_any(before, "thrown", "kept", "aside")
            and not self.reads_any(after, "thrown")
            and not self.reads_any(self.keep_tests(), "thrown", "aside")
            and not self.reads_any(self.at_end(), "thrown", "kept")
            and not self.reads_any(self.wishes("keep", "stop"), "thrown")
            and not self.reads_any(self.wishes("keep"), "aside")
            and not self.reads_any(self.other_wishes(), "thrown", "kept", "aside")
        )

    def ends_by_dice(self) -> bool:
        """See PhasePlan."""
        asked = [self.formulas.reads(expr) for expr in self.at_end()]
        return not any(
            read.words & {"aside", "throw_no", "bag"} or read.variables & self.formulas.tallies for read in asked
        )

    def by_kept(self) -> bool:
        """See PhasePlan."""
        after = [*self.question("adds", "until", "full", "stop", "draw", "throws"), *self.moment("keep", "full")]
        if self.reads_any(after, "thrown", "dice"):
            return False
        phase = self.phase
        unasked = phase.keep is None and phase.must_keep is None
        only_full = phase.until is None and phase.stop is None and (phase.throws is None or self.retakes() or unasked)
        stopping = [*self.at_end(), *self.wishes("stop")]
        return only_full or not self.reads_any(stopping, "thrown", "dice")

    def by_part(self) -> bool:
        """See PhasePlan."""
        keep = self.phase.keep
        if self.phase.must_keep is not None or self.phase.draw is not None or not self.one_kind():
            return False
        if keep is None:
            return True
        if keep[0].kind not in ("any", "some", "formula"):
            return False
        words = ("thrown", "dice", "aside") if self.phase.retake is not None else ("thrown", "dice")
        return keep[0].condition is None or not self.reads_any([keep[0].condition], *words)


_ASIDE = StateWord("aside", Sort.GROUP)
Change = Callable[[Expr], Expr]


def _reachable(formulas: Formulas, phase: str, before_end: bool) -> list[str]:
    """The phase and all it leads to; `before_end`: in other ways than by its end."""
    seen, work = {phase}, [phase]
    while work:
        for moment, cases in formulas.game.phases[work.pop()].moments.items():
            for case in () if before_end and moment in ("end", "bust") else cases:
                for effect in laid_effects(formulas, case.effects):
                    target = effect.target if isinstance(effect, Door) else None
                    if target is not None and target not in seen:
                        seen.add(target)
                        work.append(target)
    return sorted(seen)


def laid_effects(formulas: Formulas, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Effects with the game's actions laid open in place and their formulas laid open."""
    found: list[Effect] = []
    for effect in effects:
        if isinstance(effect, Perform):
            action = formulas.game.actions[effect.action]
            given = dict(zip((name for name, _ in action.params), effect.args, strict=True))
            if any(free_names(arg) & {"it", "$each"} for arg in effect.args):
                raise Refused(f"the action {effect.action} is given something that only its caller knows", effect.span)
            found += laid_effects(formulas, tuple(_bound(inner, given) for inner in action.effects))
        else:
            found.append(_changed(effect, formulas.laid_open))
    return tuple(found)


def _bound(effect: Effect, given: dict[str, Expr]) -> Effect:
    return _changed(effect, lambda expr: replaced(expr, given))


def _changed(effect: Effect, change: Change) -> Effect:
    if isinstance(effect, Add | Become):
        seats = None if effect.seats is None else change(effect.seats)
        return evolve(effect, seats=seats, value=change(effect.value))
    if isinstance(effect, Pick):
        seat = None if effect.seat is None else change(effect.seat)
        return evolve(effect, seat=seat, group=change(effect.group))
    if isinstance(effect, Perform | Door):
        return evolve(effect, args=tuple(change(arg) for arg in effect.args))
    return evolve(effect, seats=None if effect.seats is None else change(effect.seats))


def effect_formulas(effect: Effect) -> Iterator[Expr]:
    """The formulas an effect asks."""
    if isinstance(effect, Add | Become):
        yield effect.value
        if effect.seats is not None:
            yield effect.seats
    elif isinstance(effect, Pick):
        yield effect.group
        if effect.seat is not None:
            yield effect.seat
    elif isinstance(effect, Verb):
        if effect.seats is not None:
            yield effect.seats
    else:
        yield from effect.args


def changes_ledger(formulas: Formulas, effects: Iterable[Effect]) -> bool:
    """Does one of these change an account, or the game itself?"""
    return any(
        (isinstance(effect, Add | Become) and effect.variable not in formulas.tallies)
        or (isinstance(effect, Pick) and effect.variable not in formulas.tallies)
        or (isinstance(effect, Verb) and effect.name != "nothing")
        for effect in effects
    )


def last_throw(formulas: Formulas, case: Case) -> int | None:
    """The last throw at which a case can hold: `when throw_no = 1 and ...` is 1."""
    if case.mode != "when" or case.condition is None:
        return None
    condition = formulas.laid_open(case.condition)
    parts = condition.parts if isinstance(condition, Logic) and condition.op == "and" else (condition,)
    found = [_bound_of(part) for part in parts]
    return min((bound for bound in found if bound is not None), default=None)


def _bound_of(part: Expr) -> int | None:
    if not isinstance(part, Compare) or not isinstance(part.right, Const) or not isinstance(part.right.value, int):
        return None
    if not isinstance(part.left, StateWord) or part.left.name != "throw_no":
        return None
    return {"=": part.right.value, "<=": part.right.value, "<": part.right.value - 1}.get(part.op)
