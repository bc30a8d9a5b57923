"""Where the seats together can choose so that the game never ends."""

import numpy as np
from attrs import evolve

from becher.engine.solve.backup import Backend
from becher.engine.solve.draft import MAX, MEAN, MIN
from becher.engine.solve.graph import Floats, TurnGraph
from becher.engine.solve.seat_levels import Level
from becher.engine.solve.seats import SeatGame


def endless_states(game: SeatGame, order: list[Level], backend: Backend) -> tuple[int, ...]:
    """The states from which some way of choosing, by both seats together, never ends; ascending.

    The greatest set from whose members it can be made sure that the next state is one too: 1 for staying in it, a
    chance is as good as its worst outcome, a choice as good as its best.
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
    return tuple(np.flatnonzero(stays[:, 0] > 0).tolist())


def _book(game: SeatGame, stays: Floats) -> Floats:
    return np.concatenate([stays.ravel(), stays.ravel(), np.zeros_like(game.constants)])


def _sure(graph: TurnGraph) -> TurnGraph:
    """Every chance the worst, every choice the best of its children."""
    turned = np.zeros(4, dtype=np.int8)
    turned[[MAX, MIN, MEAN]] = MAX, MAX, MIN
    runs = graph.runs.copy()
    runs[:, 0] = turned[runs[:, 0]]
    return evolve(graph, kind=turned[graph.kind], runs=runs)
