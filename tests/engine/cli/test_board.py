"""Drawing the table, and reading what is typed."""

from functools import partial
from pathlib import Path

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load, load_text
from becher.engine.actions import Action, parse_action
from becher.engine.cli.out import folded, width
from becher.engine.cli.play.board import Board
from becher.engine.cli.play.choices import Unclear, ends_throws, keep_all, read_choice, read_dice, short
from becher.engine.cli.play.draw import beside, dice_rows, rows_within, table_rows
from becher.engine.cli.play.small import SmallBoard
from becher.engine.game import start
from becher.engine.record import Seat
from becher.engine.state import State


def after(id: str, players: int | None, *actions: str) -> State:
    game = load(id).game
    assert game is not None
    state = start(game, players)
    for text in actions:
        state = state.apply(parse_action(text))
    return state


def board(state: State, columns: int = 80, language: str | None = None) -> Board:
    label = partial(state.rules.game.label, language=language)
    return Board([Seat(f"seat {n}", "human") for n in range(1, state.count + 1)], label, columns)


# ---- drawing


@pytest.mark.parametrize("players", [1, 2, 6])
def test_on_a_screen_of_few_lines_the_sheet_stands_in_two_halves(players: int) -> None:
    state = after("yahtzee", players, "throw([1 3 4 4 4])")
    full = board(state)
    small = SmallBoard(full.seats, full.label, 80)
    rows = small.rows(state)
    assert len(rows) < len(full.rows(state)) - 8
    assert max(map(width, rows)) <= 80
    text = "\n".join(rows)
    assert all(state.rules.game.label(box.name) in text for box in state.rules.game.sheet.boxes)
    assert "1 3 4 4 4" in text


def test_halves_that_have_no_room_beside_each_other_stand_below() -> None:
    state = after("yahtzee", 20)
    assert max(map(width, SmallBoard(board(state).seats, str, 40).rows(state))) <= 40


def test_a_die_shows_its_pips() -> None:
    assert dice_rows(["6", "1"], False) == [
        "+-----+ +-----+",
        "| o o | |     |",
        "| o o | |  o  |",
        "| o o | |     |",
        "+-----+ +-----+",
    ]


def test_a_die_without_pips_shows_its_face_and_a_named_one_its_name() -> None:
    assert dice_rows(["12", "x"], False)[2] == "| 12  | |  x  |"
    rows = dice_rows(["10:white", "sun:black"], False)
    assert rows[2] == "| 10  | | sun |"
    assert rows[5] == " white   black "


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
@pytest.mark.parametrize(
    "state",
    [
        after("ohio", 2, "throw([1 2 3 4 5 6])"),
        after("ohio", 20, "throw([1 2 3 4 5 6])", "keep([1 2 3])", "throw([4 4 4])"),
        after("yahtzee", 20),
        after("yamb", 3, "throw([1 2 3 4 5])"),
        after("pig", 10, "throw([4])"),
    ],
    ids=["ohio", "ohio-20", "yahtzee-20", "yamb", "pig"],
)
def test_dice_and_sheets_fit_the_width(state: State, columns: int) -> None:
    shown = board(state, columns)
    assert all(width(line) <= max(columns, 60) for line in (*shown.dice(state), *shown.accounts(state)))
    assert all(width(line) <= max(columns, 60) for line in shown.sheet(state) if not line.startswith("totals"))


@pytest.mark.parametrize("columns", [30, 50, 79, 80])
def test_dice_as_wide_as_their_words_fit_the_width(columns: int) -> None:
    text = """game small { players: 1  dice: 9 * card  die card { faces: queen, ten, knave }
      turn { throws: 2  keep: some  on end { nothing } }  over: rounds = 1  wins: me }"""
    game = load_text(Source("small.dice", text)).game
    assert game is not None
    thrown = start(game).apply(parse_action("throw([knave knave queen queen queen queen ten ten ten])"))
    kept = thrown.apply(parse_action("keep([queen queen queen])"))
    for shown in (thrown, kept.apply(parse_action("throw([queen ten ten ten knave knave])"))):
        rows = board(shown, columns).dice(shown)
        assert max(map(width, rows)) <= columns
        assert "".join(rows).count("queen") == 4


def test_as_many_dice_stand_in_a_row_as_fit() -> None:
    assert rows_within(["1", "2", "3"], 23) == [["1", "2", "3"]]
    assert rows_within(["1", "2", "3"], 22) == [["1", "2"], ["3"]]
    assert rows_within(["knave", "3"], 5) == [["knave"], ["3"]]


def test_long_text_is_broken_between_words_and_set_in_deeper() -> None:
    assert folded("  - one two three four five six", 24) == ["  - one two three four", "    five six"]
    assert folded("short", 24) == ["short"]


def test_the_sheet_shows_what_open_boxes_would_score() -> None:
    state = after("ohio", 2, "throw([2 2 2 6 6 6])", "keep([2 2 2 6 6 6])")
    rows = board(state).sheet(state)
    assert any("sixes" in row and "(18)" in row for row in rows)
    state = state.apply(parse_action("enter(sixes)"))
    rows = board(state).sheet(state)
    assert any("sixes" in row and " 18" in row for row in rows)
    assert not any("(" in row for row in rows)


def test_labels_are_those_of_the_language() -> None:
    state = after("ohio", 1)
    assert any("Sechser" in row for row in board(state, language="de").sheet(state))


def test_blocks_stand_side_by_side() -> None:
    assert beside(["a", "bb"], [], ["c"], gap=2) == ["a   c", "bb"]
    assert table_rows([["", "x"], ["long", "100"]]) == ["        x", "long  100"]


# ---- reading


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("444", "keep([4 4 4])"),
        ("4 4", "keep([4 4])"),
        ("4,1", "keep([1 4])"),
        ("keep 4 4", "keep([4 4])"),
        ("all 4", "keep([4 4 4])"),
        ("all 4 3", "keep([3 4 4 4])"),
        ("all", "keep([1 1 3 4 4 4])"),
        ("none", "keep([])"),
        ("-", "keep([])"),
        ("stop", "keep([1 1 3 4 4 4])"),
        ("keep([3])", "keep([3])"),
        ("66", "keep([6 6])"),
        ("dance(3)", "dance(3)"),
    ],
)
def test_dice_to_keep_are_typed_in_many_ways(typed: str, meant: str) -> None:
    state = after("ohio", 1, "throw([1 1 3 4 4 4])")
    assert read_choice(typed, state).text == meant


@pytest.mark.parametrize("typed", ["4 4 !", "", "(", "KEEP ME"])
def test_what_is_no_choice_is_unclear(typed: str) -> None:
    with pytest.raises(Unclear):
        read_choice(typed, after("ohio", 1, "throw([1 1 3 4 4 4])"))


@pytest.mark.parametrize(
    ("typed", "meant"), [("ohio", "ohio"), ("oh", "ohio"), ("six", "sixes"), ("SECHSER", "sixes"), ("sech", "sixes")]
)
def test_a_box_is_known_by_name_label_or_beginning(typed: str, meant: str) -> None:
    state = after("ohio", 1, "throw([1 1 3 4 4 4])", "keep([1 1 3 4 4 4])")
    label = partial(state.rules.game.label, language="de")
    assert read_choice(typed, state, label) == Action("enter", (meant,))


def test_a_beginning_that_fits_two_choices_is_none() -> None:
    state = after("ohio", 1, "throw([1 1 3 4 4 4])", "keep([1 1 3 4 4 4])")
    assert state.why_not(read_choice("f", state)) is not None


def test_a_box_of_a_column_is_typed_with_the_column() -> None:
    legal = (Action("enter", ("ones", "down")), Action("enter", ("ones", "up")), Action("enter", ("twos", "down")))
    assert [short(action) for action in legal] == ["ones down", "ones up", "twos down"]


MIXED = """game mixed {
  players: 2
  die white { faces: 2, 3, 10 }
  die black { faces: 2, sun, 10 }
  dice: 2 * white + 1 * black
  player { score = 0 }
  turn { throws: 2  keep: some  on end { score += count(dice) } }
  over: score >= 9
  wins: highest(score)
}
"""


def test_every_short_form_means_its_action(tmp_path: Path) -> None:
    mixed = tmp_path / "mixed.dice"
    mixed.write_text(MIXED)
    for state in (
        after("ohio", 1, "throw([1 1 3 4 4 4])"),
        after("ohio", 1, "throw([1 1 3 4 4 4])", "keep([1 1 3 4 4 4])"),
        after("pig", 2, "throw([4])"),
        after(str(mixed), 2, "throw([2:white 10:white sun:black])"),
    ):
        assert len(state.legal_actions()) > 1
        for action in state.legal_actions():
            assert read_choice(short(action), state) == action


def test_stop_keeps_everything_only_where_that_ends_the_throws() -> None:
    ends = after("30-ab", 2, "throw([1 1 3 4 4 4])")
    everything = keep_all(ends)
    assert everything is not None
    assert ends_throws(ends, everything)
    goes_on = after("farkle", 2, "throw([1 1 1 5 5 5])")
    everything = keep_all(goes_on)
    assert everything is not None
    assert not ends_throws(goes_on, everything)
    assert read_choice("stop", goes_on).text == "stop"


@pytest.mark.parametrize(
    ("typed", "dice"),
    [
        ("664", (4, 6, 6)),
        ("6 6 4", (4, 6, 6)),
        ("6,6,4", (4, 6, 6)),
        ("10 12", (10, 12)),
        ("red 2", (2, "red")),
        ("[6 4]", (4, 6)),
        ("7", (7,)),
        ("6!", None),
        ("é", None),
    ],
)
def test_a_throw_is_typed_in_many_ways(typed: str, dice: tuple[int | str, ...] | None) -> None:
    assert read_dice(typed) == dice


def test_the_table_of_actions_in_the_documents_holds() -> None:
    """Each row of docs/protocol.md: the text and the JSON are the same action."""
    import json

    from becher.engine.actions import action_from_json

    page = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text()
    rows = [row.split("|") for row in page.splitlines() if row.startswith(("| chance", "| a seat"))]
    assert len(rows) >= 10
    for row in rows:
        texts = [text.strip().strip("`") for text in row[2].split("`, `")]
        told = action_from_json(json.loads(row[3].strip().strip("`")))
        assert told in [parse_action(text) for text in texts]
