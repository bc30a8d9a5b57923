"""Findings as text for people, editors and programs."""

import json
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becher.dsl.diagnostics import Diagnostic, Label, Source, Span, error, note, warning
from becher.dsl.render import RENDERERS, text

SOURCE = Source("games/a b,c.dice", "game a {\n  x = sum(dice\n  größe = 1\n\ty = 日本 ; 2\n}\n")
UNCLOSED = error(
    "E112", "a ) is missing here", Span(SOURCE, 23, 23), "close the (", Label(Span(SOURCE, 18, 19), "opened here")
)
NOWHERE = warning("W601", "nothing to see", None)
SIGN = SOURCE.text.index(";")
WIDE = note("N701", "a sign: 100%", Span(SOURCE, SIGN, SIGN + 1))


def test_text_shows_both_places_and_the_hint() -> None:
    assert RENDERERS["text"]([UNCLOSED, NOWHERE]) == (
        "error: a ) is missing here [E112]\n"
        "   --> games/a b,c.dice:2:15\n"
        "    2 |   x = sum(dice\n"
        "      |               ^\n"
        "    2 |   x = sum(dice\n"
        "      |          - opened here\n"
        "    hint: close the (\n"
        "\n"
        "warning: nothing to see [W601]\n"
    )


def test_carets_stand_below_what_they_mean_beside_tabs_and_wide_letters() -> None:
    lines = RENDERERS["text"]([WIDE]).split("\n")
    shown, marks = lines[2], lines[3]
    columns = [2 if unicodedata.east_asian_width(char) == "W" else 1 for char in shown[: shown.index(";")]]
    assert marks.index("^") == sum(columns)


def test_only_a_piece_of_a_long_line_is_shown() -> None:
    source = Source("long.dice", "x" * 500 + "!" + "y" * 400)
    shown, marks = text.render([error("E110", "here", Span(source, 500, 501))]).split("\n")[2:4]
    assert len(shown) < 120
    assert shown[marks.index("^")] == "!"


def test_colour_is_asked_for() -> None:
    assert "\x1b" not in text.render([UNCLOSED])
    assert text.render([UNCLOSED], colour=True).startswith("\x1b[1;31merror\x1b[0m: a )")


def test_a_place_in_another_file_names_that_file() -> None:
    other = Source("other.dice", "game b { }")
    found = error("E404", "added twice", Span(SOURCE, 0, 4), None, Label(Span(other, 5, 6), "here first"))
    assert "   ::: other.dice:1:6\n" in text.render([found])


def test_concise_is_one_line_a_finding() -> None:
    assert RENDERERS["concise"]([UNCLOSED, NOWHERE]) == (
        "games/a b,c.dice:2:15: error E112: a ) is missing here\nwarning W601: nothing to see\n"
    )


def test_json_is_an_array_of_objects() -> None:
    first, second = json.loads(RENDERERS["json"]([UNCLOSED, NOWHERE]))
    assert first == {
        "code": "E112",
        "severity": "error",
        "message": "a ) is missing here",
        "file": "games/a b,c.dice",
        "line": 2,
        "column": 15,
        "end_line": 2,
        "end_column": 15,
        "hint": "close the (",
    }
    assert second["line"] is None


def test_sarif_has_what_the_standard_requires() -> None:
    log = json.loads(RENDERERS["sarif"]([UNCLOSED, NOWHERE, WIDE]))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == ["E112", "W601", "N701"]
    assert [result["level"] for result in run["results"]] == ["error", "warning", "note"]
    unclosed, nowhere, _ = run["results"]
    place = unclosed["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "games/a%20b%2Cc.dice"}
    assert place["region"] == {"startLine": 2, "startColumn": 15, "endLine": 2, "endColumn": 15}
    assert unclosed["relatedLocations"][0]["message"] == {"text": "opened here"}
    assert "locations" not in nowhere


def test_github_commands_are_escaped() -> None:
    assert RENDERERS["github"]([UNCLOSED, WIDE]) == (
        "::error file=games/a b%2Cc.dice,line=2,col=15,endLine=2,title=E112::a ) is missing here (hint: close the ()\n"
        "::notice file=games/a b%2Cc.dice,line=4,col=9,endLine=4,title=N701::a sign: 100%25\n"
    )


def test_nothing_found_is_an_empty_text_or_an_empty_list() -> None:
    assert {name: render([]) for name, render in RENDERERS.items() if name != "sarif"} == {
        "text": "",
        "concise": "",
        "json": "[]\n",
        "github": "",
    }


ANY = st.text(max_size=20)


@pytest.mark.parametrize("name", RENDERERS)
@settings(deadline=None, max_examples=60)
@given(ANY, ANY, ANY, ANY)
def test_no_control_character_of_a_file_gets_through(name: str, file: str, body: str, message: str, hint: str) -> None:
    source = Source(file, body)
    span = Span(source, 0, len(body))
    found = Diagnostic("E110", UNCLOSED.severity, message, span, (Label(span, hint),), hint)
    shown = RENDERERS[name]([found])
    assert not [c for c in shown if c != "\n" and unicodedata.category(c) in ("Cc", "Zl", "Zp")]
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


@pytest.mark.parametrize("name", ["concise", "github"])
@settings(deadline=None, max_examples=60)
@given(ANY, ANY)
def test_a_finding_stays_on_its_line(name: str, file: str, message: str) -> None:
    source = Source(file, "")
    shown = RENDERERS[name]([error("E110", message, Span(source, 0, 0))])
    assert shown.splitlines() == [shown.removesuffix("\n")]
