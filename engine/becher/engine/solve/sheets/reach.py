"""Forward through the layers: which rows and counters a game can come to."""

from itertools import chain

import numpy as np
from attrs import frozen

from becher.engine.solve.errors import TooManyStates
from becher.engine.solve.sheets.counted import Words, packed
from becher.engine.solve.sheets.moves import Moves, different, places
from becher.engine.solve.turns.graph import Index, Longs

PIECE = 16_384
MOST_KEPT = 20_000_000  # numbers that are kept rather than worked out again
MOST_CELLS = 16_000_000_000  # a bit each


@frozen(eq=False)
class Layer:
    """Rows with one number of filled boxes: R keys, ascending, and the counters seen in each, u64[R, W] (see counted.py).

    `leads` i32[R, K]: where each option leads in the following layer (Moves.leads); None where it is not kept.
    """

    keys: Longs
    seen: Words
    leads: Index | None = None

    @property
    def states(self) -> int:
        """How many (row, counter) there are."""
        return int(np.unpackbits(self.seen.view(np.uint8)).sum(dtype=np.int64))


def reach(moves: Moves, limit: int) -> tuple[Layer, ...]:
    """All layers, the empty sheet first. Raises TooManyStates as soon as more than `limit` states are seen."""
    flag, counter = moves.game.start
    start = np.zeros((1, moves.game.counters), dtype=np.bool_)
    start[0, counter] = True
    layers = [Layer(np.array([flag], dtype=np.int64), packed(start))]
    total = 1
    for number in range(moves.game.bits):
        layers[-1:] = _step(moves, layers[-1], limit)
        total += layers[-1].states
        if total > limit:
            raise TooManyStates(limit, total, exact=number + 1 == moves.game.bits)
    return tuple(layers)


def _step(moves: Moves, layer: Layer, limit: int) -> tuple[Layer, Layer]:
    """The layer and the next one; works through the rows in pieces, so that memory stays near the size of the layer."""
    pieces = [slice(start, start + PIECE) for start in range(0, len(layer.keys), PIECE)]
    ahead = [_ahead(moves, layer.keys[piece]) for piece in pieces[:1]]  # one piece is looked at once
    targets = different(chain(ahead, (_ahead(moves, layer.keys[piece]) for piece in pieces[1:])), moves.keys)
    if len(targets) > limit:
        raise TooManyStates(limit, len(targets), exact=False)
    if len(targets) * moves.game.counters > MOST_CELLS:
        raise TooManyStates(MOST_CELLS, len(targets) * moves.game.counters, what="rows times counters of one layer")
    result = np.zeros((len(targets), layer.seen.shape[1]), dtype=np.uint64)
    stand = places(targets)
    kept: list[Index] = []
    for number, piece in enumerate(pieces):
        leads = stand.found(_ahead(moves, layer.keys[piece]) if number else ahead[0])
        _spread(moves, layer.keys[piece], layer.seen[piece], leads, result)
        if moves.keys * len(moves.options) <= MOST_KEPT:
            kept.append(leads)
    return Layer(layer.keys, layer.seen, np.concatenate(kept) if kept else None), Layer(targets, result)


def _ahead(moves: Moves, keys: Longs) -> Longs:
    return moves.next_keys(keys, moves.ledger_classes(keys))


def _spread(moves: Moves, keys: Longs, seen: Words, leads: Index, result: Words) -> None:
    """Mark in `result` what the rows `keys` lead to."""
    flags = keys % moves.game.flags
    for option, (_, effect) in enumerate(moves.options):
        rows = np.flatnonzero(leads[:, option] >= 0)
        moved = moves.move[option].of(seen[rows])
        place = leads[rows, option]
        turns = _turns(moves.game.effects[effect].flag)[flags[rows]]
        for turn in range(int(turns.max(initial=-1)) + 1):  # rows of one turn lead to different targets
            mine = turns == turn
            result[place[mine]] |= moved[mine]


def _turns(flag: Index) -> Index:
    """For each flag, how many smaller ones are mapped to the same new flag."""
    return np.array([int((flag[:old] == flag[old]).sum()) for old in range(len(flag))], dtype=np.int32)
