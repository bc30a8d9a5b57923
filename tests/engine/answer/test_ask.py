"""Questions about games of the shelf. Known values are asked for in tests/engine/cli/test_known_values.py."""

from fractions import Fraction

import pytest

from becher.dsl.load import load
from becher.dsl.model import Game
from becher.engine.answer.ask import BadQuestion, Refused, TooManyStates, ask
from becher.engine.answer.question import Question
from becher.engine.solve.backends.backup import backends


def _game(id: str) -> Game:
    game = load(id).game
    assert game is not None
    return game


def test_a_strategy_is_valued_exactly_also_where_best_play_is_out_of_reach() -> None:
    answer = ask(_game("pig"), Question(None, "turn", "pool", strategy="hold_at_20", exact=True), backend="numpy")
    assert answer.exact == Fraction("492303203/60466176")
    assert answer.best is None


def test_a_strategy_costs_what_it_falls_short_of_best_play() -> None:
    answer = ask(_game("30-ab"), Question(None, "collect", "sum(dice)", strategy="sixes_then_highest"), backend="numpy")
    assert answer.best == pytest.approx(30.151977, abs=5e-7)
    assert answer.value < answer.best


def test_the_chance_of_a_total_beside_its_distribution_under_another_policy() -> None:
    game = _game("ohio")
    spread = ask(game, Question(1), backend="numpy")
    best = ask(game, Question(1, at_least=100), backend="numpy")
    assert spread.distribution is not None
    assert best.value >= sum(share for total, share in spread.distribution.items() if total >= 100)
    assert spread.mean == pytest.approx(spread.value, abs=1e-9)


def test_two_seats_on_a_small_race_agree_on_both_back_ends() -> None:
    values = [ask(_game("pig"), Question(2, options={"goal": 20}), backend=name).value for name in backends()]
    assert values == pytest.approx([values[0]] * len(values), abs=1e-9)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (Question(None, "nowhere", "sum(dice)"), "no phase"),
        (Question(None, "collect"), "--maximize"),
        (Question(None, "collect", "sum(dcie)"), "dcie"),
        (Question(None, "distribute", "pool"), "distribute"),
        (Question(2, maximize="pool"), "--phase"),
        (Question(None, "collect", "sum(dice)", strategy="nobody"), "no strategy"),
    ],
)
def test_a_question_that_makes_no_sense_is_told_why(question: Question, message: str) -> None:
    with pytest.raises(BadQuestion, match=message):
        ask(_game("30-ab"), question, backend="numpy")


def test_a_question_out_of_reach_is_refused_with_the_reason() -> None:
    with pytest.raises(Refused, match="players, not 1"):
        ask(_game("pig"), Question(1), backend="numpy")
    with pytest.raises(TooManyStates):
        ask(_game("yahtzee"), Question(1), backend="numpy", limit=1_000)


def test_a_phase_that_seats_share_is_refused_with_the_reason() -> None:
    with pytest.raises(Refused, match="decide at once"):
        ask(_game("skunk"), Question(None, "turn", "sum(dice)"), backend="numpy")


def test_who_throws_for_the_start_has_an_even_chance() -> None:
    """In a game of pure chance in which it is an advantage to begin; it is thrown for who does."""
    answer = ask(_game("fifty"), Question(2), backend="numpy")
    assert answer.win == pytest.approx((0.5, 0.5), abs=1e-12)
