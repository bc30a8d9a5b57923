"""A game whose states may come back, as plain tables: what the solver of cyclic ledgers is given."""

from collections.abc import Callable, Hashable

import numpy as np
from attrs import frozen

from becher.engine.solve.turns.graph import Cut, Floats, Index, Longs, TurnGraph


@frozen(eq=False)
class SeatGame:
    """S states, each with E entries: ways in which a turn may begin or go on there. L endings of a turn.

    V[s, e] is what the mover gets from state s when his turn begins at entry e. The *book* holds all numbers an
    ending can lead to, 2*S*E + K of them: first V row by row as the mover's own, then `theirs - V` (the same
    states, met as the one who does *not* move), then `constants` f64[K].

    - `graph`: leaf l is ending l.
    - `roots` i32[C, E]: for each class of turns and each entry the node where it begins.
    - `turn` i32[S]: the class of each state.
    - `succ` i32[S, L]: where in the book ending l leads from state s (at a constant, if it cannot come there).
    - `gain` f64[L]: added to that.
    - `theirs`: with two seats what one gets is `theirs` minus what the other gets.
    - `endless`: what play that never ends is worth to the mover of any state; None if it must not happen. With two
      seats it is `theirs / 2`, as both must get the same.
    - `states`: a name for each state, for messages and for looking up; the first one is the start.
    """

    graph: TurnGraph
    roots: Index
    turn: Index
    succ: Index
    gain: Floats
    constants: Floats
    states: tuple[Hashable, ...]
    theirs: float = 1.0
    endless: float | None = None

    @property
    def entries(self) -> int:
        """E."""
        return int(self.roots.shape[1])

    @property
    def unknowns(self) -> int:
        """S * E, the number of values to be found."""
        return len(self.turn) * self.entries

    def ahead(self, state: int) -> Longs:
        """The states some ending leads to, ascending."""
        places = self.succ[state].astype(np.int64)
        places = places[places < 2 * self.unknowns]
        return np.unique(places % self.unknowns // self.entries)

    def loop_entry(self, state: int, leaf: int) -> int:
        """The entry at which a cut loop goes on; -1 if leaf `leaf` is no cut."""
        return int(self.succ[state, leaf]) - state * self.entries if isinstance(self.graph.endings[leaf], Cut) else -1

    def endings(self, states: Index, book: Floats) -> Floats:
        """f64[L, n]: what each ending is worth in each of n states, going by `book`."""
        return np.ascontiguousarray(book[self.succ[states].T] + self.gain[:, None])

    def book(self, values: Floats) -> Floats:
        """The book for these values f64[S, E]."""
        return np.concatenate([values.ravel(), self.theirs - values.ravel(), self.constants])


@frozen
class To:
    """An ending leads to `state`; the next turn begins at `entry`, and unless `again` it is the other seat's."""

    state: Hashable
    again: bool = False
    entry: int = 0


@frozen
class Over:
    """An ending after which the game is over; the mover of the turn that ended gets `worth`."""

    worth: float


Follow = Callable[[Hashable, Hashable], To | Over]
