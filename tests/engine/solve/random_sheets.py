"""Random small games on sheets, as rules, as tables for the solver, and played out by plain recursion."""

from functools import cache
from itertools import product
from random import Random

import numpy as np
from attrs import frozen

from becher.engine.multisets import parts
from becher.engine.solve.sheets.sheet import Box, Effect, LedgerClass, SheetGame

from .sheets import loose_turn

Dice = tuple[int, ...]
Entry = tuple[float, int | None, int]  # points at once, own flag afterwards (None: as before), what the counter gains


@frozen(eq=False)
class Rules:
    """`entry[box, dice, first open, own flag]` says what entering brings; None: not allowed then.

    The lowest open box may always be taken, so that no state is without a choice. The counter is capped at both ends.
    """

    dice: int
    sides: int
    throws: int
    boxes: int
    seats: int
    cap: int
    entry: dict[tuple[int, Dice, bool, int], Entry | None]
    final: np.ndarray

    @property
    def flags(self) -> int:
        return 2**self.seats

    @property
    def counters(self) -> int:
        return 2 * self.cap + 1

    def after(self, flag: int, counter: int, entry: Entry) -> tuple[int, int]:
        """Flag and counter as the next mover sees them. Flags are own + 2 * other, counters own minus other."""
        _, own, adds = entry
        total = max(-self.cap, min(self.cap, counter - self.cap + adds))
        mine = flag % 2 if own is None else own
        if self.seats == 1:
            return mine, total + self.cap
        return flag // 2 + 2 * mine, self.cap - total


def random_rules(seed: int, seats: int) -> Rules:
    random = Random(seed)
    dice, sides = random.choice([(2, 3), (3, 2), (2, 2)])
    boxes = random.choice([1, 2, 3]) if seats == 1 else random.choice([1, 2])
    cap = random.choice([1, 2, 4])

    def entry() -> Entry:
        points = 0.0 if seats == 2 and seed % 2 else float(random.randrange(5))
        return points, random.choice([None, None, 0, 1]), random.choice([0, 0, 1, 2])

    entries: dict[tuple[int, Dice, bool, int], Entry | None] = {}
    for box in range(boxes):
        for thrown in loose_turn(dice, sides, 1).endings:
            for first, flag in product([True, False], [0, 1]):
                entries[box, thrown, first, flag] = entry() if first or random.random() < 0.7 else None
    final = np.array([[float(random.randrange(7)) for _ in range(2 * cap + 1)] for _ in range(2**seats)])
    return Rules(dice, sides, random.choice([1, 2, 3]), boxes, seats, cap, entries, final)


def tables(rules: Rules) -> SheetGame:
    graph = loose_turn(rules.dice, rules.sides, rules.throws)
    effects: dict[tuple[int | None, int], int] = {}
    boxes = []
    for box in range(rules.boxes):
        reads = tuple(range(box))
        bits, flags = 2 ** len(reads), rules.flags
        ledger = [[int(mask == bits - 1) * 2 + flag % 2 for flag in range(flags)] for mask in range(bits)]
        points = np.zeros((graph.leaves, 4))
        effect = np.full((graph.leaves, 4), -1, dtype=np.int32)
        for (number, dice, first, flag), entry in rules.entry.items():
            if number == box and entry is not None:
                cell = graph.endings.index(dice), int(first) * 2 + flag
                points[cell] = entry[0]
                effect[cell] = effects.setdefault(entry[1:], len(effects))
        dice_class = np.arange(graph.leaves, dtype=np.int32)
        boxes.append(Box(dice_class, LedgerClass(reads, np.array(ledger, dtype=np.int32)), points, effect))
    return SheetGame(
        graph=graph,
        boxes=tuple(boxes),
        effects=tuple(_effect(rules, own, adds) for own, adds in effects),
        roots=np.zeros(1, dtype=np.int32),
        turn=LedgerClass((), np.zeros((1, rules.flags), dtype=np.int32)),
        final=rules.final,
        start=(0, rules.cap),
        seats=rules.seats,
        theirs=6.0 if rules.seats == 2 else 0.0,
    )


def _effect(rules: Rules, own: int | None, adds: int) -> Effect:
    flag = [rules.after(flag, 0, (0.0, own, adds))[0] for flag in range(rules.flags)]
    counter = [rules.after(0, counter, (0.0, own, adds))[1] for counter in range(rules.counters)]
    return Effect(np.array(flag, dtype=np.int32), np.array(counter, dtype=np.int32), rules.seats == 2)


def plain_value(rules: Rules) -> float:
    """The value of the game, by plain recursion over dice that have an order."""
    full = 2**rules.boxes - 1

    @cache
    def state(own: int, other: int, flag: int, counter: int) -> float:
        if own == full and (rules.seats == 1 or other == full):
            return float(rules.final[flag, counter])

        @cache
        def lying(dice: Dice, again: int) -> float:
            best = entered(dice)
            if again:
                best = max(best, *(mean(kept, again - 1) for kept in parts(dice)))
            return best

        @cache
        def mean(kept: Dice, again: int) -> float:
            ways = list(product(range(1, rules.sides + 1), repeat=rules.dice - len(kept)))
            return sum(lying(tuple(sorted(kept + way)), again) for way in ways) / len(ways)

        def entered(dice: Dice) -> float:
            found = []
            for box in range(rules.boxes):
                first = own % 2**box == 2**box - 1
                entry = rules.entry[box, dice, first, flag % 2]
                if own >> box & 1 or entry is None:
                    continue
                ahead = rules.after(flag, counter, entry)
                if rules.seats == 1:
                    found.append(entry[0] + state(own | 1 << box, 0, *ahead))
                else:
                    found.append(entry[0] + 6.0 - state(other, own | 1 << box, *ahead))
            return max(found)

        return mean((), rules.throws - 1)

    return state(0, 0, 0, rules.cap)
