"""Rows and classes laid out as one array of values."""

from collections.abc import Sequence

import numpy as np
from attrs import frozen

from becher.engine.solve.errors import TooManyStates
from becher.engine.solve.sheets.alike import alike
from becher.engine.solve.sheets.counted import Words, unpacked
from becher.engine.solve.sheets.merge import ClassMaps, merge, unmerged
from becher.engine.solve.sheets.moves import Moves
from becher.engine.solve.sheets.reach import Layer, reach
from becher.engine.solve.sheets.sheet import SheetGame
from becher.engine.solve.turns.graph import Index, Longs

MANY = 2**60  # more than any memory holds


@frozen(eq=False)
class PackedLayer:
    """R rows with one number of filled boxes. Row r has the values `base[r]`..`base[r+1]-1`, one a lane.

    `keys` i64[R] ascending, `base` i64[R+1], `lanes` i32[R]: which lane set the row uses. `leads`: see Layer.
    """

    keys: Longs
    base: Longs
    lanes: Index
    leads: Index | None


@frozen(eq=False)
class Packed:
    """A sheet game ready to be solved. V merged states, S lane sets.

    - `layers[n]`: the rows with n filled boxes. Their values lie one after the other, layer 0 first.
    - `place` i32[S, U]: the lane of each counter in a lane set, -1 for counters that do not occur there.
    - `member` i32: one counter of each lane; set s has `member[begin[s]:begin[s+1]]`. `begin` i32[S+1].
    - `raw`: states before merging; `size`: V.
    """

    moves: Moves
    layers: tuple[PackedLayer, ...]
    place: Index
    member: Index
    begin: Index
    raw: int
    size: int

    @property
    def game(self) -> SheetGame:
        """The tables this was made from."""
        return self.moves.game

    def index(self, mask: int, flag: int, counter: int) -> int:
        """Where the value of a state lies. KeyError if no game comes there."""
        layer = self.layers[mask.bit_count()]
        key = mask * self.game.flags + flag
        row = int(np.searchsorted(layer.keys, key))
        if row == len(layer.keys) or layer.keys[row] != key or self.place[layer.lanes[row], counter] < 0:
            raise KeyError((mask, flag, counter))
        return int(layer.base[row] + self.place[layer.lanes[row], counter])


def compile_sheet(game: SheetGame, limit: int, merging: bool | None = None) -> Packed:
    """Reach, merge and pack. Raises TooManyStates(limit, needed) beyond `limit` merged states.

    Before merging eight times as many are let through, as merging seldom does better than that. With two seats
    merging mostly takes longer than it saves, so unless told the solver then merges only to keep the limit.
    Raises ValueError if the tables do not fit together.
    """
    if game.faults():
        raise ValueError("; ".join(game.faults()))
    return compile_tables(game, limit, merging)


def compile_tables(game: SheetGame, limit: int = MANY, merging: bool | None = None) -> Packed:
    """The same for tables that are known to fit together."""
    moves = Moves(game)
    layers = reach(moves, limit if merging is False else 8 * limit)
    if merging is None:
        merging = game.seats == 1 or sum(layer.states for layer in layers) > limit
    return pack(moves, layers, merge(moves, layers) if merging else unmerged(moves, layers), limit)


def pack(moves: Moves, layers: Sequence[Layer], classes: ClassMaps, limit: int) -> Packed:
    """Number the lanes of every row: one for each class of which some counter was reached."""
    known: dict[tuple[int, bytes], int] = {}
    places: list[Index] = []
    members: list[Index] = []
    packed: list[PackedLayer] = []
    size = raw = 0
    for layer, maps in zip(layers, classes.of, strict=True):
        lanes = _lane_sets(layer, maps, classes.maps, known, places, members)
        counts = np.array([len(found) for found in members], dtype=np.int64)[lanes]
        base = size + np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        packed.append(PackedLayer(layer.keys, base, lanes, layer.leads))
        size, raw = int(base[-1]), raw + layer.states
    if size > limit:
        raise TooManyStates(limit, size)
    begin = np.concatenate([[0], np.cumsum([len(found) for found in members])]).astype(np.int32)
    return Packed(moves, tuple(packed), np.array(places, dtype=np.int32), np.concatenate(members), begin, raw, size)


def _lane_sets(
    layer: Layer,
    maps: Index,
    class_maps: Index,
    known: dict[tuple[int, bytes], int],
    places: list[Index],
    members: list[Index],
) -> Index:
    """The lane set of each row; new ones are added to `known`, `places` and `members`."""
    first, number = alike(np.concatenate([maps[:, None].astype(np.int64), layer.seen.view(np.int64)], axis=1))
    numbers = np.empty(len(first), dtype=np.int32)
    for group, row in enumerate(first.tolist()):
        key = (int(maps[row]), layer.seen[row].tobytes())
        if key not in known:
            known[key] = len(places)
            place, member = _lanes(class_maps[maps[row]], layer.seen[row : row + 1])
            places.append(place)
            members.append(member)
        numbers[group] = known[key]
    return numbers[number]


def _lanes(classes: Index, seen: Words) -> tuple[Index, Index]:
    """For each counter its lane, and for each lane its first counter; `seen` u64[1, W]."""
    reached = np.flatnonzero(unpacked(seen, len(classes)))
    _, first, lane = np.unique(classes[reached], return_index=True, return_inverse=True)
    place = np.full(len(classes), -1, dtype=np.int32)
    place[reached] = lane
    return place, reached[first].astype(np.int32)
