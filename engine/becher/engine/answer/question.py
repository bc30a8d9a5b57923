"""What may be asked of a game, and what is answered."""

from collections.abc import Mapping
from fractions import Fraction

from attrs import frozen

from becher.dsl.model import Value


@frozen
class Question:
    """One question. Without `phase` it is about the whole game of one or two seats.

    `maximize`, `minimize`: formulas of the rule file's language, read where the phase ends; a condition counts 1 where
    it holds. `at_least`: the chance of at least so much is sought instead of the mean. `strategy`: all choices (with
    two seats: those of the first) are made by this strategy of the file. `exact`: in fractions.
    """

    players: int | None = None
    phase: str | None = None
    maximize: str | None = None
    minimize: str | None = None
    strategy: str | None = None
    at_least: int | None = None
    options: Mapping[str, Value] = {}
    exact: bool = False


@frozen
class Seconds:
    """Where the time went: looking through rules and turns, making tables, compiling kernels, solving."""

    analyse: float = 0.0
    compile: float = 0.0
    jit: float = 0.0
    solve: float = 0.0


@frozen
class Answer:
    """The answer to a question. `value` is a mean, a chance, or with two seats what the first to move gets of the win.

    `win` are the chances of both seats, draws apart; `draw` is None where it has no meaning. `states` counts ledgers (or
    positions of a phase) as they are, `states_merged` those that had to be solved. `best`: with a strategy, the value
    of best play. `notes` say what was assumed and merged, a line each. `kept`: the answer is from the cache, and seconds
    and memory are those of its making.
    """

    game: str
    question: str
    value: float
    exact: Fraction | None = None
    distribution: Mapping[int, float] | None = None
    mean: float | None = None
    sd: float | None = None
    win: tuple[float, float] | None = None
    draw: float | None = None
    best: float | None = None
    states: int = 0
    states_merged: int = 0
    seconds: Seconds = Seconds()
    backend: str = "numpy"
    memory: int = 0
    notes: tuple[str, ...] = ()
    kept: bool = False


@frozen
class Estimate:
    """What a question is expected to take, said before it is solved: bounds from above, None if unknown.

    `seconds` are those of solving on a machine that does nothing else, roughly.
    """

    what: str
    states: int | None
    bytes: int | None
    seconds: float | None = None
