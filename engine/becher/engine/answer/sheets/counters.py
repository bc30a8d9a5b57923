"""Counters: sums that only the final value looks at, and what each combination of them is worth at the end.

With two seats the first counter is the difference of the plain totals, then come the sums of the mover, then those of the
other seat.
"""

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import cast

import numpy as np
from attrs import evolve, field, frozen

from becher.engine.answer.refused import Refused
from becher.engine.answer.sheets.probe import Atom
from becher.engine.answer.sheets.sheets import SheetMaker
from becher.engine.answer.sheets.totals import Form, Total
from becher.engine.answer.sheets.writing import Entry
from becher.engine.solve.turns.graph import Floats, Index

MOST_COUNTERS = 3_000_000


@frozen
class Goal:
    """What is sought: the greatest mean total, or (`at_least`) the chance of so much; with two seats the chance to win.

    `least`: low is good.
    """

    at_least: int | None = None
    least: bool = False


@frozen
class Axis:
    """One counter: a sum, from `low` to `high`; beyond `high` it makes no difference where `stops`."""

    form: Form
    low: int
    high: int
    stops: bool

    @property
    def size(self) -> int:
        return self.high - self.low + 1


@frozen(eq=False)
class Counters:
    """All counters of a game: U combinations. `worth` f64[sizes of the axes]: what the mover gets of a full sheet.

    `start`: what the axes count before anything is written.
    """

    axes: tuple[Axis, ...]
    worth: Floats
    start: tuple[int, ...]
    seats: int

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(axis.size for axis in self.axes)

    def of(self, counts: Sequence[int]) -> int:
        """The number of a combination, one count for each axis; counts beyond an end are at the end."""
        places = [min(max(n - axis.low, 0), axis.size - 1) for n, axis in zip(counts, self.axes, strict=True)]
        return int(np.ravel_multi_index(places, self.shape)) if places else 0

    def after(self, moves: Sequence[int]) -> Index:
        """i32[U]: what each combination becomes where the mover's counts (the first axes) grow so much.

        With two seats as the next mover, the other seat, sees it.
        """
        if not self.axes:
            return np.zeros(1, dtype=np.int32)
        grid = list(np.indices(self.shape).reshape(len(self.axes), -1))
        for number, move in enumerate(moves):
            grid[number] = np.clip(grid[number] + move, 0, self.axes[number].size - 1)
        if self.seats == 2:
            sums = len(self.axes) // 2
            own, other = grid[1 : 1 + sums], grid[1 + sums :]
            grid = [self.axes[0].size - 1 - grid[0], *other, *own]
        return np.ravel_multi_index(grid, self.shape).astype(np.int32)


@frozen
class CounterMaker:
    """Finds the counters of one game for one goal, by what is known of its boxes."""

    maker: SheetMaker
    total: Total
    goal: Goal
    seats: int
    plain: Axis = field(init=False)
    sums: tuple[Axis, ...] = field(init=False)

    @plain.default
    def _find_plain(self) -> Axis:
        return self.axis(self.total.plain)

    @sums.default
    def _find_sums(self) -> tuple[Axis, ...]:
        return tuple(map(self.axis, self.total.forms))

    @property
    def counts_plain(self) -> bool:
        """Is the plain total a counter? Else what is written is added at once."""
        return self.seats == 2 or self.goal.at_least is not None

    def axis(self, form: Form) -> Axis:
        """The range of a sum over a whole game."""
        low = high = self.start_of(form)
        stops = True
        for cell in range(len(self.maker.cells)):
            changes = [form.change(dict(entry.changes)) for entry in self.entries(cell)] or [0]
            low, high, stops = low + min(0, *changes), high + max(0, *changes), stops and min(changes) >= 0
        return Axis(form, low, high, stops)

    def entries(self, cell: int) -> list[Entry]:
        found = {case.result for tree in self.maker.trees[cell].trees for case in tree}
        return [entry for entry in found if entry is not None]

    def start_of(self, form: Form) -> int:
        player = cast("tuple[int, ...]", self.maker.first.players[0])
        return form.constant + sum(f * player[a.place] for a, f in form.factors if a.kind == "variable")

    def bound(self) -> int:
        """How many combinations there can be at most."""
        counters = int(prod(axis.size for axis in self.sums) ** self.seats)
        plain = self.plain
        return counters * (
            2 * (plain.high - plain.low) + 1 if self.seats == 2 else plain.size if self.counts_plain else 1
        )

    def counters(self) -> Counters:
        """Ends of counters that make no difference are cut off. Raises Refused where tables could not be held."""
        self.check_size([self.plain, *self.sums] if self.counts_plain else self.sums)
        axes, worth = self.uncut()
        for number, axis in enumerate(axes):
            if axis.stops:
                axes[number], worth = _cut_off(worth, number, axis)
        if self.seats == 2:
            worth = _evened_out(worth, axes)
        start = [self.start_of(axis.form) for axis in axes]
        return Counters(tuple(axes), worth, tuple([0, *start[1:]] if self.seats == 2 else start), self.seats)

    def uncut(self) -> tuple[list[Axis], Floats]:
        """The axes and what each combination is worth."""
        plain, sums = self.plain, self.sums
        bent = self.bent_values()
        sign = -1.0 if self.goal.least else 1.0
        if self.seats == 2:
            spread = plain.high - plain.low
            axes = [Axis(plain.form, -spread, spread, False), *sums, *sums]
            self.check_size(axes)
            mine = bent.reshape(1, *bent.shape, *[1] * bent.ndim)
            theirs = bent.reshape(1, *[1] * bent.ndim, *bent.shape)
            ahead = np.arange(-spread, spread + 1).reshape(-1, *[1] * (2 * bent.ndim)) + mine - theirs
            return axes, (np.sign(sign * ahead) + 1) / 2
        if self.goal.at_least is not None:
            reached = np.arange(plain.low, plain.high + 1).reshape(-1, *[1] * bent.ndim) + bent
            return [plain, *sums], (sign * reached >= sign * self.goal.at_least).astype(float)
        return list(sums), (bent + self.start_of(self.total.plain)) * sign

    def bent_values(self) -> Floats:
        """f64, one dimension for each sum: the bent parts of the total."""
        s = self.maker.writing.concrete({Atom("bit", cell): 1 for cell in range(len(self.maker.cells))})
        asked = self.total.compiled(s.rules.compiler)
        found = np.zeros([axis.size for axis in self.sums])
        for place in product(*(range(axis.size) for axis in self.sums)):
            found[place] = asked(s, {f"${n}": self.sums[n].low + p for n, p in enumerate(place)})
        return found

    def check_size(self, axes: Sequence[Axis]) -> None:
        """Refuse tables that could not be held."""
        counters = prod(axis.size for axis in axes)
        if counters > MOST_COUNTERS:
            raise Refused(f"what the totals look at has {counters:,} values side by side", None, self.simpler())

    def simpler(self) -> str | None:
        """A question about this game that takes less."""
        if self.seats == 2:
            return "--players 1"
        return "the same without --at-least" if self.goal.at_least is not None else None


def _cut_off(worth: Floats, number: int, axis: Axis) -> tuple[Axis, Floats]:
    """Values of a growing counter from which on nothing changes are one."""
    layers = np.moveaxis(worth, number, 0)
    same = (layers == layers[-1]).reshape(len(layers), -1).all(axis=1)
    last = len(layers) - 1
    while last > 0 and same[last - 1]:
        last -= 1
    return evolve(axis, high=axis.low + last), np.moveaxis(layers[: last + 1], 0, number)


def _evened_out(worth: Floats, axes: list[Axis]) -> Floats:
    """Both seats count alike: of two cuts the later one holds. Changes `axes`."""
    sums = len(axes) // 2
    for number in range(1, sums + 1):
        high = max(axes[number].high, axes[number + sums].high)
        for place in (number, number + sums):
            missing = high - axes[place].high
            if missing:
                last = worth.take([-1], axis=place)
                worth = np.concatenate([worth, np.repeat(last, missing, axis=place)], axis=place)
                axes[place] = evolve(axes[place], high=high)
    return worth
