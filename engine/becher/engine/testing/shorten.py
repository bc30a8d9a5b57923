"""Making a history that breaks a law as short as possible: leave actions out while it still breaks the same law."""

from collections.abc import Callable

from attrs import evolve

from becher.dsl.model import Game
from becher.engine.actions import Action
from becher.engine.faults import IllegalAction, LimitReached, RuleFault
from becher.engine.state import TERMINAL
from becher.engine.testing.history import History, Options

# So many shorter histories are tried.
TRIES = 600

Breaks = Callable[[History], int | None]


def shortened(game: Game, history: History, breaks: Breaks) -> History:
    """A history in which leaving out any part of what was tried mends it.

    `breaks` tells after how many actions a history breaks the law in question, None where it does not.
    """
    best = _cut(history, breaks) or history
    best = _with_fewer_seats(game, best, breaks)
    tries = 0
    size = max(1, len(best.actions) // 2)
    while size and tries < TRIES:
        start, gained = 0, False
        while start < len(best.actions) and tries < TRIES:
            left = best.actions[:start] + best.actions[start + size :]
            found = _cut(_lenient(game, evolve(best, actions=left)), breaks)
            tries += 1
            if found is not None and len(found.actions) < len(best.actions):
                best, gained = found, True
            else:
                start += size
        size = size if gained and size == 1 else size // 2
    return best


def _cut(history: History, breaks: Breaks) -> History | None:
    """The history up to where it breaks; None where it does not."""
    step = breaks(history)
    return None if step is None else evolve(history, actions=history.actions[:step])


def _with_fewer_seats(game: Game, history: History, breaks: Breaks) -> History:
    """The same with the default options, and with fewer seats, where it still breaks."""
    best = history
    candidates: list[tuple[int, Options]] = [(best.players, ())] if best.options else []
    candidates += [(n, best.options) for n in range(game.players[0], best.players)]
    for players, options in candidates:
        found = _cut(_lenient(game, evolve(best, players=players, options=options)), breaks)
        if found is not None and len(found.actions) <= len(best.actions):
            return found
    return best


def _lenient(game: Game, history: History) -> History:
    """Play what can be played of these actions in this order; the last may be one the rules have no answer to."""
    taken: list[Action] = []
    try:
        state = history.start(game)
        for action in history.actions:
            if state.current_player() == TERMINAL:
                break
            if state.why_not(action) is None:
                taken.append(action)
                state = state.apply(action)
    except (RuleFault, LimitReached, IllegalAction):
        pass
    return evolve(history, actions=tuple(taken))
