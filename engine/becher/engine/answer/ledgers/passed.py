"""Accounts that two seats only pass to one another: what one loses the other gains, so their sum stays what it was."""

from becher.dsl.model import Add, Arith, Become, Call, Compare, Const, Expr, Pick, Sort, VariableRead
from becher.engine.answer.ledgers.whose import seats_meant
from becher.engine.answer.reading.changes import all_cases
from becher.engine.answer.reading.effects import laid_effects
from becher.engine.answer.reading.formulas import Formulas, with_parts
from becher.engine.answer.reading.intervals import Interval
from becher.engine.answer.reading.linear import by_atoms
from becher.engine.answer.reading.ranges import Range


def passed_range(formulas: Formulas, name: str, start: Interval) -> Range | None:
    """What is known of an account that is only passed on and only read by `out: name <= k`.

    Between two seats the game is over once one is out. Until then both have more than k, and together what they
    started with.
    """
    limit = _out_at(formulas, name)
    if limit is None or formulas.seats != 2 or start.low is None or start.low != start.high:
        return None
    if not _is_passed_on(formulas, name):
        return None
    both = 2 * start.low
    return Range(False, False, Interval(limit + 1, both - limit - 1), limit, both - limit)


def _out_at(formulas: Formulas, name: str) -> int | None:
    """k where the rules say `out: name <= k`."""
    out = formulas.game.out
    out = None if out is None else formulas.laid_open(out)
    if not isinstance(out, Compare) or not isinstance(out.left, VariableRead) or out.left.name != name:
        return None
    known = out.op in ("<=", "<") and isinstance(out.right, Const) and isinstance(out.right.value, int)
    return out.right.value - (out.op == "<") if known else None  # type: ignore[union-attr, operator]


def _is_passed_on(formulas: Formulas, name: str) -> bool:
    for case in all_cases(formulas):
        changes = [
            effect
            for effect in laid_effects(formulas, case.effects)
            if isinstance(effect, Add | Become | Pick) and effect.variable == name
        ]
        total: list[tuple[str, Expr]] = []
        for change in changes:
            meant = seats_meant(change.seats, 2) if isinstance(change, Add) else None
            if meant is None or not isinstance(change, Add):
                return False
            total += [("+" if change.sign > 0 else "-", with_seats_counted(formulas, change.value))] * len(meant)
        if total and by_atoms(Arith(Const(0, Sort.NUMBER), tuple(total), Sort.NUMBER)) != ({}, 0):
            return False
    return True


def with_seats_counted(formulas: Formulas, expr: Expr) -> Expr:
    """The formula with `count(others)` and its like replaced by how many seats of two that are."""
    if formulas.seats != 2:
        return expr
    if isinstance(expr, Call) and expr.name == "count":
        meant = seats_meant(expr.args[0], 2)
        if expr.args[0].sort is Sort.SEATS and meant is not None:
            return Const(len(meant), Sort.NUMBER)
    return with_parts(expr, lambda part: with_seats_counted(formulas, part))
