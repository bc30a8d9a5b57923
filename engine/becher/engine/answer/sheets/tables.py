"""The tables of a SheetGame, from what the rules say of every outcome and cell (sheets.py)."""

from collections.abc import Sequence
from typing import cast

import numpy as np
from attrs import define, evolve, field

from becher.engine.answer.sheets.counters import Axis, CounterMaker, Counters, Goal
from becher.engine.answer.sheets.flags import Flags, flags_of
from becher.engine.answer.sheets.probe import Atom, Case
from becher.engine.answer.sheets.sheets import CellTrees, SheetMaker, Tree
from becher.engine.answer.sheets.totals import Form, Total
from becher.engine.answer.sheets.writing import Entry
from becher.engine.solve.sheets.alike import alike
from becher.engine.solve.sheets.sheet import Box, Effect, LedgerClass, SheetGame
from becher.engine.solve.turns.graph import Index
from becher.engine.solve.turns.passes import finish
from becher.engine.state import State

Sets = tuple[tuple[Atom, int | None], ...]
Adds = tuple[tuple[Atom, int], ...]


def most_states(maker: SheetMaker, total: Total, goal: Goal, seats: int) -> tuple[int, int]:
    """How many rows and how many states there can be at most, by what is known of boxes and flags so far."""
    rows = int(2 ** (len(maker.cells) * seats) * flags_of(maker.flags).count ** seats)
    return rows, rows * CounterMaker(maker, total, goal, seats).bound()


@define(eq=False)
class TableMaker:
    """Tables of one game for one goal. The flags of two seats are numbered mine * F + theirs."""

    maker: SheetMaker
    total: Total
    goal: Goal
    seats: int
    flags: Flags = field(init=False)
    found: CounterMaker = field(init=False)
    counters: Counters = field(init=False)
    node_of: Index = field(init=False)
    _effects: dict[tuple[Sets, Adds, tuple[int, ...]], int] = field(factory=dict)

    @flags.default
    def _find_flags(self) -> Flags:
        return flags_of(self.maker.flags)

    @found.default
    def _look_at_sums(self) -> CounterMaker:
        return CounterMaker(self.maker, self.total, self.goal, self.seats)

    @counters.default
    def _find_counters(self) -> Counters:
        return self.found.counters()

    @property
    def counts_plain(self) -> bool:
        """Is the plain total a counter?"""
        return self.found.counts_plain

    @property
    def axes(self) -> Sequence[Axis]:
        return self.counters.axes

    def game(self) -> SheetGame:
        """All tables."""
        done = finish(self.maker.explorer.draft, [case.result for case in self.maker.turns])
        graph, self.node_of = done.graph, done.node_of
        number = {ending: place for place, ending in enumerate(self.maker.outcomes)}
        leaves = [number[ending] for ending in graph.endings]  # type: ignore[index]
        boxes = tuple(self.box(cell, leaves) for cell in self.maker.trees)
        classes, ways = self.ledger_class([tuple(Case(c.known, n) for n, c in enumerate(self.maker.turns))])
        rows = self.flags.count**self.seats
        return SheetGame(
            graph=graph,
            boxes=boxes,
            effects=tuple(self.effect(*key) for key in self._effects),
            roots=np.arange(len(self.maker.turns), dtype=np.int32),
            turn=evolve(classes, table=np.ascontiguousarray(ways[0][classes.table])),
            final=np.tile(self.counters.worth.ravel(), (rows, 1)).astype(np.float64),
            start=(0, self.counters.of(self.counters.start)),
            seats=self.seats,
            theirs=1.0 if self.seats == 2 else 0.0,
        )

    def width(self) -> int:
        """How many results a whole game can have, at most."""
        return self.found.plain.size + int(np.ptp(self.counters.worth))

    # ---- states of the machine

    def place(self, s: State) -> tuple[int, int, int]:
        """(mask, flag, counter) of a state, seen by seat 1 whose turn it is."""
        masks = [sum(1 << cell for cell, hits in enumerate(row) if hits) for row in s.hits]
        mask = sum(mask << seat * len(row) for seat, (mask, row) in enumerate(zip(masks, s.hits, strict=True)))
        flags = [self.flags.of(lambda atom, seat=seat: _read(s, atom, seat)) for seat in range(self.seats)]  # type: ignore[misc]
        flag = flags[0] if self.seats == 1 else flags[0] * self.flags.count + flags[1]
        return mask, flag, self.counters.of(self.counts(s))

    def counts(self, s: State) -> list[int]:
        """What the axes count."""
        plain = [_sum_of(s, self.total.plain, seat) for seat in range(self.seats)]
        found = [plain[0] - plain[1]] if self.seats == 2 else plain if self.counts_plain else []
        return found + [_sum_of(s, form, seat) for seat in range(self.seats) for form in self.total.forms]

    def plain_so_far(self, s: State) -> int:
        """What the plain part of the total has grown to since the start, for seat 1."""
        return _sum_of(s, self.total.plain, 0) - self.found.start_of(self.total.plain)

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
        number_of_bits = np.arange(2 ** len(bits))
        codes = np.zeros((len(trees), len(number_of_bits), self.flags.count), dtype=np.int32)
        for row, tree in zip(codes, trees, strict=True):
            for case in tree:
                masks, flags = np.ones(len(number_of_bits), dtype=bool), np.ones(self.flags.count, dtype=bool)
                for atom, value in case.known:
                    if atom.kind == "bit":
                        masks &= (number_of_bits >> bits.index(atom.place)) & 1 == value
                    else:
                        flags &= self.flags.where(atom, value)
                row[np.ix_(masks, flags)] = case.result
        columns = codes.reshape(len(trees), -1)
        first, number = alike(np.ascontiguousarray(columns.T))
        table = number.reshape(len(number_of_bits), self.flags.count).astype(np.int32)
        if self.seats == 2:
            table = np.repeat(table, self.flags.count, axis=1)
        return LedgerClass(tuple(bits), np.ascontiguousarray(table)), columns[:, first]

    def points(self, entry: Entry) -> float:
        """What an entry adds at once."""
        if self.counts_plain:
            return 0.0
        amount = self.total.plain.change(dict(entry.changes))
        return float(-amount if self.goal.least else amount)

    # ---- effects

    def effect_number(self, entry: Entry) -> int:
        changes = dict(entry.changes)
        forms = [self.total.plain] if self.counts_plain else []
        moves = tuple(form.change(changes) for form in [*forms, *self.total.forms])
        return self._effects.setdefault((entry.sets, entry.adds, moves), len(self._effects))

    def effect(self, sets: Sets, adds: Adds, moves: tuple[int, ...]) -> Effect:
        """New flags and counters, as the next mover sees them."""
        flag, counter = self.flags.after(dict(sets), dict(adds)), self.counters.after(moves)
        if self.seats == 1:
            return Effect(flag, counter)
        mine, theirs = np.divmod(np.arange(self.flags.count**2), self.flags.count)
        return Effect((theirs * self.flags.count + flag[mine]).astype(np.int32), counter, passes=True)


def _read(s: State, atom: Atom, seat: int) -> int | None:
    """What stands there now."""
    value = s.cells[seat][atom.place] if atom.kind == "cell" else s.players[seat][atom.place]
    return cast("int | None", value)


def _sum_of(s: State, form: Form, seat: int) -> int:
    return form.constant + sum(factor * (_read(s, atom, seat) or 0) for atom, factor in form.factors)


def _numbered(tree: Tree, results: dict[Entry | None, int]) -> tuple[Case[int], ...]:
    return tuple(Case(case.known, results.setdefault(case.result, len(results))) for case in tree)
