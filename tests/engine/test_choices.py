"""Choices asked in moments: a throw that leaves nothing to choose is bust."""

from fractions import Fraction

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.engine.faults import RuleFault
from becher.engine.game import start
from becher.engine.probe import bust_odds
from becher.engine.state import State

TEXT = """
game flaps {
  players: 1
  dice: 1d6
  player { flaps = 1..3  score = 0 }
  tally { flap = none }
  turn {
    throws: 1
    on %s { choose flap in flaps where it <= sum(thrown) and it > 2 }
    on end { flaps -= flap }
    on bust { score += 1 }
  }
  over: rounds = 1
  wins: lowest(score)
}
"""


def begun(moment: str) -> State:
    loaded = load_text(Source("flaps.dice", TEXT % moment))
    assert [d.code for d in loaded.diagnostics if d.severity != "note"] == ([] if moment == "throw" else ["W604"])
    assert loaded.game is not None
    return start(loaded.game, 1)


def thrown(state: State, face: int) -> State:
    (throw,) = (action for action, _ in state.chance_outcomes() if action.args == ((face,),))
    return state.apply(throw)


def test_a_throw_that_leaves_nothing_to_choose_is_bust() -> None:
    assert thrown(begun("throw"), 2).account("score", 1) == 1


def test_a_throw_that_leaves_one_thing_to_choose_is_not() -> None:
    after = thrown(begun("throw"), 3)
    assert (after.account("score", 1), after.account("flaps", 1)) == (0, (1, 2))


def test_the_odds_of_a_bust_count_throws_that_leave_nothing_to_choose() -> None:
    assert bust_odds(begun("throw"), 1) == Fraction(2, 6)


def test_elsewhere_nothing_to_choose_is_a_fault_of_the_rules() -> None:
    with pytest.raises(RuleFault, match="nothing can be chosen as flap"):
        begun("start")


def test_a_throw_loop_that_only_a_choice_ends_has_an_end() -> None:
    text = TEXT.replace("throws: 1", "keep: none") % "throw"
    loaded = load_text(Source("flaps.dice", text.replace("on throw", "stop: yes  on throw")))
    assert [d.code for d in loaded.diagnostics if d.severity != "note"] == []
