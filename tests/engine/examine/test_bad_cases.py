"""Every file of tests/cases/bad about rules that have to be tried says beside the wrong line what is found there."""

import re
from pathlib import Path

import pytest

from becher.dsl.diagnostics import Severity
from becher.dsl.load import load
from becher.dsl.shelf import Shelf
from becher.engine.examine import examine

FOLDER = Path(__file__).parents[2] / "cases" / "bad"
CASES = sorted(path for kind in ("E60", "W62", "N72") for path in FOLDER.glob(f"{kind}*.dice"))
EXPECTED = re.compile(r"#! ([EWN][0-9]{3}) (.+?)$", re.MULTILINE)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_bad_file_gets_the_findings_it_names_and_no_others(path: Path) -> None:
    loaded = load(str(path), Shelf.of())
    assert loaded.game is not None, loaded.diagnostics
    expected = dict(EXPECTED.findall(path.read_text("utf-8")))
    assert path.stem.split("-")[0] in expected
    found = {one.code: one for one in (*loaded.diagnostics, *examine(loaded.game))}
    for code, words in expected.items():
        assert words in found[code].message
        span = found[code].span
        assert span is not None
        line = span.source.text.splitlines()[span.source.position(span.start)[0] - 1]
        assert f"#! {code}" in line
    assert [one for one in found.values() if one.severity is not Severity.NOTE and one.code not in expected] == []
