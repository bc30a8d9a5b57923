"""The two ways to back values up through a turn graph, behind one interface.

Both give the same values up to 1e-9: they add in the same order, but the compiled one may fuse a product and a sum.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Protocol

from attrs import frozen

from becher.engine.solve.ledgers.seats import SeatGame
from becher.engine.solve.turns.graph import Floats, Index, Longs, TurnGraph


@frozen(eq=False)
class LayerJob:
    """Consecutive rows of one layer, with all they refer to. R rows, B boxes, K options, S lane sets, U counters.

    Row r has the values `base[r]..base[r+1]-1` of the array of values, one for each lane of lane set `lanes[r]`.
    - `base` i64[R+1], `lanes` i32[R], `root` i32[R]: the node where its turn begins.
    - `ledger` i32[R, B]: class of the row for each box, -1 where the box is filled.
    - `next_base` i64[R, K], `next_lanes` i32[R, K]: base and lane set of the row an option leads to; -1: none.
    - `place` i32[S, U], `member` i32, `begin` i32[S+1]: see Packed.
    - `counter` i32[K, U], `sign` f64[K], `shift` f64[K]: an option is worth `shift + sign * value of the next state`.
    - `first` i32[B+1]: the options of each box. `dice_class` i32[B, O].
    - `table` i64[B]: where the tables of box b begin in `points` f64 and `option` i32 (counted from `first[b]`, -1:
      may not be chosen); class c of the ledger and d of the dice is found `c * classes[b] + d` further. `classes` i32[B].
    """

    graph: TurnGraph
    base: Longs
    lanes: Index
    root: Index
    ledger: Index
    next_base: Longs
    next_lanes: Index
    place: Index
    member: Index
    begin: Index
    counter: Index
    sign: Floats
    shift: Floats
    first: Index
    dice_class: Index
    table: Longs
    classes: Index
    points: Floats
    option: Index


class Backend(Protocol):
    """Kernels. All arrays are C-contiguous with the element types given; no argument is changed but `values`."""

    name: str
    speed: float  # numbers read in a second by one processor, roughly

    def prepare(self) -> float:
        """Compile what has to be compiled; the seconds that took."""

    def roots(self, graph: TurnGraph, leaves: Floats) -> Floats:
        """f64[R+C, n]: the value of every root and cut, for leaf values f64[L, n] in n lanes."""

    def sheet_rows(self, job: LayerJob, values: Floats) -> None:
        """Work out the values of the rows of the job, in place; those of later layers are there already."""

    def seat_sweep(self, game: SeatGame, states: Index, book: Floats) -> Floats:
        """f64[n, E]: the values of n states, each from what the book says now."""

    def chances(self, graph: TurnGraph, leaves: Floats, ends: Index) -> Floats:
        """f64[n, E, L]: how likely each leaf is from node `ends[j, e]` if the best is chosen for `leaves[:, j]`.

        `leaves` f64[L, n], `ends` i32[n, E]. Of choices closer than TIE the first is taken.
        """


TIE = 1e-12


def backends() -> Sequence[str]:
    """The names of the back ends this installation has, the fastest first."""
    return ("numba", "numpy") if find_spec("numba") else ("numpy",)


def choose_backend(name: str | None = None) -> Backend:
    """The back end of this name, or the fastest there is. ModuleNotFoundError if it is not installed."""
    wanted = backends()[0] if name is None else name
    if wanted == "numpy":
        from becher.engine.solve.backends.backup_numpy import NumpyBackend

        return NumpyBackend()
    if wanted == "numba":
        from becher.engine.solve.backends.backup_numba import NumbaBackend

        return NumbaBackend()
    raise ValueError(f"no back end {wanted}; there are {', '.join(backends())}")
