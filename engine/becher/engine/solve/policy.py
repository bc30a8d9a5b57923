"""Policy iteration: a turn under its best choices is a row of chances, and a part of the game a small linear system."""

from collections.abc import Iterator
from contextlib import suppress

import numpy as np

from becher.engine.solve.backup import Backend
from becher.engine.solve.graph import Floats, Index, Longs
from becher.engine.solve.seat_levels import Level
from becher.engine.solve.seats import SeatGame

MOST_TOGETHER = 64


def can_follow(game: SeatGame, level: Level) -> bool:
    """Are the parts of the level small enough for linear systems?"""
    return int(np.bincount(level.part).max()) * game.entries <= MOST_TOGETHER


def follow_policy(game: SeatGame, level: Level, book: Floats, backend: Backend) -> Floats:
    """f64[n, E]: the values of a level if for ever the choices are made that `book` says are best now.

    Choices that never end leave infinite, huge or NaN values: the caller must look at the result.
    """
    result = np.empty((len(level.states), game.entries))
    for some in same_size(level):
        states = level.states[some]
        result[some.ravel()] = answer(game, states, choices(game, states, book, backend), book)
    return result


def choices(game: SeatGame, states: Index, book: Floats, backend: Backend) -> Floats:
    """f64[P, k * E, L]: how likely each ending is from each entry of `states` i32[P, k], the best being chosen."""
    flat = np.ascontiguousarray(states.ravel())
    chances = backend.chances(game.graph, game.endings(flat, book), game.roots[game.turn[flat]])
    return chances.reshape(len(states), -1, game.graph.leaves)


def answer(game: SeatGame, states: Index, chances: Floats, book: Floats) -> Floats:
    """f64[P * k, E]: the values of P parts `states` i32[P, k] with these chances; the rest as `book` says."""
    matrix, right = _system(game, states, chances, book)
    found = np.full(right.shape, np.nan)
    with suppress(np.linalg.LinAlgError):
        found[:] = np.linalg.solve(matrix, right[:, :, None])[:, :, 0]
    return found.reshape(-1, game.entries)


def same_size(level: Level) -> Iterator[Longs]:
    """The parts of a level by size, i64[parts, states]: places within `level.states`."""
    sizes = np.bincount(level.part)
    starts = np.cumsum(sizes) - sizes
    for size in np.unique(sizes):
        yield starts[sizes == size][:, None] + np.arange(size)


def _system(game: SeatGame, states: Index, chances: Floats, book: Floats) -> tuple[Floats, Floats]:
    """(1 - M) f64[P, m, m] and c f64[P, m] with V = M V + c for each of P parts; `states` i32[P, k], m = k * E."""
    parts, size = len(states), chances.shape[1]
    column = np.full(game.unknowns, -1, dtype=np.int64)
    owner = np.full(game.unknowns, -1, dtype=np.int64)
    unknowns = (states[:, :, None].astype(np.int64) * game.entries + np.arange(game.entries)).reshape(parts, size)
    column[unknowns], owner[unknowns] = np.arange(size), np.arange(parts)[:, None]
    places = np.repeat(game.succ[states], game.entries, axis=1).reshape(parts, size, -1).astype(np.int64)
    target = np.minimum(places, 2 * game.unknowns - 1) % game.unknowns
    inside = (places < 2 * game.unknowns) & (owner[target] == np.arange(parts)[:, None, None])
    theirs = inside & (places >= game.unknowns)
    constant = np.where(inside, np.where(theirs, game.theirs, 0.0), book[places])
    right = (chances * (game.gain + constant)).sum(axis=2, where=chances > 0)
    matrix = np.broadcast_to(np.eye(size), (parts, size, size)).copy()
    part, row, leaf = np.nonzero(inside & (chances > 0))
    share = np.where(theirs[part, row, leaf], 1.0, -1.0) * chances[part, row, leaf]
    np.add.at(matrix, (part, row, column[target[part, row, leaf]]), share)
    return matrix, right
