"""Going on after faults, and never failing."""

import subprocess
import sys
from pathlib import Path

import pytest
from generate import files
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from becher.dsl.diagnostics import Source
from becher.dsl.limits import LIMITS
from becher.dsl.parse import parse

CASES = Path(__file__).parents[1] / "cases" / "bad"


def codes(text: str) -> list[tuple[str, int]]:
    source = Source("test.dice", text)
    return [(one.code, source.position(one.span.start)[0]) for one in parse(source)[1] if one.span]


def lines(text: str) -> str:
    """The same characters in lines a source may have."""
    return "\n".join(text[start : start + 900] for start in range(0, len(text), 900))


def test_what_stands_around_a_fault_is_still_read() -> None:
    text = "game a {\n  turn {\n    throws 3\n    retake: yes\n  }\n  goal = 1\n}\ngame b { x = 1 }\n"
    file, findings = parse(Source("test.dice", text))
    assert [one.code for one in findings] == ["E122"]
    assert [game.id for game in file.games] == ["a", "b"]
    turn, goal = file.games[0].items
    assert len(turn.items) == 1  # type: ignore[union-attr]
    assert goal.name == "goal"  # type: ignore[union-attr]


def test_a_fault_of_a_game_s_head_does_not_hide_those_within() -> None:
    assert codes("game A {\n  x = 1;\n}\ngame b {\n  Y = 1\n}\n") == [("E114", 1), ("E116", 2), ("E114", 5)]


def test_the_missing_partner_of_a_brace_is_told_by_indentation() -> None:
    text = "game a {\n  turn {\n    on end {\n      x += 1\n  }\n  goal = 1;\n}\ngame b {\n  z = 1\n"
    assert codes(text) == [("E112", 4), ("E116", 6), ("E112", 9)]


def test_a_brace_that_was_never_opened_is_one_fault() -> None:
    assert codes("game a {\n  turn throws: 3\n    retake: yes\n  }\n  goal = 1\n}\n") == [("E110", 2)]


def test_the_second_place_of_a_missing_bracket_is_where_it_was_opened() -> None:
    source = Source("test.dice", "game a {\n  x = f(1,\n    g(2)\n  y = 1\n}\n")
    (found,) = parse(source)[1]
    (label,) = found.labels
    assert found.span
    assert source.position(found.span.start) == (3, 9)
    assert source.position(label.span.start) == (2, 8)


@pytest.mark.parametrize("char", list('([{)]}:=|,"#-!;.\\'))
def test_a_file_full_of_one_sign_gets_a_located_finding(char: str) -> None:
    for text in (lines(char * 64_000), f"game a {{\n x = {lines(char * 64_000)}\n}}"):
        found = codes(text)
        assert 1 <= len(found) <= LIMITS.findings


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("b 1\n" * 15_000, "E122"),
        ("b = = 1\n" * 7_000, "E110"),
        ("}\n" * 30_000, "E113"),
        ("game b {\n" * 60, "E112"),
    ],
)
def test_a_hopeless_file_gets_no_more_findings_than_the_limit(text: str, code: str) -> None:
    found = codes(f"game a {{\n{text}}}\n")
    assert len(found) == LIMITS.findings
    assert code in [one for one, _ in found]


def test_long_flat_chains_are_read() -> None:
    for sign in ("+", "*", "or", "and"):
        assert codes(f"game a {{ x = {f' {sign} '.join(['1'] * 8_000)} }}") == []
    assert codes("game a { x = " + "\n+".join(["1"] * 20_000) + " }") == []


NESTS = {
    "brackets": lambda n: "(" * n + "1" + ")" * n,
    "calls": lambda n: "f(" * n + "1" + ")" * n,
}


@pytest.mark.parametrize("nest", NESTS)
@pytest.mark.parametrize(("deeper", "expected"), [(-1, []), (0, []), (1, ["E192"])])
def test_nesting_is_limited(nest: str, deeper: int, expected: list[str]) -> None:
    text = NESTS[nest](LIMITS.nesting - 1 + deeper)  # the game's own brace is one more
    assert [code for code, _ in codes(f"game a {{ x = {text} }}")] == expected


@pytest.mark.parametrize(("more", "expected"), [(-1, []), (0, []), (1, ["E192"])])
def test_a_chain_of_else_is_limited(more: int, expected: list[str]) -> None:
    chain = " else ".join(["1 when a"] * (LIMITS.nesting + more))
    assert [code for code, _ in codes(f"game a {{ x = {chain} }}")] == expected


def test_levels_without_brackets_count_as_nesting() -> None:
    level = "(a when b where c or d and not e = 1 + 2 * -"
    assert [code for code, _ in codes(f"game a {{ x = {level * 12}b{')' * 12} }}")] == ["E192"]


@pytest.mark.parametrize(
    ("text", "code", "most"),
    [
        ("{} = 1", "E193", LIMITS.name_length),
        ('source "{}"', "E194", LIMITS.string_length),
        ('words de {{ goal = "{}" }}', "E194", LIMITS.label_length),
    ],
)
def test_names_and_texts_are_limited(text: str, code: str, most: int) -> None:
    for length, expected in ((most - 1, []), (most, []), (most + 1, [code])):
        assert [one for one, _ in codes(f"game a {{ {text.format('a' * length)} }}")] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("999999999", []), ("1000000000", ["E195"]), ("100d1000", []), ("101d6", ["E196"]), ("6d1001", ["E196"])],
)
def test_numbers_and_dice_are_limited(text: str, expected: list[str]) -> None:
    assert [code for code, _ in codes(f"game a {{ x = {text} }}")] == expected


@settings(deadline=None, max_examples=150)
@given(st.text(st.sampled_from('game a{}()[]:=|,"#-+*/<>.!;\n \t01dAé'), max_size=80))
def test_any_text_gives_syntax_or_located_findings(text: str) -> None:
    source = Source("test.dice", text)
    file, findings = parse(source)
    assert file.games or findings
    assert all(one.span and 0 <= one.span.start <= one.span.end <= len(text) for one in findings)


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(files(), st.integers(0, 10_000), st.sampled_from([*"{}()[]:=,;", "when", "game", "A"]))
def test_a_spoilt_file_never_fails(text: str, place: int, spoil: str) -> None:
    place %= len(text)
    spoilt = f"{text[:place]} {spoil} {text[place:]}"
    _, findings = parse(Source("test.dice", spoilt))
    places = [(one.span.start, one.span.end) for one in findings if one.span]
    assert places == sorted(places)


def test_messages_do_not_depend_on_the_hash_seed() -> None:
    script = (
        "import sys; from pathlib import Path; from becher.dsl.parse import parse; from becher.dsl.source import *\n"
        "for path in sorted(Path(sys.argv[1]).glob('E1*.dice')):\n"
        "    source, findings = source_from_bytes('x', path.read_bytes())\n"
        "    for one in (parse(source)[1] if source else findings): print(one.code, one.message, one.hint)\n"
    )
    paths = [entry for entry in sys.path if entry]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script, str(CASES)],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(paths), "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
    assert b"E122" in outputs.pop()
