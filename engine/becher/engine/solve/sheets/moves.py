"""Which rows a row can lead to: the one place that knows how masks, flags and seats change."""

from collections.abc import Iterable
from functools import cached_property

import numpy as np
from attrs import define, frozen
from numpy.typing import NDArray

from becher.engine.solve.sheets.counted import Move, move
from becher.engine.solve.sheets.sheet import Box, SheetGame
from becher.engine.solve.turns.graph import Floats, Index, Longs

Bools = NDArray[np.bool_]
MOST_DIRECT = 4_000_000


@frozen(eq=False)
class Places:
    """Finds keys, or -1 for none, in an ascending list that has all of them: by a table where keys are small numbers."""

    keys: Longs
    table: Index | None

    def found(self, keys: Longs) -> Index:
        """Where each key stands, -1 for negative ones."""
        if self.table is not None:
            return self.table[keys]  # the last place is for -1
        return np.where(keys >= 0, np.searchsorted(self.keys, keys), -1).astype(np.int32)


def places(keys: Longs) -> Places:
    """For ascending keys that are not negative."""
    if int(keys[-1]) >= MOST_DIRECT:
        return Places(keys, None)
    table = np.full(int(keys[-1]) + 2, -1, dtype=np.int32)
    table[keys] = np.arange(len(keys), dtype=np.int32)
    return Places(keys, table)


def different(some: Iterable[Longs], span: int) -> Longs:
    """The different keys among these, ascending, negative ones left out; all are below `span`."""
    if span > MOST_DIRECT:
        found = [np.unique(keys[keys >= 0]) for keys in some]
        return np.unique(np.concatenate(found))
    there = np.zeros(span + 1, dtype=np.bool_)  # the last place takes the negative ones
    for keys in some:
        there[keys] = True
    return np.flatnonzero(there[:-1])


@define(eq=False, slots=False)
class Moves:
    """The moves of a sheet game: K *options*, each a pair (box, effect) that some outcome can bring.

    A row is a key `mask * F + flag`. Options of one box are neighbours: `first[b]..first[b+1]-1`.
    """

    game: SheetGame

    @property
    def keys(self) -> int:
        """How many keys there are; they are 0 and on."""
        return int(2**self.game.bits * self.game.flags)

    @cached_property
    def options(self) -> tuple[tuple[int, int], ...]:
        """(box, effect) of each option."""
        return tuple(
            (number, int(effect))
            for number, box in enumerate(self.game.boxes)
            for effect in np.unique(box.effect)
            if effect >= 0
        )

    @cached_property
    def first(self) -> Index:
        """i32[B+1]: where the options of each box begin."""
        boxes = [box for box, _ in self.options]
        return np.searchsorted(boxes, np.arange(len(self.game.boxes) + 1)).astype(np.int32)

    @cached_property
    def counter(self) -> Index:
        """i32[K, U]: the new counter of each option."""
        effects = self.game.effects
        return np.array([effects[effect].counter for _, effect in self.options], dtype=np.int32)

    @cached_property
    def passes(self) -> Bools:
        """bool[K]: the other seat moves next."""
        return np.array([self.game.effects[effect].passes for _, effect in self.options], dtype=np.bool_)

    @cached_property
    def sign(self) -> Floats:
        """f64[K]: the mover's value is `shift + sign * value of the next row`."""
        return np.where(self.passes, -1.0, 1.0)

    @cached_property
    def shift(self) -> Floats:
        """f64[K]: see `sign`."""
        return np.where(self.passes, self.game.theirs, 0.0)

    def option_table(self, number: int) -> Index:
        """i32[D, C]: the option of box `number` for each class of dice and ledger, counted from `first`, or -1."""
        box = self.game.boxes[number]
        table = np.full(box.effect.shape, -1, dtype=np.int32)
        for option in range(self.first[number], self.first[number + 1]):
            table[box.effect == self.options[option][1]] = option - self.first[number]
        return table

    @cached_property
    def _possible(self) -> tuple[Bools, ...]:
        """For each box bool[C+1, options of the box]: some class of dice brings this option; the last row: none does."""
        return tuple(self._possible_in(number, box) for number, box in enumerate(self.game.boxes))

    def _possible_in(self, number: int, box: Box) -> Bools:
        options = self.options[self.first[number] : self.first[number + 1]]
        possible = np.zeros((box.effect.shape[1] + 1, len(options)), dtype=np.bool_)
        thrown = np.unique(box.dice_class)
        for place, (_, effect) in enumerate(options):
            possible[:-1, place] = (box.effect[thrown] == effect).any(axis=0)
        return possible

    @cached_property
    def _flag(self) -> Index:
        """i32[F, K]: the new flag of each option."""
        flags = [self.game.effects[effect].flag for _, effect in self.options]
        return np.ascontiguousarray(np.array(flags, dtype=np.int32).T)

    @cached_property
    def move(self) -> tuple[Move, ...]:
        """What each option does to sets of counters."""
        known: dict[bytes, Move] = {}
        for counter in self.counter:
            known.setdefault(counter.tobytes(), move(counter))
        return tuple(known[counter.tobytes()] for counter in self.counter)

    def masks(self, keys: Longs) -> Longs:
        """The mask of each row."""
        return keys // self.game.flags

    def ledger_classes(self, keys: Longs) -> Index:
        """i32[R, B]: each box's class of each row; -1 where the mover has filled the box."""
        masks, flags = self.masks(keys), keys % self.game.flags
        classes = np.empty((len(keys), len(self.game.boxes)), dtype=np.int32)
        for number, box in enumerate(self.game.boxes):
            classes[:, number] = np.where((masks >> number) & 1, -1, box.ledger.of(masks, flags))
        return classes

    def next_keys(self, keys: Longs, classes: Index) -> Longs:
        """i64[R, K]: the key each option leads to, -1 where it cannot be had. `classes` as above."""
        masks, flags = self.masks(keys), keys % self.game.flags
        result = np.empty((len(keys), len(self.options)), dtype=np.int64)
        for box, possible in enumerate(self._possible):
            options = slice(int(self.first[box]), int(self.first[box + 1]))
            filled = (masks | (1 << box))[:, None]
            if self.passes[options].any():
                filled = np.where(self.passes[options], self.exchanged(filled), filled)
            ahead = filled * self.game.flags + self._flag[flags, options]
            result[:, options] = np.where(possible[classes[:, box]], ahead, -1)
        return result

    def leads(self, keys: Longs, following: Places) -> Index:
        """i32[R, K]: where the row that each option leads to stands among the following ones, -1 where it cannot be had."""
        ahead = self.next_keys(keys, self.ledger_classes(keys))
        return following.found(ahead)

    def exchanged(self, masks: Longs) -> Longs:
        """The masks as the other seat sees them."""
        boxes = len(self.game.boxes)
        return (masks >> boxes) | ((masks & ((1 << boxes) - 1)) << boxes)
