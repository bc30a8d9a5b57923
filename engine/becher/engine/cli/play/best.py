"""Best play, worked out while people wait."""

from becher.engine.answer.best import BestPlay, why
from becher.engine.answer.refused import Refused
from becher.engine.bots.optimal import known_best
from becher.engine.cli.exits import LIMIT, Says
from becher.engine.cli.progress import hundredths
from becher.engine.faults import LimitReached
from becher.engine.state import State


def solved(state: State) -> BestPlay:
    """Best play of this game, with a bar while it is worked out. Raises Refused, LimitReached."""
    with hundredths("working out best play") as progress:
        return known_best(state, progress)


def manner_of_optimal(state: State) -> tuple[str, ...]:
    """What is to be said of seats that play best, nothing where they simply do. Raises Says where they cannot."""
    try:
        best = solved(state)
    except (Refused, LimitReached) as reason:
        raise Says(LIMIT, f"optimal does not know best play here: {why(reason)}; greedy plays any game") from None
    return () if best.instead_of is None else (f"optimal plays for points, as if alone: {best.instead_of}",)
