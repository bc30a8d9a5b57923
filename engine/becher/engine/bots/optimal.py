"""A player that makes no mistake: what it does follows from the solved game."""

from collections.abc import Callable
from functools import lru_cache

from attrs import field, frozen

from becher.engine.actions import Action
from becher.engine.answer.best import BestPlay, best_play
from becher.engine.answer.refused import Refused
from becher.engine.answer.ways import Ways
from becher.engine.faults import LimitReached
from becher.engine.machine.rules import Rules
from becher.engine.solve.backends.backup import choose_backend
from becher.engine.state import State

QUICK = 1_000_000  # states that are solved while somebody waits

Progress = Callable[[int, int], None]


@frozen
class OptimalBot:
    """Plays best. The game is solved at its first choice, if it is not yet; Refused or LimitReached where it cannot be."""

    rules: Rules

    def choose(self, state: State) -> Action:
        """The best of the legal actions; of equals the first."""
        legal = state.legal_actions()
        return legal[0] if len(legal) == 1 else known_best(state).advise(state).best


def known_best(state: State, progress: Progress = lambda done, of: None) -> BestPlay:
    """Best play of this game, solved once for each setting. Raises Refused and LimitReached, each time at once after the first."""
    found = _solved(_Setting(state.rules, state.count, progress))
    if isinstance(found, BestPlay):
        return found
    raise found.with_traceback(None)


@frozen
class _Setting:
    """A game under its options with so many seats; rules are one object for all games under one setting."""

    rules: Rules = field(eq=id)
    count: int
    progress: Progress = field(eq=False)


@lru_cache(maxsize=8)
def _solved(setting: _Setting) -> BestPlay | Refused | LimitReached:
    ways = Ways(choose_backend(), limit=QUICK, progress=setting.progress)
    try:
        return best_play(setting.rules.game, setting.count, setting.rules.options, ways)
    except (Refused, LimitReached) as reason:
        return reason
