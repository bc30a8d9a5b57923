"""Where the rules ask and where they change something: every formula, every change of a variable."""

from collections.abc import Iterator

from attrs import frozen

from becher.dsl.model import Add, Become, Case, Convert, Expr, Game, Phase, Pick, SeatWord
from becher.engine.answer.reading.effects import laid_effects
from becher.engine.answer.reading.formulas import Formulas
from becher.engine.answer.reading.intervals import Guess, Interval
from becher.engine.answer.reading.linear import implied


@frozen
class Changed:
    """A change of a variable (add, becomes or pick); `condition` holds where it happens."""

    variable: str
    kind: str
    value: Expr
    sign: int = 1
    condition: Expr | None = None

    def amount(self, guess: Guess) -> Interval:
        """What is added, or what it becomes."""
        found = guess.of(self.value)
        if self.condition is not None:
            found = implied(self.value, self.condition, found)
        return found if self.sign > 0 else -found


def all_cases(formulas: Formulas) -> Iterator[Case]:
    """Every case of every moment."""
    game = formulas.game
    for moments in (*(phase.moments for phase in game.phases.values()), game.round.moments, game.moments):
        for cases in moments.values():
            yield from cases


def changes_of(formulas: Formulas) -> Iterator[Changed]:
    """Every change of a variable."""
    for phase in formulas.game.phases.values():
        if phase.adds is not None:
            yield Changed("pool", "add", formulas.laid_open(phase.adds))
    for case in all_cases(formulas):
        condition = None if case.condition is None else formulas.laid_open(case.condition)
        for effect in laid_effects(formulas, case.effects):
            if isinstance(effect, Add):
                yield Changed(effect.variable, "add", effect.value, effect.sign, condition)
            elif isinstance(effect, Become):
                yield Changed(effect.variable, "becomes", effect.value, 1, condition)
            elif isinstance(effect, Pick):
                yield Changed(effect.variable, "pick", effect.group)


def questions(formulas: Formulas) -> Iterator[Expr]:
    """Every formula that is no part of a moment, keys that rank seats left out."""
    game = formulas.game
    for phase in game.phases.values():
        yield from questions_of(game, phase)
    yield from (expr for expr in (game.out, game.over, game.round.out, game.round.over) if expr is not None)
    yield from (variable.start for variable in game.variables.values())
    if game.sheet is not None:
        yield from (box.value for box in game.sheet.boxes)
        yield from (*game.sheet.enter, game.sheet.fills)
        yield from (answer for column in game.sheet.columns for answer in (*(column.enter or ()), column.times))
        yield from () if game.sheet.total is None else (game.sheet.total,)


def questions_of(game: Game, phase: Phase) -> Iterator[Expr]:
    """The same of one phase."""
    named = (phase.draw, phase.throws, phase.bust, phase.must_keep, phase.retake, phase.adds, phase.until)
    yield from (expr for expr in (*named, phase.full, phase.stop) if expr is not None)
    yield from (keep.condition for keep in phase.keep or () if keep.condition is not None)
    cup = phase.dice or game.dice
    yield from (n for n, _ in cup.parts) if cup is not None else ()


def changed_by_its_own(formulas: Formulas, variable: str) -> bool:
    """Is this an account of seats that only its own seat's turn changes?"""
    game = formulas.game
    if variable not in game.variables or game.variables[variable].scope != "player":
        return False
    turns = {
        id(case)
        for phase in game.phases.values()
        if phase.name != "opening"
        for cases in phase.moments.values()
        for case in cases
    }
    for case in all_cases(formulas):
        for effect in laid_effects(formulas, case.effects):
            changes = isinstance(effect, Add | Become) and effect.variable == variable
            if changes and not (id(case) in turns and _is_me(effect.seats)):  # type: ignore[union-attr]
                return False
    return True


def _is_me(seats: Expr | None) -> bool:
    while isinstance(seats, Convert):
        seats = seats.arg
    return seats is None or (isinstance(seats, SeatWord) and seats.name == "me")
