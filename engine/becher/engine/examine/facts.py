"""What a condition tells of sums: `score + pool <= goal` bounds what `score` becomes when pool is added to it."""

from collections import Counter

from attrs import frozen

from becher.dsl.model import Arith, Compare, Const, Expr, Logic, OptionRead, Sort, Within
from becher.engine.examine import possible as p
from becher.engine.examine.scene import Scene


@frozen
class Sum:
    """constant + each formula so many times."""

    parts: tuple[tuple[Expr, int], ...]
    constant: int

    def plus(self, other: "Sum", sign: int = 1) -> "Sum":
        parts = Counter(dict(self.parts))
        for expr, times in other.parts:
            parts[expr] += sign * times
        return Sum(tuple((e, n) for e, n in parts.items() if n), self.constant + sign * other.constant)


def as_sum(expr: Expr, scene: Scene) -> Sum:
    """The formula as a sum; what is no sum is a part of its own."""
    if isinstance(expr, Const | OptionRead) and expr.sort is Sort.NUMBER:
        value = next(iter(scene.ask(expr).values)) if isinstance(scene.ask(expr), p.Few) else 0  # type: ignore[union-attr]
        return Sum((), int(value))  # type: ignore[arg-type]
    if isinstance(expr, Arith) and expr.sort is Sort.NUMBER and all(sign in "+-" for sign, _ in expr.rest):
        found = as_sum(expr.first, scene)
        for sign, part in expr.rest:
            found = found.plus(as_sum(part, scene), 1 if sign == "+" else -1)
        return found
    return Sum(((expr, 1),), 0)


def facts(condition: Expr | None, scene: Scene) -> list[Sum]:
    """Sums that are at least 0 where the condition holds."""
    if isinstance(condition, Logic) and condition.op == "and":
        return [fact for part in condition.parts for fact in facts(part, scene)]
    if isinstance(condition, Within):
        low = as_sum(condition.value, scene).plus(as_sum(condition.low, scene), -1)
        if condition.high is None:
            return [low]
        return [low, as_sum(condition.high, scene).plus(as_sum(condition.value, scene), -1)]
    if not isinstance(condition, Compare) or condition.op not in ("<", "<=", ">", ">=", "="):
        return []
    if condition.left.sort is not Sort.NUMBER:
        return []
    difference = as_sum(condition.left, scene).plus(as_sum(condition.right, scene), -1)
    opposite = Sum((), 0).plus(difference, -1)
    strict = Sum((), -1)
    return {
        ">=": [difference],
        ">": [difference.plus(strict)],
        "<=": [opposite],
        "<": [opposite.plus(strict)],
        "=": [difference, opposite],
    }[condition.op]


def bounded(value: Sum, known: list[Sum]) -> tuple[int | None, int | None]:
    """The least and greatest value of a sum, as far as the facts alone tell."""
    lows = [apart.constant for fact in known if not (apart := value.plus(fact, -1)).parts]
    highs = [together.constant for fact in known if not (together := value.plus(fact)).parts]
    return max(lows, default=None), min(highs, default=None)
