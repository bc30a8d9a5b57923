"""Files that are right, and files that are wrong with what is found beside the wrong line.

`#! E114 some words` at the end of a line says: here this code is reported, and its message holds these words.
"""

import re
from pathlib import Path

import pytest

from becher.dsl.codes import CODES
from becher.dsl.diagnostics import Diagnostic, Severity
from becher.dsl.load import load_text
from becher.dsl.shelf import Shelf
from becher.dsl.source import source_from_bytes
from becher.engine.examine import examine

HERE = Path(__file__).parent
BAD = sorted(HERE.glob("bad/*.dice"))
GOOD = sorted(HERE.glob("good/*.dice"))
EXPECTED = re.compile(r"#! ([EWN][0-9]{3})(.*)")


def findings_of(path: Path) -> tuple[Diagnostic, ...]:
    source, refused = source_from_bytes(path.name, path.read_bytes())
    if source is None:
        return refused
    loaded = load_text(source, Shelf.of())
    tried = tuple(found for game in loaded.games if is_tried(path) for found in examine(game))
    return (*loaded.diagnostics, *tried)


def is_tried(path: Path) -> bool:
    """Is the file about what comes out only when the rules are tried?"""
    return path in GOOD or path.name.startswith(("E60", "W62", "N72"))


def expected_of(path: Path) -> dict[tuple[int, str], str]:
    lines = path.read_bytes().decode("utf-8", "replace").split("\n")
    marks = ((number, EXPECTED.search(line)) for number, line in enumerate(lines, 1))
    return {(number, mark[1]): mark[2].strip() for number, mark in marks if mark}


def place_of(found: Diagnostic) -> tuple[int, str]:
    assert found.span is not None
    return found.span.source.position(found.span.start)[0], found.code


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_file_gets_the_findings_it_names_and_no_others(path: Path) -> None:
    expected = expected_of(path)
    assert path.stem[:4] in {code for _, code in expected}
    found = {place_of(one): one for one in findings_of(path)}
    unasked_notes = {place for place, one in found.items() if one.severity is Severity.NOTE} - set(expected)
    assert set(found) - unasked_notes == set(expected)
    for place, words in expected.items():
        assert words in found[place].message


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_good_file_gets_no_error_and_no_warning(path: Path) -> None:
    assert [one.message for one in findings_of(path) if one.severity is not Severity.NOTE] == []


def test_every_code_of_syntax_has_a_bad_file() -> None:
    covered = {path.stem[:4] for path in BAD}
    assert {code for code in CODES if code.startswith("E1")} <= covered
