"""From text to syntax."""

from collections.abc import Callable

import pytest

from becher.dsl.diagnostics import Source, Span
from becher.dsl.parse import parse
from becher.dsl.syntax import (
    Added,
    Block,
    Case,
    Chain,
    Change,
    Choose,
    Define,
    DiceOf,
    Do,
    Example,
    Expr,
    Faces,
    FileText,
    HandKey,
    Item,
    Moment,
    Note,
    Number,
    Of,
    Op,
    OtherwiseKey,
    PointKey,
    Ref,
    Removed,
    Row,
    Setting,
    Text,
    When,
    Where,
)


def read(text: str) -> FileText:
    file, findings = parse(Source("test.dice", text))
    assert not findings
    return file


def item(text: str) -> Item:
    (found,) = read(f"game small {{ {text} }}").games[0].items
    return found


def formula(text: str) -> Expr:
    found = item(f"x = {text}")
    assert isinstance(found, Define)
    return found.values[0]


def codes(text: str) -> list[tuple[str, int]]:
    """Codes and lines."""
    source = Source("test.dice", text)
    return [(one.code, source.position(one.span.start)[0]) for one in parse(source)[1] if one.span]


AT = Span(Source("test.dice", ""), 0, 0)


def made(kind: Callable[..., Expr], *parts: object) -> Expr:
    """A value of syntax; spans do not count in comparisons."""
    return kind(*parts, span=AT)


def name(word: str) -> Expr:
    return made(Ref, word, None)


def number(value: int) -> Expr:
    return made(Number, value)


A, B, C, D = map(name, "abcd")


@pytest.mark.parametrize(
    ("text", "syntax"),
    [
        ("6d6", made(DiceOf, 6, 6)),
        ("d6", name("d6")),
        ("a of next", made(Of, A, name("next"))),
        ("a of (b or c)", made(Of, A, made(Op, "or", (B, C)))),
        ("[2 2 x]", made(Faces, (2, 2, "x"))),
        ("[]", made(Faces, ())),
        ("f()", made(Ref, "f", ())),
        ("f(a, 6)", made(Ref, "f", (A, number(6)))),
        ("a + b - c", made(Chain, A, (("+", B), ("-", C)))),
        ("a + b * c", made(Chain, A, (("+", made(Chain, B, (("*", C),))),))),
        ("(a + b) + c", made(Chain, made(Chain, A, (("+", B),)), (("+", C),))),
        ("-a * b", made(Chain, made(Op, "neg", (A,)), (("*", B),))),
        ("a or b or c and d", made(Op, "or", (A, B, made(Op, "and", (C, D))))),
        ("not a = b", made(Op, "not", (made(Op, "=", (A, B)),))),
        ("a in 1..6", made(Op, "in", (A, made(Op, "..", (number(1), number(6)))))),
        ("a where b or c", made(Where, A, made(Op, "or", (B, C)))),
        ("a when b", made(When, A, B, None)),
        ("a when b else c when d", made(When, A, B, made(When, C, D, None))),
        ("a where b when c else d", made(When, made(Where, A, B), C, D)),
    ],
)
def test_a_formula_reads_with_the_usual_precedence(text: str, syntax: Expr) -> None:
    assert formula(text) == syntax


def test_a_table_s_plain_answers_are_rows_and_its_questions_are_not() -> None:
    block = item(
        "table t { wild: 1  red: 2  -3..-1, 5: 3  78..many: 4  [x x] where x > 2: x  red, blue: 6  otherwise: 0 }"
    )
    assert isinstance(block, Block)
    wild, *rows = block.items
    assert isinstance(wild, Setting)
    assert all(isinstance(row, Row) for row in rows)
    keys = [row.key for row in rows if isinstance(row, Row)]
    one = (PointKey("red", "red", AT),)
    ranges = (PointKey(-3, -1, AT), PointKey(5, 5, AT))
    many = (PointKey(78, None, AT),)
    hand = HandKey(Faces(("x", "x"), AT), made(Op, ">", (name("x"), number(2))), AT)
    names = (PointKey("red", "red", AT), PointKey("blue", "blue", AT))
    assert keys == [one, ranges, many, hand, names, OtherwiseKey(AT)]


def test_a_minus_begins_a_key_only_where_a_key_ends_in_a_colon() -> None:
    block = item("table t { 1: 5 -3: 2 }")
    assert isinstance(block, Block)
    assert len(block.items) == 2
    assert formula("5 -3") == made(Chain, number(5), (("-", number(3)),))


def test_bare_effects_of_a_moment_form_one_case() -> None:
    moment = item('on end { x += 1  big when a { nothing }  y of next becomes 2  source "s"  may choose v of me in g }')
    assert isinstance(moment, Moment)
    bare, big, note = moment.items
    assert isinstance(bare, Case)
    assert isinstance(big, Case)
    assert isinstance(note, Note)
    assert (bare.name, bare.mode) == (None, "always")
    assert bare.effects == (
        Change("x", None, "+=", number(1), AT, AT),
        Change("y", name("next"), "becomes", number(2), AT, AT),
        Choose("v", name("me"), name("g"), True, AT, AT),
    )


def test_an_example_holds_actions_with_formulas() -> None:
    found = item('example "a" { given(penalty of me, limit - 4)  round([1 2], [3])  expect(a, not c)  stop }')
    assert isinstance(found, Example)
    given, played, expect, stop = found.effects
    limit = made(Chain, name("limit"), (("-", number(4)),))
    assert given == Do("given", (made(Of, name("penalty"), name("me")), limit), AT)
    assert played == Do("round", (made(Faces, (1, 2)), made(Faces, (3,))), AT)
    assert expect == Do("expect", (A, made(Op, "not", (C,))), AT)
    assert stop == Do("stop", None, AT)


@pytest.mark.parametrize(
    ("text", "kind", "target", "quoted"),
    [
        ("remove limit", None, "limit", False),
        ('remove "a title"', None, "a title", True),
        ("remove words de", "words", "de", False),
        ("remove words pt_br", "words", "pt-BR", False),
        ("remove strategy bold", "strategy", "bold", False),
        ("remove phase extra", "phase", "extra", False),
        ("remove table pays", "table", "pays", False),
        ("remove column up", "column", "up", False),
        ("remove [x x y y]", None, HandKey(Faces(("x", "x", "y", "y"), AT), None, AT), False),
        ("remove -3..5", None, (PointKey(-3, 5, AT),), False),
    ],
)
def test_what_remove_takes_away(text: str, kind: str | None, target: object, quoted: bool) -> None:
    assert item(text) == Removed(kind, target, quoted, AT)  # type: ignore[arg-type]


def test_remove_and_the_next_line_are_kept_apart() -> None:
    first, second = read("game small { remove pair  two_pairs = 3 }").games[0].items
    assert first == Removed(None, "pair", False, AT)
    assert isinstance(second, Define)


@pytest.mark.parametrize("tag", ["de", "pt-BR", "pt_BR", "pt_br", "zh-Hant-TW"])
def test_words_take_a_language_tag(tag: str) -> None:
    block = item(f'words {tag} {{ goal = "Ziel" | "Punkte" }}')
    assert isinstance(block, Block)
    assert block.name == tag.replace("_", "-").replace("-br", "-BR")
    assert block.items == (Define("goal", None, (Text("Ziel", AT), Text("Punkte", AT)), AT, AT),)


def test_blocks_keep_their_head() -> None:
    phase = item("add phase give(number, who) like take { }")
    assert isinstance(phase, Added)
    assert phase.item == Block("phase", "give", ("number", "who"), "take", (), AT, AT)


def test_spans_are_places_in_the_text() -> None:
    text = "# top\ngame small like big {\n  goal = (a)  # end\n}\n"
    file = read(text)
    (game,) = file.games
    (goal,) = game.items
    assert isinstance(goal, Define)
    pieces = [game.id_span, game.base_span, goal.span, goal.name_span, goal.values[0].span, *file.comments]
    assert [text[p.start : p.end] for p in pieces if p] == ["small", "big", "goal = (a)", "goal", "a", "# top", "# end"]


def test_files_that_differ_in_layout_only_have_equal_syntax() -> None:
    assert read("game a{x=1 y:2}") == read("game a {\n\tx = 1 # one\n\n  y : 2\n}")


def test_a_word_is_not_the_beginning_of_a_longer_one() -> None:
    assert formula("rollx") == name("rollx")
    assert formula("notx") == name("notx")
    assert [type(one) for one in read("game a { x = b orc = d }").games[0].items] == [Define, Define]


def test_only_ascii_digits_are_digits() -> None:
    assert codes("game a {\n  x = ٣\n}") == [("E116", 2)]
    assert codes("game a {\n  x = 1²\n}") == [("E117", 2)]


def test_a_game_cannot_be_called_like_a_question_nor_asked_without_a_colon() -> None:
    assert codes("game dice { dice 5 }") == [("E126", 1), ("E122", 1)]
