"""Turns drawn whole from exact chances give what the interpreter gives move by move."""

from pathlib import Path

import pytest
from attrs import evolve

from becher.dsl.load import load
from becher.engine.simulate.chain import walk_chunk
from becher.engine.simulate.compiled import compiled
from becher.engine.simulate.run import Job, simulate, walk
from becher.engine.simulate.tally import SHARE, Tally


def _chi_square(exact: Tally, sample: Tally, seat: int) -> tuple[float, int]:
    """The statistic of a sample's points against shares from many more games, and its degrees of freedom."""
    cells: list[tuple[float, int]] = []
    expected, seen = 0.0, 0
    for value in sorted(exact.points[seat]):
        expected += exact.points[seat][value] / exact.games * sample.games
        seen += sample.points[seat][value]
        if expected >= 10:
            cells.append((expected, seen))
            expected, seen = 0.0, 0
    return sum((o - e) ** 2 / e for e, o in cells), len(cells) - 1


GAMES = [
    ("pig", {"goal": 40}, "hold_at_20", "hold_at_25"),
    ("30-ab", {"limit": 12}, "balanced", "sixes_then_highest"),
]


@pytest.mark.parametrize(("id", "options", "first", "second"), GAMES)
def test_walked_games_have_the_points_of_played_games(
    id: str, options: dict[str, int], first: str, second: str
) -> None:
    game = load(id).game
    assert game is not None
    chain = compiled(game, dict(options), [game.strategies[first], game.strategies[second]])
    walked = walk_chunk(chain, "chi", 0, 400_000)
    job = Job(id, tuple(options.items()), (f"strategy:{first}", f"strategy:{second}"), "chi", 1_500)
    played = simulate(job)
    for seat in (0, 1):
        statistic, freedom = _chi_square(walked, played, seat)
        assert statistic < freedom + 6 * (2 * max(1, freedom)) ** 0.5
    share = walked.shares[0] / sum(walked.shares)
    assert played.shares[0] / sum(played.shares) == pytest.approx(share, abs=0.05)


def test_a_random_bot_is_played_move_by_move() -> None:
    assert walk(Job("pig", (), ("random", "strategy:hold_at_20"), "seed", 10_000)) is None


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
        statistic, freedom = _chi_square(walked, played, seat)
        assert statistic < freedom + 6 * (2 * max(1, freedom)) ** 0.5
    assert sum(walked.shares) == 200_000 * SHARE
    assert set(walked.turns) == set(played.turns) == {6}
