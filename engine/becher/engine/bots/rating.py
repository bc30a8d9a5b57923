"""A wish that rates: every legal candidate is asked about, and the highest is taken."""

from collections.abc import Callable
from operator import attrgetter
from typing import cast

from becher.dsl.model import Choice, Expr, Logic, Sort, Value, Wish
from becher.dsl.model.walk import reads
from becher.engine.actions import PASS, Action
from becher.engine.expressions import Formula
from becher.engine.expressions.convert import converter
from becher.engine.machine.rules import Rules
from becher.engine.state import Dice, Locals, State

Chooser = Callable[[State, tuple[Action, ...]], Action | None]
Zone = Callable[[State], Dice]
_ZONES: dict[str, Zone] = {"kept": attrgetter("kept"), "dice": attrgetter("dice")}


def rated(rules: Rules, wish: Wish) -> Chooser:
    """Of equals the one with fewest dice is taken, or the first."""
    if wish.question == "keep":
        return _rated_keeps(_remembered(rules, wish.values[0]))
    rate = as_sort(rules, wish.values[0], Sort.NUMBER)

    def choose(s: State, legal: tuple[Action, ...]) -> Action | None:
        candidates = [action for action in legal if action != PASS]
        return max(candidates, key=lambda action: cast(int, rate(s, s.seat, _candidate(s, action))))

    return choose


def _candidate(s: State, action: Action) -> Locals:
    """The phase's locals with the candidate: a box, or what is chosen."""
    if s.stage == "enter":
        return {**column_locals(s, action), "$box": cast(str, action.args[0])}
    return {**s.args, "it": cast(Value, action.args[0])}


def column_locals(s: State, action: Action) -> Locals:
    """The phase's locals with the column of an enter action."""
    if len(action.args) < 2:
        return s.args
    return {**s.args, "$column": s.rules.compiler.columns[cast(str, action.args[1])]}


def _rated_keeps(rate: Formula) -> Chooser:
    def choose(s: State, legal: tuple[Action, ...]) -> Action:
        trial = s.copy()

        def rating(action: Action) -> int:
            trial.kept = cast(Dice, action.args[0])
            return cast(int, rate(trial, s.seat, s.args))

        return max(legal, key=rating)

    return choose


def _remembered(rules: Rules, expr: Expr) -> Formula:
    """A rating whose parts are remembered by the dice where they read nothing but the candidate, or all dice."""
    read, formula = reads(expr, rules.game), as_sort(rules, expr, Sort.NUMBER)
    if len(read.words) == 1 and not (read.variables or read.locals or read.seats or read.sheet):
        zone = _ZONES.get(min(read.words))
        return formula if zone is None else _by_dice(zone, formula)
    if isinstance(expr, Choice):
        value, condition, other = (_remembered(rules, part) for part in (expr.value, expr.condition, expr.other))
        return lambda s, me, loc: value(s, me, loc) if condition(s, me, loc) else other(s, me, loc)
    if isinstance(expr, Logic) and expr.op in ("and", "or"):
        parts, holds = [_remembered(rules, part) for part in expr.parts], all if expr.op == "and" else any
        return lambda s, me, loc: holds(part(s, me, loc) for part in parts)
    return formula


def _by_dice(zone: Zone, formula: Formula) -> Formula:
    known: dict[Dice, Value] = {}

    def ask(s: State, me: int, loc: Locals) -> Value:
        dice = zone(s)
        found = known.get(dice)
        if found is None:
            found = known[dice] = formula(s, me, loc)
        return found

    return ask


def as_sort(rules: Rules, expr: Expr, sort: Sort) -> Formula:
    """The expression as this sort; a yes/no rates as 1 or 0."""
    formula = rules.compiler.compile(expr)
    if expr.sort in (Sort.YESNO, sort):
        return formula
    return converter(expr.sort, sort, formula, expr.span)
