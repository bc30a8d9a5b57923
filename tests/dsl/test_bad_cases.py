"""Every file of tests/cases/bad says beside the wrong line what is found there: `#! E201 words of the message`."""

import re
from pathlib import Path

import pytest

from becher.dsl.diagnostics import Diagnostic, Severity
from becher.dsl.load import check_text
from becher.dsl.shelf import Shelf
from becher.dsl.source import read_source

FOLDER = Path(__file__).parents[1] / "cases" / "bad"
# What comes out only when the rules are tried is looked at in tests/engine/examine.
TRIED = ("E60", "W62", "N72")
CASES = sorted(path for path in FOLDER.glob("[EWN][2-7]*.dice") if not path.name.startswith(TRIED))
EXPECTED = re.compile(r"#! ([EWN][0-9]{3}) (.+?)$")
EMPTY = Shelf.of()


def findings_of(path: Path) -> tuple[list[str], tuple[Diagnostic, ...]]:
    source, faults = read_source(path)
    assert source is not None, faults
    return source.text.splitlines(), check_text(source, EMPTY)


def line_of(found: Diagnostic) -> int:
    assert found.span is not None
    return found.span.source.position(found.span.start)[0]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_bad_file_gets_the_findings_it_names_and_no_others(path: Path) -> None:
    lines, findings = findings_of(path)
    expected = {(number, m[1]): m[2] for number, text in enumerate(lines, 1) if (m := EXPECTED.search(text))}
    assert expected, "the file names no finding"
    assert path.stem.split("-")[0] in {code for _, code in expected}
    found = {(line_of(f), f.code): f.message for f in findings}
    for place, words in expected.items():
        assert place in found, (place, found)
        assert words in found[place]
    unexpected = [f for f in findings if f.severity is not Severity.NOTE and (line_of(f), f.code) not in expected]
    assert not unexpected
