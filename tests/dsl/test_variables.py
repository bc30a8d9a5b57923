"""What a variable holds is learned from what it becomes."""

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.dsl.model import Sort

TEXT = """
game small {
  players: 2..4
  dice: 1d6
  player { score = 0 }
  shared { level = none }
  turn { throws: 1  on end { score += sum(dice) } }
  round {
    wins: highest(score)
    on won { level becomes none }
    on tied { level becomes highest(score) }
  }
  over: score >= 50 and not me in level
  wins: highest(score)
}
"""


def test_a_variable_emptied_before_it_is_filled_holds_what_it_is_filled_with():
    loaded = load_text(Source("small.dice", TEXT))
    assert loaded.diagnostics == ()
    assert loaded.game is not None
    assert loaded.game.variables["level"].sort is Sort.SEATS
