"""What every driver (bots, records, play, tests) asks of a game: nothing else is known to them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol, Self, TypeVar

from becher.dsl.model import Value
from becher.engine.actions import Action

CHANCE = 0
TERMINAL = -1


class Random(Protocol):
    """A source of uniform whole numbers."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely."""
        ...

    def several(self, n: int, count: int) -> list[int]:
        """As many such numbers, each independent of the others."""
        ...


class Node(Protocol):
    """A state of a game, a value: somebody chooses, chance decides, or it is over."""

    def current_player(self) -> int: ...

    def legal_actions(self) -> tuple[Action, ...]: ...

    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...]: ...

    def sample(self, random: Random) -> Action: ...

    def apply(self, action: Action) -> Self: ...

    def why_not(self, action: Action) -> str | None: ...

    def ranking(self) -> list[list[int]]: ...


N = TypeVar("N", bound=Node, covariant=True)


class Startable(Protocol[N]):
    """A game that can begin."""

    def start(self, players: int, options: Mapping[str, Value]) -> N: ...
