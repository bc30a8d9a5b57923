"""What a moment changes: of several seats each by its own amount; a phase without throws."""

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.engine.actions import Action
from becher.engine.game import start
from becher.engine.state import State

TEXT = """
game even {
  players: 3
  dice: 1d6
  player { number = 0  score = 0 }
  opening { throws: 0  on start { choose number in 1..3 } }
  turn { throws: 1  on end { %s } }
  over: rounds = 1
  wins: highest(score)
}
"""


def begun(effects: str) -> State:
    loaded = load_text(Source("even.dice", TEXT % effects))
    assert [d.message for d in loaded.diagnostics] == []
    assert loaded.game is not None
    state = start(loaded.game, 3)
    for number in (2, 3, 1):
        state = state.apply(Action("number", (number,)))
    return state


def scores(effects: str) -> tuple[object, ...]:
    after = begun(effects).apply(Action("throw", ((5,),)))
    return tuple(after.account("score", seat) for seat in (1, 2, 3))


def test_a_phase_of_no_throws_only_runs_its_start_and_end() -> None:
    state = begun("score += 1")
    assert tuple(state.account("number", seat) for seat in (1, 2, 3)) == (2, 3, 1)
    assert state.stage == "throw"


def test_it_is_the_seat_that_changes() -> None:
    assert scores("score of everyone += number of it") == (2, 3, 1)
    assert scores("score of others becomes number of it * sum(dice)") == (0, 15, 5)


def test_without_it_all_seats_change_alike() -> None:
    assert scores("score of everyone += number") == (2, 2, 2)


def test_it_inside_a_where_is_the_member_asked_about() -> None:
    assert scores("score of everyone += count(everyone where number of it > 1)") == (2, 2, 2)


def test_seats_are_read_as_they_were_when_the_moment_came() -> None:
    assert scores("score += 4  score of everyone += score of it + number of it") == (6, 3, 1)


def test_groups_of_several_seats_are_put_together() -> None:
    text = """
game shelves {
  players: 3
  dice: 1d6
  player { tiles = 1..3  stack = pile(7, 8)  score = 0 }
  turn { throws: 1  on end { score += count(tiles of everyone) + sum(stack of others) } }
  over: rounds = 1
  wins: highest(score)
  always { nine = count(tiles of everyone) = 9 }
}
"""
    loaded = load_text(Source("shelves.dice", text))
    assert [d.message for d in loaded.diagnostics if d.severity == "error"] == []
    assert loaded.game is not None
    after = start(loaded.game, 3).apply(Action("throw", ((5,),)))
    assert after.account("score", 1) == 9 + 30
