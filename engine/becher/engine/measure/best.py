"""What best play of a game is worth, where the solver can tell within the time of a measure."""

from collections.abc import Mapping
from enum import StrEnum

from attrs import frozen

from becher.dsl.model import Game, Value
from becher.engine.answer.ask import BadQuestion, ask
from becher.engine.answer.question import Question
from becher.engine.answer.refused import Refused
from becher.engine.faults import LimitReached, RuleFault

# What one figure may take: merged states that are solved, steps of the machine to come to them.
STATES, STEPS = 1_000_000, 100_000


class Counts(StrEnum):
    """What a value counts."""

    WIN = "win"  # what the first of two seats gets of the win
    POINTS = "points"  # the mean result of a seat alone


@frozen
class Best:
    """The value of best play by all seats."""

    value: float
    counts: Counts


def best_value(game: Game, players: int, options: Mapping[str, Value], keep: bool = False) -> Best | None:
    """Best play of two seats, or of one alone or on its own sheet; None where it is out of reach.

    `keep`: answers are looked up and kept in the user's cache folder.
    """
    alone = players == 1 or (game.sheet is not None and game.players[0] <= 1)
    question = Question(1 if alone else players, options=options)
    try:
        answer = ask(game, question, limit=STATES, steps=STEPS, keep=keep)
    except (BadQuestion, Refused, LimitReached, RuleFault):
        return None
    return Best(answer.value, Counts.POINTS if alone else Counts.WIN)
