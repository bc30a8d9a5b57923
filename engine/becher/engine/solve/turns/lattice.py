"""Throwing and keeping as nodes: the shapes that most turns are made of."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from becher.engine.multisets import throws
from becher.engine.solve.turns.draft import Draft

T = TypeVar("T")
Group = tuple[T, ...]
Sides = tuple[tuple[T, int], ...]


def thrown(draft: Draft, dice: int, sides: Sides[T], then: Callable[[Group[T]], int]) -> int:
    """The node before a throw of `dice` dice; `then(throw)` is the node after it.

    `sides` are (side, how often it is on the die) in canonical order; groups come in that order.
    """
    outcomes = throws(dice, sides)
    return draft.mean([then(group) for group, _ in outcomes], [ways for _, ways in outcomes])


def completed(draft: Draft, dice: int, sides: Sides[T], then: Mapping[Group[T], int]) -> dict[Group[T], int]:
    """For each group of up to `dice` dice: the node before it is thrown up to `dice` dice.

    `then` gives the node of each full group. Built by the mean over one more die, which all groups share.
    """
    nodes = dict(then)
    ways = [often for _, often in sides]
    for count in range(dice - 1, -1, -1):
        for group, _ in throws(count, sides):
            nodes[group] = draft.mean([nodes[_with(group, side, sides)] for side, _ in sides], ways)
    return nodes


def best_part(
    worth: Mapping[Group[T], int], groups: Sequence[Group[T]], choose: Callable[[Sequence[int]], int]
) -> dict[Group[T], int]:
    """For each group the node of choosing any part of it that `worth` knows: the running maximum.

    `groups` hold every part of each of them and come smaller ones first; a group none of whose parts may be
    chosen is left out of the answer. `choose` is `draft.best`, or `draft.worst`. Equally good: larger parts first.
    """
    nodes: dict[Group[T], int] = {}
    for group in groups:
        options = [worth[group]] if group in worth else []
        for place in range(len(group)):
            smaller = group[:place] + group[place + 1 :]
            if smaller in nodes and (place == 0 or group[place] != group[place - 1]):
                options.append(nodes[smaller])
        if options:
            nodes[group] = choose(options)
    return nodes


def groups_up_to(dice: int, sides: Sides[T]) -> list[Group[T]]:
    """Every group of 0..`dice` dice, smaller ones first."""
    return [group for count in range(dice + 1) for group, _ in throws(count, sides)]


def loose_throws(
    draft: Draft, dice: int, sides: Sides[T], again: int, end: Mapping[Group[T], int]
) -> dict[Group[T], int]:
    """Loose dice with free re-take: the node of each full group lying, with `again` more throws to come.

    Any part may be kept and the others thrown again, or all kept and the turn ended: `end[group]`.
    """
    groups = groups_up_to(dice, sides)
    lying = dict(end)
    for _ in range(again):
        worth = completed(draft, dice, sides, lying) | dict(end)
        chosen = best_part(worth, groups, draft.best)
        lying = {group: chosen[group] for group in end}
    return lying


def _with(group: Group[T], side: T, sides: Sides[T]) -> Group[T]:
    """The group and one more die, in canonical order."""
    rank = {known: number for number, (known, _) in enumerate(sides)}
    return tuple(sorted((*group, side), key=rank.__getitem__))
