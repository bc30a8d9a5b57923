"""A phase told in order: where nothing is thrown, where nothing is left to choose, where dice come from a bag."""

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.engine.telling.rulesheet import rule_sheet

TEXT = """
game told {
  players: 2..6
  die good { faces: 1, 2 }
  die bad { faces: 0, 1 }
  dice: 2 * good + 2 * bad
  player { number = 0  score = 0 }
  tally { one = none }
  opening { throws: 0  on start { choose number in 1..6 } }
  turn {
    %s
    on end { score += 1 }
    on bust { score -= 1 }
  }
  over: rounds = 3
  wins: highest(score)
}
"""


def sheet(turn: str, language: str = "en") -> str:
    game = load_text(Source("told.dice", TEXT % turn)).game
    assert game is not None
    return rule_sheet(game, language)


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_a_phase_that_throws_nothing_is_told_without_a_throw(language: str) -> None:
    opening = sheet("throws: 1", language).split("\n## ")[3]
    assert opening.count("\n1. ") == 1
    assert "\n2. " not in opening


def test_a_throw_that_may_leave_nothing_to_choose_is_told_to_be_bust() -> None:
    told = sheet("throws: 1  on throw { choose one in parts(thrown, 1) where sum(it) = 2 }")
    assert "If there is nothing you can choose, your turn is bust." in told
    assert "Instead: take 1 off your *score*." in told


def test_dice_drawn_from_a_bag_are_not_all_thrown() -> None:
    told = sheet("draw: 2  throws: 1  keep: none  bust: sum(thrown) = 0")
    assert "Throw what you hold; there are two dice (*good*) and two dice (*bad*)." in told
    assert "Throw two dice (*good*)" not in told
