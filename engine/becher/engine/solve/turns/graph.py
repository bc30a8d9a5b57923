"""One turn as arrays: the form every evaluator works on."""

from collections.abc import Hashable

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

Bytes = NDArray[np.int8]
Index = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]


@frozen
class Cut:
    """A way back within a turn: its value is that of cut root `number`, worked out in the round before."""

    number: int


@frozen(eq=False)
class TurnGraph:
    """A turn as a directed graph without loops, children before parents. N nodes, E edges, L leaves, K runs.

    - `endings[i]` is how the turn has ended in leaf i; nodes 0..L-1 are the leaves, in that order. An ending is
      whatever the maker of the graph put there, or `Cut(k)`: the loop goes on at `cuts[k]`.
    - `kind` i8[N]: LEAF 0, MAX 1, MIN 2, MEAN 3 (named in draft.py).
    - `ptr` i32[N+1], `src` i32[E]: node n has the children `src[ptr[n]:ptr[n+1]]`, all numbered below n.
    - `parts` i64[E], `whole` i64[N]: below a MEAN, child e has the chance `parts[e] / whole[n]` exactly; `w` f64[E]
      is the same rounded. At other nodes parts and w are 1 and mean nothing.
    - `runs` i32[K,5]: rows (kind, degree, from, to, edge): nodes from..to-1 have one kind, one degree and no edge
      among them; the children of node n start at `edge + (n - from) * degree`. Leaves are in no run.
    - `slot` i32[N]: where a pass that forgets used-up values keeps node n; `slots` is how many it needs. Leaf i has
      slot i, and a root keeps its slot to the end. Nodes are written in order; a node's slot is none of its children's.
    - `roots` i32[R]: the nodes that were asked for. `cuts` i32[C]: the nodes where cut loops go on.
    """

    endings: tuple[Hashable, ...]
    kind: Bytes
    ptr: Index
    src: Index
    parts: Longs
    whole: Longs
    w: Floats
    slot: Index
    slots: int
    runs: Index
    roots: Index
    cuts: Index

    @property
    def nodes(self) -> int:
        return len(self.kind)

    @property
    def leaves(self) -> int:
        return len(self.endings)

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays together."""
        arrays = (self.kind, self.ptr, self.src, self.parts, self.whole, self.w, self.slot, self.runs)
        return sum(array.nbytes for array in arrays)
