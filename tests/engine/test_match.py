"""Several games played as one."""

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.engine.actions import parse_action
from becher.engine.game import start
from becher.engine.state import State

SCORED = "player { score = 0  paid = 9 }  turn { throws: 1  on end { score += sum(dice)  paid -= sum(dice) } }  over: rounds = 1"
SHEET = "player { paid = 9 }  turn { throws: 1  on end { paid -= sum(dice)  enter } }  sheet { pips = 2 * sum(dice) }"
LIVES = "player { lives = 1 }  turn { throws: 1  on end { lives -= sum(dice) - 1 } }  out: lives <= 0"


def after(lines: str, *throws: int) -> State:
    text = f"game small {{ players: 2  dice: 1d6  {lines}  match {{ games: 2  wins: highest(sum_of_games) }} }}"
    game = load_text(Source("small.dice", text)).game
    assert game is not None
    state = start(game)
    for face in throws:
        state = state.apply(parse_action(f"throw([{face}])"))
    return state


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        (f"{SCORED}  wins: highest(score)", (2, 3)),
        (f"{SCORED}  wins: lowest(paid)", (7, 6)),
        (SHEET, (4, 6)),
        (f"{SHEET}  wins: highest(paid)", (7, 6)),
        (f"{SHEET}  wins: highest(total)", (4, 6)),
    ],
)
def test_a_result_is_what_decides_the_game(lines: str, points: tuple[int, int]) -> None:
    assert after(lines, 2, 3).results[0].points == points


def test_a_result_where_nothing_is_compared_is_to_be_still_in() -> None:
    assert after(LIVES, 1, 2).results[0].points == (1, 0)


def test_variables_start_anew_with_each_game() -> None:
    state = after(f"{SCORED}  wins: highest(score)", 2, 3)
    assert [state.account("score", seat) for seat in (1, 2)] == [0, 0]
