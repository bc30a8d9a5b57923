"""Whole rule sheets: of the shelf, of variants, under other options; two golden ones."""

import re
from functools import cache
from pathlib import Path

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load, load_text
from becher.dsl.model import Game
from becher.dsl.schema import reserved_words
from becher.dsl.shelf import default_shelf
from becher.engine.telling.phrases import LANGUAGES
from becher.engine.telling.rulesheet import rule_sheet

from .rules_texts import ODD, PRESS, SHEET, VARIANT

GOLDEN = Path(__file__).parent / "golden"
SHELF = default_shelf().ids
PYTHON = re.compile(r"\b(None|True|False|Const|Sort|Expr|tuple|lambda|self|object at|mappingproxy)\b|[\[({]'|\w\(\)")


def games(text: str) -> tuple[Game, ...]:
    return load_text(Source("told.dice", text)).games


@cache
def game(id: str) -> Game:
    found = load(id).game
    assert found is not None
    return found


def rules_of(sheet: str) -> str:
    """The sheet without sources and assumptions, which are quoted as written."""
    return re.split(r"^## (?:Sources|Quellen|Bronnen)$", sheet, flags=re.MULTILINE)[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", SHELF)
def test_every_game_of_the_shelf_has_a_sheet_without_raw_ids_or_python(id: str, language: str) -> None:
    found = game(id)
    sheet = rule_sheet(found, language, None if found.base is None else game(found.base))
    rules = rules_of(sheet)
    assert sheet.startswith("# ") and len(rules.splitlines()) > 10
    assert not re.findall(r"\b[a-z]+_[a-z_]+\b", rules)
    assert not PYTHON.search(rules)
    assert "`" not in rules


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", SHELF)
def test_a_sheet_uses_the_label_wherever_there_is_one(id: str, language: str) -> None:
    found = game(id)
    labels = {**found.words.get("en", {}), **found.words.get(language, {})}
    shown = {label for texts in labels.values() for label in texts}
    rules = rules_of(rule_sheet(found, language))
    for name in labels.keys() - reserved_words():
        plain = name.replace("_", " ")
        assert plain in shown or f"*{plain}*" not in rules


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "text"), [("press-twice", PRESS + VARIANT), ("small-sheet", SHEET)])
def test_golden_sheets(name: str, text: str, language: str) -> None:
    """Written anew by `python tests/engine/telling/write_golden.py`; read them aloud before committing."""
    by_id = {found.id: found for found in games(text)}
    found = by_id[name]
    expected = (GOLDEN / f"{name}.{language}.md").read_text(encoding="utf-8")
    assert rule_sheet(found, language, by_id.get(found.base or "")) == expected


def test_a_variant_says_what_it_changes_and_nothing_else() -> None:
    base, variant = games(PRESS + VARIANT)
    part = rule_sheet(variant, "en", base).partition("## What is different from Press\n")[2].partition("##")[0]
    assert part.strip().splitlines() == [
        "- **Your turn:**",
        "  - New: If your turn is bust, it is over at once; its usual end does not happen. Instead: "
        "**double** – If the throw shows exactly 1 1: you lose all your points.",
        "  - No longer: If your turn is bust, it is over at once and brings you nothing.",
        "- **The end of the game:**",
        "  - The game ends as soon as somebody has at least 50 points. "
        "*Instead of:* The game ends as soon as somebody has at least 30 points.",
    ]


def test_a_game_compared_with_itself_has_no_difference() -> None:
    (base,) = games(PRESS)
    assert "Nothing about the play itself." in rule_sheet(base, "en", base)


def test_a_sheet_can_be_written_for_other_options() -> None:
    (base,) = games(PRESS)
    sheet = rule_sheet(base, "en", options={"goal": 75})
    assert "somebody has at least 75 points" in sheet
    assert "- *goal*: 75 (allowed: 10 to 100)." in sheet


def test_an_option_that_is_a_word_says_what_its_other_values_change() -> None:
    sheet = rule_sheet(games(ODD)[0], "en")
    assert "With “hard”: At the end: **never** – The previous player is out of the game at once." in sheet


def test_an_option_leaves_no_trace_in_rules_it_does_not_touch() -> None:
    turn = rule_sheet(games(ODD)[0], "en").partition("## Your turn")[2].partition("## Bonus round")[0]
    assert "never" not in turn and "soft" not in turn


def test_the_text_of_a_source_cannot_mark_up_the_sheet() -> None:
    (base,) = games(PRESS)
    assert "- a &lt;b&gt;sheet&lt;/b&gt; of \\*rules\\*" in rule_sheet(base, "en")


def test_without_a_label_in_the_language_the_english_one_stands_then_the_id() -> None:
    (sheet,) = games(SHEET)
    assert "# Small sheet" in rule_sheet(sheet, "nl")
    assert "| Triple |" in rule_sheet(sheet, "nl") and "| Drilling |" in rule_sheet(sheet, "de")


def test_a_variant_without_a_title_of_its_own_is_told_apart_from_its_base() -> None:
    base, variant = games(PRESS + VARIANT.replace('words en { title = "Press twice" }', ""))
    assert rule_sheet(variant, "en", base).startswith("# Press (Press twice)\n")
