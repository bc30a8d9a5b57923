"""Prices of choices on the shelf agree with each other: what a choice is worth is what may follow it is worth on average."""

from pathlib import Path
from random import Random

import pytest
from attrs import define, field

from becher.dsl.load import load
from becher.dsl.model import Value
from becher.engine.actions import Action
from becher.engine.answer.advise import Adviser
from becher.engine.game import start
from becher.engine.machine.table import points_of
from becher.engine.state import CHANCE, State

DEEP = 14  # turns lost at once, one after the other


@define
class Prices:
    """Values of states, worked out from the prices of the next choices."""

    adviser: Adviser
    asked: int = field(default=0)

    def after(self, state: State, action: Action) -> float:
        """What a choice leads to, for the seat that makes it."""
        found = self.of_first(state.apply(action), DEEP)
        return found if state.current_player() == 1 or self.adviser.players == 1 else 1 - found

    def of_first(self, state: State, depth: int) -> float:
        """The value for seat 1."""
        two = self.adviser.players == 2
        if state.is_terminal():
            return float(state.returns()[0]) if two else float(points_of(state, 1))
        if state.current_player() == CHANCE:
            if not depth:
                return 0.5
            return sum(float(p) * self.of_first(state.apply(a), depth - 1) for a, p in state.chance_outcomes())
        self.asked += 1
        best = self.adviser.advise(state).choices[0].value
        return best if state.current_player() == 1 else 1 - best


def states_with_choices(state: State, seed: int, number: int) -> list[State]:
    """Some of a game played at random, evenly spread over it."""
    dice, found = Random(seed), []
    while not state.is_terminal():
        if state.current_player() == CHANCE:
            outcomes = state.chance_outcomes()
            (action,) = dice.choices([a for a, _ in outcomes], [float(p) for _, p in outcomes])
        else:
            found.append(state)
            action = dice.choice(state.legal_actions())
        state = state.apply(action)
    return found[:: max(1, len(found) // number)][:number]


@pytest.mark.parametrize(
    ("id", "seats", "options", "number"),
    [("pig", 2, {"goal": 20}, 8), ("30-ab", 2, {"limit": 8}, 4), ("ohio", 1, {}, 4), ("yahtzee", 1, {}, 2)],
)
def test_a_choice_is_worth_what_follows_on_average(
    id: str, seats: int, options: dict[str, Value], number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game = load(id).game
    assert game is not None
    prices = Prices(Adviser(game, seats, options))
    for state in states_with_choices(start(game, seats, options), 7, number):
        choices = prices.adviser.advise(state).choices
        assert choices[0].regret == 0
        assert all(choice.regret >= 0 for choice in choices)
        for choice in (choices[0], choices[-1]):
            assert prices.after(state, choice.action) == pytest.approx(choice.value, abs=1e-9)
    assert prices.asked
