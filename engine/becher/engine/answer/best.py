"""Best play at a table of any size: for the chance to win where that can be solved, else for one's own sheet."""

from collections.abc import Mapping
from enum import Enum

from attrs import frozen

from becher.dsl.model import Game, Value
from becher.engine.answer.advise import Advice, Adviser
from becher.engine.answer.refused import Refused
from becher.engine.answer.ways import Ways
from becher.engine.faults import LimitReached
from becher.engine.solve.errors import TooManyStates
from becher.engine.state import State


class Counts(Enum):
    """What values and regrets of choices count."""

    WIN = "win"  # the chance to win, draws halved
    POINTS = "points"  # the result expected of one's own sheet


@frozen(eq=False)
class BestPlay:
    """Prices choices in the states of one game with `players` seats.

    `instead_of`: why it is points that are counted though several sit at the table; None where nothing better is missed.
    """

    adviser: Adviser
    players: int
    counts: Counts
    instead_of: str | None = None

    def advise(self, state: State) -> Advice:
        """Raises Refused for a state that no play of this game comes to, ValueError where nobody chooses."""
        if self.adviser.players == self.players:
            return self.adviser.advise(state)
        alone = as_if_alone(state)
        if alone.legal_actions() != state.legal_actions():
            raise Refused("what may be done here depends on the other seats")
        return self.adviser.advise(alone)


def best_play(game: Game, players: int, options: Mapping[str, Value], ways: Ways) -> BestPlay:
    """The game solved, against the other seat or else for the sheet of the seat that chooses. Raises Refused, LimitReached."""
    if players == 1:
        return BestPlay(Adviser(game, 1, options, ways), 1, Counts.POINTS)
    try:
        return BestPlay(Adviser(game, players, options, ways), players, Counts.WIN)
    except (Refused, LimitReached) as reason:
        if game.sheet is None or game.players[0] > 1:
            raise
        return BestPlay(Adviser(game, 1, options, ways), players, Counts.POINTS, why(reason))


def why(reason: Refused | LimitReached) -> str:
    """Why best play is not known, in a few words."""
    if not isinstance(reason, TooManyStates):
        return str(reason)
    return f"{'' if reason.exact else 'at least '}{reason.needed:,} states are too many"


def as_if_alone(state: State) -> State:
    """The state as it would be if the seat that has the turn had played alone."""
    alone, at = state.copy(), state.seat - 1
    alone.count, alone.seat, alone.leader, alone.direction = 1, 1, 1, 1
    alone.picker = min(state.picker, 1)
    for name in ("players", "cells", "hits", "turns", "had_turn"):
        setattr(alone, name, getattr(state, name)[at : at + 1])
    alone.final, alone.out_order = None, ()
    return alone
