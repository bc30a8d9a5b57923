"""From a draft to a turn graph: draft -> collapsed -> loops of one step -> cut -> rebuilt -> sorted, with slots and runs."""

import heapq
from collections.abc import Iterable, Sequence

import numpy as np
from attrs import frozen

from becher.engine.solve.errors import EndlessTurn
from becher.engine.solve.order import strong_parts
from becher.engine.solve.turns.draft import LEAF, MAX, MEAN, MIN, UNFILLED, Draft
from becher.engine.solve.turns.graph import Cut, Index, TurnGraph
from becher.engine.solve.turns.one_step import Shortcuts, Throw, find_shortcuts


@frozen(eq=False)
class Finished:
    """The graph, and `node_of[d]`: the node that draft node d became, or -1 where no root leads there."""

    graph: TurnGraph
    node_of: Index


def finish(draft: Draft, roots: Sequence[int]) -> Finished:
    """The graph of all that can come of these draft nodes; `graph.roots[i]` stands for `roots[i]`.

    Positions from which one ending only can come are that ending. Loops of one step are no loops (see one_step.py); those
    that remain are cut: see `Cut`.
    Raises EndlessTurn if some position leads to no ending, ValueError if a reserved node was never filled.
    """
    reached = _reachable(draft, roots)
    if any(draft.kinds[node] == UNFILLED for node in reached):
        raise ValueError("a reserved node was never filled")
    only = _only_ending(draft, reached)
    reached = _reachable(draft, [root for root in roots if root not in only], stop=only)
    short = find_shortcuts(draft, [node for node in reached if node not in only])
    after, heads = _post_order(draft, [*roots, *reached], only, short)
    clean, image, cuts = _rebuild(draft, only, after, heads, short)
    wanted = [image[root] for root in roots]
    graph, place = _sorted_graph(clean, wanted, cuts, [image[throw] for throw in short.throws])
    node_of = np.full(len(draft), -1, dtype=np.int32)
    for node, clean_node in image.items():
        node_of[node] = place.get(clean_node, -1)
    return Finished(graph, node_of)


def _reachable(draft: Draft, roots: Iterable[int], stop: Iterable[int] = ()) -> list[int]:
    """All nodes the roots lead to, ascending; not looking behind nodes of `stop`."""
    closed = set(stop)
    seen = set(roots)
    work = list(seen)
    while work:
        node = work.pop()
        if draft.kinds[node] == LEAF or node in closed:
            continue
        for child in draft.children[node]:
            if child not in seen:
                seen.add(child)
                work.append(child)
    return sorted(seen)


def _only_ending(draft: Draft, reached: Sequence[int]) -> dict[int, int]:
    """For each node from which exactly one ending can come: the leaf of that ending."""
    local = {node: number for number, node in enumerate(reached)}
    inner = [() if draft.kinds[node] == LEAF else draft.children[node] for node in reached]
    parts = strong_parts([[local[child] for child in children] for children in inner])
    many, none = -2, -1
    result: list[int] = []
    for number, members in enumerate(parts.members):
        found = none
        for member in members:
            node = reached[member]
            if draft.kinds[node] == LEAF:
                found = node
            for child in inner[member]:
                other = parts.part[local[child]]
                if other != number and result[other] not in (none, found):
                    found = result[other] if found == none else many
        result.append(found)
    if none in result:
        raise EndlessTurn(sum(result[part] == none for part in parts.part))
    return {node: result[parts.part[local[node]]] for node in reached if result[parts.part[local[node]]] != many}


def _post_order(
    draft: Draft, reached: Sequence[int], only: dict[int, int], short: Shortcuts
) -> tuple[list[int], set[tuple[int, int]]]:
    """Nodes with children first, and the edges (from, to) that lead back and are left out of that order."""
    order: list[int] = []
    back: set[tuple[int, int]] = set()
    state: dict[int, int] = {}
    for start in reached:
        if start in state:
            continue
        state[start] = 1
        path = [(start, iter(_inner(draft, start, only, short)))]
        while path:
            node, rest = path[-1]
            for child in rest:
                if child not in state:
                    state[child] = 1
                    path.append((child, iter(_inner(draft, child, only, short))))
                    break
                if state[child] == 1:
                    back.add((node, child))
            else:
                path.pop()
                state[node] = 2
                order.append(node)
    return order, back


def _inner(draft: Draft, node: int, only: dict[int, int], short: Shortcuts) -> list[int]:
    return [] if node in only or draft.kinds[node] == LEAF else short.children(draft, node)


def _rebuild(
    draft: Draft, only: dict[int, int], order: Sequence[int], back: set[tuple[int, int]], short: Shortcuts
) -> tuple[Draft, dict[int, int], list[int]]:
    """A draft without loops, the image of each old node in it, and the nodes where cut loops go on."""
    heads = {head: number for number, head in enumerate(sorted({head for _, head in back}))}
    clean = Draft()
    image: dict[int, int] = {}

    def goes_to(node: int, child: int) -> int:
        return clean.leaf(Cut(heads[child])) if (node, child) in back else image[child]

    def thrown(node: int, throw: Throw) -> int:
        return clean.mean([goes_to(node, child) for child in throw.children], throw.weights)

    def option(node: int, child: int) -> int:
        throw = short.ahead.get((node, child))
        return goes_to(node, child) if throw is None else thrown(node, throw)

    for node, leaf in only.items():
        image[node] = clean.leaf(draft.endings[draft.children[leaf][0]])
    for node in order:
        if node in image:
            continue
        if draft.kinds[node] == LEAF:
            image[node] = clean.leaf(draft.endings[draft.children[node][0]])
            continue
        if draft.kinds[node] == MEAN:
            image[node] = thrown(node, short.alone.get(node, Throw(draft.children[node], draft.weights[node])))
        else:
            pick = clean.best if draft.kinds[node] == MAX else clean.worst
            image[node] = pick([option(node, child) for child in draft.children[node]])
    return clean, image, [image[head] for head in heads]


def _sorted_graph(
    clean: Draft, roots: Sequence[int], cuts: Sequence[int], kept: Sequence[int]
) -> tuple[TurnGraph, dict[int, int]]:
    """Leaves first, then by depth, kind, evenness and degree, so that equal neighbours make long runs."""
    reached = _reachable(clean, [*roots, *cuts, *kept])
    leaves = [node for node in reached if clean.kinds[node] == LEAF]
    depth = dict.fromkeys(leaves, 0)
    for node in reached:  # a rebuilt draft numbers children below parents
        if clean.kinds[node] != LEAF:
            depth[node] = 1 + max(depth[child] for child in clean.children[node])
    inner = sorted(
        (node for node in reached if clean.kinds[node] != LEAF),
        key=lambda node: (*_likeness(clean, node, depth[node]), node),
    )
    ranked = leaves + inner
    place = {node: number for number, node in enumerate(ranked)}
    degrees = [0] * len(leaves) + [len(clean.children[node]) for node in inner]
    ptr = np.concatenate([[0], np.cumsum(degrees)]).astype(np.int32)
    src = np.array([place[child] for node in inner for child in clean.children[node]], dtype=np.int32)
    weights = [clean.weights[node] or (1,) * len(clean.children[node]) for node in inner]
    parts = np.array([part for row in weights for part in row], dtype=np.int64)
    whole = np.array(
        [1] * len(leaves)
        + [sum(row) if clean.kinds[node] == MEAN else 1 for node, row in zip(inner, weights, strict=True)],
        dtype=np.int64,
    )
    likeness = [_likeness(clean, node, depth[node]) for node in inner]
    ends = np.array([place[node] for node in [*roots, *cuts]], dtype=np.int32)
    slot, slots = _slots(ptr, src, len(leaves), set(ends.tolist()))
    graph = TurnGraph(
        endings=tuple(clean.endings[clean.children[node][0]] for node in leaves),
        kind=np.array([clean.kinds[node] for node in ranked], dtype=np.int8),
        ptr=ptr,
        src=src,
        parts=parts,
        whole=whole,
        w=parts / np.repeat(whole, degrees),
        slot=slot,
        slots=slots,
        runs=_runs(likeness, len(leaves)),
        roots=ends[: len(roots)],
        cuts=ends[len(roots) :],
    )
    return graph, place


def _likeness(clean: Draft, node: int, depth: int) -> tuple[int, int, bool, int]:
    weights = clean.weights[node]
    return depth, clean.kinds[node], len(set(weights)) > 1, len(clean.children[node])


def _runs(likeness: Sequence[tuple[int, int, bool, int]], leaves: int) -> Index:
    rows: list[tuple[int, int, int, int, int]] = []
    start = edge = 0
    for end in range(1, len(likeness) + 1):
        if end == len(likeness) or likeness[end] != likeness[start]:
            _, kind, _, degree = likeness[start]
            rows.append((kind, degree, leaves + start, leaves + end, edge))
            edge += degree * (end - start)
            start = end
    return np.array(rows, dtype=np.int32).reshape(-1, 5)


def _slots(ptr: Index, src: Index, leaves: int, kept: set[int]) -> tuple[Index, int]:
    """A slot for every node; one whose node is read no more is used again, the lowest first."""
    last = np.full(len(ptr) - 1, -1, dtype=np.int64)
    last[src] = np.repeat(np.arange(len(ptr) - 1), np.diff(ptr))  # later readers overwrite earlier ones
    slot = np.arange(len(ptr) - 1, dtype=np.int32)
    free: list[int] = []
    used = leaves
    for node in range(leaves, len(ptr) - 1):
        if free:
            slot[node] = heapq.heappop(free)
        else:
            slot[node] = used
            used += 1
        for child in set(src[ptr[node] : ptr[node + 1]].tolist()):
            if last[child] == node and child not in kept:
                heapq.heappush(free, int(slot[child]))
    return slot, used


__all__ = ["MAX", "MIN", "Finished", "finish"]
