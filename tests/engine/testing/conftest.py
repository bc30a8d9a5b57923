"""Small games for tests of the test tools."""

from collections.abc import Callable

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.dsl.model import Game

PIG = """game small {
  players: 2..4
  dice: 1d6
  goal = 20 | 10..40
  player { score = 0 }
  turn { bust: thrown has 1  keep: none  adds: sum(thrown)  stop: yes  on end { bank { score += pool } } }
  over: score >= goal
  wins: highest(score)
  PLACE
}
"""


@pytest.fixture
def pig() -> Callable[[str], Game]:
    """A game of one die in which what is banked counts, with some lines of the test's own."""
    return lambda lines="": game_of(PIG.replace("PLACE", lines))


def game_of(text: str) -> Game:
    loaded = load_text(Source("small.dice", text))
    assert loaded.game is not None, [found.message for found in loaded.diagnostics]
    return loaded.game


@pytest.fixture
def game() -> Callable[[str], Game]:
    """The game of a text."""
    return game_of
