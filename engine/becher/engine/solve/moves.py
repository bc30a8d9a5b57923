"""Which rows a row can lead to: the one place that knows how masks, flags and seats change."""

from functools import cached_property

import numpy as np
from attrs import define
from numpy.typing import NDArray

from becher.engine.solve.graph import Floats, Index, Longs
from becher.engine.solve.sheet import Box, SheetGame

Bools = NDArray[np.bool_]


@define(eq=False, slots=False)
class Moves:
    """The moves of a sheet game: K *options*, each a pair (box, effect) that some outcome can bring.

    A row is a key `mask * F + flag`. Options of one box are neighbours: `first[b]..first[b+1]-1`.
    """

    game: SheetGame

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
        """For each box bool[C, options of the box]: some class of dice brings this option."""
        return tuple(self._possible_in(number, box) for number, box in enumerate(self.game.boxes))

    def _possible_in(self, number: int, box: Box) -> Bools:
        options = self.options[self.first[number] : self.first[number + 1]]
        thrown = np.unique(box.dice_class)
        columns = [(box.effect[thrown] == effect).any(axis=0) for _, effect in options]
        return np.array(columns, dtype=np.bool_).reshape(len(options), -1).T

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
        result = np.full((len(keys), len(self.options)), -1, dtype=np.int64)
        for option, (box, effect) in enumerate(self.options):
            may = self._possible[box][:, option - self.first[box]]
            rows = np.flatnonzero((classes[:, box] >= 0) & may[classes[:, box]])
            filled = masks[rows] | (1 << box)
            if self.passes[option]:
                filled = self.exchanged(filled)
            result[rows, option] = filled * self.game.flags + self.game.effects[effect].flag[flags[rows]]
        return result

    def exchanged(self, masks: Longs) -> Longs:
        """The masks as the other seat sees them."""
        boxes = len(self.game.boxes)
        return (masks >> boxes) | ((masks & ((1 << boxes) - 1)) << boxes)
