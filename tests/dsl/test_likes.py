"""What `like` between the blocks of a game reaches."""

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.dsl.model import Game, Strategy

TEXT = """
game small {
  players: 2..4
  dice: 3d6
  player { score = 0 }
  phase collect { keep: some }
  turn like collect { stop: count(aside) > 1  on end { score += sum(dice) } }
  opening like turn { stop: no }
  over: score >= 50
  wins: highest(score)
  strategy high { %s }
}
"""


def strategy(answers: str) -> Strategy:
    loaded = load_text(Source("small.dice", TEXT % answers))
    assert loaded.diagnostics == ()
    game = loaded.game
    assert isinstance(game, Game)
    return game.strategies["high"]


def wishes(answers: str) -> dict[tuple[str, str], int]:
    """How many answers each question of each phase has."""
    return {(wish.place, wish.question): len(wish.values) for wish in strategy(answers).wishes}


def test_a_strategy_for_a_phase_also_plays_the_phases_like_it():
    found = wishes("collect { keep: every(6), largest(thrown) }")
    assert found == {("collect", "keep"): 2, ("turn", "keep"): 2, ("opening", "keep"): 2}


def test_what_a_strategy_says_of_the_other_phase_itself_goes_before():
    found = wishes("collect { keep: every(6), largest(thrown) }  turn { keep: largest(thrown)  stop: yes }")
    assert found[("collect", "keep")] == 2
    assert found[("turn", "keep")] == 1
    assert found[("turn", "stop")] == 1
    assert found[("opening", "keep")] == 1


def test_a_strategy_for_the_later_phase_leaves_the_earlier_one_alone():
    assert set(wishes("turn { keep: largest(thrown) }")) == {("turn", "keep"), ("opening", "keep")}


def test_a_line_written_again_for_the_sake_of_its_source_changes_something():
    child = 'game other like small { over: score >= 50  source "the box" }'
    loaded = load_text(Source("small.dice", TEXT % "" + child))
    assert [found.code for found in loaded.diagnostics] == []
