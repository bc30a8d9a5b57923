"""In which order the states of a game can be solved."""

import numpy as np
from attrs import frozen

from becher.engine.solve.ledgers.seats import SeatGame
from becher.engine.solve.order import levels, strong_parts
from becher.engine.solve.turns.graph import Index


@frozen(eq=False)
class Level:
    """States that depend on each other and on earlier levels only.

    `states` i32[n]; `part` i32[n]: which of the level's parts each belongs to, 0.. without gaps, ascending; `loop`: some
    part leads back to itself, so that one sweep is not enough.
    """

    states: Index
    part: Index
    loop: bool


def levels_of(game: SeatGame) -> list[Level]:
    """The levels of a game in the order in which they can be solved."""
    ahead = [game.ahead(state) for state in range(len(game.turn))]
    parts = strong_parts([row.tolist() for row in ahead])
    return [
        Level(
            states=np.array([state for part in numbers for state in parts.members[part]], dtype=np.int32),
            part=np.repeat(np.arange(len(numbers), dtype=np.int32), [len(parts.members[part]) for part in numbers]),
            loop=any(parts.loop[part] for part in numbers),
        )
        for numbers in levels(parts, ahead.__getitem__)
    ]
