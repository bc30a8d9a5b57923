"""How a question is to be answered, and what solving has in common."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from math import sqrt
from resource import RUSAGE_SELF, getrusage
from time import perf_counter
from typing import TypeVar

from attrs import define, evolve, field, frozen

from becher.dsl.limits import LIMITS
from becher.engine.answer.question import Estimate
from becher.engine.answer.refused import Refused
from becher.engine.answer.turns.explorer import MOST_STEPS
from becher.engine.faults import LimitReached
from becher.engine.solve.backends.backup import Backend
from becher.engine.solve.errors import EndlessPlay, EndlessTurn, NoConvergence, NoValue, TooManyStates
from becher.engine.solve.ledgers.seat_values import SeatValues, solve_seats
from becher.engine.solve.ledgers.seats import SeatGame

T = TypeVar("T")
Progress = Callable[[int, int], None]
OUT_OF_REACH = (Refused, TooManyStates, EndlessPlay, EndlessTurn, NoValue, NoConvergence, LimitReached)


@frozen
class Ways:
    """The back end, the greatest number of merged states, whom to tell what is expected and how far it is.

    `spread`: distributions also where they take long. `steps`: how often the machine may be asked what follows.
    """

    backend: Backend
    limit: int = LIMITS.solver_states
    tell: Callable[[Estimate], None] = lambda estimate: None
    progress: Progress = lambda done, of: None
    spread: bool = False
    steps: int = MOST_STEPS

    def seconds(self, edges: int) -> float:
        """How long it takes to read so many numbers, on all processors."""
        return edges / self.backend.speed / (os.cpu_count() or 1)


@define
class Clock:
    """Where the time goes."""

    last: float = field(factory=perf_counter)

    def lap(self) -> float:
        """Seconds since the last lap."""
        before, self.last = self.last, perf_counter()
        return self.last - before


def solve_tables(
    game: SeatGame, backend: Backend, endless: float | None, progress: Progress = lambda done, of: None
) -> SeatValues:
    """Solve; what endless play is worth is used only where play can be endless, as it makes solving slower."""
    try:
        return solve_seats(evolve(game, endless=None), backend, progress=progress)
    except EndlessPlay:
        if endless is None:
            raise
        return solve_seats(evolve(game, endless=endless), backend, progress=progress)


def in_players_words(work: Callable[[], T]) -> T:
    """The result; what the solver cannot do becomes a refusal. Raises TooManyStates as it comes: more may be allowed."""
    try:
        return work()
    except TooManyStates:
        raise
    except EndlessTurn as error:
        raise Refused("some choices keep a turn going for ever") from error
    except EndlessPlay as error:
        raise Refused("some choices keep the game going for ever, and it is not said what that is worth") from error
    except LimitReached as error:
        raise Refused(f"some choices lead beyond a limit: {error}") from error
    except (NoValue, NoConvergence) as error:
        raise Refused(f"no value was found: {error}") from error


def in_fractions(work: Callable[[], Fraction]) -> Fraction:
    """The result; what cannot be found exactly becomes a refusal."""
    try:
        return work()
    except (ValueError, ZeroDivisionError) as error:
        raise Refused(f"not in fractions: {error}", None, "the same without --exact") from error


def best_of(work: Callable[[], float]) -> float | None:
    """What best play is worth beside a strategy; None where it is out of reach."""
    with suppress(*OUT_OF_REACH):
        return work()
    return None


def mean_and_spread(chances: Mapping[int, float]) -> tuple[float, float]:
    """Mean and standard deviation."""
    whole = sum(chances.values())
    mean = sum(value * chance for value, chance in chances.items()) / whole
    square = sum((value - mean) ** 2 * chance for value, chance in chances.items()) / whole
    return mean, sqrt(max(0.0, square))


def memory() -> int:
    """The most memory this process has used, in bytes."""
    return getrusage(RUSAGE_SELF).ru_maxrss * 1024


def memory_of_machine() -> int:
    """All the memory this machine has, in bytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
