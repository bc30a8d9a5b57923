"""How games end under best play: chances carried forward from the start, turn by turn."""

import numpy as np
from attrs import frozen

from becher.engine.solve.backends.backup import Backend
from becher.engine.solve.ledgers.policy import choices
from becher.engine.solve.ledgers.seat_values import SeatValues
from becher.engine.solve.turns.graph import Floats, Longs

REST = 1e-13
MOST_TURNS = 200_000
BLOCK = 2_000_000


@frozen(eq=False)
class Results:
    """`chances` f64[K]: how likely the game ends with each worth of the tables; `endless`: how likely it never does.

    `turns` is how many turns a game takes on average.
    """

    chances: Floats
    endless: float
    turns: float


@frozen(eq=False)
class _Edges:
    """From place `start[i]` of the book to place `end[i]` with chance `chance[i]`."""

    start: Longs
    end: Longs
    chance: Floats


def results(solved: SeatValues, backend: Backend) -> Results:
    """Carry the chances forward until nearly every game is over."""
    game = solved.game
    edges = _edges(solved, backend)
    size = game.unknowns
    own = np.where(edges.end < 2 * size, edges.end % size, -1)
    inner = own >= 0
    start, ahead, chance = edges.start[inner], own[inner], edges.chance[inner]
    last, worth, closing = edges.start[~inner], edges.end[~inner] - 2 * size, edges.chance[~inner]
    mass: Floats = np.zeros(size)
    mass[0] = 1.0
    ended, turns = np.zeros(len(game.constants)), 0.0
    for _ in range(MOST_TURNS):
        turns += mass.sum()
        ended += np.bincount(worth, weights=mass[last] * closing, minlength=len(ended))
        mass = np.asarray(np.bincount(ahead, weights=mass[start] * chance, minlength=size), dtype=np.float64)
        if mass.sum() <= REST:
            break
    return Results(ended, float(mass.sum()) if mass.sum() > REST else 0.0, float(turns))


def _edges(solved: SeatValues, backend: Backend) -> _Edges:
    game = solved.game
    guide = game.book(solved.guide)
    step = max(1, BLOCK // (game.entries * game.graph.leaves))
    starts, ends, chances = [], [], []
    for low in range(0, len(game.turn), step):
        states = np.arange(low, min(low + step, len(game.turn)), dtype=np.int32)
        found = choices(game, states[None, :], guide, backend)[0]
        row, leaf = np.nonzero(found > 0)
        starts.append(low * game.entries + row)
        ends.append(game.succ[low + row // game.entries, leaf].astype(np.int64))
        chances.append(found[row, leaf])
    return _Edges(np.concatenate(starts), np.concatenate(ends), np.concatenate(chances))
