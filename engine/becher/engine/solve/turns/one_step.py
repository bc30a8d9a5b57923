"""Loops of one step: a choice one of whose options is a throw that may lead right back to it.

Let V be worth of the choice, S what its other options are worth, and let the throw lead back with the chance p and to
something worth R on average otherwise. Then V = max(S, p V + (1 - p) R) says the same as V = max(S, R). So for the
choice the throw is as good as the same without the way back, and nothing has to be cut. Likewise for a throw that may
lead right back to itself.
"""

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from becher.engine.solve.turns.draft import MAX, MEAN, MIN, Draft


@frozen
class Throw:
    """Where a throw leads if it does not lead back, with the weights it has."""

    children: tuple[int, ...]
    weights: tuple[int, ...]


@frozen
class Shortcuts:
    """`ahead[node, child]` stands for the child of a node, `alone[node]` for a throw itself."""

    ahead: Mapping[tuple[int, int], Throw]
    alone: Mapping[int, Throw]

    def children(self, draft: Draft, node: int) -> list[int]:
        """The children of a node, throws that may lead right back to it replaced by where else they lead."""
        if node in self.alone:
            return list(self.alone[node].children)
        found: list[int] = []
        for child in draft.children[node]:
            throw = self.ahead.get((node, child))
            found += (child,) if throw is None else throw.children
        return found

    @property
    def throws(self) -> list[int]:
        """The throws that were replaced, as their choices name them; they can still be asked for by themselves."""
        return sorted({child for _, child in self.ahead})


def find_shortcuts(draft: Draft, nodes: Sequence[int]) -> Shortcuts:
    """The loops of one step among these nodes."""
    meant = _meant(draft, nodes)
    ahead: dict[tuple[int, int], Throw] = {}
    alone: dict[int, Throw] = {}
    for node in nodes:
        kind, children = draft.kinds[node], draft.children[node]
        if kind == MEAN:
            throw = _without(draft, meant, node, node)
            if throw is not None:
                alone[node] = throw
        elif kind in (MAX, MIN) and len(children) > 1:
            for child in children:
                throw = _without(draft, meant, meant.get(child, child), node)
                if throw is not None:
                    ahead[node, child] = throw
    return Shortcuts(ahead, alone)


def _without(draft: Draft, meant: Mapping[int, int], throw: int, head: int) -> Throw | None:
    """The throw without its ways back to the head; None where there is none, or no other way."""
    if draft.kinds[throw] != MEAN:
        return None
    children = draft.children[throw]
    others = [place for place, child in enumerate(children) if meant.get(child, child) != head]
    if len(others) in (0, len(children)):
        return None
    weights = draft.weights[throw]
    return Throw(tuple(children[place] for place in others), tuple(weights[place] for place in others))


def _meant(draft: Draft, nodes: Iterable[int]) -> dict[int, int]:
    """For each node that was reserved: what it was filled with."""
    filled = {n: draft.children[n][0] for n in nodes if draft.kinds[n] in (MAX, MIN) and len(draft.children[n]) == 1}
    found = {}
    for node in filled:
        at, seen = filled[node], {node}
        while at in filled and at not in seen:
            seen.add(at)
            at = filled[at]
        found[node] = at
    return found
