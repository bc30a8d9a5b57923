"""What chance may bring in a phase: throws, draws, one more die or one less; each with its weight."""

from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import cast

from becher.engine.machine import cycle
from becher.engine.machine.rules import CupRules
from becher.engine.multisets import throws
from becher.engine.state import Dice, Numbers, State


@lru_cache(maxsize=4096)
def _weighted(sides: tuple[tuple[tuple[object, int], ...], ...], counts: Numbers) -> tuple[tuple[Dice, int], ...]:
    each = [throws(n, kind) for n, kind in zip(counts, sides, strict=True)]
    if len(each) == 1:
        return cast("tuple[tuple[Dice, int], ...]", each[0])
    found = []
    for combination in product(*each):
        tokens = cast(Dice, tuple(token for group, _ in combination for token in group))
        found.append((tuple(sorted(tokens, key=_order)), prod(weight for _, weight in combination)))
    return tuple(found)


def weighted_throws(cup: CupRules, counts: Numbers) -> tuple[tuple[Dice, int], ...]:
    """Every throw of so many dice of each kind, with its weight."""
    return _weighted(cup.sides, counts)


def weighted_draws(s: State) -> list[tuple[tuple[str, ...], int]]:
    """What may be drawn from the bag, with weights."""
    kinds, wanted = cycle.phase_of(s).cup.kinds, cycle.to_draw(s)
    found = []
    for amounts in product(*(range(min(n, wanted) + 1) for n in s.bag)):
        if sum(amounts) == wanted:
            drawn = tuple(kind for kind, n in zip(kinds, amounts, strict=True) for _ in range(n))
            found.append((drawn, prod(comb(n, a) for n, a in zip(s.bag, amounts, strict=True))))
    return found


@lru_cache(maxsize=1 << 16)
def with_one_more(group: Dice, sides: tuple[tuple[object, int], ...]) -> tuple[Dice, ...]:
    """The group with each side of one more die."""
    return tuple(cast(Dice, tuple(sorted((*group, side), key=_order))) for side, _ in sides)


def _order(token: object) -> tuple[bool, object]:
    return (isinstance(token, str), token)


@lru_cache(maxsize=4096)
def with_one_less(group: Dice) -> tuple[Dice, ...]:
    """The groups with one die less; of equal dice the first goes."""
    return tuple(group[:i] + group[i + 1 :] for i in range(len(group)) if i == 0 or group[i] != group[i - 1])


def without(group: Dice, part: Dice) -> Dice:
    left = list(group)
    for token in part:
        left.remove(token)
    return tuple(left)
