"""Where the seats together can choose so that the game never ends."""

import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from becher.engine.solve.backends.backup import Backend
from becher.engine.solve.ledgers.seat_levels import Level
from becher.engine.solve.ledgers.seats import SeatGame
from becher.engine.solve.turns.draft import MAX, MEAN, MIN
from becher.engine.solve.turns.graph import Floats, Longs, TurnGraph

Bools = NDArray[np.bool_]


def endless_states(game: SeatGame, order: list[Level], backend: Backend) -> tuple[int, ...]:
    """The states from which some way of choosing, by both seats together, never ends; ascending.

    The greatest set from whose members it can be made sure that the next state is one too: 1 for staying in it, a
    chance is as good as its worst outcome, a choice as good as its best. Entries at which no turn of the game
    begins do not count.
    """
    sure = evolve(game, graph=_sure(game.graph), gain=np.zeros_like(game.gain))
    stays = np.ones((len(game.turn), game.entries))
    for level in order:
        while True:
            new = backend.seat_sweep(sure, level.states, _book(game, stays))
            changed = not np.array_equal(new, stays[level.states])
            stays[level.states] = new
            if not (changed and level.loop):
                break
    found = stays > 0
    if found[:, 1:].any():
        found &= _met(game)
    return tuple(np.flatnonzero(found.any(axis=1)).tolist())


def _met(game: SeatGame) -> Bools:
    """bool[S, E]: the entries at which some play begins a turn."""
    below = _leaves_below(game.graph)
    met = np.zeros((len(game.turn), game.entries), dtype=np.bool_)
    new: Longs = np.zeros(1, dtype=np.int64)
    while len(new):
        met.flat[new] = True
        state, entry = np.divmod(new, game.entries)
        places = game.succ[state][below[game.roots[game.turn[state], entry]]].astype(np.int64)
        ahead = np.unique(places[places < 2 * game.unknowns] % game.unknowns)
        new = ahead[~met.ravel()[ahead]]
    return met


def _leaves_below(graph: TurnGraph) -> Bools:
    """bool[N, L]: the endings to which each node may come."""
    below = np.zeros((graph.nodes, graph.leaves), dtype=np.bool_)
    below[np.arange(graph.leaves), np.arange(graph.leaves)] = True
    for node in range(graph.leaves, graph.nodes):
        below[node] = below[graph.src[graph.ptr[node] : graph.ptr[node + 1]]].any(axis=0)
    return below


def _book(game: SeatGame, stays: Floats) -> Floats:
    return np.concatenate([stays.ravel(), stays.ravel(), np.zeros_like(game.constants)])


def _sure(graph: TurnGraph) -> TurnGraph:
    """Every chance the worst, every choice the best of its children."""
    turned = np.zeros(4, dtype=np.int8)
    turned[[MAX, MIN, MEAN]] = MAX, MAX, MIN
    runs = graph.runs.copy()
    runs[:, 0] = turned[runs[:, 0]]
    return evolve(graph, kind=turned[graph.kind], runs=runs)
