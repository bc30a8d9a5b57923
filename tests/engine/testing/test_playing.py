"""Playthroughs, their shortening, and seats moved on."""

from collections.abc import Callable

import pytest
from attrs import evolve
from hypothesis import given, settings

from becher.dsl.load import load
from becher.dsl.model import Game
from becher.engine.actions import Action
from becher.engine.record import read_lines, record_of
from becher.engine.state import State
from becher.engine.stream import Stream
from becher.engine.testing.coverage import items
from becher.engine.testing.history import History, log_text
from becher.engine.testing.laws import snapshot
from becher.engine.testing.playing import SHORT, Playing
from becher.engine.testing.seats import rotated
from becher.engine.testing.shorten import shortened
from becher.engine.testing.strategies import GameMachine, playthroughs, states

Make = Callable[[str], Game]
DERTIGEN = load("dertigen").game
assert DERTIGEN is not None


def test_equal_draws_make_equal_playthroughs(pig: Make) -> None:
    playing = Playing(pig(""))
    first, second = (playing.history(Stream("a").below) for _ in range(2))
    assert first == second
    assert playing.history(Stream("b").below) != first


def test_a_whole_playthrough_ends_with_a_ranking(pig: Make) -> None:
    game = pig("")
    history = Playing(game).history(Stream("c").below)
    assert history.whole
    assert sorted(seat for place in history.last(game).ranking() for seat in place) == [*range(1, history.players + 1)]


def test_a_playthrough_may_be_cut(pig: Make) -> None:
    history = Playing(pig("")).history(Stream("c").below, longest=5)
    assert (len(history.actions), history.whole) == (5, False)
    assert SHORT > 5


def test_shortening_leaves_only_what_is_needed(pig: Make) -> None:
    game = pig("")
    history = next(h for n in range(50) if fives(game, h := Playing(game).history(Stream(n).below)) is not None)
    short = shortened(game, history, lambda h: fives(game, h))
    assert short.players == 2
    assert short.options == ()
    assert [action.text for action in short.actions] == ["throw([5])"]


def fives(game: Game, history: History) -> int | None:
    """After how many actions a five has been thrown."""
    return next((n for n, a in enumerate(history.actions, 1) if a == Action("throw", ((5,),))), None)


def test_a_history_the_rules_cannot_go_on_with_is_told_up_to_there(game: Make) -> None:
    text = """game small {
      players: 2  dice: 1d6  player { score = 0 }
      turn { throws: 1  on end { score += 6 / (sum(dice) - 3) } }
      over: rounds = 3  wins: highest(score)
    }"""
    history = History(2, (), (Action("throw", ((3,),)),))
    record = record_of(read_lines(log_text(game(text), history, "small.dice", "hash").encode())[0])
    assert [event.action.text for event in record.events if event.action] == ["throw([3])"]
    assert record.end is not None
    assert record.end.ranking is None


@settings(max_examples=15, deadline=None, derandomize=True)
@given(states(DERTIGEN))
def test_seats_moved_on_all_the_way_round_are_where_they_were(state: State) -> None:
    moved = state
    for _ in range(state.count):
        moved = rotated(moved)
    assert snapshot(moved) == snapshot(state)


@settings(max_examples=10, deadline=None, derandomize=True)
@given(playthroughs(DERTIGEN))
def test_a_playthrough_drawn_can_be_played_again(history: History) -> None:
    assert len(list(history.states(DERTIGEN))) == len(history.actions) + 1


def test_everything_that_can_fire_has_a_name_of_its_own() -> None:
    names = [item.name for item in items(DERTIGEN)]
    assert len(set(names)) == len(names)
    assert "phase distribute" in names
    assert "phase collect" not in names
    assert "option receiver = chosen" in names


def test_a_history_is_shown_short() -> None:
    history = History(2, (("goal", 20),), (Action("stop"),) * 100)
    assert repr(history).endswith("stop and 60 more>")


def test_a_history_equals_another_by_its_actions_only() -> None:
    assert evolve(History(2), whole=False) == History(2)


class SmallMachine(GameMachine):
    game = DERTIGEN


@pytest.mark.filterwarnings("ignore")
class TestSmallMachine(SmallMachine.TestCase):  # type: ignore[name-defined, misc]
    settings = settings(max_examples=5, stateful_step_count=30, deadline=None, derandomize=True)
