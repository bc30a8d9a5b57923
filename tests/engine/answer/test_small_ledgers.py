"""Whole games between two seats with fewer dice and lower limits: worth what comes out when every state is written down."""

import pytest
from test_random_rules import checked, compare_race

from becher.dsl.load import load
from becher.engine.answer.ask import ask
from becher.engine.answer.question import Question
from becher.engine.answer.whole import WholeQuestion, ledger_tables

STATES = 10_000
HANDED_OVER = """game g {
  players: 2..many
  dice:    2d3
  target = 4
  player { credit = 2 }
  hurt(who, n) { credit of who -= n }
  phase collect { inherit: dice  keep: some }
  turn like collect {
    pips = sum(dice)
    on end {
      short when pips < target { hurt(me, target - pips) }
      exact when pips = target { reverse }
      above when pips > target { distribute(pips - target) }
    }
  }
  phase distribute(number) {
    must_keep: every(number)
    adds:      sum(kept)
    until:     kept = none
    full:      end
    on full { all { out(me) } }
    on end {
      hit { hurt(next, pool) }
      empty when pool = 0 { leave }
    }
  }
  out:  credit <= 0
  wins: last_in
}"""
LEFT_LYING = HANDED_OVER.replace("inherit: dice", "")
MAY_GO_ON = (
    HANDED_OVER.replace("full:      end", "full:      refill\n    stop: yes")
    .replace("until:     kept = none", "until:     kept = none or pool >= 3")
    .replace("on full { all { out(me) } }", "")
)
WINS_AT_ONCE = HANDED_OVER.replace("all { out(me) }", "all when pool > 2 { win(me) }  few otherwise { lose(me) }")


@pytest.mark.parametrize("text", [HANDED_OVER, LEFT_LYING, MAY_GO_ON, WINS_AT_ONCE])
def test_two_seats_win_as_often_as_written_down(text: str) -> None:
    assert compare_race(text, STATES)


def test_ways_out_of_the_game_that_bring_the_same_are_one_ending() -> None:
    found = ledger_tables(WholeQuestion(checked(HANDED_OVER), 2)).found
    out = [ending for ending in found.endings[0] if "out" in repr(ending.key)]
    assert len(out) == 1


def test_the_shelf_s_game_with_a_throw_handed_over_is_worth_what_hand_written_tables_say() -> None:
    """The number is that of `dertigen` in tests/engine/solve/ledgers.py."""
    game = load("dertigen").game
    assert game is not None
    answer = ask(game, Question(2))
    assert answer.win is not None
    assert answer.win[0] == pytest.approx(0.5057679038053927, abs=1e-9)
    assert "two seats cannot tell the direction: it is left out" in answer.notes
