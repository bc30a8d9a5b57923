"""A single member is a number where it is added to numbers; groups of several are put together."""

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.engine.testing.examples import run_example

TEXT = """
game small {
  players: 1
  dice: 3d6
  player { score = 2 }
  best = largest(dice)
  missed = smallest(1..6 where it > score and not dice has it)
  turn { throws: 1  on end { score += 0 } }
  over: rounds = 1
  wins: highest(score + best + missed)
  example "asked" { lay([1 3 6])  expect(%s) }
}
"""


@pytest.mark.parametrize(
    "claim",
    [
        "largest(dice) - 1 = 5",
        "best - score = 4",
        "missed - 1 - score = 1",
        "best + sum(dice) = 16",
        "largest(dice) + count(dice) - score = 7",
        "dice - largest(dice) = [1 3]",
        "dice + best = [1 3 6 6]",
        "dice - [1] - [3] = [6]",
    ],
)
def test_a_single_member_adds_up_with_numbers(claim: str) -> None:
    game = load_text(Source("small.dice", TEXT % claim)).game
    assert game is not None
    assert run_example(game, game.examples[0]).message == ""
