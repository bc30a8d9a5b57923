"""The thirty family over all 462 throws of six dice, against its rules written again in plain Python."""

from collections import Counter
from math import prod

import pytest
from attrs import frozen

from becher.dsl.load import load
from becher.engine.actions import STOP, Action
from becher.engine.game import start
from becher.engine.state import CHANCE, State
from becher.engine.stream import Stream

SEATS = 3


@frozen
class Family:
    """How one game differs: its account and which way it runs, whom a hit reaches, what six matches do, what else happens."""

    account: str = "credit"
    sign: int = -1
    hits: str = "next"
    six: str = "refill"
    must_go_on: bool = False
    short_pays: bool = False
    excess_to_me: bool = False
    second_phase: bool = True
    turns_round: bool = False
    handover: bool = False


FAMILY = {
    "30-ab": Family("penalty", 1),
    "30-ab-100": Family("penalty", 1),
    "30-ab-previous": Family("penalty", 1, hits="previous"),
    "30-ab-credit": Family(),
    "totwuerfeln": Family(),
    "dreissig-tot": Family(hits="previous"),
    "30er": Family(hits="others", six="end", excess_to_me=True),
    "dertigen": Family(six="out", must_go_on=True, turns_round=True, handover=True),
    "30-coins": Family(short_pays=True),
    "30-dead": Family("penalty", 1, second_phase=False),
}
SECOND = [id for id, family in FAMILY.items() if family.second_phase]


def first_turn(id: str) -> State:
    """Three seats before the first throw of the first turn."""
    game = load(id).game
    assert game is not None, f"{id} has errors"
    s, dice = start(game, SEATS), Stream("the opening")
    while s.phase != "turn":
        s = s.apply(s.sample(dice) if s.current_player() == CHANCE else s.legal_actions()[-1])
    return s


def laid(state: State, throw: Action) -> State:
    """All six dice of one throw kept at once."""
    return state.apply(throw).apply(Action("keep", throw.args))


def after(state: State, seat: int, steps: int) -> int:
    return (seat - 1 + steps) % SEATS + 1


def hit(family: Family, state: State) -> tuple[int, ...]:
    """The seats that a hit of the seat on turn reaches."""
    steps = {"next": (1,), "previous": (-1,), "others": (1, 2)}[family.hits]
    return tuple(after(state, state.seat, step) for step in steps)


def moved(family: Family, before: State, now: State) -> dict[int, int]:
    """How far each account has moved in the direction that hurts; those that have not are left out."""
    change = {
        seat: family.sign * (now.account(family.account, seat) - before.account(family.account, seat))
        for seat in range(1, SEATS + 1)
    }
    return {seat: n for seat, n in change.items() if n}


def collected(family: Family, state: State, total: int) -> dict[int, int]:
    """What collecting so many pips alone does to the accounts."""
    me = state.seat
    if total < 30:
        missing = 30 - total
        if family.short_pays:
            return {me: missing * (SEATS - 1), **{after(state, me, n): -missing for n in (1, 2)}}
        return {me: missing}
    if total == 30 or (family.second_phase and not family.excess_to_me):
        return {}
    return {me: 30 - total} if family.excess_to_me else {after(state, me, 1): total - 30}


@pytest.mark.parametrize("id", FAMILY)
def test_all_six_dice_of_a_throw_are_settled_by_their_sum(id: str) -> None:
    family, state = FAMILY[id], first_turn(id)
    for throw, _ in state.chance_outcomes():
        total, now = sum(throw.args[0]), laid(state, throw)
        assert moved(family, state, now) == collected(family, state, total), throw.text
        if family.second_phase and total > 30:
            assert (now.phase, now.args["number"]) == ("distribute", total - 30)
        elif total == 30 and not family.second_phase:
            assert now.phase == "bonus_throw"
        else:
            assert now.seat == after(state, state.seat, -1 if family.turns_round and total == 30 else 1)


@pytest.mark.parametrize("id", FAMILY)
def test_after_a_throw_any_dice_may_be_laid_aside_but_not_none(id: str) -> None:
    state = first_turn(id)
    for throw, _ in state.chance_outcomes():
        keeps = state.apply(throw).legal_actions()
        assert len(keeps) == prod(n + 1 for n in Counter(throw.args[0]).values()) - 1
        assert all(keep.name == "keep" and keep.args[0] for keep in keeps)


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("id", SECOND)
def test_the_second_phase_counts_the_dice_that_show_the_number(id: str, number: int) -> None:
    family, state = FAMILY[id], first_turn(id)
    excess = (6,) * 5 + (number,)
    begun = laid(state, Action("throw", (tuple(sorted(excess)),)))
    for throw, _ in begun.chance_outcomes():
        dice, now = throw.args[0], begun.apply(throw)
        found = dice.count(number)
        if found == 6:
            check_six(family, begun, now, number)
        elif found == 0:
            check_none(family, begun, now, dice)
        else:
            assert now.pool == found * number
            assert sorted(now.aside) == [number] * found
            assert (STOP in now.legal_actions()) is not family.must_go_on
            if not family.must_go_on:
                check_hit(family, begun, now.apply(STOP), found * number)


def check_none(family: Family, begun: State, now: State, dice: tuple[int, ...]) -> None:
    """No die shows the number: nothing happens, but where it is so agreed the throw is left to the next player."""
    assert moved(family, begun, now) == {}
    assert now.seat == after(begun, begun.seat, 1)
    assert now.lying == (dice if family.handover else ())


def check_hit(family: Family, begun: State, now: State, pips: int) -> None:
    wanted = dict.fromkeys(hit(family, begun), pips)
    if family.short_pays:
        wanted[begun.seat] = -pips
    assert moved(family, begun, now) == wanted


def check_six(family: Family, begun: State, now: State, number: int) -> None:
    match family.six:
        case "out":
            assert now.is_out(begun.seat)
            assert moved(family, begun, now) == {}
        case "end":
            check_hit(family, begun, now, 6 * number)
        case _:
            assert (now.phase, now.pool, now.aside) == ("distribute", 6 * number, ())
            check_hit(family, begun, now.apply(STOP), 6 * number)
