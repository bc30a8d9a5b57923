"""Which dice may lie in a zone: every throw, every part of one."""

from collections.abc import Iterator
from itertools import product
from math import comb, prod

from becher.engine.examine.possible import Possible, limits
from becher.engine.machine.rules import CupRules
from becher.engine.multisets import throws
from becher.engine.state import Dice, Token

# A zone that may hold more different groups of dice than this is not gone through; nor one that takes more steps for all boxes.
LISTED = 30_000
FOR_ALL_BOXES = 100_000


def sizes(counts: list[Possible]) -> list[tuple[int, int]] | None:
    """From how many to how many dice of each kind; None where that is not known."""
    found = []
    for count in counts:
        low, high = limits(count)
        if low is None or high is None:
            return None
        found.append((max(0, low), max(0, high)))
    return found


def groups(cup: CupRules, wanted: list[tuple[int, int]], boxes: int) -> tuple[Dice, ...] | None:
    """Every group of dice with so many of each kind, each once; None where they are too many to ask so many boxes of each."""
    number = prod(
        sum(comb(n + len(sides) - 1, n) for n in range(low, high + 1))
        for (low, high), sides in zip(wanted, cup.sides, strict=True)
    )
    return tuple(_groups(cup, wanted)) if number <= min(LISTED, FOR_ALL_BOXES // max(1, boxes)) else None


def _groups(cup: CupRules, wanted: list[tuple[int, int]]) -> Iterator[Dice]:
    each = [
        [group for n in range(low, high + 1) for group, _ in throws(n, sides)]
        for (low, high), sides in zip(wanted, cup.sides, strict=True)
    ]
    for parts in product(*each):
        yield ordered([token for part in parts for token in part])


def ordered(dice: list[Token]) -> Dice:
    return tuple(sorted(dice, key=lambda token: (isinstance(token, str), token)))
