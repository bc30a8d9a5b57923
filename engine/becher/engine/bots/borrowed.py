"""Players that bring their strategy along in a file of its own: strategy:FILE:NAME."""

from collections.abc import Iterable

from becher.dsl.borrow import with_strategies_of
from becher.dsl.load import load
from becher.dsl.model import Game
from becher.engine.bots import STRATEGY


def with_borrowed(game: Game, strategies: Iterable[str]) -> Game:
    """The game with the strategies of every file that one of these names (`FILE:NAME`) speaks of.

    Raises ValueError where a file is no strategies for this game, OSError where it cannot be read.
    """
    for file in dict.fromkeys(name.rpartition(":")[0] for name in strategies):
        if file:
            game = with_strategies_of(game, _lender(file), file)
    return game


def seated(game: Game, kinds: Iterable[str]) -> Game:
    """The game with what these kinds of seats bring along. Raises as `with_borrowed`."""
    return with_borrowed(game, (kind.removeprefix(STRATEGY) for kind in kinds if kind.startswith(STRATEGY)))


def _lender(file: str) -> Game:
    found = load(file).game
    if found is None:
        raise ValueError(f"{file} holds no game without errors; `becher check {file}` tells them")
    return found
