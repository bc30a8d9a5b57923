"""From the rules of a phase to the nodes of a turn graph: every position once, worked through from a list.

Positions are states of the machine. Two states are one position if they agree in everything that later formulas can
read of the turn and, of the ledger, in the values of the formulas that the turn asks. Any state may stand for its
position, so formulas are asked of states as they are; only the keys abstract.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import cast

from attrs import define, field

from becher.dsl.model import Expr, Value
from becher.dsl.model.walk import reads
from becher.engine.actions import TAKE_DICE, Action, Arg
from becher.engine.answer.caps import Caps, Range
from becher.engine.answer.endings import Ending, Endings
from becher.engine.answer.plan import ENDS, PhasePlan, clock
from becher.engine.answer.refused import Refused
from becher.engine.expressions import Formula
from becher.engine.machine import cycle, table
from becher.engine.machine.keeps import legal_keeps, lies_unasked
from becher.engine.machine.machine import CHOICES, STAGES
from becher.engine.machine.moments import take_pick
from becher.engine.machine.rules import CupRules, Rules
from becher.engine.multisets import throws
from becher.engine.solve.draft import Draft
from becher.engine.solve.errors import TooManyStates
from becher.engine.state import Dice, Numbers, State

RESTS = frozenset({"throw", "inherit", "pick", "pick_seat", "roll_off"})
MOST_POSITIONS = 1_000_000
NOTHING = -1  # no part passes
Chooser = Callable[[State, Sequence[Hashable]], Action]  # given a choice and the ledger values of its phase
Last = Callable[[State], Hashable | None]


@define(eq=False)
class Explorer:
    """Grows a draft. `choose` plays a fixed strategy instead of the best choices; `draws` takes one of several actions, each
    as likely as the others; `last` ends the exploration early.

    `mover_gains` false: the seat to move wants the least. `last(state)` is asked at the stages
    `last_stages`; what it answers is a leaf.
    """

    rules: Rules
    plans: Mapping[str, PhasePlan]
    endings: Endings
    caps: Caps
    draft: Draft = field(factory=Draft)
    mover_gains: bool = True
    choose: Chooser | None = None
    draws: Callable[[State], Sequence[Action]] | None = None
    last: Last = lambda state: None
    last_stages: frozenset[str] = frozenset()
    limit: int = MOST_POSITIONS
    positions: dict[Hashable, int] = field(factory=dict)
    _waiting: list[tuple[int, State]] = field(factory=list)
    _ledger: dict[str, tuple[Hashable, ...]] = field(factory=dict)
    _ledger_read: dict[tuple[str, int], tuple[Hashable, ...]] = field(factory=dict)
    _formulas: dict[str, "_PhaseFormulas"] = field(factory=dict)
    _lattices: dict[Hashable, dict[Dice, int]] = field(factory=dict)
    _keeps: dict[Hashable, int] = field(factory=dict)
    _legal: dict[Hashable, tuple[Action, ...]] = field(factory=dict)
    _ended: dict[Hashable, Ending] = field(factory=dict)

    def explore(self, root: State) -> int:
        """The node of a state, at rest or about to run on, everything behind it explored."""
        self.forget_ledger()
        return self._through(self.settle(root.copy(), root, Action("start")))

    def explore_after(self, root: State) -> int:
        """The node of a state that rests before a throw, where throws end the exploration."""
        self.forget_ledger()
        return self._through(self.node_of(root) if root.stage in RESTS else self.explore(root))

    def forget_ledger(self) -> None:
        """Another root stands on another ledger."""
        self._ledger.clear()
        self._ledger_read.clear()

    def _through(self, node: int) -> int:
        while self._waiting:
            number, s = self._waiting.pop()
            self.draft.fill(number, self.expand(s))
            if len(self.positions) > self.limit:
                raise TooManyStates(self.limit, len(self.positions), exact=False, what="positions of a turn")
        return node

    def node_of(self, s: State) -> int:
        """The node of a state at rest; it is explored later."""
        key = self.key(s)
        known = self.positions.get(key)
        if known is None:
            known = self.positions[key] = self.draft.reserve()
            self._waiting.append((known, s))
            self.must_stay_near(s)
        return known

    def must_stay_near(self, s: State) -> None:
        """Refuse a turn in which a tally that nothing stops has grown beyond all measure."""
        if s.phase and s.rules.phases[s.phase].throws is None:
            for name in self.of_phase(s.phase).endless:
                value = s.account(name)
                if isinstance(value, int) and abs(value) > self.caps.far:
                    raise Refused(f"{name} can grow without end within one turn", s.rules.phases[s.phase].source.span)

    # ---- keys

    def position(self, s: State) -> Hashable:
        """The key of a state whose ledger may be another than that of the root."""
        self.forget_ledger()
        return self.key(s)

    def key(self, s: State) -> Hashable:
        """What tells a position from others."""
        if not s.phase:
            return (s.stage, s.roll, s.pending, s.picker)
        plan, formulas = self.plans[s.phase], self.of_phase(s.phase)
        stage = s.stage
        base = self.base_key(s, plan, formulas)
        if stage in ("throw", "draw"):
            return (stage, base, cycle.cup(s), formulas.aside(s), s.bag)
        if stage == "keep":
            return (stage, base, s.dice) if plan.loose else (stage, base, s.thrown, formulas.aside(s), s.bag)
        if stage == "stop":
            return (stage, base, cycle.cup(s), formulas.aside(s), formulas.resting(s), s.bag)
        whole = (s.thrown, s.kept, s.aside, s.dice, s.entering, s.hand, s.bag, s.must_throw, s.throw_no, s.entering)
        return (stage, base, whole, s.pending, s.picker, s.pool, s.tally, s.lying if stage == "inherit" else ())

    def base_key(self, s: State, plan: PhasePlan, formulas: "_PhaseFormulas") -> Hashable:
        """Phase, parameters, the ledger as far as it is still read, number of the throw, tallies."""
        ledger = self.ledger_still_read(s, plan)
        throw_no = s.throw_no if plan.counts_throws else 0
        tallies = [capped(s.account(name)) for name, capped in formulas.tallies]
        return (s.phase, *s.args.values(), ledger, s.hand, throw_no, *tallies)

    def of_phase(self, name: str) -> "_PhaseFormulas":
        if name not in self._formulas:
            self._formulas[name] = _PhaseFormulas(self.rules, self.plans[name], self.caps)
        return self._formulas[name]

    def ledger_values(self, s: State) -> tuple[Hashable, ...]:
        """The values of the phase's formulas of the ledger, which stays as it is while the root is explored."""
        if s.phase not in self._ledger:
            asked = self.of_phase(s.phase).ledger
            self._ledger[s.phase] = tuple(formula(s, s.seat, s.args) for formula in asked)
        return self._ledger[s.phase]

    def ledger_still_read(self, s: State, plan: PhasePlan) -> tuple[Hashable, ...]:
        """Of these values those that may be asked for from here on."""
        now = clock(s.stage, s.throw_no)
        if (s.phase, now) not in self._ledger_read:
            values = zip(self.ledger_values(s), plan.ledger, strict=True)
            read = tuple(value for value, asked in values if asked.until is None or now <= asked.until)
            self._ledger_read[s.phase, now] = read
        return self._ledger_read[s.phase, now]

    # ---- one position

    def expand(self, s: State) -> int:
        """The node of a position, made of the nodes of what may follow."""
        stage = s.stage
        if stage == "throw":
            return self.thrown(s)
        if stage == "draw":
            return self.drawn(s)
        if stage == "roll_off":
            outcomes = s.chance_outcomes()
            whole = prod({p.denominator for _, p in outcomes})
            return self.draft.mean([self.outside(s, a) for a, _ in outcomes], [int(p * whole) for _, p in outcomes])
        if self.choose is not None:
            return self.chosen(s, self.choose(s, self.ledger_values(s) if s.phase else ()))
        plan = self.plans.get(s.phase)
        if stage == "keep" and plan is not None and plan.by_part and plan.by_kept:
            return self.best_part(s)
        actions = self.legal(s) if stage == "keep" else s.legal_actions()
        mine = s.current_player() == s.seat
        pick = self.draft.best if mine == self.mover_gains else self.draft.worst
        return pick([self.chosen(s, action) for action in actions])

    def outside(self, s: State, action: Action) -> int:
        """What follows a choice or a throw between turns is left to the machine."""
        return self.draft.leaf(Ending(("between", self.key(s), action), None, s, action))

    def chosen(self, s: State, action: Action) -> int:
        """What follows a choice."""
        if not s.phase:
            return self.outside(s, action)
        if s.stage == "keep" and self.plans[s.phase].by_kept:
            return self.kept(s, action)
        return self.settle(_taken(s, action), s, action)

    def thrown(self, s: State) -> int:
        """A throw of the cup."""
        if self.plans[s.phase].loose:
            return self.loosely(s)
        outcomes = weighted_throws(self.rules.phases[s.phase].cup, cycle.cup(s))
        children = [self.after_throw(s, dice) for dice, _ in outcomes]
        return self.draft.mean(children, [weight for _, weight in outcomes])

    def after_throw(self, s: State, dice: Dice) -> int:
        t = s.copy()
        t.forced = ()
        cycle.take_throw(t, dice)
        return self.settle(t, s, Action("throw", (dice,)))  # type: ignore[arg-type]

    def drawn(self, s: State) -> int:
        outcomes = _draws(s)
        children = []
        for kinds, _ in outcomes:
            t = s.copy()
            t.forced = ()
            cycle.take_draw(t, kinds)
            children.append(self.settle(t, s, Action("draw", (kinds,))))
        return self.draft.mean(children, [weight for _, weight in outcomes])

    def loosely(self, s: State) -> int:
        """Loose dice: the mean over one more die, shared by all groups that lie."""
        sides = self.rules.phases[s.phase].cup.sides[0]
        number = len(s.aside) + sum(cycle.cup(s))
        formulas = self.of_phase(s.phase)
        known = self._lattices.setdefault(("throw", self.base_key(s, self.plans[s.phase], formulas), number), {})
        work = [s.aside]
        while work:
            group = work[-1]
            if group in known:
                work.pop()
            elif len(group) == number:
                known[work.pop()] = self.after_throw(s, _minus(group, s.aside))
            else:
                ahead = _ahead(group, sides)
                missing = [more for more in ahead if more not in known]
                work += missing
                if not missing:
                    known[work.pop()] = self.draft.mean([known[more] for more in ahead], [often for _, often in sides])
        return known[s.aside]

    def best_part(self, s: State) -> int:
        """The best of all parts that may be kept: the running maximum over smaller groups, shared by all throws."""
        plan, formulas = self.plans[s.phase], self.of_phase(s.phase)
        base = self.base_key(s, plan, formulas)
        context = ("keep", base) if plan.loose else ("keep", base, cycle.cup(s), formulas.aside(s))
        known = self._lattices.setdefault(context, {})
        pick = self.draft.best if self.mover_gains else self.draft.worst
        group = s.dice if plan.loose or self.rules.phases[s.phase].retake is not None else s.thrown
        work = [group]
        while work:
            part = work[-1]
            smaller = () if part in known else _one_less(part)
            missing = [less for less in smaller if less not in known]
            work += missing
            if missing:
                continue
            work.pop()
            if part not in known:
                options = [self.kept(s, Action("keep", (cast(Arg, part),)))] if self.passes(s, part) else []
                options += [known[less] for less in smaller if known[less] != NOTHING]
                known[part] = pick(options) if options else NOTHING
        if known[group] == NOTHING:  # another answer of `keep:` says what may be kept
            return pick([self.kept(s, action) for action in self.legal(s)])
        return known[group]

    def passes(self, s: State, part: Dice) -> bool:
        """May this part be kept by the first answer of `keep:`?"""
        answers = self.rules.phases[s.phase].keep
        if answers is None or answers[0].kind == "any":
            return True
        condition = answers[0].condition
        if answers[0].kind == "some" or condition is None:
            return bool(part)
        trial = s.copy()
        trial.kept = part
        return condition(trial, s.seat, s.args)

    def kept(self, s: State, action: Action) -> int:
        """What follows a keep, where the dice that go back do not matter."""
        plan, formulas = self.plans[s.phase], self.of_phase(s.phase)
        lying = () if self.rules.phases[s.phase].retake is not None else (cycle.cup(s), formulas.aside(s))
        key = (self.base_key(s, plan, formulas), lying, action.args[0])
        known = self._keeps.get(key)
        if known is None:
            known = self._keeps[key] = self.settle(_taken(s, action), s, action)
        return known

    def legal(self, s: State) -> tuple[Action, ...]:
        """The legal keeps, remembered where the throw alone decides them."""
        phase, formulas = self.rules.phases[s.phase], self.of_phase(s.phase)
        if not formulas.keeps_alike:
            return legal_keeps(s, phase)
        key = (s.phase, *s.args.values(), s.dice if phase.retake is not None else s.thrown, self.ledger_values(s))
        if key not in self._legal:
            self._legal[key] = legal_keeps(s, phase)
        return self._legal[key]

    # ---- from one rest to the next

    def settle(self, s: State, before: State, action: Action) -> int:
        """Run a state on, which is used up, to its next rest or to an ending."""
        while True:
            if _has_moved(s, before):
                return self.draft.leaf(self.moved(s, before, action))
            stage = s.stage
            if stage in self.last_stages and (found := self.last(s)) is not None:
                return self.draft.leaf(found)
            if stage in RESTS or (stage == "draw" and cycle.to_draw(s)):
                return self.node_of(s)
            ending = self.ending(s)
            if ending is not None:
                return self.draft.leaf(ending)
            if stage == "keep":
                if self.keep(s):
                    return self.node_of(s)
                continue
            STAGES[stage](s)
            if s.stage == stage and stage in CHOICES:
                return self.node_of(s)

    def moved(self, s: State, before: State, action: Action) -> Hashable:
        """The ending where a word has changed the game itself.

        Before the end of a phase nothing but words changes it, so where the turn is over they are all that is left of it.
        """
        if self.last_stages:
            return self.last(s)
        if s.stage not in ("turn_over", "game_over"):
            return Ending(("words", self.key(before), action), None, before, action)
        words = (s.out_order[len(before.out_order) :], s.decided, s.direction != before.direction, s.left)
        return Ending(("over", s.stage, before.phase, self.ledger_values(before), words), None, before, action)

    def ending(self, s: State) -> Ending | None:
        """How the turn ends here, if it does."""
        if s.stage in ENDS:
            plan = self.plans[s.phase]
            moment = s.stage
            if moment not in plan.outer:
                return None
            at = _without_dice(s) if moment == "start" else s
            settled = moment in plan.settled
            if settled and not self.endings.is_outer(at, moment):
                return None
            return self.ended(at, lambda: self.endings.of_moment(at, moment, settled))
        if s.stage == "enter":
            return self.ended(s, lambda: self.endings.enter(s))
        return self.endings.nothing(s) if s.stage in table.STAGES else None

    def ended(self, s: State, work: Callable[[], Ending]) -> Ending:
        """An ending, worked out once for all dice alike where only they matter."""
        if s.stage not in ("end", "enter") or not self.plans[s.phase].ends_by_dice:
            return work()
        key = (s.phase, s.stage, *s.args.values(), s.dice, s.entering)
        if key not in self._ended:
            self._ended[key] = work()
        return self._ended[key]

    def keep(self, s: State) -> bool:
        """As the machine does it, legal keeps remembered; true where the player has a choice."""
        phase = self.rules.phases[s.phase]
        if lies_unasked(s, phase):
            cycle.lie(s, s.thrown, s.dice)
            return False
        options = self.legal(s)
        if len(options) > 1:
            return True
        if options:
            cycle.take_keep(s, options[0])
        else:
            s.stage = "bust"
        return False


def _taken(s: State, action: Action) -> State:
    """The state after a choice, at the stage that follows it."""
    t = s.copy()
    t.forced = ()
    if t.stage == "keep":
        cycle.take_keep(t, action)
    elif t.stage == "stop":
        cycle.take_stop(t, action)
    elif t.stage == "inherit" and action == TAKE_DICE:
        cycle.take_lying(t)
    elif t.stage == "inherit":
        t.stage = "throw"
    else:
        take_pick(t, action)
    return t


def _without_dice(s: State) -> State:
    """The state as a phase begins."""
    t = s.copy()
    t.thrown = t.kept = t.aside = t.dice = ()
    t.throw_no = 0
    return t


def _has_moved(s: State, before: State) -> bool:
    """Has a word such as out or win changed the game itself?"""
    return (
        s.out_order is not before.out_order
        or s.decided is not before.decided
        or s.direction != before.direction
        or s.left is not before.left
    )


class _PhaseFormulas:
    """The formulas of a plan, compiled."""

    def __init__(self, rules: Rules, plan: PhasePlan, caps: Caps) -> None:
        self.tallies = tuple((name, _capping(caps.range(name))) for name in plan.tallies)
        self.endless = tuple(name for name in plan.tallies if caps.range(name).is_open)
        self.ledger: tuple[Formula, ...] = tuple(rules.compiler.compile(c.value) for c in plan.ledger)
        self.aside = _asked_together(rules, plan.aside)
        self.resting = _asked_together(rules, plan.resting)
        phase = rules.phases[plan.name].source
        tests = tuple(keep.condition for keep in phase.keep or () if keep.condition is not None)
        asked = (*tests, *(() if phase.must_keep is None else (phase.must_keep,)))
        asked += () if phase.retake is None else (phase.retake,)
        read = reads(asked, rules.game)
        self.keeps_alike = read.words <= {"thrown", "kept"} and not read.variables & _tallies(rules)


def _capping(known: Range) -> Callable[[Value], Value]:
    """A function that leaves of a value what matters."""
    if known.high is None and known.low is None:
        return lambda value: value
    return lambda value: known.capped(value) if isinstance(value, int) else value


def _tallies(rules: Rules) -> set[str]:
    return {name for name, (scope, _) in rules.slots.items() if scope == "tally"}


def _asked_together(rules: Rules, asked: Sequence[Expr]) -> Callable[[State], tuple[Hashable, ...]]:
    """One function that answers several formulas; quick where there is nothing to ask."""
    formulas = tuple(map(rules.compiler.compile, asked))
    if not formulas:
        return lambda s: ()
    if len(formulas) == 1:
        (only,) = formulas
        return lambda s: (only(s, s.seat, s.args),)
    return lambda s: tuple(formula(s, s.seat, s.args) for formula in formulas)


@lru_cache(maxsize=4096)
def _weighted(sides: tuple[tuple[tuple[object, int], ...], ...], counts: Numbers) -> tuple[tuple[Dice, int], ...]:
    each = [throws(n, kind) for n, kind in zip(counts, sides, strict=True)]
    if len(each) == 1:
        return cast("tuple[tuple[Dice, int], ...]", each[0])
    found = []
    for combination in product(*each):
        tokens = cast(Dice, tuple(token for group, _ in combination for token in group))
        found.append((tuple(sorted(tokens, key=_order)), prod(weight for _, weight in combination)))
    return tuple(found)


def weighted_throws(cup: CupRules, counts: Numbers) -> tuple[tuple[Dice, int], ...]:
    """Every throw of so many dice of each kind, with its weight."""
    return _weighted(cup.sides, counts)


def _draws(s: State) -> list[tuple[tuple[str, ...], int]]:
    """What may be drawn from the bag, with weights."""
    kinds, wanted = cycle.phase_of(s).cup.kinds, cycle.to_draw(s)
    found = []
    for amounts in product(*(range(min(n, wanted) + 1) for n in s.bag)):
        if sum(amounts) == wanted:
            drawn = tuple(kind for kind, n in zip(kinds, amounts, strict=True) for _ in range(n))
            found.append((drawn, prod(comb(n, a) for n, a in zip(s.bag, amounts, strict=True))))
    return found


@lru_cache(maxsize=1 << 16)
def _ahead(group: Dice, sides: tuple[tuple[object, int], ...]) -> tuple[Dice, ...]:
    """The group with each side of one more die."""
    return tuple(cast(Dice, tuple(sorted((*group, side), key=_order))) for side, _ in sides)


def _order(token: object) -> tuple[bool, object]:
    return (isinstance(token, str), token)


@lru_cache(maxsize=4096)
def _one_less(group: Dice) -> tuple[Dice, ...]:
    """The groups with one die less; of equal dice the first goes."""
    return tuple(group[:i] + group[i + 1 :] for i in range(len(group)) if i == 0 or group[i] != group[i - 1])


def _minus(group: Dice, part: Dice) -> Dice:
    left = list(group)
    for token in part:
        left.remove(token)
    return tuple(left)
