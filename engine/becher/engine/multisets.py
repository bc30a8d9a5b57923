"""Multisets as sorted tuples: throws with exact weights, parts, differences."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb, prod
from typing import TypeVar

from becher.dsl.limits import LIMITS
from becher.engine.faults import LimitReached

T = TypeVar("T")


@lru_cache(maxsize=4096)
def throws(count: int, sides: tuple[tuple[T, int], ...]) -> tuple[tuple[tuple[T, ...], int], ...]:
    """All multisets of `count` equal dice with their weights (multinomial counts).

    `sides` are (side, how often it is on the die), in canonical order. Weights add up to (sum of the multiplicities) ** count.
    """
    number = comb(count + len(sides) - 1, count)
    if number > LIMITS.multisets:
        raise LimitReached("multisets", LIMITS.multisets, f"a throw of {count} dice has {number:,} outcomes")
    result: list[tuple[tuple[T, ...], int]] = []

    def fill(index: int, left: int, chosen: tuple[T, ...], ways: int) -> None:
        side, multiplicity = sides[index]
        if index == len(sides) - 1:
            result.append((chosen + (side,) * left, ways * multiplicity**left))
            return
        for amount in range(left, -1, -1):
            fill(
                index + 1,
                left - amount,
                chosen + (side,) * amount,
                ways * comb(left, amount) * multiplicity**amount,
            )

    fill(0, count, (), 1)
    return tuple(result)


def number_of_parts(group: Sequence[object]) -> int:
    """How many sub-multisets there are."""
    return prod(number + 1 for number in Counter(group).values())


@lru_cache(maxsize=65536)
def parts(group: tuple[T, ...]) -> tuple[tuple[T, ...], ...]:
    """Every sub-multiset, each once, the empty one first, members in the group's order. Raises LimitReached where they are too many."""
    number = number_of_parts(group)
    if number > LIMITS.steps_per_action:
        raise LimitReached("steps", LIMITS.steps_per_action, f"a group of {len(group)} has {number:,} parts")
    result: list[tuple[T, ...]] = [()]
    start = 0
    while start < len(group):
        end = start
        while end < len(group) and group[end] == group[start]:
            end += 1
        block = group[start]
        result = [part + (block,) * amount for part in result for amount in range(end - start + 1)]
        start = end
    return tuple(result)


def in_order(members: Sequence[T]) -> tuple[T, ...]:
    """The members in canonical order: numbers ascending, then symbols; sides of dice of several kinds by their own order."""
    try:
        return tuple(sorted(members))  # type: ignore[type-var]
    except TypeError:
        return tuple(sorted(members, key=lambda member: (isinstance(member, str), member)))


def minus(group: Sequence[T], taken: Iterable[T]) -> tuple[T, ...]:
    """The group without these members, each as often as it is there; order kept."""
    left = list(group)
    for member in taken:
        if member in left:
            left.remove(member)
    return tuple(left)


def contains(group: Sequence[T], part: Sequence[T]) -> bool:
    """Does every member of part lie in group, as often?"""
    left = list(group)
    for member in part:
        if member not in left:
            return False
        left.remove(member)
    return True
