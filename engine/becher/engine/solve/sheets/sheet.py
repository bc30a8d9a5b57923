"""A game on a score sheet, as plain tables: what the layered solver is given.

Every turn fills one box of the mover's sheet, so no state comes back. A state is (mask, flag, counter), always as
the seat to move sees it:

- `mask`: bit b says box b of the mover is filled; with two seats bit `len(boxes) + b` says it of the other seat.
- `flag`, 0..F-1: whatever else about the ledger a turn or a box may read, numbered by the maker of the tables.
- `counter`, 0..U-1: what only the final value reads, numbered likewise (with two seats: a difference, a pair ...).
"""

import numpy as np
from attrs import frozen

from becher.engine.solve.turns.graph import Floats, Index, Longs, TurnGraph


@frozen(eq=False)
class LedgerClass:
    """A number read off mask and flag: `table[k, flag]`, k being the mask's bits `reads` put together.

    `reads[i]` is the bit of the mask that gives bit i of k. `table` i32[2**len(reads), F].
    """

    reads: tuple[int, ...]
    table: Index

    def of(self, masks: Longs, flags: Longs) -> Index:
        """The class of each row; `masks` and `flags` have one entry a row."""
        key = np.zeros(len(masks), dtype=np.int64)
        for place, bit in enumerate(self.reads):
            key |= ((masks >> bit) & 1) << place
        return np.ascontiguousarray(self.table[key, flags], dtype=np.int32)


@frozen(eq=False)
class Box:
    """One box. D classes of outcomes and C classes of ledgers say all that matters to it.

    - `dice_class` i32[O]: the class of each outcome, an outcome being a leaf of the turn graph.
    - `ledger`: the class of each row.
    - `points` f64[D, C]: points added at once (0 where everything is left to the final value).
    - `effect` i32[D, C]: which of the game's effects follows; -1: the box may not be chosen.
    """

    dice_class: Index
    ledger: LedgerClass
    points: Floats
    effect: Index


@frozen(eq=False)
class Effect:
    """What entering a box does to the ledger, besides filling the box.

    `flag` i32[F] and `counter` i32[U] give the new number for each old one, as the *next* mover sees it. `passes`:
    the next mover is the other seat; masks are exchanged by the solver, flags and counters by these two maps.
    """

    flag: Index
    counter: Index
    passes: bool = False


@frozen(eq=False)
class SheetGame:
    """A whole game on sheets, for one seat (greatest expected sum of points and final value) or two.

    - `graph`: the turn, without loops; leaf o is outcome o. A leaf without any allowed box counts as -inf: it may stand below a
      MAX beside one that has some, and nowhere else.
    - `roots` i32[C]: for each class of `turn`, the place in `graph.roots` where such a turn begins.
    - `final` f64[F, U]: what the mover gets when all boxes are full.
    - `theirs`: with two seats, what one gets is `theirs` minus what the other gets (1 for a chance to win, 0 for a
      difference of points).
    - `start`: (flag, counter) of the first mover before anything is filled.
    """

    graph: TurnGraph
    boxes: tuple[Box, ...]
    effects: tuple[Effect, ...]
    roots: Index
    turn: LedgerClass
    final: Floats
    start: tuple[int, int]
    seats: int = 1
    theirs: float = 0.0

    @property
    def flags(self) -> int:
        """F, the number of flag values."""
        return int(self.final.shape[0])

    @property
    def counters(self) -> int:
        """U, the number of counter values."""
        return int(self.final.shape[1])

    @property
    def bits(self) -> int:
        """The number of bits of a mask, which is also the number of turns of a game."""
        return len(self.boxes) * self.seats

    def faults(self) -> list[str]:
        """What is wrong with the tables, in words for the maker of the tables; empty if they fit together."""
        loops = ["the turn leads back into itself"] if len(self.graph.cuts) else []
        return [*loops, *_box_faults(self), *_effect_faults(self)]


def _box_faults(game: SheetGame) -> list[str]:
    found: list[str] = []
    for number, box in enumerate(game.boxes):
        if box.dice_class.shape != (game.graph.leaves,):
            found.append(f"box {number}: dice_class needs one class for each of {game.graph.leaves} leaves")
        if box.points.shape != box.effect.shape:
            found.append(f"box {number}: points {box.points.shape} and effect {box.effect.shape} differ in shape")
        elif box.dice_class.max() >= len(box.points) or box.ledger.table.max() >= box.points.shape[1]:
            found.append(f"box {number}: a class beyond the table")
        if box.effect.max() >= len(game.effects):
            found.append(f"box {number}: an effect beyond the list")
        if box.ledger.table.shape != (2 ** len(box.ledger.reads), game.flags):
            found.append(f"box {number}: the ledger's table must have the shape (2 ** reads, flags)")
    return found


def _effect_faults(game: SheetGame) -> list[str]:
    found: list[str] = []
    for number, effect in enumerate(game.effects):
        if effect.flag.shape != (game.flags,) or effect.flag.max() >= game.flags or effect.flag.min() < 0:
            found.append(f"effect {number}: flag must map {game.flags} flags to themselves")
        if (
            effect.counter.shape != (game.counters,)
            or not 0 <= effect.counter.min() <= effect.counter.max() < game.counters
        ):
            found.append(f"effect {number}: counter must map {game.counters} counters to themselves")
        if effect.passes and game.seats == 1:
            found.append(f"effect {number}: the turn passes, but there is one seat")
    return found
