"""Backward through the layers: which counters of a row make no difference any more.

Two counters of a row are one class if every option leads both to one class of the next row, and at the end if the
final value is the same. That finds "the bonus is out of reach" and everything like it, whatever the final value is.
"""

from collections.abc import Sequence

import numpy as np
from attrs import define, field, frozen

from becher.engine.solve.sheets.alike import alike
from becher.engine.solve.sheets.moves import Moves, Places, places
from becher.engine.solve.sheets.reach import PIECE, Layer
from becher.engine.solve.turns.graph import Index, Longs


@frozen(eq=False)
class ClassMaps:
    """`maps` i32[M, U]: the class of each counter, classes numbered by their first counter.

    `of[n][r]` is the map of row r of layer n.
    """

    maps: Index
    of: tuple[Index, ...]


@define(eq=False)
class _Known:
    """The maps found so far, each once."""

    maps: list[Index] = field(factory=list)
    numbers: dict[bytes, int] = field(factory=dict)

    def number(self, classes: Index) -> int:
        key = classes.tobytes()
        if key not in self.numbers:
            self.numbers[key] = len(self.maps)
            self.maps.append(classes)
        return self.numbers[key]


def merge(moves: Moves, layers: Sequence[Layer]) -> ClassMaps:
    """Class maps for all rows, the coarsest that every option respects."""
    known = _Known()
    final = [known.number(_by_first(np.unique(row, return_inverse=True)[1])) for row in moves.game.final]
    of = [np.array(final, dtype=np.int32)[layers[-1].keys % moves.game.flags]]
    changes, change = np.unique(moves.counter, axis=0, return_inverse=True)
    made: dict[bytes, int] = {}
    for layer, following in zip(layers[-2::-1], layers[:0:-1], strict=True):
        ahead = places(following.keys)
        parts = [
            _rows(_leads(moves, layer, start, ahead), of[-1], changes, change.ravel(), known, made)
            for start in range(0, len(layer.keys), PIECE)
        ]
        of.append(np.concatenate(parts))
    return ClassMaps(np.array(known.maps, dtype=np.int32), tuple(reversed(of)))


def unmerged(moves: Moves, layers: Sequence[Layer]) -> ClassMaps:
    """Every counter a class of its own: for games where merging would cost more than it saves."""
    maps = np.arange(moves.game.counters, dtype=np.int32)[None, :]
    return ClassMaps(maps, tuple(np.zeros(len(layer.keys), dtype=np.int32) for layer in layers))


def _leads(moves: Moves, layer: Layer, start: int, following: Places) -> Index:
    """Where the options of PIECE rows lead."""
    rows = slice(start, start + PIECE)
    return moves.leads(layer.keys[rows], following) if layer.leads is None else layer.leads[rows]


def _rows(leads: Index, maps: Index, changes: Index, change: Longs, known: _Known, made: dict[bytes, int]) -> Index:
    """The map of each row, worked out once for each set of (next map, change of the counter)."""
    codes = np.where(leads >= 0, maps[leads] * len(changes) + change.astype(np.int32), -1).astype(np.int32)
    sets, row_set = _distinct_sets(codes)
    numbers = np.empty(len(sets), dtype=np.int32)
    for place, row in enumerate(sets):
        code_set = row[row >= 0]
        key = code_set.tobytes()
        if key not in made:
            made[key] = known.number(_refined(code_set, known, changes))
        numbers[place] = made[key]
    return numbers[row_set]


def _distinct_sets(codes: Index) -> tuple[Index, Longs]:
    """The distinct sets of codes among the rows (each ascending, -1 for nothing), and the set of each row."""
    codes = np.sort(codes, axis=1)
    codes[:, 1:][codes[:, 1:] == codes[:, :-1]] = -1
    codes.sort(axis=1)
    first, number = alike(codes)
    return codes[first], number


def _refined(code_set: Index, known: _Known, changes: Index) -> Index:
    """The classes told apart by at least one (map, change) of the set."""
    maps, change = np.divmod(code_set, len(changes))
    ahead = np.take_along_axis(np.array([known.maps[number] for number in maps]), changes[change], axis=1)
    return _by_first(alike(ahead.T)[1])


def _by_first(classes: Longs) -> Index:
    """The same classes, numbered in the order of their first members."""
    _, first, inverse = np.unique(classes, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    return np.asarray(rank[inverse], dtype=np.int32)
