"""Loops of one step: a choice one of whose options is a throw that may lead straight back to it.

Let V be worth of the choice, S what its other options are worth, and let the throw lead back with the chance p and to
something worth R on average otherwise. Then V = max(S, p V + (1 - p) R) says the same as V = max(S, R). So for the
choice the throw is as good as the same without the way back, and nothing has to be cut. Likewise for a throw that may
lead straight back to itself.
"""

from collections.abc import Iterable, Mapping

from attrs import frozen

from becher.engine.solve.draft import MAX, MEAN, MIN, Draft


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
        """The children of a node, throws that may lead straight back to it replaced by where else they lead."""
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


def find_shortcuts(draft: Draft, nodes: Iterable[int]) -> Shortcuts:
    """The loops of one step among these nodes."""
    meant = _Meant(draft)
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
                throw = _without(draft, meant, meant.of(child), node)
                if throw is not None:
                    ahead[node, child] = throw
    return Shortcuts(ahead, alone)


def _without(draft: Draft, meant: "_Meant", throw: int, head: int) -> Throw | None:
    """The throw without its ways back to the head; None where there is none, or no other way."""
    if draft.kinds[throw] != MEAN:
        return None
    pairs = list(zip(draft.children[throw], draft.weights[throw], strict=True))
    others = [(child, weight) for child, weight in pairs if meant.of(child) != head]
    if len(others) in (0, len(pairs)):
        return None
    return Throw(tuple(child for child, _ in others), tuple(weight for _, weight in others))


class _Meant:
    """Which node a node stands for: a reserved one for what it was filled with."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._known: dict[int, int] = {}

    def of(self, node: int) -> int:
        path, seen = [node], {node}
        while path[-1] not in self._known:
            children = self._draft.children[path[-1]]
            if self._draft.kinds[path[-1]] not in (MAX, MIN) or len(children) != 1 or children[0] in seen:
                self._known[path[-1]] = path[-1]
                break
            path.append(children[0])
            seen.add(children[0])
        found = self._known[path[-1]]
        self._known.update(dict.fromkeys(path, found))
        return found
