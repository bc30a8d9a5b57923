"""Dice kept by force beside those a player chooses."""

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.dsl.model import Game
from becher.engine.actions import parse_action
from becher.engine.cli.play.choices import offered, read_choice
from becher.engine.faults import IllegalAction
from becher.engine.game import start
from becher.engine.state import State
from becher.engine.testing.examples import run_example

THROW = "throw([1 4 4 6])"


def game_of(keep: str, more: str = "") -> Game:
    text = f"""game small {{ players: 2  dice: 4d6  player {{ score = 0 }}
      turn {{ must_keep: every(1)  keep: {keep}  stop: yes  on end {{ score += sum(aside) }} }}
      over: rounds = 1  wins: highest(score) {more} }}"""
    game = load_text(Source("small.dice", text)).game
    assert game is not None
    return game


def after(keep: str, *actions: str) -> State:
    state = start(game_of(keep))
    for action in actions:
        state = state.apply(parse_action(action))
    return state


def test_every_keep_holds_the_dice_kept_by_force() -> None:
    state = after("every(x) where not aside has x", THROW)
    assert [action.text for action in state.legal_actions()] == ["keep([1 6])", "keep([1 4 4])"]


@pytest.mark.parametrize(
    ("said", "aside"), [("keep([6])", (1, 6)), ("keep([1 6])", (1, 6)), ("keep([4 4])", (1, 4, 4))]
)
def test_what_is_kept_by_force_need_not_be_said(said: str, aside: tuple[int, ...]) -> None:
    assert after("every(x) where not aside has x", THROW, said).aside == aside


def test_what_may_not_be_kept_may_not_be_kept_beside_it_either() -> None:
    with pytest.raises(IllegalAction):
        after("every(x) where not aside has x", THROW, "keep([4])")


def test_nothing_to_choose_beside_the_dice_kept_by_force_is_a_bust() -> None:
    assert after("every(x) where not aside has x and x > 4", "throw([1 4 4 4])").seat == 2


def test_examples_and_players_leave_out_what_is_kept_by_force() -> None:
    example = f'example "six" {{ {THROW}  expect(legal(keep([6])), not legal(keep([4])))  keep([6])  stop  expect(score = 7) }}'
    game = game_of("every(x) where not aside has x", example)
    assert run_example(game, game.examples[0]).ok
    state = after("every(x) where not aside has x", THROW)
    assert [offered(state, action) for action in state.legal_actions()] == ["6", "44"]
    assert [read_choice(text, state).text for text in ("6", "all 4", "1 6")] == [
        "keep([1 6])",
        "keep([1 4 4])",
        "keep([1 6])",
    ]
