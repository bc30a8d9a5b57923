"""Whole games between two seats with fewer dice and lower limits: worth what comes out when every state is written down."""

from fractions import Fraction

import pytest
from compare import checked, compare_game

from becher.dsl.load import load
from becher.engine.answer.ask import Refused, TooManyStates, ask
from becher.engine.answer.ledgers.samples import kinds_of_turns
from becher.engine.answer.question import Question
from becher.engine.answer.whole import WholeQuestion, ledger_tables
from becher.engine.game import start

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
    assert compare_game(text, 2, states=STATES)


def test_ways_out_of_the_game_that_bring_the_same_are_one_ending() -> None:
    found = ledger_tables(WholeQuestion(checked(HANDED_OVER), 2)).found
    out = [ending for ending in found.endings[0] if ending.key[0] == "over"]  # type: ignore[index]
    assert len(out) == 1


def test_the_shelf_s_game_with_a_throw_handed_over_is_worth_what_hand_written_tables_say() -> None:
    """The number is that of `dertigen` in tests/engine/solve/ledgers.py."""
    game = load("dertigen").game
    assert game is not None
    answer = ask(game, Question(2))
    assert answer.win is not None
    assert answer.win[0] == pytest.approx(0.5057679038053927, abs=1e-9)
    assert "two seats cannot tell the direction: it is left out" in answer.notes


RIDES_ON = """game g {
  players: 2..many
  dice:    1d3
  shared { carried = 0 }
  player { score = 0 }
  tally { riding = 0 }
  turn {
    throws: 1
    adds:   sum(thrown)
    on start { ride when carried > 0 { choose riding in 0..1  pool += carried when riding = 1 else 0 } }
    on end { bank { score += pool  carried becomes pool } }
  }
  over: score >= 6
  wins: highest(score)
}"""
GONE_AT_A_THROW = """game g {
  players: 2..many
  dice:    2d3
  player { score = 0 }
  turn {
    bust: thrown has 1
    on throw { gone when thrown = [2 2] { out(me) }  done when thrown = [3 3] { win(me) } }
    keep: none
    adds: sum(thrown)
    until: pool >= 8
    stop: yes
    on end { bank when score + pool <= 7 { score += pool }  too_far otherwise { nothing } }
  }
  over: score >= 7
  wins: highest(score)
}"""


@pytest.mark.parametrize("text", [RIDES_ON, GONE_AT_A_THROW])
def test_points_carried_along_and_words_at_a_throw_are_worth_what_is_written_down(text: str) -> None:
    assert compare_game(text, 2, states=STATES)


def test_words_that_end_a_turn_alike_are_one_ending_whatever_was_thrown_before() -> None:
    found = ledger_tables(WholeQuestion(checked(GONE_AT_A_THROW), 2)).found
    assert sum(ending.key[0] == "over" for ending in found.endings[0]) == 2  # type: ignore[index]


def test_a_pool_without_end_is_capped_where_a_phase_is_asked_for_so_much_of_it() -> None:
    text = """game g {
  players: 2..many
  dice:    1d3
  player { score = 0 }
  turn { bust: thrown has 1  keep: none  adds: sum(thrown)  stop: pool >= 2  on end { score += pool } }
  over:   score >= 9
  finish: others_once_more
  wins:   highest(score)
}"""
    game = checked(text)
    answer = ask(game, Question(None, "turn", "pool >= 4", exact=True))
    # 2 then 2 or 3, or 3 then 2 or 3
    assert answer.exact == Fraction(4, 9)
    with pytest.raises(
        Refused, match=r"highest\(score\) asks how far score has come.*--phase turn --maximize 'pool >= N'"
    ):
        ask(game, Question(2))


@pytest.mark.parametrize(
    ("id", "message"),
    [
        ("30er", "credit can grow without end.*--phase turn"),
        ("boese-eins", "score \\+ pool <= goal asks how far pool has come"),
        ("farkle", "highest\\(score\\) asks how far score has come"),
    ],
)
def test_what_has_no_end_is_refused_with_the_formula_that_asks_for_it(id: str, message: str) -> None:
    game = load(id).game
    assert game is not None
    with pytest.raises(Refused, match=message):
        ask(game, Question(2))


IN_FIFTIES = """game g {
  players: 2..many
  dice:    2d3
  player { score = 0 }
  table pays { [1]: 100  [3]: 50  [2 2]: 200 }
  turn {
    keep: sets(kept, pays)
    adds: split(kept, pays)
    full: refill
    until: pool >= 150
    stop: score > 0 or pool >= 100
    on end { score += pool }
  }
  over: score >= 170
  wins: highest(score)
}"""


def test_scores_that_come_in_fifties_are_counted_in_fifties() -> None:
    answer = ask(checked(IN_FIFTIES), Question(2))
    assert answer.states <= 6 * 6
    assert "score is counted in units of 50: nothing between them is reached" in answer.notes
    assert "score is not told apart above 170" in answer.notes
    assert compare_game(IN_FIFTIES, 2, states=STATES)


def test_a_game_with_a_kind_of_turn_for_each_of_many_ledgers_is_refused_before_long_work() -> None:
    game = load("cant-stop").game
    assert game is not None
    with pytest.raises(TooManyStates, match="positions of turns"):
        ask(game, Question(2))


def test_games_played_at_random_say_how_many_kinds_of_turns_there_are_at_least() -> None:
    first = start(checked(HANDED_OVER), 2)
    assert kinds_of_turns(first, lambda s: s.phase) == 1
    assert 2 <= kinds_of_turns(first, lambda s: s.players) <= 4


PASSED_ON = """game g {
  players: 2..many
  dice:    2d3
  player { coins = 3 }
  pay(from_whom, to_whom, n) {
    coins of from_whom -= n * count(to_whom)
    coins of to_whom += n * count(from_whom)
  }
  phase rob(number) {
    must_keep: every(number)
    adds:      sum(kept)
    until:     kept = none
    full:      refill
    stop:      yes
    on end { pay(next, me, pool) }
  }
  turn {
    keep: some
    on end {
      short when sum(dice) < 4 { pay(me, next, 4 - sum(dice)) }
      above when sum(dice) > 4 { rob(sum(dice) - 4) }
    }
  }
  out:  coins <= 0
  wins: last_in
}"""


def test_coins_that_two_seats_only_pass_to_one_another_are_never_more_than_there_are() -> None:
    answer = ask(checked(PASSED_ON), Question(2))
    assert "coins is not told apart above 6" in answer.notes
    assert "rob: pool is not told apart above 5" in answer.notes
    stopped = PASSED_ON.replace("until:     kept = none", "until:     kept = none or pool >= 5")
    assert compare_game(stopped, 2, states=STATES)
    assert answer.value == pytest.approx(ask(checked(stopped), Question(2)).value, abs=1e-12)


def test_coins_that_come_from_elsewhere_have_no_end() -> None:
    doubled = PASSED_ON.replace("+= n * count", "+= 2 * n * count")
    with pytest.raises(Refused, match="coins rises and falls"):
        ask(checked(doubled), Question(2))
