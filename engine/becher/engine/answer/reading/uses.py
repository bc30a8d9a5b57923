"""Where numbers are read: asked about as such, or added to another number."""

from collections.abc import Iterator

from attrs import frozen

from becher.dsl.model import Add, Case, Compare, Const, Expr, VariableRead
from becher.engine.answer.ledgers.passed import with_seats_counted
from becher.engine.answer.reading.changes import all_cases, changed_by_its_own, questions, questions_of
from becher.engine.answer.reading.effects import effect_formulas, laid_effects, reachable
from becher.engine.answer.reading.formulas import Formulas, text_of


@frozen
class Use:
    """A formula that reads numbers: asked as such, or (`into`, `sign`) added to a variable."""

    value: Expr
    into: str | None = None
    sign: int = 1
    told: str | None = None  # as the file says it, where the formula alone does not


def uses_of_game(formulas: Formulas) -> Iterator[Use]:
    """Every formula of the rules that may read a variable, but who starts."""
    game = formulas.game
    for expr in questions(formulas):
        yield Use(formulas.laid_open(expr))
    for case in all_cases(formulas):
        yield from _uses_of_case(formulas, case)
    keys = [*game.wins, *game.loses, *game.round.starter, *game.round.wins, *game.round.loses]
    for key in keys:
        if key.value is not None and not (key in game.wins and decided_by(formulas, key.value)):
            yield Use(formulas.laid_open(key.value), told=f"{key.kind}({text_of(key.value)})")


def uses_of_phase(formulas: Formulas, phase: str) -> Iterator[Use]:
    """The same for a phase by itself, of which nothing is asked where it ends."""
    for name in reachable(formulas, phase, before_end=True):
        found = formulas.game.phases[name]
        yield from (Use(formulas.laid_open(expr)) for expr in questions_of(formulas.game, found))
        for moment, cases in found.moments.items():
            for case in () if moment in ("end", "bust") else cases:
                yield from _uses_of_case(formulas, case)


def _uses_of_case(formulas: Formulas, case: Case) -> Iterator[Use]:
    if case.condition is not None:
        yield Use(formulas.laid_open(case.condition))
    for effect in laid_effects(formulas, case.effects):
        if isinstance(effect, Add):
            yield Use(with_seats_counted(formulas, effect.value), effect.variable, effect.sign)
            yield from map(Use, () if effect.seats is None else (effect.seats,))
        else:
            yield from map(Use, effect_formulas(effect))


def decided_by(formulas: Formulas, value: Expr) -> bool:
    """Is `highest(x)` known from `over: x >= n` alone? So it is where the game ends the moment a seat's own turn brings x there."""
    over = formulas.game.over
    if over is None or formulas.game.finish != "at_once":
        return False
    over = formulas.laid_open(over)
    variable = formulas.laid_open(value)
    if not isinstance(variable, VariableRead) or not isinstance(over, Compare) or over.op not in (">=", ">"):
        return False
    if over.left != variable or not isinstance(over.right, Const):
        return False
    return changed_by_its_own(formulas, variable.name)
