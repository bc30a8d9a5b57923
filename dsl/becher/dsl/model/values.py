"""A checked game: names resolved, sorts known, conversions explicit. No lark, no syntax, nothing to look up twice.

The engine compiles these values to closures; analyses walk them. Spans never count for equality.

Sorts and what stands for them at run time:

    NUMBER  int                     YESNO  bool
    WORD    str (an option word, a symbol that is no face)
    FACE    int or str (one face of a die, one tile)
    GROUP   tuple of ints, strs in canonical order (`canonical`): dice, tiles, table answers, numbers of seats
    PILE    tuple of ints or strs, bottom first
    SEAT    int from 1              SEATS  tuple of ints, in seat order
    BOX     str, a box's name       BOXES  tuple of strs, in the order of the sheet
    PARTS   tuple of GROUPs

`Convert` is the only coercion: NUMBER/WORD/FACE -> GROUP makes a group of one, GROUP/PILE -> NUMBER or FACE or WORD takes the only
member (0 of an empty group where a NUMBER is wanted; more than one member is a located error), PILE -> GROUP sorts, FACE -> NUMBER
fails on a symbol, NUMBER and WORD -> FACE and FACE -> WORD are the same value, GROUP -> PILE lays the members in canonical order,
SEAT -> SEATS, BOX -> BOXES, SEATS -> SEAT, BOXES -> BOX take the only member, any group -> YESNO asks "is there any" (a single thing
is always there).
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import cast

Member = int | str
Value = int | bool | str | tuple[Member, ...] | tuple[tuple[Member, ...], ...]


class Sort(StrEnum):
    NUMBER = "number"
    YESNO = "yes/no"
    WORD = "word"
    FACE = "face"
    GROUP = "group"
    PILE = "pile"
    SEAT = "seat"
    SEATS = "seats"
    BOX = "box"
    BOXES = "boxes"
    PARTS = "parts"


def member_key(member: Member) -> tuple[bool, Member]:
    """Numbers ascending, then symbols by name: the canonical order of a group."""
    return (isinstance(member, str), member)


def canonical(members: Iterable[Member]) -> tuple[Member, ...]:
    """The multiset of these members as a sorted tuple."""
    try:
        return tuple(sorted(cast("Iterable[int]", members := tuple(members))))
    except TypeError:
        return tuple(sorted(members, key=member_key))
