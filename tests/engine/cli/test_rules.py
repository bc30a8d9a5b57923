"""`becher rules`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Said

GAME = """game base { players: 2  dice: 2d6  goal = 9 | 5..50  player { points = 0 }
  turn { throws: 1  on end { points += sum(dice) } }  over: points >= goal  wins: highest(points) }
game child like base { goal = 20 | 5..50 }
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "games.dice"
    path.write_text(GAME)
    return path


def test_the_sheet_is_written_in_the_language_asked(cli: Callable[..., Said], rules: Path) -> None:
    for language, title in (("en", "Your turn"), ("de", "Dein Zug"), ("nl", "Jouw beurt")):
        said = cli("rules", rules, "--lang", language)
        assert said.code == 0 and f"## {title}" in said.out


def test_a_variant_is_compared_with_the_base_in_its_own_file(cli: Callable[..., Said], rules: Path) -> None:
    said = cli("rules", f"{rules}#child")
    assert "somebody has at least 20 points. *Instead of:*" in said.out


def test_options_are_put_into_the_sheet(cli: Callable[..., Said], rules: Path) -> None:
    assert "somebody has at least 33 points" in cli("rules", rules, "--set", "goal=33").out


def test_an_option_out_of_range_is_a_usage_error(cli: Callable[..., Said], rules: Path) -> None:
    assert cli("rules", rules, "--set", "goal=3").code == 2


def test_an_unknown_language_or_game_is_a_usage_error(cli: Callable[..., Said], rules: Path) -> None:
    assert cli("rules", rules, "--lang", "tlh").code == 2
    assert cli("rules", "no-such-game").code == 2


def test_a_file_with_errors_gives_one(cli: Callable[..., Said], tmp_path: Path) -> None:
    path = tmp_path / "bad.dice"
    path.write_text("game g { players: 2 ")
    assert cli("rules", path).code == 1
