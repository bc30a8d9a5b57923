"""The order in which things that lead to one another can be worked out: parts, levels, layers. No recursion."""

from collections.abc import Callable, Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@frozen(eq=False)
class Parts:
    """Strongly connected parts of a graph.

    `part[i]` is the part of item i. Parts are numbered so that whatever a part leads to outside itself has a
    smaller number. `members[p]` are the items of part p, ascending. `loop[p]` says that p leads back to itself.
    """

    part: Ints
    members: tuple[tuple[int, ...], ...]
    loop: tuple[bool, ...]


def strong_parts(successors: Sequence[Sequence[int]]) -> Parts:
    """Tarjan's algorithm with a work list; `successors[i]` are the items that item i leads to directly."""
    count = len(successors)
    found, low, part = [0] * count, [0] * count, [-1] * count
    members: list[tuple[int, ...]] = []
    loop: list[bool] = []
    waiting: list[int] = []
    clock = 0
    for start in range(count):
        if found[start]:
            continue
        clock += 1
        found[start] = low[start] = clock
        waiting.append(start)
        path = [(start, iter(successors[start]))]
        while path:
            item, rest = path[-1]
            lowest = low[item]
            for child in rest:
                if part[child] >= 0:
                    continue
                if not found[child]:
                    low[item] = lowest
                    clock += 1
                    found[child] = low[child] = clock
                    waiting.append(child)
                    path.append((child, iter(successors[child])))
                    break
                lowest = min(lowest, found[child])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], lowest)
                if lowest == found[item]:
                    group = _take_until(waiting, item)
                    for member in group:
                        part[member] = len(members)
                    loop.append(len(group) > 1 or item in successors[item])
                    members.append(tuple(sorted(group)))
    return Parts(np.array(part, dtype=np.int64), tuple(members), tuple(loop))


def _take_until(waiting: list[int], item: int) -> list[int]:
    group = [waiting.pop()]
    while group[-1] != item:
        group.append(waiting.pop())
    return group


def levels(parts: Parts, successors: Callable[[int], Ints]) -> list[list[int]]:
    """Parts by depth: a part of level k leads, outside itself, to parts of levels below k only."""
    depth = np.zeros(len(parts.members), dtype=np.int64)
    for number, members in enumerate(parts.members):
        deepest = -1
        for item in members:
            ahead = parts.part[successors(item)]
            ahead = ahead[ahead != number]
            if ahead.size:
                deepest = max(deepest, int(depth[ahead].max()))
        depth[number] = deepest + 1
    by_level: list[list[int]] = [[] for _ in range(int(depth.max(initial=-1)) + 1)]
    for number, level in enumerate(depth):
        by_level[level].append(number)
    return by_level
