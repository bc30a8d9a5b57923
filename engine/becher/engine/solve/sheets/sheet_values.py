"""The value of every state of a sheet game, layer by layer from the full sheet backwards."""

from collections.abc import Callable

import numpy as np
from attrs import frozen

from becher.engine.solve.backends.backup import Backend
from becher.engine.solve.errors import NoValue
from becher.engine.solve.sheets.jobs import Jobs
from becher.engine.solve.sheets.pack import Packed, PackedLayer
from becher.engine.solve.turns.graph import Floats

Progress = Callable[[int, int], None]


@frozen(eq=False)
class SheetValues:
    """`values` f64[V]: what the mover gets from each merged state on, laid out as `packed` says."""

    packed: Packed
    values: Floats

    @property
    def start(self) -> float:
        """The value of the game: layer 0 has one state."""
        return float(self.values[0])

    def of(self, mask: int, flag: int, counter: int) -> float:
        """The value of one state. KeyError if no game comes there."""
        return float(self.values[self.packed.index(mask, flag, counter)])


def solve_sheet(packed: Packed, backend: Backend, progress: Progress = lambda done, of: None) -> SheetValues:
    """Solve. `progress(states done, states in all)` is called after each piece. Raises NoValue if a state has none."""
    values = np.empty(packed.size)
    jobs = Jobs(packed)
    last = packed.layers[-1]
    values[last.base[0] : last.base[-1]] = full_values(packed, packed.game.final)
    for number in range(packed.game.bits - 1, -1, -1):
        for job in jobs.of_layer(number):
            backend.sheet_rows(job, values)
            progress(packed.size - int(job.base[0]), packed.size)
        _check(packed, packed.layers[number], values)
    return SheetValues(packed, values)


def full_values(packed: Packed, final: Floats) -> Floats:
    """The values of the last layer for final values f64[F, U]."""
    last = packed.layers[-1]
    row = np.repeat(np.arange(len(last.keys)), np.diff(last.base))
    lane = np.arange(len(row)) + last.base[0] - last.base[row]
    counter = packed.member[packed.begin[last.lanes[row]] + lane]
    return np.asarray(final[last.keys[row] % packed.game.flags, counter], dtype=np.float64)


def _check(packed: Packed, layer: PackedLayer, values: Floats) -> None:
    bad = np.flatnonzero(~np.isfinite(values[layer.base[0] : layer.base[-1]]))
    if len(bad):
        row = int(np.searchsorted(layer.base, layer.base[0] + bad[0], side="right")) - 1
        mask, flag = divmod(int(layer.keys[row]), packed.game.flags)
        raise NoValue(f"mask {mask:b}, flag {flag}")
