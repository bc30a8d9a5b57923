"""The smallest games there are, to have compiled kernels compiled before the clock starts."""

import numpy as np

from becher.engine.solve.ledgers.explore import seat_game
from becher.engine.solve.ledgers.seats import Over, SeatGame
from becher.engine.solve.sheets.sheet import Box, Effect, LedgerClass, SheetGame
from becher.engine.solve.turns.draft import Draft
from becher.engine.solve.turns.graph import TurnGraph
from becher.engine.solve.turns.passes import finish


def coin() -> TurnGraph:
    """A throw with two outcomes."""
    draft = Draft()
    return finish(draft, [draft.mean([draft.leaf(0), draft.leaf(1)], [1, 1])]).graph


def coin_sheet() -> SheetGame:
    """One box that takes what was thrown."""
    one = LedgerClass((), np.zeros((1, 1), dtype=np.int32))
    same = np.zeros(1, dtype=np.int32)
    dice = np.arange(2, dtype=np.int32)
    box = Box(dice, one, np.array([[0.0], [1.0]]), np.zeros((2, 1), dtype=np.int32))
    return SheetGame(coin(), (box,), (Effect(same, same),), same, one, np.zeros((1, 1)), (0, 0))


def coin_seats() -> SeatGame:
    """One throw decides."""
    return seat_game(coin(), [[0]], "start", lambda _, ending: Over(float(ending == 1)))
