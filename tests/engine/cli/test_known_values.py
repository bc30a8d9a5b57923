"""Values known from the games' literature, or worked out by an independent exact program, come out of the command line."""

import shlex
from fractions import Fraction
from pathlib import Path

import pytest

PLAIN_FARKLE = """game plain like farkle {
  remove pairs_with_four
  table pays {
    remove [x x x x]  remove [x x x x x]  remove [x x x x x x]
    remove [1 2 3 4 5 6]  remove [x x x x y y]  %s
  }
}"""
ONE_BOX = """game one-box {
  players: 1..2
  dice:    5d6
  turn { throws: 3  retake: yes  on end { enter } }
  sheet { alike = 1 when dice has [x x x x x] else 0 }
}"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


FRACTIONS = [
    ("dertigen --phase collect --maximize 'sum(dice)'", "332273594663/11019960576"),
    ("dertigen --phase collect --maximize 'sum(dice) >= 30'", "4931510846438033/7312316880125952"),
    ("dertigen --phase collect --minimize 'max(0, 30 - sum(dice))'", "1828250244505361/1828079220031488"),
    ("30-ab --phase 'distribute(2)' --maximize 'pool / 2'", "1090229648077/606223864550"),
    ("pig --phase turn --maximize pool --strategy hold_at_20", "492303203/60466176"),
    ("pig --phase turn --maximize 'min(pool, 100)'", "492303203/60466176"),
]


@pytest.mark.parametrize(("asked", "exact"), FRACTIONS)
def test_a_phase_is_worth_what_is_known_to_the_last_fraction(cli, asked: str, exact: str) -> None:
    said = cli("solve", *shlex.split(asked), "--exact", "--json").json
    assert said["exact"] == exact
    assert said["value"] == pytest.approx(float(Fraction(exact)), abs=1e-9)


def test_five_alike_in_three_throws_are_as_likely_as_is_known(cli, tmp_path: Path) -> None:
    file = tmp_path / "one-box.dice"
    file.write_text(ONE_BOX)
    assert cli("solve", file, "--exact", "--json").json["exact"] == "347897/7558272"


def test_the_best_mean_spreads_as_the_students_print_it(cli) -> None:
    said = cli("solve", "dertigen", "--phase", "collect", "--maximize", "sum(dice)", "--json").json
    shares = {int(total): share for total, share in said["distribution"].items()}
    printed = {29: 11.23, 30: 13.05, 31: 13.87, 32: 13.25, 33: 10.84, 34: 7.05, 35: 3.23, 36: 0.88}
    assert {total: round(100 * shares[total], 2) for total in printed} == printed
    assert sum(share for total, share in shares.items() if total <= 28) == pytest.approx(0.2660, abs=5e-5)
    assert sum(share for total, share in shares.items() if total >= 30) == pytest.approx(0.6216835, abs=5e-8)
    assert sum(max(0, 30 - total) * share for total, share in shares.items()) == pytest.approx(1.0734712, abs=5e-8)


@pytest.mark.parametrize(
    ("asked", "value", "error"),
    [
        ("pig --players 2", 0.5305927, 5e-8),
        ("yahtzee", 254.5877287345, 1e-9),
        ("yahtzee-free-joker", 254.5896094820, 1e-9),
        ("yahtzee-plain", 245.8708, 5e-5),
    ],
)
def test_a_whole_game_is_worth_what_is_known(cli, asked: str, value: float, error: float) -> None:
    said = cli("solve", *shlex.split(asked), "--json").json
    assert said["value"] == pytest.approx(value, abs=error)
    assert said["draw"] in (None, 0.0)


ODDS = ("2/3", "4/9", "5/18", "17/108", "25/324")


@pytest.mark.parametrize(("rows", "six"), [("remove [x x y y z z]", "5/162"), ("", "5/216")])
def test_a_throw_is_bust_as_often_as_is_known(cli, tmp_path: Path, rows: str, six: str) -> None:
    file = tmp_path / "plain.dice"
    file.write_text(PLAIN_FARKLE % rows)
    said = [cli("odds", file, "--throw", number, "--json").json["exact"] for number in range(1, 7)]
    assert said == [*ODDS, six]


def test_the_totals_of_a_sheet_lie_where_the_analysis_says_they_do(cli) -> None:
    """Both ends are reached: the distribution of best play has them too."""
    said = cli("show", "ohio", "--json").json["totals"]
    assert (said["min"], said["max"]) == (1, 166)
    shares = cli("solve", "ohio", "--json").json["distribution"]
    assert (min(map(int, shares)), max(map(int, shares))) == (1, 166)
