"""What is written in one column of a sheet."""

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.engine.actions import parse_action
from becher.engine.game import start
from becher.engine.telling.rulesheet import rule_sheet
from becher.engine.testing.examples import run_example

GAME = """game small {{ players: 2  dice: 2d6
  turn {{ throws: 1  on end {{ enter }} }}
  sheet {{ column down {{ times: 2 }}  column up {{ }}
    upper {{ ones = sum(dice, 1)  twos = sum(dice, 2) }}
    pips = sum(dice)
    total: sum(upper) + pips + (100 when pips of down = pips of up else 0)
  }}
  {} }}"""


def examples_hold(*conditions: str) -> bool:
    given = "given(ones, down, 1)  given(twos, down, 4)  given(ones, up, 2)  given(pips of next, up, 9)"
    text = GAME.format(f'example "it" {{ {given}  expect({", ".join(conditions)}) }}')
    game = load_text(Source("small.dice", text)).game
    assert game is not None
    return run_example(game, game.examples[0]).ok


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ("ones of down", 1),
        ("ones of up", 2),
        ("ones", 3),
        ("sum(upper) of down", 5),
        ("sum(upper)", 7),
        ("max(ones of down, ones of up)", 2),
        ("(pips of up) of next", 9),
        ("(pips of up) of me", 0),
    ],
)
def test_a_box_of_a_column_is_what_is_written_there(condition: str, value: int) -> None:
    assert examples_hold(f"{condition} = {value}")
    assert not examples_hold(f"{condition} = {value + 1}")


def test_a_total_may_compare_columns() -> None:
    game = load_text(Source("small.dice", GAME.format(""))).game
    assert game is not None
    state = start(game, 2)
    for text in (
        "throw([3 4])",
        "enter(pips, down)",
        "throw([1 1])",
        "enter(ones, up)",
        "throw([3 4])",
        "enter(pips, up)",
    ):
        state = state.apply(parse_action(text))
    assert state.total(1) == 2 * (7 + 100) + 7 + 100


def test_the_rule_sheet_names_the_column() -> None:
    game = load_text(Source("small.dice", GAME.format(""))).game
    assert game is not None
    assert "*pips* in column down is *pips* in column up" in rule_sheet(game, "en")
