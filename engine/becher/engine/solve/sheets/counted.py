"""Sets of counters as bits, many at a time: counter c is bit c % 64 of word c // 64."""

from collections.abc import Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from becher.engine.solve.turns.graph import Index

Bools = NDArray[np.bool_]
Words = NDArray[np.uint64]
WORD = 64
MOST_STRETCHES = 4  # beyond, moving one by one is quicker
SCATTERED = 64  # beyond, each counter by itself


def packed(seen: Bools) -> Words:
    """u64[R, ceil(U/64)] of bool[R, U]."""
    size = -(-seen.shape[1] // WORD) * WORD
    wide = np.zeros((len(seen), size), dtype=np.bool_)
    wide[:, : seen.shape[1]] = seen
    return np.packbits(wide, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def unpacked(words: Words, size: int) -> Bools:
    """The inverse: bool[R, U] for U = `size`."""
    as_bytes = np.ascontiguousarray(words.astype("<u8")).view(np.uint8)
    return np.unpackbits(as_bytes, axis=1, count=size, bitorder="little").view(np.bool_)


@frozen
class Stretch:
    """Counters from `start` to `end`-1, which become `there` and on: rising by one, staying (slope 0) or falling."""

    start: int
    end: int
    slope: int
    there: int


def stretches(counter: Index) -> list[Stretch]:
    """The map of a counter in stretches."""
    rise = np.diff(counter)
    found: list[Stretch] = []
    start = 0
    while start < len(counter):
        end, slope = start + 1, 1
        if end < len(counter) and abs(rise[start]) <= 1:
            slope = int(rise[start])
            while end < len(counter) and rise[end - 1] == slope:
                end += 1
        found.append(Stretch(start, end, slope, int(counter[start])))
        start = end
    return found


@frozen(eq=False)
class Move:
    """What an effect does to sets of counters: counter c becomes `counter[c]`, i32[U].

    `stretches`: the same in pieces, none if there are too many; `masks` are the counters of each, if they are few.
    """

    counter: Index
    stretches: Sequence[Stretch]
    masks: Sequence[Words]

    def of(self, words: Words) -> Words:
        """The sets after each counter has become its new one."""
        if not self.stretches:
            return packed(self.scattered(unpacked(words, len(self.counter))))
        if len(self.stretches) > MOST_STRETCHES or any(part.slope < 0 for part in self.stretches):
            return packed(self.one_by_one(unpacked(words, len(self.counter))))
        moved = np.zeros_like(words)
        for part, mask in zip(self.stretches, self.masks, strict=True):
            here = words & mask
            if part.slope:
                moved |= _shifted(here, part.there - part.start)
            else:
                word, bit = divmod(part.there, WORD)
                moved[:, word] |= here.any(axis=1).astype(np.uint64) << np.uint64(bit)
        return moved

    def scattered(self, seen: Bools) -> Bools:
        moved = np.zeros_like(seen)
        row, before = np.nonzero(seen)
        moved[row, self.counter[before]] = True
        return moved

    def one_by_one(self, seen: Bools) -> Bools:
        moved = np.zeros_like(seen)
        for part in self.stretches:
            here, width = seen[:, part.start : part.end], part.end - part.start
            if part.slope == 0:
                moved[:, part.there] |= here.any(axis=1)
            elif part.slope > 0:
                moved[:, part.there : part.there + width] |= here
            else:
                moved[:, part.there - width + 1 : part.there + 1] |= here[:, ::-1]
        return moved


def move(counter: Index) -> Move:
    """For a map i32[U]."""
    if np.count_nonzero(np.diff(counter, n=2)) > SCATTERED:
        return Move(counter, (), ())
    parts = stretches(counter)
    if len(parts) > MOST_STRETCHES:
        return Move(counter, parts, ())
    inside = np.arange(len(counter))
    masks = [packed(((part.start <= inside) & (inside < part.end))[None, :]) for part in parts]
    return Move(counter, parts, masks)


def _shifted(words: Words, by: int) -> Words:
    """Every counter greater by `by`, which may be negative; none leaves the words."""
    moved = np.zeros_like(words)
    skip, bits = divmod(abs(by), WORD)
    width = words.shape[1] - skip
    low, high = np.uint64(bits), np.uint64(WORD - bits)
    if by >= 0:
        moved[:, skip:] = words[:, :width] << low
        if bits:
            moved[:, skip + 1 :] |= words[:, : width - 1] >> high
    else:
        moved[:, :width] = words[:, skip:] >> low
        if bits:
            moved[:, : width - 1] |= words[:, skip + 1 :] << high
    return moved
