"""The pages of findings about names, sorts, variants and rules keep what they promise."""

import re
from pathlib import Path

import pytest

from becher.dsl.codes import CODES
from becher.dsl.diagnostics import Diagnostic, Severity, Source
from becher.dsl.load import load_text
from becher.dsl.shelf import Shelf
from becher.engine.examine import examine

ROOT = Path(__file__).parents[2]
RULES = sorted(code for code in CODES if not code.startswith("E1"))
BLOCK = re.compile(r"```dice (bad|good)\n(.*?)```", re.DOTALL)
# These take more than one file, or more than a page holds.
WITHOUT_A_FILE = {"E221", "E290", "E414", "E415", "E417"}


def page(code: str) -> str:
    return (ROOT / "docs" / "errors" / f"{code}.md").read_text("utf-8")


def found_in(text: str, tried: bool = False) -> tuple[Diagnostic, ...]:
    """The findings of a text; with those that come out only when its rules are tried."""
    loaded = load_text(Source("page", text), Shelf.of())
    return (*loaded.diagnostics, *(found for game in loaded.games if tried for found in examine(game)))


def is_tried(code: str) -> bool:
    return code.startswith(("E60", "W62", "N72"))


@pytest.mark.parametrize("code", RULES)
def test_a_page_bears_the_title_and_the_explanation_of_its_code(code: str) -> None:
    assert page(code).startswith(f"# {code}: {CODES[code].title}\n")
    assert CODES[code].explanation in page(code)
    assert "## How to mend it" in page(code)


@pytest.mark.parametrize("code", [code for code in RULES if code not in WITHOUT_A_FILE])
def test_the_smallest_file_of_a_page_gives_its_finding(code: str) -> None:
    bad = dict(BLOCK.findall(page(code)))["bad"]
    messages = [found.message for found in found_in(bad, is_tried(code)) if found.code == code]
    assert messages and f"> {messages[0]}\n" in page(code)


@pytest.mark.parametrize("code", [code for code in RULES if "```dice good" in page(code)])
def test_the_mended_file_of_a_page_is_clean(code: str) -> None:
    good = dict(BLOCK.findall(page(code)))["good"]
    assert [f for f in found_in(good, is_tried(code)) if f.severity is not Severity.NOTE or f.code == code] == []


@pytest.mark.parametrize("code", [code for code in RULES if code not in WITHOUT_A_FILE])
def test_every_code_has_a_bad_file(code: str) -> None:
    assert list((ROOT / "tests" / "cases" / "bad").glob(f"{code}-*.dice"))


def test_the_list_of_findings_names_every_code_with_its_title() -> None:
    listed = (ROOT / "docs" / "errors" / "README.md").read_text("utf-8")
    assert [code for code in CODES if f"| [{code}]({code}.md) | {CODES[code].title} |" not in listed] == []
