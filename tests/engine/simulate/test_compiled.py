"""Turns drawn whole from exact chances give what the interpreter gives move by move."""

from pathlib import Path

import pytest
from attrs import evolve

from becher.dsl.load import load
from becher.dsl.model import Game
from becher.engine.answer.refused import Refused
from becher.engine.simulate.compiled import walker
from becher.engine.simulate.run import WORTH_IT, Job, simulate, walk
from becher.engine.simulate.tally import SHARE

from .agreement import fit


def _game(id: str) -> Game:
    game = load(id).game
    assert game is not None
    return game


def test_a_greedy_bot_is_played_move_by_move() -> None:
    assert walk(Job("pig", (), ("greedy", "strategy:hold_at_20"), "seed", 10_000)) is None


def test_few_games_are_played_move_by_move() -> None:
    assert walk(Job("pig", (("goal", 30),), ("strategy:hold_at_20",) * 2, "seed", WORTH_IT - 1)) is None


def test_a_match_of_several_games_is_played_move_by_move() -> None:
    with pytest.raises(Refused, match="matches"):
        walker(_game("mickey"), {}, ["optimal"])


def test_players_who_may_throw_for_ever_are_played_move_by_move() -> None:
    with pytest.raises(Refused, match="without end"):
        walker(_game("pig"), {}, ["random", "random"])


def test_a_walk_depends_on_the_seed_and_the_number_of_games_only() -> None:
    job = Job("pig", (("goal", 30),), ("strategy:hold_at_20",) * 2, "seed", 70_000)
    first, second = walk(job), walk(job)
    assert first is not None
    assert first == second
    assert first.games == 70_000


SHEET = """
game small-sheet {
  players: 1..4
  dice: 3d4
  turn { throws: 2  retake: yes  on end { enter } }
  sheet {
    upper { ones = sum(dice, 1)  fours = sum(dice, 4) }
    alike = 9 when dice has [x x x]
    total: sum(upper) + alike + 5 when sum(upper) >= 9
  }
  strategy fours_first {
    turn { keep: every(4) when not filled(fours) else every(1) }
    enter: alike when dice has [x x x], fours, ones, alike
  }
}
"""


def test_sheets_walked_alone_have_the_totals_of_sheets_played(tmp_path: Path) -> None:
    file = tmp_path / "small.dice"
    file.write_text(SHEET)
    job = Job(str(file), (), ("strategy:fours_first",) * 2, "chi", 1_500)
    walked = walk(evolve(job, games=200_000))
    played = simulate(job)
    assert walked is not None
    for seat in (0, 1):
        assert fit(walked.points[seat], played.points[seat]).p > 1e-4
    assert sum(walked.shares) == 200_000 * SHARE
    assert set(walked.turns) == set(played.turns) == {6}


def test_where_the_least_total_wins_the_seat_with_fewer_points_wins(tmp_path: Path) -> None:
    file = tmp_path / "least.dice"
    file.write_text(
        SHEET.replace("  strategy", "  wins: lowest(total)\n  strategy low { turn { keep: -sum(kept) } }\n  strategy")
    )
    job = Job(str(file), (), ("strategy:fours_first", "strategy:low"), "least", 600)
    walked, played = walk(evolve(job, games=100_000)), simulate(job)
    assert walked is not None
    share = walked.shares[1] / sum(walked.shares)
    assert share > 0.55
    assert played.shares[1] / sum(played.shares) == pytest.approx(share, abs=0.07)
