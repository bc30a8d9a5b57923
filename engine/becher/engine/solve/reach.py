"""Forward through the layers: which rows and counters a game can come to."""

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from becher.engine.solve.errors import TooManyStates
from becher.engine.solve.graph import Index, Longs
from becher.engine.solve.moves import Moves

Bools = NDArray[np.bool_]

PIECE = 16_384
MOST_CELLS = 2_000_000_000


@frozen(eq=False)
class Layer:
    """Rows with one number of filled boxes: R keys, ascending, and the counters seen in each, as bits u8[R, ceil(U/8)]."""

    keys: Longs
    seen: NDArray[np.uint8]

    @property
    def states(self) -> int:
        """How many (row, counter) there are."""
        return int(np.unpackbits(self.seen, axis=1).sum(dtype=np.int64))


@frozen
class Estimate:
    """Bounds from above, known before anything is built; `edges`: how often a number is read in all, at most."""

    rows: int
    states: int
    bytes: int
    edges: int


def estimate(moves: Moves) -> Estimate:
    """All rows times all counters, and the memory of their values and indexes."""
    rows = 2**moves.game.bits * moves.game.flags
    states = rows * moves.game.counters
    return Estimate(rows, states, 8 * states + 24 * rows, states * len(moves.game.graph.src))


def reach(moves: Moves, limit: int) -> tuple[Layer, ...]:
    """All layers, the empty sheet first. Raises TooManyStates as soon as more than `limit` states are seen."""
    flag, counter = moves.game.start
    seen = np.zeros((1, moves.game.counters), dtype=np.bool_)
    seen[0, counter] = True
    keys = np.array([flag], dtype=np.int64)
    layers = [Layer(keys, np.packbits(seen, axis=1))]
    total = 1
    for number in range(moves.game.bits):
        keys, seen = _step(moves, keys, seen, limit)
        layers.append(Layer(keys, np.packbits(seen, axis=1)))
        total += layers[-1].states
        if total > limit:
            raise TooManyStates(limit, total, exact=number + 1 == moves.game.bits)
    return tuple(layers)


def _step(moves: Moves, keys: Longs, seen: Bools, limit: int) -> tuple[Longs, Bools]:
    """The next layer; works through the rows in pieces, so that memory stays near the size of the layer."""
    pieces = [slice(start, start + PIECE) for start in range(0, len(keys), PIECE)]
    ahead = [_unique(moves.next_keys(keys[piece], moves.ledger_classes(keys[piece]))) for piece in pieces]
    targets = np.unique(np.concatenate(ahead))
    if len(targets) > limit:
        raise TooManyStates(limit, len(targets), exact=False)
    if len(targets) * moves.game.counters > MOST_CELLS:
        raise TooManyStates(MOST_CELLS, len(targets) * moves.game.counters, what="rows times counters of one layer")
    result = np.zeros((len(targets), moves.game.counters), dtype=np.bool_)
    for piece in pieces:
        _spread(moves, keys[piece], seen[piece], targets, result)
    return targets, result


def _unique(keys: Longs) -> Longs:
    return np.unique(keys[keys >= 0])


def _spread(moves: Moves, keys: Longs, seen: Bools, targets: Longs, result: Bools) -> None:
    """Mark in `result` what the rows `keys` lead to."""
    flags = keys % moves.game.flags
    following = moves.next_keys(keys, moves.ledger_classes(keys))
    for option, (_, effect) in enumerate(moves.options):
        rows = np.flatnonzero(following[:, option] >= 0)
        if not len(rows):
            continue
        moved = _moved(seen[rows], moves.counter[option])
        place = np.searchsorted(targets, following[rows, option])
        turns = _turns(moves.game.effects[effect].flag)[flags[rows]]
        for turn in range(int(turns.max()) + 1):  # rows of one turn lead to different targets
            mine = np.flatnonzero(turns == turn)
            result[place[mine]] |= moved[mine]


def _turns(flag: Index) -> Index:
    """For each flag, how many smaller ones are mapped to the same new flag."""
    return np.array([int((flag[:old] == flag[old]).sum()) for old in range(len(flag))], dtype=np.int32)


def _moved(seen: Bools, counter: Index) -> Bools:
    """The counters seen after each has become `counter[old]`."""
    moved = np.zeros_like(seen)
    for start, end, slope in _segments(counter):
        here, there = seen[:, start:end], int(counter[start])
        if slope == 0:
            moved[:, there] |= here.any(axis=1)
        elif slope > 0:
            moved[:, there : there + end - start] |= here
        else:
            moved[:, there - (end - start) + 1 : there + 1] |= here[:, ::-1]
    return moved


def _segments(counter: Index) -> list[tuple[int, int, int]]:
    """(start, end, slope): stretches where the counter rises or falls by one, or stays, from one to the next."""
    rise = np.diff(counter)
    segments: list[tuple[int, int, int]] = []
    start = 0
    while start < len(counter):
        end, slope = start + 1, 1
        if end < len(counter) and abs(rise[start]) <= 1:
            slope = int(rise[start])
            while end < len(counter) and rise[end - 1] == slope:
                end += 1
        segments.append((start, end, slope))
        start = end
    return segments
