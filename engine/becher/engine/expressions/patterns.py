"""Brackets: in which ways `[x x y]` fits a group, and whether it does."""

from collections.abc import Callable, Iterator
from itertools import count

from attrs import frozen

from becher.dsl.limits import LIMITS
from becher.dsl.model import Member
from becher.engine.faults import LimitReached

Group = tuple[Member, ...]
Letters = dict[str, Member]


@frozen
class Shape:
    """A bracket with its constants known: fixed members, and letters with how often each is written."""

    fixed: Group
    letters: tuple[tuple[str, int], ...]

    @property
    def size(self) -> int:
        return len(self.fixed) + sum(n for _, n in self.letters)


def shape_of(fixed: Group, letters: tuple[str, ...]) -> Shape:
    """Letters written most often first, so that a misfit is found early."""
    counts = {letter: letters.count(letter) for letter in dict.fromkeys(letters)}
    return Shape(fixed, tuple(sorted(counts.items(), key=lambda item: -item[1])))


def lies_in(shape: Shape, group: Group, whole: bool) -> bool:
    """Is there a way at all? The letter written most often takes the face there is most of, and so on down."""
    free = _free(shape, group, whole)
    if free is None:
        return False
    needed, there = [n for _, n in shape.letters], sorted(free.values(), reverse=True)
    if whole:
        return needed == there
    return len(needed) <= len(there) and all(n <= number for n, number in zip(needed, there, strict=False))


def fits(shape: Shape, group: Group, whole: bool) -> Iterator[Letters]:
    """Every way to give the letters different faces, none of them spelt out, so that the bracket lies in the group.

    With `whole` nothing of the group is left over. Raises LimitReached where there are too many ways to go through.
    """
    free = _free(shape, group, whole)
    if free is not None:
        yield from _assign(shape.letters, free, {}, whole, count(1))


def _free(shape: Shape, group: Group, whole: bool) -> dict[Member, int] | None:
    """The faces a letter may be, with how often they are there; None where the bracket cannot lie in the group."""
    if shape.size > len(group) or (whole and shape.size != len(group)):
        return None
    counts: dict[Member, int] = {}
    for member in group:
        counts[member] = counts.get(member, 0) + 1
    for member in shape.fixed:
        if counts.get(member, 0) == 0:
            return None
        counts[member] -= 1
    if whole and any(counts[m] for m in shape.fixed):
        return None
    return {m: n for m, n in counts.items() if m not in shape.fixed}


def _assign(
    letters: tuple[tuple[str, int], ...], free: dict[Member, int], chosen: Letters, whole: bool, steps: Iterator[int]
) -> Iterator[Letters]:
    if next(steps) > LIMITS.steps_per_action:
        raise LimitReached("steps", LIMITS.steps_per_action, f"a bracket of {len(chosen) + len(letters)} letters")
    if not letters:
        yield dict(chosen)
        return
    (letter, needed), rest = letters[0], letters[1:]
    taken = set(chosen.values())
    for member, number in free.items():
        if member not in taken and (number == needed if whole else number >= needed):
            chosen[letter] = member
            yield from _assign(rest, free, chosen, whole, steps)
            del chosen[letter]


def members_of(shape: Shape, letters: Letters) -> list[Member]:
    """The members a bracket stands for under these letters."""
    return [*shape.fixed, *(m for letter, n in shape.letters for m in (letters[letter],) * n)]


def best_part(
    shape: Shape, group: Group, holds: Callable[[Letters], bool] | None, pips: Callable[[list[Member]], int]
) -> list[Member]:
    """The part of the group that fits and has most pips; empty if none fits."""
    parts = [members_of(shape, found) for found in fits(shape, group, False) if holds is None or holds(found)]
    return max(parts, key=pips, default=[])
