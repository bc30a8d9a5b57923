"""From a file or an id to checked games."""

from pathlib import Path

import pytest

from becher.dsl.diagnostics import Severity, Source
from becher.dsl.limits import LIMITS
from becher.dsl.load import Loaded, check_text, load, load_text
from becher.dsl.shelf import Shelf

BASE = """game base {
  players: 2..4
  dice: 2d6
  player { score = 0 }
  turn { throws: 1  on end { score += sum(dice) } }
  over: score >= 50
  wins: highest(score)
}
"""


def codes(loaded: Loaded) -> list[str]:
    return [found.code for found in loaded.diagnostics]


def test_every_shipped_game_loads_without_errors() -> None:
    root = Path(__file__).parents[2] / "games"
    shelf = Shelf.of(root)
    assert shelf.ids
    for id in shelf.ids:
        loaded = load(id, shelf)
        assert loaded.game is not None and loaded.game.id == id, loaded.diagnostics


def test_a_path_gives_all_games_and_the_first_is_the_game(tmp_path: Path) -> None:
    path = tmp_path / "two.dice"
    path.write_text(BASE + "game child like base { dice: 3d6 }\n", "utf-8")
    loaded = load(str(path), Shelf.of())
    assert [game.id for game in loaded.games] == ["base", "child"]
    assert loaded.game is loaded.games[0]
    assert load(f"{path}#child", Shelf.of()).game == loaded.games[1]


def test_an_id_gives_that_game_alone(tmp_path: Path) -> None:
    (tmp_path / "two.dice").write_text(BASE + "game child like base { dice: 3d6 }\n", "utf-8")
    loaded = load("child", Shelf.of(tmp_path))
    assert [game.id for game in loaded.games] == ["child"]


def test_an_unknown_id_is_a_finding_with_the_nearest_id(tmp_path: Path) -> None:
    (tmp_path / "base.dice").write_text(BASE, "utf-8")
    (found,) = load("bsae", Shelf.of(tmp_path)).diagnostics
    assert (found.code, found.hint) == ("E417", "did you mean base?")
    assert codes(load(f"{tmp_path}/base.dice#other", Shelf.of())) == ["E417"]


def test_two_files_with_one_id_are_not_told_apart_silently(tmp_path: Path) -> None:
    (tmp_path / "a.dice").write_text(BASE, "utf-8")
    (tmp_path / "b.dice").write_text(BASE, "utf-8")
    assert codes(load("base", Shelf.of(tmp_path))) == ["E416"]


def test_a_missing_file_is_the_callers_business(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(str(tmp_path / "none.dice"), Shelf.of())


def test_a_parent_is_found_beside_the_file_before_the_shelf(tmp_path: Path) -> None:
    shelf, here = tmp_path / "shelf", tmp_path / "here"
    shelf.mkdir()
    here.mkdir()
    (shelf / "base.dice").write_text(BASE, "utf-8")
    (here / "child.dice").write_text("game child like base { }\n", "utf-8")
    loaded = load(str(here / "child.dice"), Shelf.of(shelf))
    assert loaded.game is not None and loaded.game.players == (2, 4)
    (here / "base.dice").write_text(BASE.replace("2..4", "3..5"), "utf-8")
    loaded = load(str(here / "child.dice"), Shelf.of(shelf))
    assert loaded.game is not None and loaded.game.players == (3, 5)


def test_a_parent_with_errors_is_named_at_the_child(tmp_path: Path) -> None:
    (tmp_path / "base.dice").write_text(BASE.replace("players:", "players"), "utf-8")
    (tmp_path / "child.dice").write_text("game child like base { }\n", "utf-8")
    assert codes(load(str(tmp_path / "child.dice"), Shelf.of())) == ["E415"]


def chain(length: int) -> str:
    heads = [BASE, *(f"game g{i} like {'base' if i == 2 else f'g{i - 1}'} {{ }}\n" for i in range(2, length + 1))]
    return "".join(heads)


def test_a_chain_may_be_as_deep_as_the_limit_and_no_deeper() -> None:
    depth = LIMITS.chain_depth
    assert check_text(Source("text", chain(depth)), Shelf.of()) == ()
    assert {found.code for found in check_text(Source("text", chain(depth + 1)), Shelf.of())} == {"E414"}


def test_every_item_knows_the_file_that_set_it(tmp_path: Path) -> None:
    (tmp_path / "base.dice").write_text(BASE, "utf-8")
    (tmp_path / "child.dice").write_text("game child like base { over: score >= 30 }\n", "utf-8")
    game = load(str(tmp_path / "child.dice"), Shelf.of()).game
    assert game is not None and game.over is not None and game.over.span is not None
    assert Path(game.over.span.source.name).name == "child.dice"
    span = game.variables["score"].span
    assert span is not None and Path(span.source.name).name == "base.dice"


def test_an_error_in_what_a_variant_inherits_shows_the_variant() -> None:
    text = BASE + "game child like base { player { remove score } }\n"
    found = [f for f in load_text(Source("text", text), Shelf.of()).diagnostics if f.severity is Severity.ERROR]
    assert found
    assert any("child inherits it" in label.text for f in found for label in f.labels)


def test_findings_come_in_the_order_of_the_text() -> None:
    text = BASE.replace("over: score", "over: scor").replace("highest(score)", "highest(scorr)")
    offsets = [f.span.start for f in check_text(Source("text", text), Shelf.of()) if f.span is not None]
    assert len(offsets) == 2 and offsets == sorted(offsets)


def test_a_fault_of_a_game_is_not_told_again_to_its_variants_in_the_file() -> None:
    text = BASE.replace("over: score", "over: scor") + "game child like base { wins: lowest(score) }\n"
    found = [f for f in load_text(Source("text", text), Shelf.of()).diagnostics if f.severity is Severity.ERROR]
    assert [(f.code, f.labels) for f in found] == [("E201", ())]


def test_a_circle_of_links_is_neither_followed_for_ever_nor_a_fault_of_ours(tmp_path: Path) -> None:
    (tmp_path / "one.dice").symlink_to("two.dice")
    (tmp_path / "two.dice").symlink_to("one.dice")
    with pytest.raises(OSError, match="symbolic links"):
        load(str(tmp_path / "one.dice"), Shelf.of())
    (tmp_path / "mine.dice").write_text("game mine like one { }")
    assert {f.code for f in load(str(tmp_path / "mine.dice"), Shelf.of()).diagnostics} == {"E412"}
    assert Shelf.of(tmp_path).ids == ("mine",)
