"""A state that was shown can be read again."""

import json

import pytest

from becher.dsl.load import load
from becher.engine.game import start
from becher.engine.state import CHANCE, State
from becher.engine.stated import read_state
from becher.engine.stated_text import NoState
from becher.engine.stream import Stream
from becher.engine.view import state_json, state_text

# Between them: locked and loose dice, a second phase, dice left lying, boxes, columns, choices by name, custom faces.
GAMES = [
    ("30-ab", 3),
    ("dertigen", 2),
    ("pig", 2),
    ("farkle", 2),
    ("yahtzee", 2),
    ("mickey", 1),
    ("triple-yahtzee", 1),
    ("toss-up", 2),
]


def choices_of(id: str, seats: int, steps: int = 60) -> list[State]:
    """States of a random game in which a seat chooses."""
    game = load(id).game
    assert game is not None
    state, dice, found = start(game, seats), Stream("5"), []
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.current_player() == CHANCE:
            state = state.apply(state.sample(dice))
        else:
            found.append(state)
            legal = state.legal_actions()
            state = state.apply(legal[dice.below(len(legal))])
    return found


@pytest.mark.parametrize(("id", "seats"), GAMES)
def test_a_state_read_from_json_offers_the_same_choices_and_goes_on_alike(id: str, seats: int) -> None:
    for state in choices_of(id, seats):
        read = read_state(json.dumps(state_json(state)), state.rules, None)
        assert read.legal_actions() == state.legal_actions()
        for action in state.legal_actions()[:3]:
            assert state_json(read.apply(action)) == state_json(state.apply(action))


@pytest.mark.parametrize(("id", "seats"), GAMES)
def test_a_state_read_from_its_lines_is_the_one_read_from_json(id: str, seats: int) -> None:
    for state in choices_of(id, seats):
        read = read_state("\n".join(state_text(state)), state.rules, None)
        assert state_json(read) == state_json(state)


@pytest.mark.parametrize(
    "text", ["{", "no state at all", '{"seat": 1}', "seat: 1\nthrown: 7 8\nthrow_no: 1\nphase: turn"]
)
def test_text_that_is_no_state_is_refused(text: str) -> None:
    game = load("yahtzee").game
    assert game is not None
    with pytest.raises(NoState):
        read_state(text, start(game, 1).rules, None)
