"""Numbers that cannot be, and games that go on for ever: an error or a limit, never a clamp and never a hang."""

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.limits import LIMITS
from becher.dsl.load import load_text
from becher.engine.actions import parse_action
from becher.engine.faults import LimitReached, RuleFault
from becher.engine.game import start
from becher.engine.state import CHANCE, State
from becher.engine.stream import Stream

TURN = "turn { throws: 1  on end { score += 1 } }"
END = "over: rounds = 3  wins: highest(score)"


def game(lines: str, dice: str = "1d6") -> State:
    text = f"game small {{ players: 2  dice: {dice}  player {{ score = 0 }}  {lines} }}"
    loaded = load_text(Source("small.dice", text))
    assert loaded.game is not None, [found.message for found in loaded.diagnostics]
    return start(loaded.game, 2)


def played(state: State, steps: int) -> State:
    stream = Stream("impossible")
    for _ in range(steps):
        if state.is_terminal():
            break
        chance = state.current_player() == CHANCE
        state = state.apply(state.sample(stream) if chance else state.legal_actions()[0])
    return state


@pytest.mark.parametrize(
    ("lines", "dice", "said"),
    [
        (f"{TURN}  {END}", "(score - 1) * d6", "a negative number of dice"),
        (
            f"turn {{ throws: score - 1  keep: any  on end {{ score += 1 }} }}  {END}",
            "1d6",
            "a negative number of throws",
        ),
        (f"starter: roll_off(score * d6)  {TURN}  {END}", "1d6", "a roll-off without dice"),
        (f"{TURN}  {END}  match {{ games: 0 }}", "1d6", "a match of 0 games"),
        ("turn { throws: 1  on end { enter } }  sheet { fills: 0  ones = sum(dice, 1) }", "1d6", "written 0 times"),
    ],
)
def test_an_impossible_number_is_a_fault_with_its_place(lines: str, dice: str, said: str) -> None:
    with pytest.raises(RuleFault, match=said) as caught:
        played(game(lines, dice), 20)
    assert caught.value.span is not None


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_a_cup_holds_a_hundred_dice_and_no_more(more: int) -> None:
    lines = f"turn {{ dice: ({LIMITS.dice + more} - 50 * (1 - min(score, 1))) * d6  throws: 1  on end {{ score += 1 }} }}  {END}"
    begun = played(game(lines), 1)
    if more > 0:
        with pytest.raises(LimitReached, match="dice = 100"):
            played(begun, 1)
    else:
        assert len(played(begun, 1).sample(Stream("cup")).args[0]) == LIMITS.dice + more  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "lines",
    [
        f"{TURN}  round {{ over: no }}  {END}",
        f"{TURN}  over: score < 0  wins: highest(score)",
        f"{TURN}  over: rounds = 1  wins: highest(score)  match {{ games: 999999999 }}",
    ],
)
def test_a_game_that_never_ends_meets_the_limit_of_rounds(lines: str) -> None:
    with pytest.raises(LimitReached, match="rounds = 10,000"):
        played(game(lines), 2 * LIMITS.rounds + 2)


@pytest.mark.parametrize(
    ("rounds", "ends"), [(LIMITS.rounds - 1, True), (LIMITS.rounds, True), (LIMITS.rounds + 1, False)]
)
def test_a_game_may_have_as_many_rounds_as_the_limit_says(rounds: int, ends: bool) -> None:
    state = game(f"{TURN}  over: rounds = {rounds}  wins: highest(score)")
    if ends:
        assert played(state, 2 * LIMITS.rounds + 2).is_terminal()
    else:
        with pytest.raises(LimitReached):
            played(state, 2 * LIMITS.rounds + 2)


def test_a_roll_off_ends_though_it_may_be_repeated() -> None:
    state = game(f"die coin {{ faces: 0, 1 }}  starter: roll_off(1 * coin)  {TURN}  {END}")
    for _ in range(50):
        state = state.apply(parse_action("throw([1])")).apply(parse_action("throw([1])"))
    state = state.apply(parse_action("throw([0])")).apply(parse_action("throw([1])"))
    assert state.seat == 2
