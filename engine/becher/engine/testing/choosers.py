"""Ways of choosing, each a plain function of a state: what purposeful test play is made of.

A playthrough draws whole numbers below n from `below`, whoever stands behind it: hypothesis, or a stream.
"""

from collections.abc import Callable
from typing import cast

from becher.engine.actions import STOP, THROW_AGAIN, Action
from becher.engine.expressions.words import faces_of
from becher.engine.state import Dice, State

Below = Callable[[int], int]
Chooser = Callable[[State, Below], Action]


def any_action(state: State, below: Below) -> Action:
    """Any legal action, each as likely as the others."""
    legal = state.legal_actions()
    return legal[below(len(legal))]


def climb(state: State, below: Below) -> Action:
    """Few dice at a time, the highest first; never stops, so that every throw there is gets thrown."""
    return _with(state, below, THROW_AGAIN, lambda pips, count: (count == 0, count, -pips))


def grab(state: State, below: Below) -> Action:
    """As many pips as may be; stops wherever it may."""
    return _with(state, below, STOP, lambda pips, count: (-pips, -count, 0))


def creep(state: State, below: Below) -> Action:
    """Few dice at a time, the lowest first; stops now and then."""
    return _with(state, below, None, lambda pips, count: (count == 0, count, pips))


def _with(state: State, below: Below, favourite: Action | None, rank: Callable[[int, int], tuple[int, ...]]) -> Action:
    legal = state.legal_actions()
    if favourite in legal:
        return favourite
    if legal and legal[0].name == "keep":
        return min(legal, key=lambda action: rank(*_measure(action)))
    return legal[below(len(legal))]


def _measure(action: Action) -> tuple[int, int]:
    """Pips (symbols count nothing) and number of the dice kept."""
    faces = faces_of(cast(Dice, action.args[0]))
    return sum(face for face in faces if isinstance(face, int)), len(faces)


PLAIN: tuple[Chooser, ...] = (any_action, climb, grab, creep)
