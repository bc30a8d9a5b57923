"""Why a question cannot be answered, as types: the caller words the message and picks the exit code."""

from collections.abc import Hashable

from becher.engine.faults import LimitReached


class TooManyStates(LimitReached):
    """The question needs more states than `value` allows; `exact` is false where `needed` is only a lower bound."""

    def __init__(self, limit: int, needed: int, exact: bool = True, what: str = "solver states") -> None:
        least = "" if exact else "at least "
        super().__init__("solver_states", limit, f"{least}{needed:,} {what}")
        self.limit, self.needed, self.exact = limit, needed, exact


class EndlessTurn(Exception):
    """From some positions of a turn no ending can be reached at all."""

    def __init__(self, positions: int) -> None:
        super().__init__(f"a turn that never ends: {positions} positions lead to no ending")
        self.positions = positions


class EndlessPlay(Exception):
    """The seats can choose so that the game never ends, and it was not said what that is worth."""

    def __init__(self, states: tuple[Hashable, ...]) -> None:
        super().__init__(
            f"play can go on for ever from {states[0]} ({len(states)} such states); its worth is not stated"
        )
        self.states = states


class NoValue(Exception):
    """A value came out infinite or NaN: a state without any allowed choice, or a fault of the tables."""

    def __init__(self, state: Hashable) -> None:
        super().__init__(f"no value for {state}")
        self.state = state


class NoConvergence(Exception):
    """Values still moved by `moved` when the greatest number of sweeps was reached."""

    def __init__(self, sweeps: int, moved: float) -> None:
        super().__init__(f"values still move by {moved:.1e} after {sweeps} sweeps")
        self.sweeps, self.moved = sweeps, moved
