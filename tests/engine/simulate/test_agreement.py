"""What is simulated has the distribution that is worked out: chi-square, fixed seeds. The whole shelf: tests/bench/bench_agreement.py."""

from collections import Counter
from collections.abc import Mapping

import pytest

from becher.dsl.load import load
from becher.dsl.model import Game, Value
from becher.engine.answer.ask import ask
from becher.engine.answer.question import Question
from becher.engine.simulate.compiled import walker
from becher.engine.simulate.run import Job, simulate
from becher.engine.simulate.tally import summary

from .agreement import Fit, fit, fit_of_shares

UNLIKELY = 1e-4


def _game(id: str) -> Game:
    game = load(id).game
    assert game is not None
    return game


@pytest.mark.parametrize("id", ["ohio"])
def test_totals_of_best_play_alone_have_the_solved_distribution(id: str) -> None:
    game = _game(id)
    exact = ask(game, Question(1)).distribution
    tally = walker(game, {}, ["optimal"])("agreement", 0, 60_000)
    assert exact is not None
    assert fit(exact, tally.points[0]).p > UNLIKELY


@pytest.mark.parametrize(("id", "options"), [("30-ab", {"limit": 6}), ("macao", {})])
def test_best_play_by_both_wins_as_often_as_solved(id: str, options: dict[str, Value]) -> None:
    game = _game(id)
    exact = ask(game, Question(2, options=options))
    found = summary(walker(game, options, ["optimal", "optimal"])("agreement", 0, 60_000))
    assert exact.win is not None
    assert exact.draw is not None
    assert fit_of_shares(exact.win, exact.draw, found.games, found.win_share[0]).p > UNLIKELY


MIXED = [
    ("hog", {"most_dice": 3, "goal": 30}, ("random", "random")),
    ("30-ab", {"limit": 6}, ("strategy:balanced", "random")),
    ("macao", {}, ("random", "optimal")),
    ("pig", {"goal": 40}, ("strategy:hold_at_20", "strategy:hold_at_25")),
]


@pytest.mark.parametrize(("id", "options", "kinds"), MIXED)
def test_games_walked_have_points_and_lengths_of_games_played(
    id: str, options: dict[str, Value], kinds: tuple[str, str]
) -> None:
    walked = walker(_game(id), options, kinds)("agreement", 0, 200_000)
    played = simulate(Job(id, tuple(options.items()), kinds, "agreement", 500))
    pairs = [*zip(walked.points, played.points, strict=True), (walked.turns, played.turns)]
    assert [pair for pair in pairs if fit(*pair).p <= UNLIKELY] == []


@pytest.mark.parametrize(
    ("expected", "seen", "agree"),
    [
        ({1: 0.5, 2: 0.5}, {1: 500, 2: 500}, True),
        ({1: 0.5, 2: 0.5}, {1: 560, 2: 440}, False),
        ({1: 1.0}, {1: 100, 2: 1}, False),
        ({1: 1.0}, {1: 100}, True),
    ],
)
def test_a_fit_tells_what_agrees(expected: Mapping[int, float], seen: Mapping[int, int], agree: bool) -> None:
    assert (fit(expected, Counter(seen)).p > 1e-3) is agree


@pytest.mark.parametrize(("statistic", "freedom", "p"), [(3.841, 1, 0.05), (18.307, 10, 0.05), (135.807, 100, 0.01)])
def test_p_is_that_of_the_tables(statistic: float, freedom: int, p: float) -> None:
    assert Fit(statistic, freedom).p == pytest.approx(p, rel=1e-3)
