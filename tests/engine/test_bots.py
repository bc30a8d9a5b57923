"""The bots, and how they measure a seat's standing."""

from pathlib import Path

import pytest

from becher.dsl.load import load
from becher.engine.bots import BOTS, GreedyBot, RandomBot, hint
from becher.engine.bots.standing import Standing
from becher.engine.game import start
from becher.engine.state import CHANCE, State
from becher.engine.stream import Stream

SHELF = ["pig", "ohio", "30-ab", "farkle", "left-right-center", "cant-stop", "bunco"]


def begin(id: str, players: int) -> State:
    game = load(id).game
    assert game is not None
    return start(game, max(players, game.players[0]))


def play(state: State, bot: object, seed: str) -> State:
    """To the end of the game, the same bot in every seat."""
    dice = Stream(seed)
    while not state.is_terminal():
        chance = state.current_player() == CHANCE
        state = state.apply(state.sample(dice) if chance else bot.choose(state))
    return state


@pytest.mark.parametrize("id", SHELF)
@pytest.mark.parametrize("kind", BOTS)
def test_every_choice_of_a_bot_is_legal_and_every_game_ends(id: str, kind: str) -> None:
    """An illegal choice would raise in apply."""
    assert play(begin(id, 2), BOTS[kind](Stream("bot"), 0), "dice").is_terminal()


@pytest.mark.parametrize("kind", BOTS)
def test_a_bot_depends_on_its_stream_and_the_number_of_choices_made_alone(kind: str) -> None:
    state, choices = begin("ohio", 1), []
    bot, dice = BOTS[kind](Stream("bot"), 0), Stream("dice")
    while not state.is_terminal():
        if state.current_player() == CHANCE:
            state = state.apply(state.sample(dice))
            continue
        again = BOTS[kind](Stream("bot"), len(choices)).choose(state)
        choices.append(bot.choose(state))
        assert again == choices[-1]
        state = state.apply(choices[-1])


def test_a_random_bot_takes_every_choice_sooner_or_later() -> None:
    state = begin("pig", 2)
    state = state.apply(next(action for action, _ in state.chance_outcomes() if action.text == "throw([4])"))
    bot = RandomBot(Stream("any"))
    assert {bot.choose(state) for _ in range(60)} == set(state.legal_actions())


@pytest.mark.parametrize("id", ["ohio", "mickey"])
def test_greedy_scores_far_more_than_chance(id: str) -> None:
    greedy = [play(begin(id, 1), GreedyBot(Stream(f"g{n}")), f"d{n}").total(1) for n in range(3)]
    random = [play(begin(id, 1), RandomBot(Stream(f"r{n}")), f"d{n}").total(1) for n in range(3)]
    assert min(greedy) > max(random)


def test_greedy_wins_against_chance_at_points_of_life() -> None:
    """It is not told that penalties are bad: who has many is out, which is all it goes by."""
    wins = 0
    for n in range(8):
        state, dice = begin("30-ab", 2), Stream(n)
        bots = (GreedyBot(Stream(f"g{n}")), RandomBot(Stream(f"r{n}")))
        while not state.is_terminal():
            player = state.current_player()
            state = state.apply(state.sample(dice) if player == CHANCE else bots[player - 1].choose(state))
        wins += state.ranking()[0] == [1]
    assert wins >= 7


def test_standing_counts_accounts_in_the_direction_that_keeps_a_seat_in(tmp_path: Path) -> None:
    path = tmp_path / "lives.dice"
    path.write_text(
        "game up { players: 2  dice: 1d6  player { bad = 0 }  turn { throws: 1  on end { bad += sum(dice) } }  out: bad >= 9 }\n"
        "game down { players: 2  dice: 1d6  player { left = 9 }  turn { throws: 1  on end { left -= sum(dice) } }  out: left <= 0 }\n"
    )
    for id in ("up", "down"):
        game = load(f"{path}#{id}").game
        assert game is not None
        state = start(game)
        standing = Standing(state.rules)
        assert standing(state, 1) == 0
        hurt = state.apply(state.sample(Stream(1)))
        assert standing(hurt, 1) < 0 < standing(hurt, 2)


def test_a_hint_is_the_best_there_is_in_a_clear_case() -> None:
    state = begin("ohio", 1)
    six = next(action for action, _ in state.chance_outcomes() if action.text == "throw([1 2 3 4 5 6])")
    state = state.apply(six)
    assert hint(state).text == "keep([1 2 3 4 5 6])"
    assert hint(state) == hint(state)
