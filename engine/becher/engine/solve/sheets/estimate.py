"""What solving a sheet game will take, before its rows are built.

Only some boxes move the counter. Which counters can be seen on a row, and which of them make a difference, depends on those boxes
alone, as long as everything may be written that some row allows. So a game of those boxes is reached and merged, and
counted once for each way the other boxes can be filled and each flag that can be there by then.
"""

from math import comb

import numpy as np
from attrs import evolve, frozen

from becher.engine.solve.sheets.moves import Moves
from becher.engine.solve.sheets.pack import compile_tables
from becher.engine.solve.sheets.sheet import Box, Effect, LedgerClass, SheetGame
from becher.engine.solve.turns.graph import Index

MOST_MOVING = 8  # boxes of which every combination is looked at
ROW_BYTES = 48  # key, base, lane set, and as much again while they are made


@frozen
class Estimate:
    """Bounds from above. `states` are merged ones; `edges`: how often a number is read in all; `exact`: no row forbids anything."""

    rows: int
    states: int
    bytes: int
    edges: int
    exact: bool = False


def estimate(moves: Moves) -> Estimate:
    """Counted for one seat; with two seats, or many boxes that move counters, all rows times all counters."""
    game = moves.game
    moving = _moving(moves)
    counted = game.seats == 1 and len(moving) <= MOST_MOVING
    rows, states = _counted(moves, moving) if counted else (moves.keys, moves.keys * game.counters)
    free = game.flags == 1 and all(box.effect.shape[1] == 1 for box in game.boxes)
    work = len(game.graph.src) + game.graph.leaves * len(game.boxes) // 2
    return Estimate(rows, states, 8 * states + ROW_BYTES * rows, states * work, counted and free)


def _moving(moves: Moves) -> list[int]:
    """The boxes in which some outcome moves the counter."""
    same = np.arange(moves.game.counters)
    changed = {box for (box, _), counter in zip(moves.options, moves.counter, strict=True) if (counter != same).any()}
    return sorted(changed)


def _counted(moves: Moves, moving: list[int]) -> tuple[int, int]:
    """(rows, merged states) at most."""
    packed = compile_tables(_alone(moves, moving))
    flags = _flags(moves.game)
    others = len(moves.game.boxes) - len(moving)
    rows = states = 0
    for filled, layer in enumerate(packed.layers):
        for more in range(others + 1):
            ways = comb(others, more) * flags[filled + more]
            rows += ways * len(layer.keys)
            states += ways * int(layer.base[-1] - layer.base[0])
    return rows, states


def _alone(moves: Moves, moving: list[int]) -> SheetGame:
    """The game of these boxes, each of whose options can always be had."""
    game = moves.game
    nothing = LedgerClass((), np.zeros((1, 1), dtype=np.int32))
    stays = np.zeros(1, dtype=np.int32)
    columns = np.unique(game.final, axis=0, return_inverse=False)
    final = np.unique(columns, axis=1, return_inverse=True)[1].reshape(1, -1).astype(np.float64)
    boxes = []
    for number in moving:
        effects = [effect for box, effect in moves.options if box == number]
        classes = np.arange(len(effects), dtype=np.int32)
        boxes.append(Box(classes, nothing, np.zeros((len(effects), 1)), np.array(effects, dtype=np.int32)[:, None]))
    return evolve(
        game,
        boxes=tuple(boxes),
        effects=tuple(Effect(stays, effect.counter) for effect in game.effects),
        roots=stays,
        turn=nothing,
        final=final,
        start=(0, game.start[1]),
    )


def _flags(game: SheetGame) -> list[int]:
    """How many flags there can be after so many turns."""
    known = np.zeros(game.flags, dtype=np.bool_)
    known[game.start[0]] = True
    maps: Index = np.array([effect.flag for effect in game.effects], dtype=np.int32)
    found = [1]
    for _ in range(game.bits):
        after = np.zeros_like(known)
        after[maps[:, known]] = True
        known = after
        found.append(int(known.sum()))
    return found
