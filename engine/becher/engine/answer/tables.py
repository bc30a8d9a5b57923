"""The tables of a SheetGame, from what the rules say of every outcome and cell (sheets.py)."""

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import cast

import numpy as np
from attrs import define, evolve, field, frozen

from becher.engine.answer.probe import Atom, Case
from becher.engine.answer.refused import Refused
from becher.engine.answer.sheets import CellTrees, Entry, SheetMaker, Tree
from becher.engine.answer.totals import Form, Total
from becher.engine.solve.alike import alike
from becher.engine.solve.graph import Floats, Index, Longs
from becher.engine.solve.passes import finish
from becher.engine.solve.sheet import Box, Effect, LedgerClass, SheetGame
from becher.engine.state import State

MOST_COUNTERS = 3_000_000
Sets = tuple[tuple[Atom, int | None], ...]
Adds = tuple[tuple[Atom, int], ...]


@frozen
class Goal:
    """What is sought: the greatest mean total, or (`at_least`) the chance of so much; with two seats the chance to win.

    `least`: low is good.
    """

    at_least: int | None = None
    least: bool = False


@define(eq=False)
class Axis:
    """One counter: a sum, from `low` to `high`; beyond `high` it makes no difference where `stops`."""

    form: Form
    low: int
    high: int
    stops: bool

    @property
    def size(self) -> int:
        return self.high - self.low + 1


@define(eq=False)
class TableMaker:
    """Tables of one game for one goal. The flags of two seats are numbered mine * F + theirs.

    With two seats the first counter is the difference of the plain totals, then come the sums of the mover, then
    those of the other seat.
    """

    maker: SheetMaker
    total: Total
    goal: Goal
    seats: int
    atoms: list[Atom] = field(init=False)
    values: list[list[int | None]] = field(init=False)
    axes: list[Axis] = field(init=False)
    final: Floats = field(init=False)
    node_of: Index = field(init=False)
    _effects: dict[tuple[Sets, Adds, tuple[int, ...]], int] = field(factory=dict)

    @atoms.default
    def _order_flags(self) -> list[Atom]:
        return sorted(self.maker.flags, key=lambda atom: (atom.kind, atom.place))

    @values.default
    def _flag_values(self) -> list[list[int | None]]:
        return [self.maker.flags[atom] for atom in self.atoms]

    @property
    def flags(self) -> int:
        """The number of combinations of one seat's flags."""
        return prod(map(len, self.values))

    @property
    def counts_plain(self) -> bool:
        """Is the plain total a counter?"""
        return self.seats == 2 or self.goal.at_least is not None

    def game(self) -> SheetGame:
        """All tables."""
        self.set_axes()
        done = finish(self.maker.explorer.draft, [case.result for case in self.maker.turns])
        graph, self.node_of = done.graph, done.node_of
        number = {ending: place for place, ending in enumerate(self.maker.outcomes)}
        leaves = [number[ending] for ending in graph.endings]  # type: ignore[index]
        boxes = tuple(self.box(cell, leaves) for cell in self.maker.trees)
        classes, ways = self.ledger_class([tuple(Case(c.known, n) for n, c in enumerate(self.maker.turns))])
        turn = evolve(classes, table=np.ascontiguousarray(ways[0][classes.table]))
        effects = tuple(self.effect(*key) for key in self._effects)
        return SheetGame(
            graph=graph,
            boxes=boxes,
            effects=effects,
            roots=np.arange(len(self.maker.turns), dtype=np.int32),
            turn=turn,
            final=np.ascontiguousarray(self.final, dtype=np.float64),
            start=(self.start_flag() * (1 if self.seats == 1 else self.flags + 1), self.start_counter()),
            seats=self.seats,
            theirs=1.0 if self.seats == 2 else 0.0,
        )

    def width(self) -> int:
        """How many results a whole game can have, at most."""
        plain = self.axis(self.total.plain)
        return plain.high - plain.low + 1 + int(np.ptp(self.final))

    # ---- states of the machine

    def place(self, s: State) -> tuple[int, int, int]:
        """(mask, flag, counter) of a state, seen by seat 1 whose turn it is."""
        masks = [sum(1 << cell for cell, hits in enumerate(row) if hits) for row in s.hits]
        mask = sum(mask << seat * len(row) for seat, (mask, row) in enumerate(zip(masks, s.hits, strict=True)))
        flags = [self.flag_of(s, seat) for seat in range(self.seats)]
        return mask, flags[0] if self.seats == 1 else flags[0] * self.flags + flags[1], self.counter_of(s)

    def flag_of(self, s: State, seat: int) -> int:
        if not self.atoms:
            return 0
        places = [values.index(_read(s, atom, seat)) for atom, values in zip(self.atoms, self.values, strict=True)]
        return int(np.ravel_multi_index(places, [len(values) for values in self.values]))

    def counter_of(self, s: State) -> int:
        forms = self.total.forms
        counts = [[self.form_of(s, form, seat) for form in forms] for seat in range(self.seats)]
        plain = [self.form_of(s, self.total.plain, seat) for seat in range(self.seats)]
        found = [plain[0] - plain[1]] if self.seats == 2 else plain if self.counts_plain else []
        found += [count for row in counts for count in row]
        places = [min(max(n - axis.low, 0), axis.size - 1) for n, axis in zip(found, self.axes, strict=True)]
        return int(np.ravel_multi_index(places, self.shape)) if places else 0

    def form_of(self, s: State, form: Form, seat: int) -> int:
        return form.constant + sum(factor * (_read(s, atom, seat) or 0) for atom, factor in form.factors)

    def plain_so_far(self, s: State) -> int:
        """What the plain part of the total has grown to since the start, for seat 1."""
        return self.form_of(s, self.total.plain, 0) - self.start_of(self.total.plain)

    # ---- counters

    def entries(self, cell: int) -> list[Entry]:
        found = {case.result for tree in self.maker.trees[cell].trees for case in tree}
        return [entry for entry in found if entry is not None]

    def axis(self, form: Form) -> Axis:
        """The range of a sum over a whole game."""
        low = high = self.start_of(form)
        stops = True
        for cell in range(len(self.maker.cells)):
            changes = [form.change(dict(entry.changes)) for entry in self.entries(cell)] or [0]
            low, high, stops = low + min(0, *changes), high + max(0, *changes), stops and min(changes) >= 0
        return Axis(form, low, high, stops)

    def start_of(self, form: Form) -> int:
        player = cast("tuple[int, ...]", self.maker.first.players[0])
        return form.constant + sum(f * player[a.place] for a, f in form.factors if a.kind == "variable")

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

    def bound(self) -> int:
        """How many states there can be at most, by what is known of boxes and flags so far."""
        forms = [self.axis(form) for form in self.total.forms]
        plain = self.axis(self.total.plain)
        counters = prod(axis.size for axis in forms) ** self.seats
        counters *= 2 * (plain.high - plain.low) + 1 if self.seats == 2 else plain.size if self.counts_plain else 1
        return int(2 ** (len(self.maker.cells) * self.seats) * self.flags**self.seats * counters)

    def set_axes(self) -> None:
        """Counters and the final value of each combination; ends of counters that make no difference are cut off."""
        plain = self.axis(self.total.plain)
        sums = [self.axis(form) for form in self.total.forms]
        self.check_size([plain, *sums] if self.counts_plain else sums)
        bent = self.bent_values(sums)
        if self.seats == 2:
            spread = plain.high - plain.low
            difference = Axis(plain.form, -spread, spread, False)
            self.axes = [difference, *sums, *self.copies(sums)]
            self.check_size(self.axes)
            mine = bent.reshape(1, *bent.shape, *[1] * bent.ndim)
            theirs = bent.reshape(1, *[1] * bent.ndim, *bent.shape)
            ahead = np.arange(-spread, spread + 1).reshape(-1, *[1] * (2 * bent.ndim)) + mine - theirs
            worth = (np.sign(-ahead if self.goal.least else ahead) + 1) / 2
        elif self.goal.at_least is not None:
            self.axes = [plain, *sums]
            reached = np.arange(plain.low, plain.high + 1).reshape(-1, *[1] * bent.ndim) + bent
            worth = (reached <= self.goal.at_least if self.goal.least else reached >= self.goal.at_least).astype(float)
        else:
            self.axes = sums
            worth = (bent + self.start_of(self.total.plain)) * (-1.0 if self.goal.least else 1.0)
        for number, axis in enumerate(self.axes):
            if axis.stops:
                worth = self.cut_off(worth, number, axis)
        if self.seats == 2:
            worth = self.even_out(worth)
        rows = self.flags**self.seats
        self.final = np.tile(worth.ravel(), (rows, 1))

    def copies(self, axes: Sequence[Axis]) -> list[Axis]:
        return [Axis(axis.form, axis.low, axis.high, axis.stops) for axis in axes]

    def bent_values(self, axes: Sequence[Axis]) -> Floats:
        """f64, one dimension for each sum: the bent parts of the total."""
        s = self.maker.concrete({Atom("bit", cell): 1 for cell in range(len(self.maker.cells))})
        asked = self.total.compiled(s.rules.compiler)
        shape = [axis.size for axis in axes]
        found = np.zeros(shape)
        for place in product(*map(range, shape)):
            found[place] = asked(s, {f"${n}": axes[n].low + p for n, p in enumerate(place)})
        return found

    def cut_off(self, worth: Floats, number: int, axis: Axis) -> Floats:
        """Values of a growing counter from which on nothing changes are one."""
        layers = np.moveaxis(worth, number, 0)
        same = (layers == layers[-1]).reshape(len(layers), -1).all(axis=1)
        last = len(layers) - 1
        while last > 0 and same[last - 1]:
            last -= 1
        axis.high = axis.low + last
        return np.moveaxis(layers[: last + 1], 0, number)

    def even_out(self, worth: Floats) -> Floats:
        """Both seats count alike: of two cuts the later one holds."""
        count = len(self.total.forms)
        for number in range(1, count + 1):
            high = max(self.axes[number].high, self.axes[number + count].high)
            for place in (number, number + count):
                missing = high - self.axes[place].high
                if missing:
                    worth = np.concatenate(
                        [worth, np.repeat(worth.take([-1], axis=place), missing, axis=place)], axis=place
                    )
                    self.axes[place].high = high
        return worth

    def start_counter(self) -> int:
        starts = [self.start_of(axis.form) - axis.low for axis in self.axes]
        if self.seats == 2:
            starts[0] = -self.axes[0].low
        starts = [min(start, axis.size - 1) for start, axis in zip(starts, self.axes, strict=True)]
        return int(np.ravel_multi_index(starts, self.shape)) if starts else 0

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(axis.size for axis in self.axes)

    # ---- flags

    def start_flag(self) -> int:
        return 0  # values are listed with the one at the start first

    def digits(self) -> list[Longs]:
        """For each flag the place of its value in every combination."""
        sizes = [len(values) for values in self.values]
        grid = np.indices(sizes).reshape(len(sizes), -1) if sizes else np.zeros((0, 1), dtype=np.int64)
        return list(grid)

    # ---- boxes

    def box(self, cell: CellTrees, leaves: Sequence[int]) -> Box:
        """The tables of one cell; `leaves` are the outcomes of the leaves."""
        different = list(dict.fromkeys(cell.trees))
        place = {tree: number for number, tree in enumerate(different)}
        dice_class = np.array([place[tree] for tree in cell.trees], dtype=np.int32)
        results: dict[Entry | None, int] = {None: 0}
        ledger, codes = self.ledger_class([_numbered(tree, results) for tree in different])
        points, effects = np.zeros(len(results)), np.full(len(results), -1, dtype=np.int32)
        for entry, number in results.items():
            if entry is not None:
                points[number], effects[number] = self.points(entry), self.effect_number(entry)
        return Box(
            dice_class[np.array(cell.group)[leaves]],
            ledger,
            np.ascontiguousarray(points[codes]),
            np.ascontiguousarray(effects[codes]),
        )

    def ledger_class(self, trees: Sequence[tuple[Case[int], ...]]) -> tuple[LedgerClass, Index]:
        """(classes of the ledger, i32[trees, classes]: the result in each)."""
        bits = sorted({atom.place for tree in trees for case in tree for atom, _ in case.known if atom.kind == "bit"})
        digits = self.digits()
        flags = {atom: digits[n] for n, atom in enumerate(self.atoms)}
        codes = np.zeros((len(trees), 2 ** len(bits), self.flags), dtype=np.int32)
        for row, tree in zip(codes, trees, strict=True):
            for case in tree:
                masks = np.ones(2 ** len(bits), dtype=bool)
                kept = np.ones(self.flags, dtype=bool)
                for atom, value in case.known:
                    if atom.kind == "bit":
                        masks &= (np.arange(len(masks)) >> bits.index(atom.place)) & 1 == value
                    else:
                        kept &= flags[atom] == self.maker.flags[atom].index(value)
                row[np.ix_(masks, kept)] = case.result
        columns = codes.reshape(len(trees), -1)
        first, number = alike(np.ascontiguousarray(columns.T))
        classes = columns[:, first]
        table = number.reshape(2 ** len(bits), self.flags).astype(np.int32)
        if self.seats == 2:
            table = np.repeat(table, self.flags, axis=1)
        return LedgerClass(tuple(bits), np.ascontiguousarray(table)), classes

    def points(self, entry: Entry) -> float:
        """What an entry adds at once."""
        if self.counts_plain:
            return 0.0
        amount = self.total.plain.change(dict(entry.changes))
        return float(-amount if self.goal.least else amount)

    def effect_number(self, entry: Entry) -> int:
        changes = dict(entry.changes)
        forms = [self.total.plain] if self.counts_plain else []
        moves = tuple(form.change(changes) for form in [*forms, *self.total.forms])
        return self._effects.setdefault((entry.sets, entry.adds, moves), len(self._effects))

    def effect(self, sets: Sets, adds: Adds, moves: tuple[int, ...]) -> Effect:
        """New flags and counters, as the next mover sees them."""
        flag, counter = self.new_flags(dict(sets), dict(adds)), self.new_counters(moves)
        if self.seats == 1:
            return Effect(flag, counter)
        mine, theirs = np.divmod(np.arange(self.flags**2), self.flags)
        return Effect((theirs * self.flags + flag[mine]).astype(np.int32), counter, passes=True)

    def new_flags(self, sets: dict[Atom, int | None], adds: dict[Atom, int]) -> Index:
        places = []
        for atom, values, digit in zip(self.atoms, self.values, self.digits(), strict=True):
            new = [
                sets[atom] if atom in sets else (value or 0) + adds[atom] if atom in adds else value for value in values
            ]
            turned = np.array([values.index(v) if v in values else n for n, v in enumerate(new)], dtype=np.int64)
            places.append(turned[digit])
        if not places:
            return np.zeros(1, dtype=np.int32)
        return np.ravel_multi_index(places, [len(values) for values in self.values]).astype(np.int32)

    def new_counters(self, moves: tuple[int, ...]) -> Index:
        if not self.axes:
            return np.zeros(1, dtype=np.int32)
        grid = list(np.indices(self.shape).reshape(len(self.axes), -1))
        for number, move in enumerate(moves):
            grid[number] = np.clip(grid[number] + move, 0, self.axes[number].size - 1)
        if self.seats == 2:
            count = len(self.total.forms)
            own, other = grid[1 : 1 + count], grid[1 + count :]
            grid = [self.axes[0].size - 1 - grid[0], *other, *own]
        return np.ravel_multi_index(grid, self.shape).astype(np.int32)


def _read(s: State, atom: Atom, seat: int) -> int | None:
    """What stands there now."""
    value = s.cells[seat][atom.place] if atom.kind == "cell" else s.players[seat][atom.place]
    return cast("int | None", value)


def _numbered(tree: Tree, results: dict[Entry | None, int]) -> tuple[Case[int], ...]:
    return tuple(Case(case.known, results.setdefault(case.result, len(results))) for case in tree)
