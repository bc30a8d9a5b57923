"""A game so small that a reader sees it whole: each seat throws one die, may throw again while it shows less than six, then stops."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from attrs import evolve, frozen

from becher.dsl.model import Value
from becher.engine.actions import STOP, THROW_AGAIN, Action
from becher.engine.contract import CHANCE, TERMINAL, Random


@frozen
class TinyState:
    seats: int
    shown: tuple[int, ...] = ()
    die: int = 0

    def current_player(self) -> int:
        if len(self.shown) == self.seats:
            return TERMINAL
        return len(self.shown) + 1 if self.die else CHANCE

    def legal_actions(self) -> tuple[Action, ...]:
        if self.current_player() < 1:
            return ()
        return (STOP,) if self.die == 6 else (THROW_AGAIN, STOP)

    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...]:
        if self.current_player() != CHANCE:
            return ()
        return tuple((Action("throw", ((face,),)), Fraction(1, 6)) for face in range(1, 7))

    def sample(self, random: Random) -> Action:
        return self.chance_outcomes()[random.below(6)][0]

    def why_not(self, action: Action) -> str | None:
        legal = [*self.legal_actions(), *(outcome for outcome, _ in self.chance_outcomes())]
        return None if action in legal else f"{action.text} is not possible now"

    def apply(self, action: Action) -> "TinyState":
        if action == STOP:
            return evolve(self, shown=(*self.shown, self.die), die=0)
        return evolve(self, die=0 if action == THROW_AGAIN else action.args[0][0])

    def ranking(self) -> list[list[int]]:
        places = sorted(set(self.shown), reverse=True)
        return [[seat + 1 for seat, die in enumerate(self.shown) if die == place] for place in places]


class TinyGame:
    def start(self, players: int, options: Mapping[str, Value]) -> TinyState:
        return TinyState(players)


@pytest.fixture
def tiny() -> TinyGame:
    return TinyGame()
