"""Least and greatest values worked out from rules, against what is known and against going through everything."""

from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load, load_text
from becher.dsl.model import Game
from becher.engine.examine.bounds import Bounds, bounds
from becher.engine.examine.sheet import Range


def shelf(id: str) -> Game:
    game = load(id).game
    assert game is not None
    return game


@cache
def of_shelf(id: str) -> Bounds:
    return bounds(shelf(id))


def game_of(text: str) -> Game:
    loaded = load_text(Source("small.dice", text))
    assert loaded.game is not None, [found.message for found in loaded.diagnostics]
    return loaded.game


def account(lines: str, name: str = "score") -> Range:
    text = f"game small {{ players: 2  dice: 2d6  {lines}  over: rounds = 3  wins: highest({name}) }}"
    return bounds(game_of(text)).accounts[name].range


def test_the_totals_of_a_sheet_come_out_of_its_boxes() -> None:
    assert of_shelf("ohio").totals == Range(1, 166, exact=True)


def test_a_bonus_is_a_step_that_some_sheets_reach() -> None:
    assert of_shelf("yahtzee-plain").totals == Range(5, 375, exact=True)


@pytest.mark.parametrize(("box", "low", "high"), [("ohio", 1, 40), ("ones", 0, 6), ("sixes", 0, 36)])
def test_a_box_is_bounded_by_all_throws(box: str, low: int, high: int) -> None:
    found = {one.id: one.range for one in of_shelf("ohio").boxes}
    assert found[box] == Range(low, high, exact=True)


def test_a_joker_that_reads_the_sheet_keeps_the_box_exact() -> None:
    found = {one.id: one.range for one in of_shelf("yahtzee").boxes}
    assert found["full_house"] == Range(0, 25, exact=True)


def test_what_a_turn_may_add_is_bounded_by_the_turns_of_a_sheet() -> None:
    assert of_shelf("yahtzee").accounts["extra"].range == Range(0, 1300, exact=False)
    totals = of_shelf("yahtzee").totals
    assert totals is not None
    assert not totals.exact
    assert totals.max is not None
    assert totals.max >= 1575


@pytest.mark.parametrize(
    ("lines", "low", "high"),
    [
        ("player { score = 5 }  turn { throws: 1  on end { score += sum(dice) } }", 5, None),
        ("player { score = 5 }  turn { throws: 1  on end { score -= 1 } }", None, 5),
        ("player { score = 5 }  turn { throws: 1  on end { score becomes sum(dice) } }", 2, 12),
        (
            "player { score = 5 }  turn { throws: 1  on end { low when sum(dice) < 4 { score becomes sum(dice) } } }",
            2,
            5,
        ),
        (
            "player { score = 0 }  turn { throws: 1  on end { up when score + sum(dice) <= 50 { score += sum(dice) } } }",
            0,
            50,
        ),
        ("player { score = 0 }  turn { throws: 1  on end { up when score < 9 { score += 1 } } }", 0, 9),
        ("player { score = 0 }  turn { throws: 1  on end { score += 0 * sum(dice) } }", 0, 0),
        ("player { score = 0 }  turn { throws: 3  adds: sum(kept)  on end { score becomes pool } }", 0, 36),
        ("player { score = 0 }  pay(n) { score becomes n + 1 }  turn { throws: 1  on end { pay(sum(dice)) } }", 0, 13),
        (
            "player { score = 0 }  turn { throws: 1  on end { hi when sum(dice) > 9 { more(sum(dice) - 9) } } }"
            "  phase more(n) { throws: 1  on end { score becomes n } }",
            0,
            3,
        ),
    ],
)
def test_an_account_is_bounded_by_everything_its_cases_do(lines: str, low: int | None, high: int | None) -> None:
    found = account(lines)
    assert (found.min, found.max) == (low, high)


def test_bounds_are_those_of_the_options_given() -> None:
    game = shelf("mickey")
    by_default, other = bounds(game).totals, bounds(game, {"mickey_value": 100}).totals
    assert by_default is not None
    assert other is not None
    assert by_default.max is not None
    assert other.max == by_default.max + 50


def test_a_column_that_counts_double_is_counted_double() -> None:
    text = """game small { players: 1  dice: 2d6  turn { throws: 1  on end { enter } }
      sheet { column once { }  column twice { times: 2 }  chance = sum(dice) } }"""
    assert bounds(game_of(text)).totals == Range(6, 36, exact=True)


def test_a_box_written_several_times_holds_the_sum() -> None:
    text = """game small { players: 1  dice: 2d6  turn { throws: 1  on end { enter } }
      sheet { fills: 3  chance = sum(dice) } }"""
    assert bounds(game_of(text)).totals == Range(6, 36, exact=True)


def test_a_value_that_depends_on_the_throw_is_asked_for_each() -> None:
    text = """game small { players: 1  dice: 2d6  turn { throws: 3  retake: yes  on end { enter } }
      table pays { 1: 50  2: 20  3: 10 }
      sheet { pair = pays(throw_no) when dice = [x x] else 0 } }"""
    (box,) = bounds(game_of(text)).boxes
    assert box.range == Range(0, 50, exact=True)


# ---- small sheets against all the ways they can be filled, worked out in plain Python

Dice = tuple[int, ...]
BOXES: dict[str, Callable[[Dice], int]] = {
    "sum(dice, 1)": lambda dice: dice.count(1),
    "sum(dice)": sum,
    "6 when dice has [x x] else 1": lambda dice: 6 if dice[0] == dice[1] else 1,
    "count(distinct(dice))": lambda dice: len(set(dice)),
    "10 - sum(dice)": lambda dice: 10 - sum(dice),
}
TOTALS: dict[str, Callable[[int, int, int], int]] = {
    "one + two + three": lambda one, two, three: one + two + three,
    "one + two + (5 when one + two >= 6 else 0)": lambda one, two, three: one + two + 5 * (one + two >= 6),
    "one + two + three - (4 when two < 3 else 0)": lambda one, two, three: one + two + three - 4 * (two < 3),
    "one * two + three": lambda one, two, three: one * two + three,
    "one + two + min(one, two, three)": lambda one, two, three: one + two + min(one, two, three),
}
THROWS = list(combinations_with_replacement((1, 2, 3), 2))


@pytest.mark.parametrize("total", TOTALS)
@pytest.mark.parametrize("first", BOXES)
def test_totals_are_those_of_all_sheets_gone_through(first: str, total: str) -> None:
    for second in BOXES:
        formulas = (first, second, "sum(dice)")
        boxes = "  ".join(
            f"{name} = {formula}" for name, formula in zip(("one", "two", "three"), formulas, strict=True)
        )
        text = f"""game small {{ players: 1  die tri {{ faces: 1, 2, 3 }}  dice: 2 * tri
          turn {{ throws: 1  on end {{ enter }} }}  sheet {{ {boxes}  total: {total} }} }}"""
        values = [{BOXES[formula](dice) for dice in THROWS} for formula in formulas]
        totals = {TOTALS[total](*filled) for filled in product(*values)}
        assert bounds(game_of(text)).totals == Range(min(totals), max(totals), exact=True)
