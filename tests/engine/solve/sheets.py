"""Score sheets written by hand for the tests: what a front end would make of rule files."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import permutations

import numpy as np
from attrs import evolve, frozen

from becher.engine.multisets import throws
from becher.engine.solve.sheets.sheet import Box, Effect, LedgerClass, SheetGame
from becher.engine.solve.turns.draft import Draft
from becher.engine.solve.turns.graph import TurnGraph
from becher.engine.solve.turns.lattice import loose_throws, thrown
from becher.engine.solve.turns.passes import finish

from .turns import die

Dice = tuple[int, ...]


def loose_turn(dice: int, sides: int, throws_in_all: int) -> TurnGraph:
    """Up to so many throws, any dice kept, free re-take; leaves are the final throws."""
    draft = Draft()
    end = {group: draft.leaf(group) for group, _ in throws(dice, die(sides))}
    lying = loose_throws(draft, dice, die(sides), throws_in_all - 1, end)
    return finish(draft, [thrown(draft, dice, die(sides), lying.__getitem__)]).graph


@frozen
class Entry:
    """Points at once, the new flag (None: as before), and what is added to the counter."""

    points: int
    flag: int | None = None
    adds: int = 0


@frozen
class Rule:
    """A box: `enter(dice key, ledger key)` decides; keys keep the tables small."""

    enter: Callable[[Hashable, Hashable], Entry | None]
    dice_key: Callable[[Dice], Hashable] = lambda dice: dice
    reads: tuple[int, ...] = ()
    ledger_key: Callable[[tuple[bool, ...], int], Hashable] = lambda filled, flag: None


def numbered(keys: Sequence[Hashable]) -> tuple[list[Hashable], np.ndarray]:
    known: dict[Hashable, int] = {}
    numbers = [known.setdefault(key, len(known)) for key in keys]
    return list(known), np.array(numbers, dtype=np.int32)


def one_seat(
    graph: TurnGraph, rules: Sequence[Rule], *, flags: int = 1, cap: int = 0, bonus: Callable[[int, int], float]
) -> SheetGame:
    """A game for one seat; the counter is a sum that stops at `cap`; `bonus(flag, counter)` comes at the end."""
    effects: dict[tuple[int | None, int], int] = {}
    boxes = []
    for rule in rules:
        dice, dice_class = numbered([rule.dice_key(group) for group in graph.endings])
        states = [
            rule.ledger_key(tuple(bool(bits >> i & 1) for i in range(len(rule.reads))), flag)
            for bits in range(2 ** len(rule.reads))
            for flag in range(flags)
        ]
        ledgers, ledger_class = numbered(states)
        points = np.zeros((len(dice), len(ledgers)))
        effect = np.full((len(dice), len(ledgers)), -1, dtype=np.int32)
        for d, dice_key in enumerate(dice):
            for c, ledger_key in enumerate(ledgers):
                entry = rule.enter(dice_key, ledger_key)
                if entry is not None:
                    points[d, c] = entry.points
                    effect[d, c] = effects.setdefault((entry.flag, entry.adds), len(effects))
        boxes.append(Box(dice_class, LedgerClass(rule.reads, ledger_class.reshape(-1, flags)), points, effect))
    old = np.arange(flags, dtype=np.int32)
    return SheetGame(
        graph=graph,
        boxes=tuple(boxes),
        effects=tuple(
            Effect(
                flag=old if flag is None else np.full(flags, flag, dtype=np.int32),
                counter=np.minimum(np.arange(cap + 1) + adds, cap).astype(np.int32),
            )
            for flag, adds in effects
        ),
        roots=np.zeros(1, dtype=np.int32),
        turn=LedgerClass((), np.zeros((1, flags), dtype=np.int32)),
        final=np.array([[bonus(flag, counter) for counter in range(cap + 1)] for flag in range(flags)], dtype=float),
        start=(0, 0),
    )


def two_seats(game: SheetGame, most: int) -> SheetGame:
    """Two seats play a game of one without flags and bonus: all points go to a difference, a draw is half a win."""
    effects: dict[int, int] = {}
    boxes = []
    for box in game.boxes:
        points = np.where(box.effect < 0, -1, box.points).astype(int).tolist()
        effect = [[-1 if cell < 0 else effects.setdefault(cell, len(effects)) for cell in row] for row in points]
        boxes.append(evolve(box, points=np.zeros_like(box.points), effect=np.array(effect, dtype=np.int32)))
    lead = np.arange(-most, most + 1)
    flag = np.zeros(1, dtype=np.int32)
    return evolve(
        game,
        boxes=tuple(boxes),
        effects=tuple(
            Effect(flag, (most - np.clip(lead + points, -most, most)).astype(np.int32), passes=True)
            for points in effects
        ),
        final=np.array([(np.sign(lead) + 1) / 2]),
        start=(0, most),
        seats=2,
        theirs=1.0,
    )


def ohio() -> SheetGame:
    """Six dice, six sums of one face, and a box of 40 for all faces or else the sum of the different ones."""
    rules = [Rule(lambda pips, _: Entry(pips), lambda dice, face=face: face * dice.count(face)) for face in range(1, 7)]
    rules.append(Rule(lambda pips, _: Entry(40 if pips == 21 else pips), lambda dice: sum(set(dice))))
    return one_seat(loose_turn(6, 6, 3), rules, bonus=lambda flag, counter: 0)


def alike(dice: Dice) -> int:
    """The face of five alike, else 0."""
    return dice[0] if len(set(dice)) == 1 else 0


def longest_run(dice: Dice) -> int:
    faces = set(dice)
    return max(next(n for n in range(1, 7) if low + n not in faces) for low in faces)


def yahtzee(joker: str = "forced") -> SheetGame:
    """The official sheet: `joker` is forced, free (any open box may be taken) or none (nor extra points)."""
    five, lower = 11, (6, 7, 8, 9, 10, 12)
    reads = (five, *range(6), *lower)

    def ledger(filled: tuple[bool, ...], flag: int) -> Hashable:
        return (filled[0], flag, filled[1:7], all(filled[7:])) if joker != "none" else None

    def box(number: int, worth: Callable[[Dice], int], full: int | None) -> Rule:
        def enter(key: Hashable, ledger_key: Hashable) -> Entry | None:
            pips, face = key
            adds = pips if number < 6 else 0
            if joker == "none" or not face or not ledger_key[0]:
                return Entry(pips, 1 if number == five and pips and joker != "none" else None, adds)
            _, written, upper, lower_full = ledger_key
            extra = 100 if written else 0
            mine = upper[face - 1]
            if joker == "forced" and number != face - 1 and not (mine and (number >= 6 or lower_full)):
                return None
            if full is not None and (joker == "forced" or mine):
                pips = full
            return Entry(pips + extra, None, adds)

        return Rule(enter, lambda dice: (worth(dice), alike(dice)), reads if joker != "none" else (), ledger)

    def most(dice: Dice) -> int:
        return max(Counter(dice).values())

    boxes = [box(face - 1, lambda dice, face=face: face * dice.count(face), None) for face in range(1, 7)]
    boxes += [
        box(6, lambda dice: sum(dice) if most(dice) >= 3 else 0, None),
        box(7, lambda dice: sum(dice) if most(dice) >= 4 else 0, None),
        box(8, lambda dice: 25 if sorted(Counter(dice).values()) == [2, 3] else 0, 25),
        box(9, lambda dice: 30 if longest_run(dice) >= 4 else 0, 30),
        box(10, lambda dice: 40 if longest_run(dice) == 5 else 0, 40),
        box(11, lambda dice: 50 if alike(dice) else 0, None),
        box(12, lambda dice: sum(dice), None),
    ]
    bonus = lambda flag, counter: 35 if counter == 63 else 0  # noqa: E731
    return one_seat(loose_turn(5, 6, 3), boxes, flags=1 if joker == "none" else 2, cap=63, bonus=bonus)


def maxi() -> SheetGame:
    """Six dice, twenty boxes, 100 for 84 in the upper part; no saved throws."""

    def low(worth: Callable[[Dice], int]) -> Rule:
        return Rule(lambda pips, _: Entry(pips), worth)

    def alike_sets(*sizes: int) -> Callable[[Dice], int]:
        def worth(dice: Dice) -> int:
            counts = Counter(dice)
            fits = [
                sum(size * face for size, face in zip(sizes, faces, strict=True))
                for faces in permutations(counts, len(sizes))
                if all(counts[face] >= size for size, face in zip(sizes, faces, strict=True))
            ]
            return max(fits, default=0)

        return worth

    def run(faces: range) -> Callable[[Dice], int]:
        return lambda dice: sum(faces) if set(faces) <= set(dice) else 0

    upper = [
        Rule(lambda pips, _: Entry(pips, None, pips), lambda dice, face=face: face * dice.count(face))
        for face in range(1, 7)
    ]
    sets = [alike_sets(*sizes) for sizes in [(2,), (2, 2), (2, 2, 2), (3,), (4,), (5,), (3, 2), (3, 3), (4, 2)]]
    rest = [run(range(1, 6)), run(range(2, 7)), run(range(1, 7)), sum, lambda dice: 100 if alike(dice) else 0]
    rules = [*upper, *map(low, [*sets, *rest])]
    return one_seat(loose_turn(6, 6, 3), rules, cap=84, bonus=lambda flag, counter: 100 if counter == 84 else 0)
