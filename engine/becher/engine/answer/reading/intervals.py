"""Between which numbers a formula can lie, as far as that shows without playing."""

from collections.abc import Iterable, Mapping

from attrs import frozen

from becher.dsl.model import (
    Arith,
    BestPart,
    Call,
    Choice,
    Const,
    Convert,
    Expr,
    GroupOf,
    HandAsk,
    Local,
    OfSeat,
    StateWord,
    TableAsk,
    VariableRead,
)
from becher.engine.answer.reading.formulas import Formulas

Bound = int | None


@frozen
class Interval:
    """All numbers from low to high; None is no bound."""

    low: Bound
    high: Bound

    def __add__(self, other: "Interval") -> "Interval":
        return Interval(_sum(self.low, other.low), _sum(self.high, other.high))

    def __neg__(self) -> "Interval":
        return Interval(None if self.high is None else -self.high, None if self.low is None else -self.low)

    def times(self, other: "Interval") -> "Interval":
        ends = (self.low, self.high, other.low, other.high)
        if None in ends:
            signs = self.low is not None and self.low >= 0 and other.low is not None and other.low >= 0
            return Interval(self.low * other.low if signs else None, None)  # type: ignore[operator]
        products = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]  # type: ignore[operator]
        return Interval(min(products), max(products))

    def over(self, other: "Interval") -> "Interval":
        """Divided by a known positive number, rounded down."""
        if other.low is None or other.low != other.high or other.low <= 0:
            return ANY
        by = other.low
        return Interval(None if self.low is None else self.low // by, None if self.high is None else self.high // by)


ANY = Interval(None, None)
NONE = Interval(0, 0)


def _sum(a: Bound, b: Bound) -> Bound:
    return None if a is None or b is None else a + b


def hull(intervals: Iterable[Interval]) -> Interval:
    """The least interval that holds all of these."""
    found = list(intervals)
    lows, highs = [i.low for i in found], [i.high for i in found]
    low = None if None in lows else min(low for low in lows if low is not None)
    high = None if None in highs else max(high for high in highs if high is not None)
    return Interval(low, high)


@frozen
class Guess:
    """Intervals of formulas, given those of variables. `dice` is the greatest number of dice, `faces` what they show."""

    formulas: Formulas
    variables: Mapping[str, Interval]
    dice: Bound
    faces: Interval

    def of(self, expr: Expr) -> Interval:
        """The interval of a number, a yes/no counting 0 or 1."""
        match expr:
            case Const(value):
                return Interval(int(value), int(value)) if isinstance(value, int) else NONE if value == () else ANY
            case VariableRead(name):
                return self.variables.get(name, ANY)
            case OfSeat(value):
                return self.of(value)
            case Arith():
                return self.arithmetic(expr)
            case Choice(value, _, other):
                return hull([self.of(value), self.of(other)])
            case TableAsk(table, _, False) | HandAsk(table, "best"):
                return hull([NONE, *self.answers(table)])
            case HandAsk(table, "split"):
                return hull([NONE, *(Interval(i.low, None) for i in self.answers(table))])
            case Convert(arg):
                return hull([NONE, self.faces]) if _shows_dice(arg) else ANY
            case BestPart(function):
                return Interval(0, self.dice) if function == "count" else self.pips()
            case StateWord(name) if name in ("throw_no", "rounds", "turns"):
                return Interval(0, None)
            case Call():
                return self.call(expr)
        return ANY

    def arithmetic(self, expr: Arith) -> Interval:
        found = self.of(expr.first)
        for sign, part in expr.rest:
            other = self.of(part)
            found = {
                "+": lambda a=found, b=other: a + b,
                "-": lambda a=found, b=other: a + -b,
                "*": lambda a=found, b=other: a.times(b),
                "/": lambda a=found, b=other: a.over(b),
            }[sign]()
        return found

    def answers(self, table: str) -> list[Interval]:
        game = self.formulas.game.tables[table]
        values = [row.value for row in game.rows] + ([] if game.otherwise is None else [game.otherwise])
        return [self.answer(value) for value in values]

    def answer(self, value: Expr) -> Interval:
        """An answer in which a letter or `it` is a face."""
        if isinstance(value, Local | Convert):
            return self.faces
        if isinstance(value, Arith):
            inner = Guess(self.formulas, self.variables, self.dice, self.faces)
            found = inner.answer(value.first)
            for sign, part in value.rest:
                other = inner.answer(part)
                found = found.times(other) if sign == "*" else found + (other if sign == "+" else -other)
                if sign == "/":
                    return ANY
            return found
        return self.of(value)

    def pips(self) -> Interval:
        """The sum of any of the dice."""
        if self.faces.low is None or self.faces.high is None:
            return ANY
        number = Interval(0, self.dice)
        return hull([NONE, self.faces.times(number)])

    def call(self, expr: Call) -> Interval:
        args = expr.args
        match expr.name:
            case "count" | "count_of" | "run":
                return Interval(0, self.dice if _shows_dice(args[0]) else None)
            case "sum" | "sum_of":
                return self.sum(args[0])
            case "min":
                found = [self.of(arg) for arg in args]
                highs = [i.high for i in found if i.high is not None]
                return Interval(hull(found).low, min(highs, default=None))
            case "max":
                found = [self.of(arg) for arg in args]
                lows = [i.low for i in found if i.low is not None]
                return Interval(max(lows, default=None), hull(found).high)
            case "abs":
                return Interval(0, None)
        return ANY

    def sum(self, group: Expr) -> Interval:
        if _shows_dice(group):
            return self.pips()
        if isinstance(group, TableAsk) and _shows_dice(group.arg):
            each = hull([NONE, *self.answers(group.table)])
            return hull([NONE, each.times(Interval(0, self.dice))])
        return ANY


_DICE = ("thrown", "kept", "aside", "dice")


def _shows_dice(expr: Expr) -> bool:
    """Is it some of the dice of the phase?"""
    while True:
        if isinstance(expr, StateWord):
            return expr.name in _DICE
        if isinstance(expr, Arith) and all(_shows_dice(part) for part in (expr.first, *(p for _, p in expr.rest))):
            return True
        if isinstance(expr, Call) and expr.name in (
            "largest",
            "smallest",
            "distinct",
            "every",
            "chain",
            "first",
            "last",
        ):
            if expr.name in ("every", "chain"):
                return True
            expr = expr.args[0]
        elif isinstance(expr, GroupOf):
            return False
        else:
            return False
