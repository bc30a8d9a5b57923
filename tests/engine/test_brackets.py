"""Brackets over dice that show words instead of numbers."""

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.engine.testing.examples import run_example

TEXT = """
game small {
  players: 2..4
  die card { faces: jack, queen, king }
  dice: 5 * card
  player { score = 0 }
  turn { throws: 1  on end { score += 10 * count(dice, [x x x]) + count(dice, king) } }
  over: score >= 50
  wins: highest(score)
  example "three of a kind" { turn([king king king jack queen])  expect(score of me = 33) }
  example "two pairs" { turn([king king jack jack queen])  expect(score of me = 2) }
}
"""


def test_dice_that_show_words_are_counted_by_a_bracket():
    loaded = load_text(Source("small.dice", TEXT))
    assert loaded.diagnostics == ()
    game = loaded.game
    assert game is not None
    assert [run_example(game, example).message for example in game.examples] == ["", ""]
