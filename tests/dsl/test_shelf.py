"""Finding games by id, without a parser and without leaving the folders."""

import os
from pathlib import Path

import pytest

from becher.dsl.shelf import Shelf, Wanted, beside, heads, wanted


def put(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_a_shelf_finds_games_in_subfolders_by_their_heads(tmp_path: Path) -> None:
    put(tmp_path, "press/pig.dice", "game pig { }\ngame pig-two like pig\n{ }")
    put(tmp_path, "notes.txt", "game hidden { }")
    shelf = Shelf.of(tmp_path)
    assert shelf.ids == ("pig", "pig-two")
    (entry,) = shelf.find("pig-two")
    assert (entry.base, entry.position, entry.path.name) == ("pig", 1, "pig.dice")


def test_heads_in_comments_and_texts_do_not_count(tmp_path: Path) -> None:
    path = put(tmp_path, "x.dice", '# game one { }\ngame two { source "game three { }" }')
    assert [entry.id for entry in heads(path)] == ["two"]


def test_the_first_root_wins(tmp_path: Path) -> None:
    first = put(tmp_path, "a/x.dice", "game x { }")
    put(tmp_path, "b/x.dice", "game x { }")
    assert [entry.path for entry in Shelf.of(tmp_path / "a", tmp_path / "b").find("x")] == [first]


def test_two_files_of_one_root_with_one_id_are_both_shown(tmp_path: Path) -> None:
    put(tmp_path, "a.dice", "game x { }")
    put(tmp_path, "b.dice", "game x { }")
    assert len(Shelf.of(tmp_path).find("x")) == 2


def test_links_out_of_a_root_are_left_alone(tmp_path: Path) -> None:
    outside = put(tmp_path, "outside/x.dice", "game x { }")
    root = tmp_path / "root"
    root.mkdir()
    (root / "link.dice").symlink_to(outside)
    (root / "folder").symlink_to(outside.parent, target_is_directory=True)
    put(root, "own.dice", "game own { }")
    (root / "inner.dice").symlink_to(root / "own.dice")
    assert Shelf.of(root).ids == ("own",)
    assert {entry.path.name for entry in Shelf.of(root).find("own")} == {"own.dice", "inner.dice"}


def test_a_pipe_on_the_shelf_is_neither_read_nor_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.dice")
    assert Shelf.of(tmp_path).ids == ()


def test_a_shelf_without_a_folder_is_empty(tmp_path: Path) -> None:
    assert Shelf.of(tmp_path / "nowhere").ids == ()


def test_beside_a_file_lie_the_files_of_its_folder_only(tmp_path: Path) -> None:
    path = put(tmp_path, "x.dice", "game x { }")
    put(tmp_path, "y.dice", "game y { }")
    put(tmp_path, "deeper/z.dice", "game z { }")
    assert [entry.id for entry in beside(path)] == ["x", "y"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("pig", Wanted(None, "pig")),
        ("pig.dice", Wanted(Path("pig.dice"), None)),
        ("games/pig.dice#pig-two", Wanted(Path("games/pig.dice"), "pig-two")),
        ("./pig", Wanted(Path("pig"), None)),
        ("30-ab", Wanted(None, "30-ab")),
    ],
)
def test_a_separator_or_the_ending_makes_a_path(text: str, asked: Wanted) -> None:
    assert wanted(text) == asked
