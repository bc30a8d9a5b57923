"""Sums of variables: formulas as factors and a rest, and what a condition says about an amount."""

from collections.abc import Callable, Iterator

from attrs import frozen

from becher.dsl.model import Arith, Compare, Const, Expr, Logic, OfSeat, Sort, VariableRead
from becher.engine.answer.reading.intervals import ANY, Guess, Interval


@frozen
class Term:
    """`factor` times a variable of some seat."""

    factor: int
    name: str
    whose: Expr | None


def linear(expr: Expr, guess: Guess) -> tuple[list[Term], Interval] | None:
    """A number as factors of variables and a rest that reads none; None where it is not of that kind."""
    terms: list[Term] = []
    rest = Interval(0, 0)
    for part, factor in _addends(expr, lambda part: not guess.formulas.reads(part).variables):
        variable = _variable(part)
        if variable is not None:
            terms.append(Term(factor, *variable))
        elif not guess.formulas.reads(part).variables:
            found = guess.of(part)
            size = Interval(abs(factor), abs(factor)).times(found if factor > 0 else -found)
            rest += size if found != ANY else ANY
        else:
            return None
    return terms, rest


def _addends(expr: Expr, is_whole: Callable[[Expr], bool]) -> Iterator[tuple[Expr, int]]:
    """What is added up in a number, each with its whole factor; a part that `is_whole` is not taken apart."""
    work: list[tuple[Expr, int]] = [(expr, 1)]
    while work:
        part, factor = work.pop()
        if is_whole(part):
            yield part, factor
        elif isinstance(part, Arith) and all(sign in "+-" for sign, _ in part.rest):
            work.append((part.first, factor))
            work += [(inner, factor if sign == "+" else -factor) for sign, inner in part.rest]
        elif (scaled := _scaled(part)) is not None:
            work.append((scaled[0], factor * scaled[1]))
        else:
            yield part, factor


def _variable(part: Expr) -> tuple[str, Expr | None] | None:
    if isinstance(part, VariableRead) and part.sort is Sort.NUMBER:
        return part.name, None
    if isinstance(part, OfSeat) and isinstance(part.value, VariableRead) and part.value.sort is Sort.NUMBER:
        return part.value.name, part.seat
    return None


def _scaled(part: Expr) -> tuple[Expr, int] | None:
    """`3 * x` as (x, 3)."""
    if not isinstance(part, Arith) or len(part.rest) != 1 or part.rest[0][0] != "*":
        return None
    left, right = part.first, part.rest[0][1]
    if isinstance(left, Const) and isinstance(left.value, int):
        return right, left.value
    return (left, right.value) if isinstance(right, Const) and isinstance(right.value, int) else None


def implied(value: Expr, condition: Expr, known: Interval) -> Interval:
    """The interval of a number where a comparison (or several by `and`) holds: `30 - pips` when pips < 30 is above 0."""
    low, high = known.low, known.high
    parts = condition.parts if isinstance(condition, Logic) and condition.op == "and" else (condition,)
    atoms, constant = by_atoms(value)
    for part in parts:
        if not isinstance(part, Compare) or part.left.sort is not Sort.NUMBER:
            continue
        sides, offset = by_atoms(Arith(part.left, (("-", part.right),), Sort.NUMBER))
        for way in (1, -1):
            if atoms and atoms == {atom: way * factor for atom, factor in sides.items()}:
                bound = _where(part.op)
                if way < 0:
                    bound = -bound
                bound += Interval(constant - way * offset, constant - way * offset)
                low = bound.low if low is None else low if bound.low is None else max(low, bound.low)
                high = bound.high if high is None else high if bound.high is None else min(high, bound.high)
    return Interval(low, high)


def _where(op: str) -> Interval:
    """Where `x op 0` holds."""
    return {
        ">": Interval(1, None),
        ">=": Interval(0, None),
        "=": Interval(0, 0),
        "<=": Interval(None, 0),
        "<": Interval(None, -1),
    }.get(op, ANY)


def by_atoms(expr: Expr) -> tuple[dict[Expr, int], int]:
    """A number as whole factors of formulas that are not sums, and a constant."""
    atoms: dict[Expr, int] = {}
    constant = 0
    for part, factor in _addends(expr, lambda part: isinstance(part, Const)):
        if isinstance(part, Const) and isinstance(part.value, int):
            constant += factor * part.value
        else:
            atoms[part] = atoms.get(part, 0) + factor
    return {atom: factor for atom, factor in atoms.items() if factor}, constant
