"""What best play of a game with states that come back says about other questions. Nothing here chooses anew."""

from collections.abc import Callable, Hashable

import numpy as np
from attrs import evolve

from becher.engine.solve.backends.backup import Backend
from becher.engine.solve.errors import NoValue
from becher.engine.solve.ledgers.policy import answer, choices, same_size
from becher.engine.solve.ledgers.seat_levels import levels_of
from becher.engine.solve.ledgers.seat_values import SeatValues
from becher.engine.solve.ledgers.seats import SeatGame
from becher.engine.solve.turns.graph import Cut, Floats, Index
from becher.engine.solve.turns.nodes import fill_up


def ending_chances(solved: SeatValues, backend: Backend, *, state: int = 0, entry: int = 0) -> dict[Hashable, float]:
    """How likely each ending of one turn is under best play, cut loops followed to their end."""
    total = turn_chances(solved, np.array([state], dtype=np.int32), backend)[0, entry]
    return {
        ending: float(chance)
        for ending, chance in zip(solved.game.graph.endings, total, strict=True)
        if chance > 0 and not isinstance(ending, Cut)
    }


def turn_chances(solved: SeatValues, states: Index, backend: Backend) -> Floats:
    """f64[n, E, L]: how likely each ending of a turn from each entry of `states` i32[n] is under best play.

    Cut loops are followed to their end; what stands at cuts themselves is how often the turn came by there.
    """
    game = solved.game
    found = choices(game, states[None, :], game.book(solved.guide), backend)
    chances = found.reshape(len(states), game.entries, game.graph.leaves)
    cuts = [leaf for leaf, ending in enumerate(game.graph.endings) if isinstance(ending, Cut)]
    if not cuts:
        return chances
    again = np.zeros((len(states), game.entries, game.entries))
    for leaf in cuts:
        again[:, :, game.loop_entry(int(states[0]), leaf)] += chances[:, :, leaf]
    return np.asarray(np.linalg.solve(np.eye(game.entries) - again, chances), dtype=np.float64)


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
