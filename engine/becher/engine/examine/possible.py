"""What a formula may be worth: a few known values, all numbers of a range, or anything."""

from collections.abc import Callable, Iterable
from itertools import product

from attrs import frozen

from becher.dsl.model import Sort, Value

# More different values than this are kept as a range (numbers) or as anything.
FEW = 400


@frozen
class Few:
    """One of these values, each of them possible as far as is known."""

    values: frozenset[Value]


@frozen
class Between:
    """A number from low to high, both included; None is without bound."""

    low: int | None
    high: int | None


@frozen
class Anything:
    """Nothing is known."""


Possible = Few | Between | Anything

ANY = Anything()
NUMBERS = Between(None, None)
YES, NO = Few(frozenset({True})), Few(frozenset({False}))
MAYBE = Few(frozenset({True, False}))


def just(value: Value) -> Few:
    return Few(frozenset({value}))


def of(values: Iterable[Value]) -> Possible:
    """These values, as a range where they are too many."""
    found = frozenset(values)
    if len(found) <= FEW:
        return Few(found)
    numbers = [value for value in found if isinstance(value, int) and not isinstance(value, bool)]
    return Between(min(numbers), max(numbers)) if len(numbers) == len(found) else ANY


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def limits(possible: Possible) -> tuple[int | None, int | None]:
    """The least and the greatest number it may be; None where there is no bound."""
    if isinstance(possible, Between):
        return possible.low, possible.high
    if isinstance(possible, Few) and possible.values:
        if possible.values == {()}:
            return 0, 0
        numbers = [value for value in possible.values if isinstance(value, int) and not isinstance(value, bool)]
        if len(numbers) == len(possible.values):
            return min(numbers), max(numbers)
    return None, None


def join(*parts: Possible) -> Possible:
    """What may be one or the other."""
    parts = tuple(dict.fromkeys(parts))
    if len(parts) == 1:
        return parts[0]
    if all(isinstance(part, Few) for part in parts):
        return of(value for part in parts for value in part.values)  # type: ignore[union-attr]
    if any(isinstance(part, Anything) for part in parts):
        return ANY
    lows, highs = zip(*(limits(part) for part in parts if part != Few(frozenset())), strict=True)
    return Between(None if None in lows else min(lows), None if None in highs else max(highs))


def may_be(possible: Possible, value: bool) -> bool:
    """Can this yes/no be that?"""
    return not isinstance(possible, Few) or value in possible.values


def combine(parts: Iterable[Possible], work: Callable[..., Value]) -> Possible | None:
    """The values of work over every combination of few values; None where these are too many or not known."""
    sets = []
    number = 1
    for part in parts:
        if not isinstance(part, Few):
            return None
        sets.append(part.values)
        number *= len(part.values)
    if number > 4 * FEW:
        return None
    return of(work(*values) for values in product(*sets))


def added(a: Possible, b: Possible, sign: int = 1) -> Possible:
    """a + b, or a - b where sign is -1."""
    found = combine((a, b), lambda x, y: x + sign * y)
    if found is not None:
        return found
    (low, high), (other_low, other_high) = limits(a), limits(b)
    if sign < 0:
        other_low, other_high = negated(other_high), negated(other_low)
    return Between(_plus(low, other_low), _plus(high, other_high))


def negated(number: int | None) -> int | None:
    return None if number is None else -number


def _plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def multiplied(a: Possible, b: Possible) -> Possible:
    """a * b."""
    found = combine((a, b), lambda x, y: x * y)
    if found is not None:
        return found
    ends = [*limits(a), *limits(b)]
    if None not in ends:
        low, high, other_low, other_high = ends
        corners = [x * y for x in (low, high) for y in (other_low, other_high)]  # type: ignore[operator]
        return Between(min(corners), max(corners))
    both_grow = all(end is not None and end >= 0 for end in (ends[0], ends[2]))
    return Between(ends[0] * ends[2], None) if both_grow else NUMBERS  # type: ignore[operator]


def extreme(parts: list[Possible], which: str) -> Possible:
    """min(...) or max(...) of these."""
    function = min if which == "min" else max
    found = combine(parts, lambda *values: function(values))
    if found is not None:
        return found
    lows = [low for low, _ in map(limits, parts)]
    highs = [high for _, high in map(limits, parts)]
    known_lows, known_highs = [x for x in lows if x is not None], [x for x in highs if x is not None]
    if which == "min":
        return Between(None if None in lows else min(known_lows), min(known_highs, default=None))
    return Between(max(known_lows, default=None), None if None in highs else max(known_highs))


def compared(op: str, a: Possible, b: Possible) -> Possible:
    """A comparison of numbers."""
    found = combine((a, b), lambda x, y: _COMPARE[op](x, y))
    if found is not None:
        return found
    (low, high), (other_low, other_high) = limits(a), limits(b)
    if op in (">", ">="):
        return compared("<" if op == ">" else "<=", b, a)
    if op in ("=", "!="):
        apart = _below(high, other_low) or _below(other_high, low)
        return (NO if op == "=" else YES) if apart else MAYBE
    strict = op == "<"
    if high is not None and other_low is not None and (high < other_low or (high == other_low and not strict)):
        return YES
    if low is not None and other_high is not None and (low > other_high or (low == other_high and strict)):
        return NO
    return MAYBE


def _below(a: int | None, b: int | None) -> bool:
    return a is not None and b is not None and a < b


_COMPARE: dict[str, Callable[..., bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def is_one(value: Possible) -> bool:
    return isinstance(value, Few) and len(value.values) == 1


def only(value: Possible) -> Value:
    assert isinstance(value, Few)
    return next(iter(value.values))


def unknown(sort: Sort) -> Possible:
    return MAYBE if sort is Sort.YESNO else NUMBERS if sort is Sort.NUMBER else ANY
