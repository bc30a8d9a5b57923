"""Steps of the machine as an explorer takes them, each on a copy of a state."""

from becher.engine.actions import TAKE_DICE, Action
from becher.engine.machine import cycle
from becher.engine.machine.moments import take_pick
from becher.engine.state import State


def taken(s: State, action: Action) -> State:
    """The state after a choice, at the stage that follows it."""
    t = s.copy()
    t.forced = ()
    if t.stage == "keep":
        cycle.take_keep(t, action)
    elif t.stage == "stop":
        cycle.take_stop(t, action)
    elif t.stage == "inherit" and action == TAKE_DICE:
        cycle.take_lying(t)
    elif t.stage == "inherit":
        t.stage = "throw"
    else:
        take_pick(t, action)
    return t


def without_dice(s: State) -> State:
    """The state as a phase begins."""
    t = s.copy()
    t.thrown = t.kept = t.aside = t.dice = ()
    t.throw_no = 0
    return t


def has_moved(s: State, before: State) -> bool:
    """Has a word such as out or win changed the game itself?"""
    return (
        s.out_order is not before.out_order
        or s.decided is not before.decided
        or s.direction != before.direction
        or s.left is not before.left
    )
