"""What best play of a game with states that come back says about other questions. Nothing here chooses anew."""

from collections.abc import Callable, Hashable

import numpy as np
from attrs import evolve

from becher.engine.solve.backup import Backend
from becher.engine.solve.errors import NoValue
from becher.engine.solve.graph import Cut, Floats
from becher.engine.solve.nodes import fill_up
from becher.engine.solve.policy import answer, choices, same_size
from becher.engine.solve.seat_levels import levels_of
from becher.engine.solve.seat_values import SeatValues
from becher.engine.solve.seats import SeatGame


def ending_chances(solved: SeatValues, backend: Backend, *, state: int = 0, entry: int = 0) -> dict[Hashable, float]:
    """How likely each ending of one turn is under best play, cut loops followed to their end."""
    game = solved.game
    chances = choices(game, np.array([[state]], dtype=np.int32), game.book(solved.guide), backend)[0]
    again = np.zeros((game.entries, game.entries))
    cut = [isinstance(ending, Cut) for ending in game.graph.endings]
    for leaf in np.flatnonzero(cut & (chances > 0).any(axis=0)).tolist():
        again[:, game.loop_entry(state, leaf)] += chances[:, leaf]
    visits = np.linalg.solve((np.eye(game.entries) - again).T, np.eye(game.entries)[entry])
    total = visits @ chances
    return {
        ending: float(chance)
        for ending, chance in zip(game.graph.endings, total, strict=True)
        if chance > 0 and not isinstance(ending, Cut)
    }


def for_both(game: SeatGame, constants: Floats, gain: Callable[[Hashable], float] = lambda ending: 0.0) -> SeatGame:
    """The same game with another question whose answer is the same for both seats: a draw, the number of turns.

    `constants` f64[K] replace those of the game, `gain(ending)` is added with each ending (of cuts: nothing).
    """
    gains = [0.0 if isinstance(ending, Cut) else gain(ending) for ending in game.graph.endings]
    own = np.where(game.succ < 2 * game.unknowns, game.succ % game.unknowns, game.succ)
    succ = np.where((game.succ >= game.unknowns) & (game.succ < 2 * game.unknowns), own, game.succ).astype(np.int32)
    return evolve(game, succ=succ, constants=constants, gain=np.array(gains))


def under_best_play(solved: SeatValues, question: SeatGame, backend: Backend) -> Floats:
    """f64[S, E]: the answer to `question` (same turns, same states) if both seats play best for the solved game.

    Raises NoValue where that play never ends.
    """
    book = solved.game.book(solved.guide)
    other = question.book(np.zeros_like(solved.values))
    values = other[: question.unknowns].reshape(solved.values.shape)
    for level in levels_of(solved.game):
        for some in same_size(level):
            states = level.states[some]
            chances = choices(solved.game, states, book, backend)
            found = answer(question, states, chances, other)
            if not np.isfinite(found).all():
                raise NoValue(question.states[int(states[0, 0])])
            values[states.ravel()] = found
            other[question.unknowns : 2 * question.unknowns] = question.theirs - other[: question.unknowns]
    return values.copy()


def seat_nodes(solved: SeatValues, state: int) -> Floats:
    """f64[N]: the value of every node of the turn in this state: the price of whatever the mover can do there."""
    graph = solved.game.graph
    nodes = np.empty((graph.nodes, 1))
    states = np.array([state], dtype=np.int32)
    nodes[: graph.leaves] = solved.game.endings(states, solved.game.book(solved.values))
    fill_up(graph, nodes)
    return nodes[:, 0]
