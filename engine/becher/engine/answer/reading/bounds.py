"""Between which numbers each variable stays, as far as that shows without playing."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import count

import attrs
from attrs import define, field

from becher.dsl.model import Const, Expr, Sort
from becher.dsl.model.walk import walk
from becher.engine.answer.reading.changes import Changed, changes_of
from becher.engine.answer.reading.formulas import Formulas
from becher.engine.answer.reading.intervals import ANY, NONE, Guess, Interval, hull

_SILENT = ("span", "examples", "always", "words", "remarks", "strategies")


@define(eq=False, slots=False)
class Bounds:
    """`of[name]`: the interval of each number variable of a game; `changes[name]`: what changes it."""

    formulas: Formulas
    changes: dict[str, list[Changed]] = field(init=False)
    of: dict[str, Interval] = field(init=False)

    @changes.default
    def _collect_changes(self) -> dict[str, list[Changed]]:
        found: dict[str, list[Changed]] = {}
        for change in changes_of(self.formulas):
            found.setdefault(change.variable, []).append(change)
        return found

    @of.default
    def _bound_all(self) -> dict[str, Interval]:
        """Each variable's interval: from where it starts as far as no change can lead beyond.

        What still moves after as many rounds as there are variables is driven on by itself: it has no bound.
        """
        names = list(self.numbers())
        free = self.guess({})
        starts = {name: free.of(self.start(name)) for name in names}
        found = dict(starts)
        for rounds in count():
            guess = self.guess(found)
            new = {name: self._kept_bounds(guess, name, starts[name], found[name]) for name in names}
            if new == found:
                break
            found = new if rounds <= len(names) else {name: _widened(found[name], new[name]) for name in names}
        return found

    def _kept_bounds(self, guess: Guess, name: str, start: Interval, now: Interval) -> Interval:
        low, high = now.low, now.high
        for changed in self.changes.get(name, ()):
            if changed.kind == "pick":
                return ANY
            change = changed.amount(guess)
            if changed.kind == "becomes":
                low = None if change.low is None or start.low is None else _least(low, change.low)
                high = None if change.high is None or start.high is None else _greatest(high, change.high)
                continue
            if change.low is None or change.low < 0:
                low = None
            if change.high is None or change.high > 0:
                high = None
        return Interval(low, high)

    def numbers(self) -> Iterator[str]:
        yield "pool"
        yield from (v.name for v in self.formulas.game.variables.values() if v.sort is Sort.NUMBER and v.name != "pool")

    def start(self, name: str) -> Expr:
        if name == "pool" and name not in self.formulas.game.variables:
            return Const(0, Sort.NUMBER)
        return self.formulas.laid_open(self.formulas.game.variables[name].start)

    def guess(self, variables: Mapping[str, Interval]) -> Guess:
        game = self.formulas.game
        numbers = [f for die in game.dies.values() for f in die.faces if isinstance(f, int)]
        symbols = any(isinstance(f, str) for die in game.dies.values() for f in die.faces)
        faces = Interval(min(numbers), max(numbers)) if numbers else ANY
        faces = hull([NONE, faces]) if symbols else faces
        cups = [cup for cup in (game.dice, *(phase.dice for phase in game.phases.values())) if cup is not None]
        inner = Guess(self.formulas, variables, None, faces)
        dice = [sum((inner.of(self.formulas.laid_open(n)) for n, _ in cup.parts), Interval(0, 0)).high for cup in cups]
        return Guess(self.formulas, variables, None if None in dice else max((d for d in dice if d), default=0), faces)

    @cached_property
    def far(self) -> int:
        """Beyond every number that the rules compare with, as long as they do not multiply: who gets there goes on for ever."""
        game = self.formulas.game
        parts = walk([getattr(game, a.name) for a in attrs.fields(type(game)) if a.name not in _SILENT])
        numbers = [abs(part.value) for part in parts if isinstance(part, Const) and isinstance(part.value, int)]
        numbers += [abs(value) for value in self.formulas.options.values() if isinstance(value, int)]
        return 3 * max(numbers, default=0) + 1000


def _widened(before: Interval, now: Interval) -> Interval:
    """`now` without the bounds that have moved."""
    return Interval(
        now.low if now.low == before.low else None,
        now.high if now.high == before.high else None,
    )


def _least(a: int | None, b: int) -> int | None:
    return None if a is None else min(a, b)


def _greatest(a: int | None, b: int) -> int | None:
    return None if a is None else max(a, b)
