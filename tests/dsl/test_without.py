"""Variants without one of the lines they say."""

from pathlib import Path

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load, load_text
from becher.dsl.model import Game
from becher.dsl.without import each_without

VARIANT = """game mine like pig {
  goal = 50 | 20..500
    source "at home"
  turn { dice: 2d6 }
  add generous = no | yes
  words de { goal = "Punkteziel" }
  strategy bold { turn { stop: pool >= 30 } }
  example "nothing yet" { expect(score of me = 0) }
}"""


def game_of(text: str) -> Game:
    game = load_text(Source("mine.dice", text)).game
    assert game is not None
    return game


def test_each_line_that_plays_is_left_out_once() -> None:
    found = {one.line: one.game for one in each_without(game_of(VARIANT))}
    assert set(found) == {"goal = 50 | 20..500", "dice: 2d6", "add generous = no | yes"}
    assert found["goal = 50 | 20..500"].options["goal"].default == 100
    assert found["dice: 2d6"].options["goal"].default == 50
    assert "generous" not in found["add generous = no | yes"].options


def test_a_line_that_others_need_is_not_left_out() -> None:
    text = "game mine like pig { add enough = 20  turn { stop: pool >= enough } }"
    assert [one.line for one in each_without(game_of(text))] == ["stop: pool >= enough"]


def test_a_game_that_is_like_no_other_has_no_lines_to_leave_out() -> None:
    pig = load("pig").game
    assert pig is not None
    assert not list(each_without(pig))


@pytest.mark.parametrize("parent", ["pig", "mine"])
def test_parents_are_found_in_the_file_and_beside_it(tmp_path: Path, parent: str) -> None:
    (tmp_path / "mine.dice").write_text("game mine like pig { goal = 60 | 20..500 }")
    file = tmp_path / "other.dice"
    file.write_text(f"game other like {parent} {{ goal = 40 | 20..500 }}")
    game = load(str(file)).game
    assert game is not None
    (only,) = each_without(game)
    assert only.game.options["goal"].default == {"pig": 100, "mine": 60}[parent]
