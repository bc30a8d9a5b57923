"""Syntactically valid rule files, for property tests: every form of the grammar, any layout, comments anywhere."""

from collections.abc import Callable

from hypothesis import strategies as st

from becher.dsl.schema import GRAMMAR_WORDS, questions_of, reserved_words

Words = list[str]

_NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True).filter(lambda name: name not in GRAMMAR_WORDS)
_IDS = st.from_regex(r"[a-z0-9]{1,3}(-[a-z0-9]{1,3}){0,2}", fullmatch=True).filter(lambda n: n not in reserved_words())
_TEXTS = st.text(st.characters(codec="utf-8", exclude_characters='"', categories=("L", "N", "P", "Zs")), max_size=12)
_QUESTIONS = st.sampled_from(sorted(questions_of("phase")))
_TAGS = st.sampled_from(["de", "pt-BR", "pt_BR", "zh-Hant", "nl"])
_SIGNS = st.sampled_from(["=", "!=", "<", ">", "<=", ">=", "in", "has", ".."])
_BLANKS = st.sampled_from([" ", " ", " ", " ", "\n", "\n\n", "\n\n\n  ", "\t"])
_KINDS = ["phase", "strategy", "table", "die", "column"]


class _Writer:
    """Draws one form after the other; `depth` bounds how far forms nest."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    def pick(self, *forms: Callable[[], Words]) -> Words:
        return self.draw(st.sampled_from(forms))()

    def some(self, form: Callable[[], Words], sign: str = "", least: int = 1, most: int = 3) -> Words:
        words: Words = []
        for number in range(self.draw(st.integers(least, most))):
            words += ([sign] if sign and number else []) + form()
        return words

    def maybe(self, form: Callable[[], Words]) -> Words:
        return form() if self.draw(st.booleans()) else []

    # ---- words

    def name(self) -> Words:
        return [self.draw(_NAMES)]

    def quoted(self) -> Words:
        return [f'"{self.draw(_TEXTS)}"']

    def number(self) -> Words:
        return [str(self.draw(st.integers(0, 999_999_999)))]

    def integer(self) -> Words:
        return [str(self.draw(st.integers(-999, 999)))]

    # ---- formulas

    def formula(self, depth: int = 2) -> Words:
        if depth == 0:
            return self.pick(self.name, self.number, self.faces, lambda: ["5d6"])

        def inner() -> Words:
            return self.formula(depth - 1)

        def closed() -> Words:
            return ["(", *inner(), ")"]

        def chain() -> Words:
            sign = self.draw(st.sampled_from(["+", "-", "*", "/", "and", "or"]))
            return self.some(closed, sign, 2, 4)

        def when() -> Words:
            words = [*closed(), "when", *closed()]
            return [*words, *self.maybe(lambda: ["else", *self.pick(when, closed)])]

        return self.pick(
            inner,
            closed,
            chain,
            when,
            lambda: [*self.name(), "(", *self.some(inner, ",", 0), ")"],
            lambda: [*self.name(), "of", *self.pick(self.name, closed)],
            lambda: ["-", *self.pick(self.number, closed)],
            lambda: ["not", *closed()],
            lambda: [*closed(), self.draw(_SIGNS), *closed()],
            lambda: [*closed(), "where", *closed()],
        )

    def faces(self) -> Words:
        return ["[", *self.some(lambda: self.pick(self.name, self.number), "", 0, 5), "]"]

    def value(self) -> Words:
        return self.pick(self.formula, self.formula, self.quoted)

    # ---- moments

    def effect(self) -> Words:
        def of() -> Words:
            return self.maybe(lambda: ["of", *self.pick(self.name, lambda: ["(", *self.formula(1), ")"])])

        return self.pick(
            lambda: [*self.name(), *self.maybe(lambda: ["(", *self.some(self.formula, ",", 0), ")"])],
            lambda: [*self.name(), *of(), self.draw(st.sampled_from(["+=", "-=", "becomes"])), *self.formula()],
            lambda: [*self.maybe(lambda: ["may"]), "choose", *self.name(), *of(), "in", *self.formula()],
        )

    def effects(self) -> Words:
        return ["{", *self.some(self.effect, "", 0), "}"]

    def case(self) -> Words:
        return self.pick(
            lambda: [*self.name(), "when", *self.formula(), *self.effects()],
            lambda: [*self.name(), "otherwise", *self.effects()],
            lambda: [*self.name(), *self.effects()],
        )

    def note(self) -> Words:
        return [self.draw(st.sampled_from(["source", "assumed"])), *self.quoted()]

    def rule(self) -> Words:
        return self.pick(
            self.case,
            self.effect,
            self.note,
            lambda: ["add", *self.case()],
            lambda: ["remove", *self.name()],
        )

    # ---- blocks

    def point(self) -> Words:
        return self.pick(self.integer, lambda: [*self.integer(), "..", *self.pick(self.integer, lambda: ["many"])])

    def key(self) -> Words:
        return self.pick(
            lambda: self.some(self.point, ","),
            lambda: [*self.name(), ",", *self.some(self.name, ",")],
            lambda: [*self.faces(), *self.maybe(lambda: ["where", "(", *self.formula(1), ")"])],
            lambda: ["otherwise"],
        )

    def params(self) -> Words:
        return ["(", *self.some(self.name, ",", 0), ")"]

    def kind(self) -> Words:
        return [self.draw(st.sampled_from(_KINDS))]

    def head(self) -> Words:
        return self.pick(
            lambda: [self.draw(st.sampled_from(["turn", "opening", "sheet", "player", "round", "upper"]))],
            lambda: ["turn", "like", *self.name()],
            lambda: [*self.kind(), *self.name(), *self.maybe(self.params)],
            lambda: ["words", self.draw(_TAGS)],
        )

    def entry(self, depth: int) -> Words:
        forms = [
            lambda: [*self.name(), ":", *self.some(self.value, ",")],
            lambda: [self.draw(_QUESTIONS), ":", *self.formula()],
            lambda: [*self.name(), *self.maybe(self.params), "=", *self.some(self.value, "|")],
            lambda: [*self.key(), ":", *self.formula()],
            lambda: [*self.name(), *self.params(), *self.effects()],
            lambda: ["on", self.draw(st.sampled_from(["end", "bust", "x"])), "{", *self.some(self.rule, "", 0, 4), "}"],
            lambda: ["example", *self.quoted(), *self.effects()],
        ]
        if depth > 0:
            forms += [lambda: [*self.head(), "{", *self.some(lambda: self.item(depth - 1), "", 0, 5), "}"]] * 3
        return self.pick(*forms)

    def item(self, depth: int) -> Words:
        return self.pick(
            lambda: self.entry(depth),
            lambda: self.entry(depth),
            self.note,
            lambda: ["add", *self.entry(depth)],
            lambda: ["remove", *self.removed()],
        )

    def removed(self) -> Words:
        return self.pick(
            self.name,
            self.quoted,
            self.key,
            lambda: [*self.kind(), *self.name()],
            lambda: ["words", self.draw(_TAGS)],
        )

    def game(self) -> Words:
        base = self.maybe(lambda: ["like", self.draw(_IDS)])
        return ["game", self.draw(_IDS), *base, "{", *self.some(lambda: self.item(2), "", 0, 6), "}"]

    def gap(self) -> str:
        return f"#{self.draw(_TEXTS)}\n" if self.draw(st.integers(0, 9)) == 0 else self.draw(_BLANKS)


@st.composite
def files(draw: st.DrawFn) -> str:
    """The text of a file of one or two games."""
    writer = _Writer(draw)
    words = writer.some(writer.game, most=2)
    roomy = draw(st.booleans())
    return "".join(word + (writer.gap() if roomy else " ") for word in words)
