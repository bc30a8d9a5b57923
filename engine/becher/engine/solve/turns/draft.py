"""A turn graph while it grows: nodes are added one by one, and equal nodes are one node."""

from collections.abc import Hashable, Sequence
from math import gcd

from attrs import define, field

LEAF, MAX, MIN, MEAN = 0, 1, 2, 3
UNFILLED = -1
Key = tuple[int, tuple[int, ...], tuple[int, ...]]


@define(eq=False)
class Draft:
    """Grows a graph of leaves (how a turn ends), choices and chances.

    A node is an integer that stays valid for the life of the draft. `leaf`, `best`, `worst` and `mean` return
    the node that stands for what was asked: an equal node made before, or, where only one thing can come of
    it, that child itself. A loop within a turn is made by `reserve`, which gives a number to be pointed at, and
    `fill`, which says later what it stands for. Children keep their order; of equally good ones the first is
    the one a policy takes.
    """

    kinds: list[int] = field(factory=list)
    children: list[tuple[int, ...]] = field(factory=list)
    weights: list[tuple[int, ...]] = field(factory=list)
    endings: list[Hashable] = field(factory=list)
    _known: dict[Key, int] = field(factory=dict)
    _leaves: dict[Hashable, int] = field(factory=dict)

    def __len__(self) -> int:
        return len(self.kinds)

    def leaf(self, ending: Hashable) -> int:
        """The node in which the turn has ended this way; equal endings are one leaf."""
        found = self._leaves.get(ending)
        if found is None:
            found = self._leaves[ending] = self._append(LEAF, (len(self.endings),), ())
            self.endings.append(ending)
        return found

    def best(self, children: Sequence[int]) -> int:
        """The mover chooses the child of greatest value."""
        return self._choice(MAX, children)

    def worst(self, children: Sequence[int]) -> int:
        """The child of least value is chosen (by the other seat, or where low is good)."""
        return self._choice(MIN, children)

    def mean(self, children: Sequence[int], weights: Sequence[int]) -> int:
        """Chance decides: child i has `weights[i]` parts of the whole. Weights are positive integers."""
        merged: dict[int, int] = {}
        for child, weight in zip(children, weights, strict=True):
            if weight <= 0:
                raise ValueError(f"a chance must have a positive weight, not {weight}")
            merged[child] = merged.get(child, 0) + weight
        if not merged:
            raise ValueError("a chance without outcomes")
        if len(merged) == 1:
            return next(iter(merged))
        common = gcd(*merged.values())
        return self._node(MEAN, tuple(merged), tuple(weight // common for weight in merged.values()))

    def reserve(self) -> int:
        """A node that may be pointed at before it is known what it stands for; `fill` must follow."""
        return self._append(UNFILLED, (), ())

    def fill(self, reserved: int, node: int) -> None:
        """From now on `reserved` stands for `node`."""
        if self.kinds[reserved] != UNFILLED:
            raise ValueError(f"node {reserved} is filled already")
        self.kinds[reserved], self.children[reserved] = MAX, (node,)

    def _choice(self, kind: int, children: Sequence[int]) -> int:
        different = tuple(dict.fromkeys(children))
        if not different:
            raise ValueError("a choice without anything to choose")
        return different[0] if len(different) == 1 else self._node(kind, different, ())

    def _node(self, kind: int, children: tuple[int, ...], weights: tuple[int, ...]) -> int:
        key = (kind, children, weights)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._append(*key)
        return found

    def _append(self, kind: int, children: tuple[int, ...], weights: tuple[int, ...]) -> int:
        self.kinds.append(kind)
        self.children.append(children)
        self.weights.append(weights)
        return len(self.kinds) - 1
