"""A player that makes no mistake: what it does follows from the solved game."""

from functools import lru_cache

from attrs import frozen

from becher.engine.actions import Action
from becher.engine.answer.advise import Advice, Adviser
from becher.engine.answer.refused import Refused
from becher.engine.answer.ways import Ways
from becher.engine.faults import LimitReached
from becher.engine.machine.rules import Rules
from becher.engine.solve.backup import choose_backend
from becher.engine.state import State

QUICK = 1_000_000  # states that are solved while somebody waits


@frozen
class OptimalBot:
    """Plays best, alone or against one seat. The game is solved at its first choice; Refused where it cannot be."""

    rules: Rules

    def choose(self, state: State) -> Action:
        """The best of the legal actions; of equals the first."""
        legal = state.legal_actions()
        return legal[0] if len(legal) == 1 else adviser(state).advise(state).best


def adviser(state: State) -> Adviser:
    """Who prices choices in this game. It is solved once for each setting; Refused where it cannot be."""
    return _adviser(_Setting(state.rules, state.count))


def priced(state: State) -> Advice | None:
    """All choices with their prices; None where the game cannot be solved while somebody waits."""
    try:
        return adviser(state).advise(state)
    except (Refused, LimitReached):
        return None


@frozen(eq=False)
class _Setting:
    """A game under its options with so many seats; rules are one object for all games under one setting."""

    rules: Rules
    count: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Setting) and (self.rules is other.rules and self.count == other.count)

    def __hash__(self) -> int:
        return hash((id(self.rules), self.count))


@lru_cache(maxsize=8)
def _adviser(setting: _Setting) -> Adviser:
    ways = Ways(choose_backend(), limit=QUICK)
    return Adviser(setting.rules.game, setting.count, setting.rules.options, ways)
