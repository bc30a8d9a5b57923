"""Writes docs/words.md: every word of the language, from the tables of becher.dsl.schema.

Run it after a change there: `python docs/make_words.py`. A test tells if it was forgotten.
"""

from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from becher.dsl import schema

PAGE = Path(__file__).with_name("words.md")
HEAD = """# Words of the language

Every word, what it means, where it stands, and its default where it asks something. No name you make up may be one of these, save the
words of examples and labels, which are names like any other elsewhere. How they go together stands in [language.md](language.md).

| Word | Stands | Means | Default |
|---|---|---|---|
"""


@frozen
class Row:
    """One meaning of one word. `written`: the word as it may stand in a file."""

    word: str
    written: tuple[str, ...]
    stands: str
    means: str
    default: str = ""

    def __str__(self) -> str:
        written = " ".join(f"`{form}`" for form in self.written)
        return "| " + " | ".join((written, self.stands, self.means, self.default)).rstrip() + " |"


def rows() -> list[Row]:
    """All words by the alphabet; a word with several meanings has a row for each."""
    return sorted(
        [*_questions(), *_moments(), *_blocks(), *_functions(), *_others()], key=lambda row: (row.word, row.stands)
    )


def page() -> str:
    return HEAD + "".join(f"{row}\n" for row in rows())


def _questions() -> Iterator[Row]:
    for question in schema.QUESTIONS:
        stands = f"question of {_a(question.where)}" + (", several answers" if question.several else "")
        yield Row(question.name, (f"{question.name}:",), stands, question.answers, question.default)


def _moments() -> Iterator[Row]:
    for where, moments in schema.MOMENTS.items():
        for name, meaning in moments.items():
            yield Row(name, (f"on {name}",), f"moment of {_a(where)}", meaning)


def _blocks() -> Iterator[Row]:
    for name, meaning in schema.BARE_BLOCKS.items():
        yield Row(name, (f"{name} {{ }}",), "block", meaning)
    for name, meaning in schema.NAMED_BLOCKS.items():
        yield Row(name, (f"{name} NAME {{ }}",), "block", meaning)


def _functions() -> Iterator[Row]:
    for name, (least, most, meaning) in schema.FUNCTIONS.items():
        yield Row(name, _calls(name, least, most), "function", meaning)


def _calls(name: str, least: int, most: int) -> tuple[str, ...]:
    """With the least and with the most it takes in brackets; dots where that has no end."""
    fullest = f"{name}(a, b, ...)" if most > 2 else f"{name}({', '.join('ab'[:most])})"
    barest = f"{name}({', '.join('ab'[:least])})" if least else name
    return (barest,) if least == most else (barest, fullest)


def _others() -> Iterator[Row]:
    plain = {
        "grammar": schema.GRAMMAR_WORDS,
        "effect": schema.VERBS,
        "effect: a door": schema.DOORS,
        "formula: the state": schema.STATE_WORDS,
        "formula: seats": {name: meaning for name, (_, meaning) in schema.SEAT_WORDS.items()},
        "answer": schema.ANSWER_WORDS,
        "step of an example": schema.EXAMPLE_WORDS,
        "label in `words`": schema.LABEL_WORDS,
    }
    for stands, words in plain.items():
        for name, meaning in words.items():
            yield Row(name, (name,), stands, meaning)


def _a(where: str) -> str:
    return "the game" if where == "game" else f"a {where}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
