"""The tables of phrases, and the markup nothing of a file gets through."""

import string

import pytest

from becher.engine.telling.markdown import escape, plain, sentence
from becher.engine.telling.phrases import LANGUAGES, tongue_of

# Forms a language may have or do without: how a noun stands behind "the sum", to whom, and plural verbs.
OPTIONAL = (".of", ".to", ".one", ".many", ".itself", ".from")


def keys_of(language: str) -> set[str]:
    return set(tongue_of(language).phrases)


def slots_of(text: str) -> set[str]:
    """The names a phrase may fill, whatever form of them it takes: the effects as they are or with a capital."""
    return {name.split(".")[0].lower() for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_phrase_the_others_have(language: str) -> None:
    missing = {key for other in LANGUAGES for key in keys_of(other) - keys_of(language)}
    assert not {key for key in missing if not key.endswith(OPTIONAL) and not _is_split(key, language)}


def _is_split(key: str, language: str) -> bool:
    """Does the language have this phrase in several forms instead?"""
    return any(other.startswith(f"{key}.") for other in keys_of(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phrase_uses_no_slot_that_the_english_one_does_not_know(language: str) -> None:
    english = tongue_of("en").phrases
    shared = keys_of(language) & keys_of("en")
    odd = {key for key in shared if not slots_of(tongue_of(language).phrases[key]) <= slots_of(english[key]) | {"who"}}
    assert not odd


def test_a_language_without_phrases_is_refused() -> None:
    with pytest.raises(KeyError):
        tongue_of("tlh")


@pytest.mark.parametrize(
    "text",
    [
        "*bold*",
        "_so_",
        "`code`",
        "<b>html</b>",
        "[a](http://x)",
        "![i](y)",
        "a | b",
        "# no title",
        "- no item",
        "1. no step",
    ],
)
def test_text_of_a_file_makes_no_markup(text: str) -> None:
    escaped = escape(text)
    assert plain(escaped) == text
    assert escaped != text


def test_text_of_a_file_stays_on_one_line_and_steers_no_terminal() -> None:
    assert escape("a\nb\x1b[31m\u202e") == "a b\\\\u001b\\[31m\\\\u202e"


def test_a_sentence_begins_with_a_capital_and_ends_once() -> None:
    assert [sentence(text) for text in ("so it is", "so it is.", "so it is,")] == ["So it is."] * 3


def test_large_numbers_are_set_apart_as_the_language_does_it() -> None:
    assert [tongue_of(language).digits(10_000) for language in LANGUAGES] == ["10.000", "10,000", "10.000"]
    assert tongue_of("en").digits(9_999) == "9999"
