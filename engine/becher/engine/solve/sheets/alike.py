"""Which rows of a table are the same."""

import numpy as np
from numpy.typing import NDArray

from becher.engine.solve.turns.graph import Longs

Table = NDArray[np.int32] | NDArray[np.int64]
SEED = 1


def alike(table: Table) -> tuple[Longs, Longs]:
    """(first i64[S], number i64[R]): one row of each kind and the kind of every row, kinds in no order that means anything.

    Rows are told apart by a hash, and compared to make sure.
    """
    _, first, number = np.unique(mixed(table), return_index=True, return_inverse=True)
    if not np.array_equal(table[first][number], table):
        _, first, number = np.unique(table, axis=0, return_index=True, return_inverse=True)
    return first, number.ravel()


def mixed(table: Table) -> Longs:
    """A number of 64 bits for each row."""
    factors = np.random.default_rng(SEED).integers(1, 2**62, table.shape[1], dtype=np.int64)
    return table.astype(np.int64, copy=False) @ factors
