"""Known values come out of the rule files on the shelf. Sources: the games' literature, and an independent exact program."""

from fractions import Fraction

import pytest

from becher.dsl.load import load
from becher.dsl.model import Game
from becher.engine.answer.ask import BadQuestion, Refused, TooManyStates, ask
from becher.engine.answer.question import Question
from becher.engine.solve.backup import backends


def _game(id: str) -> Game:
    game = load(id).game
    assert game is not None
    return game


PHASES = [
    ("dertigen", "collect", "sum(dice)", False, "332273594663/11019960576"),
    ("dertigen", "collect", "sum(dice) >= 30", False, "4931510846438033/7312316880125952"),
    ("dertigen", "collect", "max(0, 30 - sum(dice))", True, "1828250244505361/1828079220031488"),
    ("30-ab", "distribute(2)", "pool / 2", False, "1090229648077/606223864550"),
    ("yahtzee", "turn", "dice has [x x x x x]", False, "347897/7558272"),
]


@pytest.mark.parametrize(("id", "phase", "formula", "least", "exact"), PHASES)
def test_a_phase_is_worth_what_is_known_to_the_last_fraction(
    id: str, phase: str, formula: str, least: bool, exact: str
) -> None:
    asked = (None, formula) if least else (formula, None)
    answer = ask(_game(id), Question(None, phase, *asked, exact=True), backend="numpy")
    assert answer.exact == Fraction(exact)
    assert answer.value == pytest.approx(float(Fraction(exact)), abs=1e-9)


def test_the_distribution_of_the_best_mean_is_the_one_the_students_print() -> None:
    answer = ask(_game("dertigen"), Question(None, "collect", "sum(dice)"), backend="numpy")
    assert answer.distribution is not None
    printed = {29: 11.23, 30: 13.05, 31: 13.87, 32: 13.25, 33: 10.84, 34: 7.05, 35: 3.23, 36: 0.88}
    assert {value: round(100 * answer.distribution[value], 2) for value in printed} == printed
    assert sum(share for value, share in answer.distribution.items() if value >= 30) == pytest.approx(
        0.6216835, abs=5e-8
    )
    assert sum(max(0, 30 - v) * share for v, share in answer.distribution.items()) == pytest.approx(1.0734712, abs=5e-8)


def test_a_strategy_is_valued_exactly_also_where_best_play_is_out_of_reach() -> None:
    answer = ask(_game("pig"), Question(None, "turn", "pool", strategy="hold_at_20", exact=True), backend="numpy")
    assert answer.exact == Fraction("492303203/60466176")
    assert answer.best is None


def test_a_strategy_costs_what_it_falls_short_of_best_play() -> None:
    answer = ask(_game("30-ab"), Question(None, "collect", "sum(dice)", strategy="sixes_then_highest"), backend="numpy")
    assert answer.best == pytest.approx(30.151977, abs=5e-7)
    assert answer.value < answer.best


SHEETS = [
    ("yahtzee", 254.5877287345, 1e-9),
    ("yahtzee-free-joker", 254.5896094820, 1e-9),
    ("yahtzee-plain", 245.8708, 5e-5),
]


@pytest.mark.parametrize(("id", "value", "error"), SHEETS)
def test_a_sheet_alone_is_worth_what_is_known(id: str, value: float, error: float) -> None:
    assert ask(_game(id), Question(1)).value == pytest.approx(value, abs=error)


def test_the_opener_of_two_wins_as_often_as_is_known() -> None:
    answer = ask(_game("pig"), Question(2))
    assert answer.win is not None
    assert answer.win[0] == pytest.approx(0.5305927, abs=5e-8)
    assert answer.draw == 0.0


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


def test_who_throws_for_the_start_has_an_even_chance() -> None:
    """In a game of pure chance in which it is an advantage to begin; it is thrown for who does."""
    answer = ask(_game("fifty"), Question(2), backend="numpy")
    assert answer.win == pytest.approx((0.5, 0.5), abs=1e-12)
