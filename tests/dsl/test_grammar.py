"""The grammar itself, and the tables that must agree with it."""

import json
import re
from pathlib import Path

import pytest
from lark import Lark

from becher.dsl.grammar import GRAMMAR, TABLES, grammar, made, made_of, stored
from becher.dsl.recovery.expected import expected
from becher.dsl.schema import GRAMMAR_WORDS, NAMED_BLOCKS

TEXT = GRAMMAR.read_text("utf-8")
CASES = sorted((Path(__file__).parents[1] / "cases" / "good").glob("*.dice"))


def terminals() -> dict[str, str]:
    return {terminal.name: terminal.pattern.to_regexp() for terminal in grammar().terminals}


def test_the_grammar_has_no_collisions() -> None:
    pytest.importorskip("interegular", reason="lark's strict mode needs it")
    assert Lark(TEXT, parser="lalr", lexer="contextual", strict=True)


def test_the_words_no_name_may_be_are_those_of_the_schema() -> None:
    listed = re.match(r"\(\?!\((.*?)\)", terminals()["NAME"])
    assert listed
    assert set(listed[1].split("|")) == set(GRAMMAR_WORDS)


def test_the_kinds_of_block_that_remove_knows_are_those_of_the_schema() -> None:
    listed = re.match(r"\((.*?)\)", terminals()["HEAD"])
    assert listed
    assert set(listed[1].split("|")) == set(NAMED_BLOCKS)


def test_no_name_of_a_terminal_reaches_a_message() -> None:
    ignored = set(grammar().lexer_conf.ignore)
    for name in set(terminals()) - ignored:
        assert name not in expected(frozenset({name}))
        assert expected(frozenset({name}))


def test_what_was_expected_is_listed_in_one_order() -> None:
    assert (
        expected(frozenset({"LBRACE", "_LIKE", "LPAR"}))
        == expected(frozenset({"LPAR", "LBRACE", "_LIKE"}))
        == "(, { or like"
    )
    assert expected(frozenset({"NAME", "NUMBER", "DICE", "LSQB", "LPAR", "MINUS"})) == "a formula"


@pytest.mark.parametrize("word", [*GRAMMAR_WORDS])
def test_every_word_ends_where_a_name_would_end(word: str) -> None:
    """`orb` is a name and not the word `or` before b."""
    name = re.compile(terminals()["NAME"])
    assert name.fullmatch(f"{word}b")
    assert name.fullmatch(f"{word}_")
    assert not name.fullmatch(word)


def test_the_stored_tables_are_those_of_this_grammar() -> None:
    _, digest = json.loads(TABLES.read_text("utf-8"))["made_of"]
    assert digest == made_of()[1], "write them anew: python -m becher.dsl.grammar"


def test_stored_tables_read_as_the_grammar_does() -> None:
    parser = stored()
    if parser is None:
        pytest.skip("the tables were made by another version of lark")
    for path in CASES:
        text = path.read_text("utf-8")
        assert parser.parse(text) == made().parse(text)


def test_tables_of_another_grammar_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "grammar.json"
    old.write_text('{"made_of": ["1.0", "another"], "data": {}, "memo": {}}', "utf-8")
    monkeypatch.setattr("becher.dsl.grammar.TABLES", old)
    assert stored() is None
    monkeypatch.setattr("becher.dsl.grammar.TABLES", tmp_path / "none.json")
    assert stored() is None
