"""Examples of a rule file: what they may set up."""

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.engine.testing.examples import Outcome, run_example

TEXT = """
game small {
  players: 2..4
  dice: 2d6
  scoring = pips | two
  goal = 50 | 10..100
  player { score = 0 }
  turn { throws: 1  on end { score += sum(dice) when scoring = pips else 2 } }
  over: score >= goal
  wins: highest(score)
  example "asked" { %s }
}
"""


def played(steps: str, **options: int) -> Outcome:
    loaded = load_text(Source("small.dice", TEXT % steps))
    assert loaded.diagnostics == ()
    game = loaded.game
    assert game is not None
    return run_example(game, game.examples[0], dict(options))


def test_an_example_is_played_with_the_defaults():
    assert played("turn([6 1])  expect(score of me = 7)").ok


def test_an_example_may_give_the_options_it_is_about():
    assert played("given(scoring, two)  turn([6 1])  expect(score of me = 2)").ok


def test_what_is_set_up_may_read_a_given_option():
    steps = "given(goal, 20)  given(score of me, goal - 1)  turn([1 1])  expect(score of me = 21)"
    assert played(steps).ok


def test_an_example_goes_before_the_options_it_is_run_with():
    steps = "given(goal, 20)  given(score of me, goal)  expect(score of me = 20)"
    assert played(steps, goal=90).ok


def test_an_example_that_does_not_hold_says_what_it_expected_and_what_is():
    outcome = played("turn([6 1])  expect(score of me = 8)")
    assert not outcome.ok
    assert outcome.message == "expected score of me = 8; score of me is 7"
    outcome = played("given(score of next, 3)  turn([6 1])  expect(score of others = 0)")
    assert outcome.message == "expected score of others = 0; score of others is 0 3"


def test_an_example_without_an_opening_does_not_throw_for_who_starts():
    text = TEXT.replace("dice: 2d6", "dice: 2d6  starter: roll_off(1d6)") % "turn([6 1])  expect(score of me = 7)"
    game = load_text(Source("small.dice", text)).game
    assert game is not None
    assert run_example(game, game.examples[0]).ok
