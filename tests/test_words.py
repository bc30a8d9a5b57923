"""docs/words.md lists every word of the language, as the tables of the schema say it."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from becher.dsl.schema import reserved_words

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.fixture(scope="module")
def make() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "make_words.py"))


def test_the_page_is_what_the_tables_say(make: dict[str, Any]) -> None:
    assert (DOCS / "words.md").read_text(encoding="utf-8") == make["page"](), "run python docs/make_words.py"


def test_every_word_that_no_name_may_be_has_a_row(make: dict[str, Any]) -> None:
    assert reserved_words() <= {row.word for row in make["rows"]()}


def test_every_row_says_something(make: dict[str, Any]) -> None:
    assert [row.word for row in make["rows"]() if not row.means] == []
