"""What the states of a part are worth under fixed choices: V = M V + c, dense where the part is small, by sweeps where not."""

from contextlib import suppress

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from becher.engine.solve.ledgers.seats import SeatGame
from becher.engine.solve.turns.graph import Floats, Index, Longs

Bools = NDArray[np.bool_]

MOST_DENSE = 4_500  # unknowns of a part; twice as many take eight times as long, and four times the memory
MOST_SWEEPS = 20_000
STILL = 4e-15  # rounding alone moves values by about a quarter of this


@frozen(eq=False)
class Equations:
    """V = M V + c for each of P parts with m unknowns, which are numbered part by part: P * m of them.

    Entry i of M is `share[i]` in row `row[i]`, column `to[i]` i64; below 0 it is the other seat's. `constant` f64[P * m]
    is c. `leaves` bool[P * m]: some ending leads out of the part. `first` f64[P * m] are values to sweep from.
    """

    parts: int
    row: Longs
    to: Longs
    share: Floats
    constant: Floats
    leaves: Bools
    first: Floats

    def stuck(self) -> Bools:
        """bool[P * m]: the rows that lead to no row that leaves its part."""
        leads_out = self.leaves
        while True:
            more = leads_out.copy()
            more[self.row[leads_out[self.to]]] = True
            if np.array_equal(more, leads_out):
                return ~leads_out
            leads_out = more

    def fixed(self, rows: Bools, value: float) -> "Equations":
        """The same with V = value in these rows."""
        others = ~rows[self.row]
        constant = np.where(rows, value, self.constant)
        return evolve(self, row=self.row[others], to=self.to[others], share=self.share[others], constant=constant)

    def solved(self) -> Floats:
        """f64[P * m]; NaN where there is no single answer, or it is not found."""
        small = len(self.constant) <= MOST_DENSE * self.parts
        return self._at_once() if small else self._swept()

    def _at_once(self) -> Floats:
        size = len(self.constant) // self.parts
        matrix = np.broadcast_to(np.eye(size), (self.parts, size, size)).copy()
        np.add.at(matrix, (self.row // size, self.row % size, self.to % size), -self.share)
        right = self.constant.reshape(self.parts, size, 1)
        found = np.full(right.shape, np.nan)
        with suppress(np.linalg.LinAlgError):
            found[:] = np.linalg.solve(matrix, right)
        return found.ravel()

    def _swept(self) -> Floats:
        values = self.first
        for _ in range(MOST_SWEEPS):
            new = self.constant + np.bincount(self.row, self.share * values[self.to], len(values))
            moved = float(np.abs(new - values).max())
            values = new
            if moved <= STILL * max(1.0, float(np.abs(values).max())):
                return values
        return np.full_like(values, np.nan)


def equations(game: SeatGame, states: Index, chances: Floats, book: Floats, leak: float) -> Equations:
    """The equations of P parts `states` i32[P, k] whose turns end with `chances` f64[P, k * E, L]; the rest as `book` says.

    `leak`: each ending that leads on breaks the game off with this chance, for what endless play is worth.
    """
    parts, size = len(states), chances.shape[1]
    number = np.full(game.unknowns, -1, dtype=np.int64)
    unknowns = (states[:, :, None].astype(np.int64) * game.entries + np.arange(game.entries)).reshape(parts, size)
    number[unknowns.ravel()] = np.arange(parts * size)
    places = np.repeat(game.succ[states], game.entries, axis=1).reshape(parts, size, -1).astype(np.int64)
    to = number[np.minimum(places, 2 * game.unknowns - 1) % game.unknowns]
    inside = (places < 2 * game.unknowns) & (to >= 0) & (to // size == np.arange(parts)[:, None, None])
    theirs = inside & (places >= game.unknowns)
    broken_off = leak * (game.endless or 0.0)
    constant = np.where(inside, np.where(theirs, game.theirs - broken_off, broken_off), book[places])
    part, row, leaf = np.nonzero(inside & (chances > 0))
    share = (1 - leak) * chances[part, row, leaf]
    return Equations(
        parts=parts,
        row=part * size + row,
        to=to[part, row, leaf],
        share=np.where(theirs[part, row, leaf], -share, share),
        constant=(chances * (game.gain + constant)).sum(axis=2, where=chances > 0).ravel(),
        leaves=(~inside & (chances > 0)).any(axis=2).ravel(),
        first=book[unknowns.ravel()],
    )
