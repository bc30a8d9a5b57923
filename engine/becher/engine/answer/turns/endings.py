"""How a turn ends: what the last moment wants changed, with everything worked out that the turn alone decides."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import cast

from attrs import define, evolve, field, frozen

from becher.dsl.model import (
    Add,
    Become,
    Case,
    Door,
    EachSeat,
    Effect,
    Expr,
    Extreme,
    FormulaCall,
    OfSeat,
    OfSeats,
    Sort,
    Value,
    Verb,
)
from becher.dsl.model.walk import walk
from becher.engine.actions import Action
from becher.engine.answer.reading.effects import changes_ledger, effect_formulas, laid_effects
from becher.engine.answer.reading.formulas import Formulas, free_names
from becher.engine.expressions import Formula
from becher.engine.machine.effects import CaseRules
from becher.engine.machine.rules import Rules
from becher.engine.state import Dice, State


@frozen
class Change:
    """A variable of the seats `whose` (None: the mover's) grows by `amount`, or (`becomes`) is that from now on."""

    variable: str
    whose: Expr | None
    amount: int
    becomes: bool = False


@frozen(eq=False)
class Cases:
    """Changes that depend on the ledger: where case i holds it brings `changes[i]`.

    `held(s)` are the cases that hold, for a state of the moment on some ledger; `own`: they ask for the mover's part of it alone.
    """

    changes: tuple[tuple[Change, ...], ...]
    held: Callable[[State], tuple[int, ...]]
    own: bool


@frozen
class Ending:
    """One way in which a turn, or a part of it, ends. Endings are equal if they bring the same whatever the ledger.

    `changes` are all it does where that is nothing but known numbers, else None; `cases` the same where the ledger decides
    which; `leaves` are dice it leaves lying besides. `before` is a state from which the machine brings the ending about, by `action` or, without one, by going on from its stage:
    put its turn on any ledger (see ledger.py) and run. `sheet` is all that a box to be written learns of the turn.
    """

    key: Hashable
    changes: tuple[Change, ...] | None = field(eq=False, repr=False)
    before: State = field(eq=False, repr=False)
    action: Action | None = field(default=None, eq=False, repr=False)
    leaves: Dice = field(default=(), eq=False, repr=False)
    sheet: tuple[Value, ...] = ()
    cases: Cases | None = field(default=None, eq=False, repr=False)


@frozen
class Left:
    """These dice are left lying."""

    dice: Dice


@frozen
class _Laid:
    """A case laid open: its effects, and the formulas of the turn in its condition and effects."""

    effects: tuple[tuple[Effect, tuple[Formula, ...]], ...]
    condition: tuple[Formula, ...]


@define(eq=False)
class Endings:
    """Makes endings of positions. `lying`: do dice left lying matter? `capped` is how much of an amount counts.

    `wishes` are formulas that a strategy asks where a box is written.
    """

    formulas: Formulas
    rules: Rules
    lying: bool
    capped: Callable[[str, int], int] = lambda name, amount: amount
    wishes: tuple[Expr, ...] = ()
    _laid: dict[tuple[str, str], tuple[_Laid, ...]] = field(factory=dict)
    _values: dict[Expr, Formula | None] = field(factory=dict)
    _sheet: dict[str, dict[Expr, Formula]] = field(factory=dict)

    def nothing(self, s: State) -> Ending:
        """The turn is over and nothing of it counts."""
        return Ending(("effects", frozenset(), (), ()), (), s)

    def enter(self, s: State) -> Ending:
        """A box is to be written, and nothing else happens."""
        return Ending(("effects", frozenset(), (), ("enter",)), None, s, sheet=self.sheet_values(s))

    def of_moment(self, s: State, moment: str, settled: bool) -> Ending:
        """The ending that the moment of this phase's end brings about; `settled`: the turn decides which cases hold."""
        cases = self.rules.phases[s.phase].moments[moment]
        laid = self._laid_open(s, moment, [case.source for case in cases.cases])
        if not settled:
            asked = tuple(_asked(s, [f for case in laid for f in (*case.condition, *_parts(case))]))
            beyond, sheet = self._beyond(s, laid)
            plainly = None if beyond or moment == "start" else self._cases(s, laid, cases)
            return Ending(("moment", s.phase, moment, asked, beyond), None, s, sheet=sheet, cases=plainly)
        held = [laid[i] for i in cases.matching(s, s.seat, s.args)]
        changes, others = self._changes(s, held)
        amounts = tuple(map(self._capped, changes))
        beyond, sheet = self._beyond(s, held)
        known = ("effects", frozenset(amounts), tuple(others), beyond)
        left = [other for other in others if isinstance(other, Left)]
        plain = len(left) == len(others) and not beyond and moment != "start"
        return Ending(known, amounts if plain else None, s, leaves=left[0].dice if left else (), sheet=sheet)

    def _changes(self, s: State, cases: Iterable[_Laid]) -> tuple[tuple[Change, ...], list[Hashable]]:
        """The known numbers that these cases change, and the other things that happen."""
        amounts: dict[tuple[str, Expr | None], int] = {}
        others: list[Hashable] = []
        becomes = []
        for case in cases:
            for effect, parts in case.effects:
                if isinstance(effect, Become) and self._sets_number(s, effect):
                    becomes.append(Change(effect.variable, effect.seats, cast(int, self._known(s, effect.value)), True))
                else:
                    self._note(s, effect, parts, amounts, others)
        adds = [Change(name, whose, amount) for (name, whose), amount in amounts.items() if amount]
        return (*adds, *becomes), others

    def _capped(self, change: Change) -> Change:
        """As much of a change as counts."""
        amount = change.amount if change.becomes else self.capped(change.variable, change.amount)
        return change if amount == change.amount else evolve(change, amount=amount)

    def _sets_number(self, s: State, effect: Become) -> bool:
        variable = self.formulas.game.variables[effect.variable]
        if variable.scope != "player" or variable.sort is not Sort.NUMBER:
            return False
        return self._known(s, effect.value) is not None

    def _cases(self, s: State, laid: Sequence[_Laid], rules: CaseRules) -> Cases | None:
        """All cases of a moment, if none does anything but change known numbers."""
        found = [self._changes(s, [case]) for case in laid]
        if any(others for _, others in found):
            return None
        asked = [case.source.condition for case in rules.cases if case.source.condition is not None]
        own = all(self._asks_the_mover(self.formulas.laid_open(expr)) for expr in asked)
        return Cases(tuple(changes for changes, _ in found), lambda t: rules.matching(t, t.seat, t.args), own)

    def _asks_the_mover(self, expr: Expr) -> bool:
        """Does it read accounts of no other seat?"""
        elsewhere = (OfSeat, OfSeats, EachSeat, Extreme, FormulaCall)
        return self.formulas.reads(expr).seats <= {"me"} and not any(isinstance(p, elsewhere) for p in walk(expr))

    def is_outer(self, s: State, moment: str) -> bool:
        """Does one of the cases that hold now change the ledger?"""
        cases = self.rules.phases[s.phase].moments[moment]
        laid = self._laid_open(s, moment, [case.source for case in cases.cases])
        held = cases.matching(s, s.seat, s.args)
        return changes_ledger(self.formulas, [effect for i in held for effect, _ in laid[i].effects])

    def _laid_open(self, s: State, moment: str, cases: Iterable[Case]) -> tuple[_Laid, ...]:
        if (s.phase, moment) not in self._laid:
            self._laid[s.phase, moment] = tuple(self._lay_open(case, frozenset(s.args)) for case in cases)
        return self._laid[s.phase, moment]

    def _lay_open(self, case: Case, params: frozenset[str]) -> _Laid:
        effects = laid_effects(self.formulas, case.effects)
        condition = () if case.condition is None else (case.condition,)
        return _Laid(
            tuple((effect, self._turn_parts(effect_formulas(effect), params)) for effect in effects),
            self._turn_parts(condition, params),
        )

    def _turn_parts(self, asked: Iterable[Expr], params: frozenset[str]) -> tuple[Formula, ...]:
        return tuple(self._compiled_parts(asked, params).values())

    def _compiled_parts(self, asked: Iterable[Expr], params: frozenset[str]) -> dict[Expr, Formula]:
        parts = dict.fromkeys(part for expr in asked for part in self.formulas.turn_parts(expr, params))
        return {part: self.rules.compiler.compile(part) for part in parts}

    def _note(
        self,
        s: State,
        effect: Effect,
        parts: tuple[Formula, ...],
        changes: dict[tuple[str, Expr | None], int],
        others: list[Hashable],
    ) -> None:
        """Add what an effect does to the known amounts, or to the other things that happen."""
        if isinstance(effect, Add | Become) and effect.variable in self.formulas.tallies:
            return
        if isinstance(effect, Add) and isinstance(amount := self._known(s, effect.value), int):
            place = (effect.variable, effect.seats)
            changes[place] = changes.get(place, 0) + effect.sign * amount
        elif isinstance(effect, Verb) and effect.name == "leave":
            others.extend([Left(s.dice)] if self.lying else [])
        elif not (isinstance(effect, Verb) and effect.name == "nothing") and not _enters_all(effect):
            others.append((effect, tuple(_asked(s, parts))))

    def _known(self, s: State, expr: Expr) -> Value | None:
        """The value of a formula, if the turn alone decides it."""
        if expr not in self._values:
            alike = "it" not in free_names(expr)  # or each seat has its own
            known = alike and (self.formulas.is_turn(expr) or self.formulas.is_fixed(expr))
            self._values[expr] = self.rules.compiler.compile(expr) if known else None
        formula = self._values[expr]
        return None if formula is None else formula(s, s.seat, s.args)

    def _beyond(self, s: State, cases: Iterable[_Laid]) -> tuple[Hashable, tuple[Value, ...]]:
        """What of the turn lives on behind a door: the tallies a phase takes along; the values a box may ask for."""
        doors = {effect.name for case in cases for effect, _ in case.effects if isinstance(effect, Door)}
        if "enter" in doors:
            return ("enter",), self.sheet_values(s)
        return (("goes on", s.pool, s.tally) if doors & {"phase", "throw_again", "bust"} else ()), ()

    def sheet_values(self, s: State) -> tuple[Value, ...]:
        """What the formulas of the sheet can learn of the turn."""
        return tuple(_asked(s, self._sheet_parts(s).values()))

    def learnt_by(self, s: State, asked: Iterable[Expr]) -> tuple[int, ...]:
        """Which of the values of `sheet_values` these formulas of the sheet ask for."""
        places = {part: place for place, part in enumerate(self._sheet_parts(s))}
        parts = (part for expr in asked for part in self.formulas.turn_parts(expr, frozenset(s.args)))
        return tuple(sorted({places[part] for part in parts}))

    def _sheet_parts(self, s: State) -> dict[Expr, Formula]:
        if s.phase not in self._sheet:
            sheet = self.formulas.game.sheet
            assert sheet is not None
            asked = [*(box.value for box in sheet.boxes), *sheet.enter, *self.wishes]
            asked += [answer for column in sheet.columns for answer in column.enter or ()]
            self._sheet[s.phase] = self._compiled_parts(asked, frozenset(s.args))
        return self._sheet[s.phase]


def _enters_all(effect: Effect) -> bool:
    return isinstance(effect, Door) and effect.name == "enter" and not effect.args


def _parts(case: _Laid) -> Iterator[Formula]:
    for _, parts in case.effects:
        yield from parts


def _asked(s: State, formulas: Iterable[Formula]) -> Iterator[Value]:
    for formula in formulas:
        yield formula(s, s.seat, s.args)
