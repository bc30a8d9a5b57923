"""Dice divided into parts, each written into a box of its own."""

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.engine.actions import Action
from becher.engine.game import start
from becher.engine.state import State

TEXT = """
game halves {
  players: 2
  dice: 4d6
  tally { half = none }
  sheet { low = 20 - sum(dice)  high = sum(dice)  %s }
  turn { throws: 1  on end { choose half in parts(dice, 2)  enter(half, dice - half) } }
}
"""


def divided(boxes: str = "") -> State:
    loaded = load_text(Source("halves.dice", TEXT % boxes))
    assert [d.message for d in loaded.diagnostics] == []
    assert loaded.game is not None
    state = start(loaded.game, 2).apply(Action("throw", ((1, 2, 5, 6),)))
    return state.apply(Action("half", ((1, 2),)))


def test_each_part_is_written_into_a_box_of_its_own() -> None:
    after = divided("pair = count(dice)").apply(Action("enter", ("low",)))
    assert [action.args for action in after.legal_actions()] == [("high",), ("pair",)]
    after = after.apply(Action("enter", ("high",)))
    assert (after.cells[0], after.seat) == ((17, 11, None), 2)


def test_the_last_part_is_written_unasked_where_one_box_is_left() -> None:
    after = divided().apply(Action("enter", ("high",)))
    assert (after.cells[0], after.seat) == ((9, 3), 2)
