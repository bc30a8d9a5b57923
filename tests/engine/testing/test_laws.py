"""Each law is broken by an engine that breaks it. The engine is broken on purpose here, one method at a time."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from becher.dsl.model import Game
from becher.engine.actions import STOP, Action
from becher.engine.examine.bounds import AccountBounds, Bounds
from becher.engine.examine.sheet import Range
from becher.engine.state import State
from becher.engine.stream import Stream
from becher.engine.testing import laws as module
from becher.engine.testing.laws import Broken, Laws
from becher.engine.testing.playing import Playing

Make = Callable[[str], Game]


def broken_by(game: Game, bounds: Bounds | None = None) -> str | None:
    """The law that a playthrough of the game breaks."""
    history = Playing(game).history(Stream("laws").below, longest=40)
    try:
        Laws(game, lambda rules: bounds).check(history)
    except Broken as broken:
        return broken.name
    return None


def test_a_sound_engine_breaks_none(pig: Make) -> None:
    assert broken_by(pig("")) is None


def test_a_state_that_changes_later_is_found(pig: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = State.apply

    def apply(self: State, action: Action) -> State:
        after = sound(self, action)
        self.pool += 1
        return after

    monkeypatch.setattr(State, "apply", apply)
    assert broken_by(pig("")) == "law values"


def test_chances_that_do_not_add_up_are_found(pig: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = State.chance_outcomes

    def outcomes(self: State) -> tuple[tuple[Action, Fraction], ...]:
        return sound(self)[1:]

    game = pig("")
    history = Playing(game).history(Stream("laws").below, longest=40)
    monkeypatch.setattr(State, "chance_outcomes", outcomes)
    with pytest.raises(Broken, match="add up to 5/6"):
        Laws(game, lambda rules: None).check(history)


def test_a_move_refused_without_a_reason_is_found(pig: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "why_not", lambda self, action: None)
    assert broken_by(pig("")) == "law why"


def test_a_choice_without_anything_to_choose_is_found(pig: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    game = pig("")
    history = Playing(game).history(Stream("laws").below, longest=40)
    monkeypatch.setattr(State, "legal_actions", lambda self: ())
    with pytest.raises(Broken) as found:
        Laws(game, lambda rules: None).check(history)
    assert found.value.name == "law legal"


def test_a_text_that_reads_back_as_something_else_is_found(pig: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "parse_action", lambda text: STOP)
    assert broken_by(pig("")) == "law text"


def test_a_replay_that_ends_elsewhere_is_found(pig: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    sound, taken = State.apply, []

    def apply(self: State, action: Action) -> State:
        after = sound(self, action)
        taken.append(action)
        after.rounds += len(taken)
        return after

    game = pig("")
    history = Playing(game).history(Stream("laws").below, longest=40)
    monkeypatch.setattr(State, "apply", apply)
    with pytest.raises(Broken) as found:
        Laws(game, lambda rules: None).check(history)
    assert found.value.name == "law replay"


def test_an_account_outside_its_range_is_found(pig: Make) -> None:
    narrow = Bounds({"score": AccountBounds("player", 0, Range(0, 0, False))}, (), None)
    assert broken_by(pig(""), narrow) == "law range"
