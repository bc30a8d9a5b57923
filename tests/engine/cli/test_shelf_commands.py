"""`becher tree` and the filters of `becher list`, on a shelf of their own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from becher.dsl import shelf

from .conftest import Said

GAMES = """
game dash { players: 2..4  dice: 1d6  player { points = 0 }
  turn { keep: none  bust: thrown has 1  adds: sum(thrown)  stop: yes  on end { points += pool } }
  over: points >= 20  wins: highest(points)  words de { title = "Spurt" }  words en { title = "Dash" } }
game long-dash like dash { over: points >= 90  words en { title = "Long dash" } }
game odd-dash like long-dash { dice: 2d6 }
game card { players: 1..many  dice: 3d6  turn { throws: 2  retake: yes  on end { enter } }
  sheet { ones = sum(dice, 1)  twos = sum(dice, 2) } }
"""


@pytest.fixture
def becher_shelf(cli: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """The program with a shelf of four games."""
    (tmp_path / "games.dice").write_text(GAMES)
    monkeypatch.setattr(shelf, "default_roots", lambda: (tmp_path,))
    return cli


def ids(said: Said) -> list[str]:
    assert said.code == 0, said.err
    return [card["id"] for card in said.json]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ((), ["card", "dash", "long-dash", "odd-dash"]),
        (("--players", 1), ["card"]),
        (("--players", 4), ["card", "dash", "long-dash", "odd-dash"]),
        (("--players", 5), ["card"]),
        (("--dice", "1d6"), ["dash", "long-dash"]),
        (("--dice", "d6"), ["card", "dash", "long-dash", "odd-dash"]),
        (("--dice", "2"), ["odd-dash"]),
        (("--dice", "d20"), []),
        (("--language", "de"), ["dash", "long-dash", "odd-dash"]),
        (("--language", "nl"), []),
        (("--mechanic", "press-your-luck"), ["dash", "long-dash", "odd-dash"]),
        (("--mechanic", "score-sheet", "--mechanic", "free-retake"), ["card"]),
        (("--mechanic", "score-sheet", "--mechanic", "race"), []),
        (("--mechanic", "race", "--dice", "2d6"), ["odd-dash"]),
    ],
)
def test_filters_leave_the_games_that_fit(
    becher_shelf: Callable[..., Said], filters: tuple[object, ...], found: list[str]
) -> None:
    assert ids(becher_shelf("list", "--json", *filters)) == found


def test_an_unknown_mechanic_is_a_usage_error_with_a_suggestion(becher_shelf: Callable[..., Said]) -> None:
    said = becher_shelf("list", "--mechanic", "score-sheets")
    assert said.code == 2 and "did you mean score-sheet" in said.err


def test_a_question_mark_lists_the_mechanics(becher_shelf: Callable[..., Said]) -> None:
    said = becher_shelf("list", "--mechanic", "?")
    assert said.code == 0 and "press-your-luck" in said.out


def test_the_list_alone_reads_no_grammar(becher: Callable[..., object]) -> None:
    done = becher("list", env={"PYTHONPROFILEIMPORTTIME": "1"})
    assert "becher.dsl.catalogue" in done.stderr and "lark" not in done.stderr  # type: ignore[attr-defined]


def test_the_tree_draws_each_variant_under_what_it_is_like(becher_shelf: Callable[..., Said]) -> None:
    said = becher_shelf("tree")
    assert said.out.replace("└─", "`-") == ("card\ndash  Dash\n`- long-dash  Long dash\n   `- odd-dash\n")


def test_the_tree_of_one_game_is_its_whole_family(becher_shelf: Callable[..., Said]) -> None:
    (root,) = becher_shelf("tree", "odd-dash", "--json").json
    assert root["id"] == "dash" and root["variants"][0]["variants"] == [
        {"id": "odd-dash", "name": "odd-dash", "variants": []}
    ]


def test_a_circle_of_games_is_drawn_once(becher_shelf: Callable[..., Said], tmp_path: Path) -> None:
    (tmp_path / "circle.dice").write_text("game one like two { }\ngame two like one { }\n")
    said = becher_shelf("tree", "one")
    assert (said.code == 0 and said.out.split() == ["two", "└─", "one"]) or said.out.split() == ["two", "`-", "one"]


def test_an_unknown_id_is_a_usage_error(becher_shelf: Callable[..., Said]) -> None:
    assert becher_shelf("tree", "nothing").code == 2
