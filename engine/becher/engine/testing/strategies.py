"""Strategies for hypothesis, for test suites that hold rule files: games, states, playthroughs, and a state machine of one game.

docs/testing.md shows how they are used.
"""

from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.dsl.model import Game
from becher.engine.state import TERMINAL, State
from becher.engine.testing.drawing import histories, number_below
from becher.engine.testing.history import History
from becher.engine.testing.laws import Laws, snapshot
from becher.engine.testing.made_up import game_text
from becher.engine.testing.playing import Playing


def playthroughs(game: Game) -> st.SearchStrategy[History]:
    """Whole games, of any number of seats and under any options the file allows, played at random and with a purpose.

    A few very long ones are broken off. Shrinks to few seats, default options and plain throws.
    """
    return histories(Playing(game))


@st.composite
def states(draw: st.DrawFn, game: Game) -> State:
    """Any state that is met on the way through a playthrough: a choice, a throw that is due, or the end."""
    history = draw(playthroughs(game))
    step = draw(number_below(len(history.actions) + 1))
    return History(history.players, history.options, history.actions[:step]).last(game)


@st.composite
def game_texts(draw: st.DrawFn) -> str:
    """The text of a small rule file without a fault: two or three dice of few faces, any kind of turn and of ending."""
    return game_text(lambda n: draw(number_below(n)) if n > 1 else 0)


def games() -> st.SearchStrategy[Game]:
    """Small checked games."""
    return game_texts().map(_checked)


def _checked(text: str) -> Game:
    loaded = load_text(Source("made up", text))
    assert loaded.game is not None, f"{text}\n{[found.message for found in loaded.diagnostics]}"
    return loaded.game


class GameMachine(RuleBasedStateMachine):
    """Plays one game step by step, hypothesis choosing; the laws are looked at after every step.

    Make a class of it that names the game, and add rules and invariants of your own, which read `self.state`:

        class MyMachine(GameMachine):
            game = load("my-game.dice").game

        TestMyGame = MyMachine.TestCase
    """

    game: ClassVar[Game]

    def __init__(self) -> None:
        super().__init__()
        self.playing = Playing(self.game)
        self.laws = Laws(self.game, lambda rules: None)

    @initialize(data=st.data())
    def sit_down(self, data: st.DataObject) -> None:
        """Seats and options."""

        def below(n: int) -> int:
            return data.draw(number_below(n)) if n > 1 else 0

        self.history = History(self.playing.players(below), self.playing.options(below))
        self.state = self.history.start(self.game)
        self.seen = snapshot(self.state)

    @precondition(lambda self: hasattr(self, "state") and self.state.current_player() != TERMINAL)
    @rule(data=st.data())
    def step(self, data: st.DataObject) -> None:
        """One throw, or one choice."""

        def below(n: int) -> int:
            return data.draw(number_below(n)) if n > 1 else 0

        legal = self.state.legal_actions()
        action = legal[below(len(legal))] if legal else self.playing.throw(self.state, below, fair=False)
        before = self.state
        self.state = self.laws.step(before, action, len(self.history.actions) + 1)
        assert snapshot(before) == self.seen, f"{action.text} changed the state it was taken in"
        self.history = History(self.history.players, self.history.options, (*self.history.actions, action))
        self.seen = snapshot(self.state)

    @invariant()
    def properties_hold(self) -> None:
        """What `always` says, between turns."""
        if hasattr(self, "state") and self.state.throw_no == 0:
            self.laws.between_turns(self.state, len(self.history.actions))
