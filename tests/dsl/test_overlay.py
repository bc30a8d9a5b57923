"""Variants: what is written again wins, new names need add, old ones go with remove."""

from becher.dsl.diagnostics import Diagnostic, Source
from becher.dsl.load import load_text
from becher.dsl.model import Const, Game, HandRow, Sort
from becher.dsl.shelf import Shelf

BASE = """game base {
  players: 2..4
  dice: 3d6
  goal = 50 | 10..100
  player { score = 0 }
  table pays {
    [x x]: 10
    [x x y]: 20
    [1 2 3]: 30
  }
  phase collect { keep: some }
  turn like collect {
    on end {
      high when pays(dice) > 10 { score += pays(dice) }
      low otherwise { score += 1 }
    }
  }
  over: score >= goal
  wins: highest(score)
  example "a pair" { turn([6 6 1])  expect(score of me = 20) }
  words de { goal = "Ziel"  score = "Punkte"  high = "viel" }
}
"""


def load(body: str) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    loaded = load_text(Source("text", BASE + "game child like base {\n" + body + "\n}\n"), Shelf.of(), "child")
    return loaded.game, loaded.diagnostics


def child(body: str) -> Game:
    game, findings = load(body)
    assert game is not None, findings
    return game


def codes(body: str) -> list[str]:
    return [found.code for found in load(body)[1]]


def answers(game: Game) -> dict[int, object]:
    """The answers of the table of hands, row by row."""
    rows = [row for row in game.tables["pays"].rows if isinstance(row, HandRow)]
    return {i: row.value.value for i, row in enumerate(rows) if isinstance(row.value, Const)}


def test_a_question_answered_again_wins_and_the_rest_stays() -> None:
    game = child("players: 3..5")
    assert game.players == (3, 5)
    assert game.options["goal"].default == 50


def test_a_row_is_known_by_its_bracket_in_any_order_and_up_to_renaming() -> None:
    assert answers(child("table pays { [b a b]: 99  [3 1 2]: 98 }")) == {0: 10, 1: 99, 2: 98}


def test_a_row_goes_with_remove() -> None:
    assert answers(child("table pays { remove [z z] }")) == {0: 20, 1: 30}


def test_a_block_may_be_written_by_its_name_alone() -> None:
    game = child("collect { throws: 2 }")
    assert game.phases["collect"].throws == Const(2, game.phases["collect"].throws.sort)


def test_what_a_variant_does_to_a_block_reaches_the_blocks_like_it() -> None:
    game = child("collect { keep: any  throws: 2 }")
    assert [keep.kind for keep in game.phases["turn"].keep or ()] == ["any"]


def test_a_case_may_be_added_overridden_and_removed() -> None:
    game = child("turn { on end { remove low  high { score += 2 }  add third when dice has 3 { score += 3 } } }")
    assert [(case.name, case.mode) for case in game.phases["turn"].moments["end"]] == [
        ("high", "always"),
        ("third", "when"),
    ]


def test_labels_go_with_the_names_they_label() -> None:
    game = child("remove goal  over: score >= 30  turn { on end { remove high  low { score += 1 } } }")
    assert game.words["de"] == {"score": ("Punkte",)}


def test_examples_are_inherited_restated_and_removed_by_title() -> None:
    assert [e.title for e in child("").examples] == ["a pair"]
    assert [e.title for e in child('remove "a pair"  example "other" { turn([1 1 1]) }').examples] == ["other"]


def test_a_misspelt_override_is_an_error_with_the_name_that_was_meant() -> None:
    _, findings = load("gaol = 30")
    assert [f.message for f in findings if f.code == "E401"] == [
        "base has no gaol; new names need add; did you mean goal?"
    ]


def test_suggestions_come_from_the_whole_chain() -> None:
    text = (
        BASE
        + "game middle like base { add stake = 3 | 1..9 }\ngame third like middle { saktes = 4 | 1..9  goal = 60 | 10..100 }\n"
    )
    findings = load_text(Source("text", text), Shelf.of(), "third").diagnostics
    assert any(f.code == "E401" and "did you mean stake?" in f.message for f in findings)


def test_a_name_that_stands_elsewhere_is_shown_there() -> None:
    _, findings = load("high = 3")
    assert any(f.hint is not None and "turn { on end }" in f.hint for f in findings)


def test_a_row_an_answer_an_example_and_labels_need_no_add() -> None:
    assert (
        codes(
            'table pays { [x y z]: 5 }  starter: highest(score)  example "e" { turn([1 1 1]) }  words en { goal = "goal" }'
        )
        == []
    )


def test_variables_boxes_cases_and_phases_need_add() -> None:
    assert codes("player { extra = 0 }") == ["E401"]
    assert codes("turn { on end { third when dice has 3 { score += 3 } } }") == ["E401"]
    assert codes("phase more { throws: 1 }") == ["E401"]


def test_inside_an_added_block_nothing_needs_add() -> None:
    assert (
        codes(
            "add phase more { throws: 1  on end { one when dice has 1 { score += 1 } } }  turn { on end { low otherwise { more } } }"
        )
        == []
    )


def test_remarks_go_with_the_line_they_stand_behind() -> None:
    game = child('goal = 60 | 10..100 assumed "higher here"  source "the child"')
    remarks = [(r.kind, r.about) for r in game.remarks]
    assert ("assumed", "goal") in remarks
    game = child('source "the child"  goal = 60 | 10..100')
    assert ("source", "child") in [(r.kind, r.about) for r in game.remarks]


def test_bare_effects_replace_bare_effects() -> None:
    text = (
        BASE.replace("low otherwise { score += 1 }", "score += 1")
        + "game child like base { turn { on end { score += 2 } } }\n"
    )
    game = load_text(Source("text", text), Shelf.of(), "child").game
    assert game is not None
    bare = [case for case in game.phases["turn"].moments["end"] if case.name == ""]
    assert len(bare) == 1 and len(bare[0].effects) == 1


MODES = """game modes {
  players: 2..4
  dice: 3d6
  mode = short | long
  who = next | others
  player { score = 0 }
  turn { throws: 1  on end { score += sum(dice)  score of (who) += 1 } }
  over: score >= (50 when mode = short else 100)
  wins: highest(score)
}
"""


def test_an_option_fixed_to_one_of_its_words_is_still_compared_with_all_of_them() -> None:
    loaded = load_text(Source("text", MODES + "game child like modes { mode = long }\n"), Shelf.of(), "child")
    assert loaded.game is not None
    assert loaded.game.formulas["mode"].value == Const("long", Sort.WORD)


def test_a_seat_the_parent_does_not_allow_needs_words_of_its_own() -> None:
    def codes_of(body: str) -> list[str]:
        text = MODES + f"game child like modes {{ {body} }}\n"
        return [f.code for f in load_text(Source("text", text), Shelf.of(), "child").diagnostics]

    assert codes_of("who = previous") == ["E407"]
    assert codes_of("who = others") == ["N711"]
    assert codes_of("who = previous | next") == []
