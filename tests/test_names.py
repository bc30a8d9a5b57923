"""Python knows no game: what a game is called and what it does stands in its file."""

import re
from pathlib import Path

import pytest

from becher.dsl.shelf import Shelf

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted(path for folder in ("dsl", "engine") for path in (ROOT / folder).rglob("*.py"))
# Shorter names are not looked for: they are parts of plain words too often.
SHORTEST = 4

# Names of games that are also plain words, each with the reason why it may stand in Python.
PLAIN_WORDS: dict[str, str] = {}

_TITLES = re.compile(r'\b(?:title|also)\s*=\s*("[^"\n]+"(?:\s*\|\s*"[^"\n]+")*)')
_TEXT = re.compile(r'"([^"\n]+)"')


def names(shelf: Shelf) -> set[str]:
    """Every id, and every title and other name in every language, that is long enough to look for."""
    texts = [text_of(path) for path in {entry.path for entry in shelf.entries}]
    titles = {title for text in texts for found in _TITLES.findall(text) for title in _TEXT.findall(found)}
    return {name.casefold() for name in {*shelf.ids, *titles} if len(name) >= SHORTEST}


def places(named: set[str], path: Path) -> list[str]:
    """Where a file says one of these names as a whole word: in code, texts, docstrings and comments alike."""
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, sorted(named, key=len, reverse=True)))})(?!\w)")
    lines = enumerate(text_of(path).casefold().splitlines(), 1)
    return [f"{path.name}:{number}: {match[1]}" for number, line in lines for match in pattern.finditer(line)]


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return Shelf.of(ROOT / "games")


def test_python_names_no_game_of_the_shelf(shelf: Shelf) -> None:
    wanted = names(shelf) - PLAIN_WORDS.keys()
    assert len(wanted) > 20
    assert [place for path in FILES for place in places(wanted, path)] == []


def test_an_exception_is_the_name_of_a_game_and_says_why(shelf: Shelf) -> None:
    assert PLAIN_WORDS.keys() <= names(shelf)
    assert all(PLAIN_WORDS.values())


def test_a_name_in_a_comment_or_a_text_is_found(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text('BEST = "Blue Moon"  # as in blue-moon-plain\nbluemoons = 1\n', encoding="utf-8")
    assert places({"blue moon", "blue-moon-plain", "bluemoon"}, file) == [
        "rules.py:1: blue moon",
        "rules.py:1: blue-moon-plain",
    ]
