"""Policy iteration: a turn under its best choices is a row of chances, and a part of the game a small linear system.

Play that never ends stays in one part. A policy under which it happens is worth `endless` there. To see which
choices lead there, policies are found for a game that each ending of a turn breaks off with the chance LEAK, for
what endless play is worth: so nobody puts off for ever what he gains by. Sweeps alone do not find that out.
"""

from collections.abc import Iterator

import numpy as np

from becher.engine.solve.backends.backup import Backend
from becher.engine.solve.ledgers.equations import equations
from becher.engine.solve.ledgers.seat_levels import Level
from becher.engine.solve.ledgers.seats import SeatGame
from becher.engine.solve.turns.graph import Floats, Index, Longs

MOST_TOGETHER = 64  # above it sweeps are faster, where they are right
LEAK = 1e-7  # small against what choices differ by, large against rounding


def can_follow(game: SeatGame, level: Level) -> bool:
    """Are policies to be followed? Always if play may be endless, else if the parts are small."""
    together = int(np.bincount(level.part).max()) * game.entries
    return game.endless is not None or together <= MOST_TOGETHER


def follow_policy(game: SeatGame, level: Level, guide: Floats, book: Floats, backend: Backend, leak: float) -> Floats:
    """f64[n, E]: the values of a level if for ever the choices are made that the book `guide` says are best.

    Other levels as `book` says. With `leak` the game may break off. NaN: it never ends, and that has no worth.
    """
    result = np.empty((len(level.states), game.entries))
    for some in same_size(level):
        states = level.states[some]
        result[some.ravel()] = answer(game, states, choices(game, states, guide, backend), book, leak)
    return result


def leaking(game: SeatGame, book: Floats, leak: float) -> Floats:
    """The book if every ending that leads on breaks the game off with the chance `leak`."""
    if game.endless is None or not leak:
        return book
    return book + leak * (game.book(np.full((len(game.turn), game.entries), game.endless)) - book)


def choices(game: SeatGame, states: Index, guide: Floats, backend: Backend) -> Floats:
    """f64[P, k * E, L]: how likely each ending is from each entry of `states` i32[P, k], the best being chosen."""
    flat = np.ascontiguousarray(states.ravel())
    worth = game.endings(flat, leaking(game, guide, LEAK))
    chances = backend.chances(game.graph, worth, game.roots[game.turn[flat]])
    return chances.reshape(len(states), -1, game.graph.leaves)


def answer(game: SeatGame, states: Index, chances: Floats, book: Floats, leak: float = 0.0) -> Floats:
    """f64[P * k, E]: the values of P parts `states` i32[P, k] with these chances; the rest as `book` says.

    Where play stays in its part for ever it is worth `endless`, or NaN without one.
    """
    found = equations(game, states, chances, leaking(game, book, leak), leak)
    values = found.fixed(found.stuck(), np.nan if game.endless is None else game.endless).solved()
    return values.reshape(-1, game.entries)


def same_size(level: Level) -> Iterator[Longs]:
    """The parts of a level by size, i64[parts, states]: places within `level.states`."""
    sizes = np.bincount(level.part)
    starts = np.cumsum(sizes) - sizes
    for size in np.unique(sizes):
        yield starts[sizes == size][:, None] + np.arange(size)
