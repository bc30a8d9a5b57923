"""Strategies in a file of their own: strategy:FILE:NAME at the table, FILE:NAME for the solver."""

from pathlib import Path

import pytest

MINE = "game mine like pig { strategy bold { turn { stop: pool >= 30 or score + pool >= goal } } }"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.dice"
    file.write_text(MINE)
    return file


def test_a_strategy_of_a_file_is_solved_as_in_that_file(cli, mine: Path) -> None:
    by_name = cli("solve", "pig", "--set", "goal=20", "--players", 2, "--strategy", f"{mine}:bold", "--fresh", "--json")
    in_file = cli("solve", mine, "--set", "goal=20", "--players", 2, "--strategy", "bold", "--fresh", "--json")
    assert by_name.code == in_file.code == 0
    assert by_name.json["value"] == in_file.json["value"]
    assert by_name.json["game"] == "pig"


def test_a_strategy_of_a_file_is_followed_in_one_phase_too(cli, mine: Path) -> None:
    asked = ["--phase", "turn", "--maximize", "pool", "--fresh", "--json", "--strategy"]
    there, here = cli("solve", mine, *asked, "bold"), cli("solve", "pig", *asked, f"{mine}:bold")
    assert here.code == 0
    assert here.json["value"] == there.json["value"] == pytest.approx(7.579392889)


def test_games_between_a_strategy_of_a_file_and_one_of_the_game_are_simulated(cli, mine: Path) -> None:
    seats = f"strategy:{mine}:bold,strategy:hold_at_20"
    said = cli("simulate", "pig", "--players", 2, "--seats", seats, "--games", 20, "--seed", "a", "--json")
    assert said.code == 0 and said.json["games"] == 20


def test_a_save_knows_where_its_strategies_come_from(cli, mine: Path, tmp_path: Path) -> None:
    save = tmp_path / "one.save"
    begun = [
        "play",
        "pig",
        "--players",
        2,
        "--seats",
        f"human,strategy:{mine}:bold",
        "--set",
        "goal=20",
        "--save",
        save,
    ]
    assert cli(*begun, "--seed", "s", input="quit\n").code == 0
    assert cli("play", "--resume", save, "--json", input="stop\n" * 40).code == 0
    mine.unlink()
    assert cli("play", "--resume", save).code != 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            MINE.replace("game mine like pig {", "game mine like pig { goal = 50 | 20..500 "),
            "does not play by the rules of pig",
        ),
        (MINE.replace("like pig", "like hog"), "does not play by the rules of pig"),
        ("no rules", "without errors"),
    ],
)
def test_files_that_are_no_strategies_for_the_game_are_refused(cli, mine: Path, text: str, said: str) -> None:
    mine.write_text(text)
    found = cli("simulate", "pig", "--players", 2, "--seats", f"strategy:{mine}:bold", "--games", 10)
    assert found.code == 2
    assert said in found.err


def test_a_strategy_the_file_does_not_have_is_a_usage_error(cli, mine: Path) -> None:
    said = cli("solve", "pig", "--strategy", f"{mine}:bald")
    assert said.code == 2 and f"{mine}:bold" in said.err
