"""What is told of an event."""

from pathlib import Path

import pytest

TOGETHER = """game all-in {
  players: 2..4
  dice: 1d6
  player { score = 0 }
  turn {
    together: yes
    bust: thrown has 1
    keep: none
    adds: sum(thrown)
    stop: yes
    on end { score += pool }
  }
  over: score >= 20
  wins: highest(score)
}
"""


@pytest.fixture
def together(tmp_path: Path) -> Path:
    path = tmp_path / "all-in.dice"
    path.write_text(TOGETHER)
    return path


def test_who_all_answer_at_once_learn_of_each_other_together(cli, together) -> None:
    said = cli("play", together, "--dice", "typed", input="5\nstop\nthrow\n6\nstop\nquit\n")
    assert said.code == 0
    lines = said.out.splitlines()
    first = lines.index("seat 1 has answered")
    assert "seat 1: stop" not in lines[:first]
    assert lines[lines.index("seat 1: stop") + 1] == "seat 2: throw"
    assert "  seat 1: score 0 -> 5" in lines
    assert "  seat 2: score 0 -> 11" in lines


def test_what_a_bust_costs_is_told(cli) -> None:
    said = cli("play", "pig", "--dice", "typed", input="6\nstop\n5\nthrow\n1\nquit\n")
    lines = said.out.splitlines()
    assert "  seat 1: score 0 -> 6" in lines
    assert lines[lines.index("seat 2 throws 1") + 1] == "  bust"


def test_moves_taken_unasked_are_told(cli) -> None:
    said = cli("play", "30-ab", "--dice", "typed", input="666665\n66666\n1\nquit\n")
    lines = said.out.splitlines()
    assert "  of itself: keep 1" in lines
    assert "seat 1, distribute, throw 0: throws 6 dice; what lies on the table?" in lines


def test_games_of_a_match_are_told_one_by_one(cli, tmp_path: Path) -> None:
    log = tmp_path / "log"
    cli("play", "mickey", "--seats", "random", "--players", 2, "--seed", "m", "--log", log)
    lines = cli("replay", log).out.splitlines()
    assert [line.split(",")[0] for line in lines if " is over" in line] == [f"  game {n} is over" for n in (1, 2, 3)]
