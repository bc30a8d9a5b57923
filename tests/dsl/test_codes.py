"""Codes, their pages and what the pages promise."""

import re
from pathlib import Path

import pytest

from becher.dsl.codes import CODES
from becher.dsl.diagnostics import Diagnostic, Source
from becher.dsl.parse import parse

PAGES = Path(__file__).parents[2] / "docs" / "errors"
SYNTAX = sorted(code for code in CODES if code.startswith("E1"))
BLOCK = re.compile(r"```dice (bad|good)\n(.*?)```", re.DOTALL)


def page(code: str) -> str:
    return (PAGES / f"{code}.md").read_text("utf-8")


def found_in(text: str) -> tuple[Diagnostic, ...]:
    return parse(Source("page", text))[1]


@pytest.mark.parametrize("code", SYNTAX)
def test_a_page_bears_the_title_and_the_explanation_of_its_code(code: str) -> None:
    assert page(code).startswith(f"# {code}: {CODES[code].title}\n")
    assert CODES[code].explanation in page(code)
    assert "## How to mend it" in page(code)


WITH_FILES = [code for code in SYNTAX if BLOCK.search(page(code))]


def test_only_limits_and_unreadable_bytes_have_pages_without_a_file() -> None:
    assert all(CODES[code].is_limit or code in ("E100", "E101") for code in SYNTAX if code not in WITH_FILES)


@pytest.mark.parametrize("code", WITH_FILES)
def test_the_smallest_file_of_a_page_gives_its_finding_and_the_mended_one_gives_none(code: str) -> None:
    files = dict(BLOCK.findall(page(code)))
    (found,) = found_in(files["bad"])
    assert found.code == code
    assert f"> {found.message}\n" in page(code)
    assert found_in(files["good"]) == ()


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_letter_of_a_code_says_how_grave_it_is(code: str) -> None:
    assert code[0] == CODES[code].severity.value[0].upper()
