"""The value of every state of a game whose states may come back: level by level, sweeps first, then policies."""

from collections.abc import Callable

import numpy as np
from attrs import define, field, frozen

from becher.engine.solve.backup import Backend
from becher.engine.solve.endless import endless_states
from becher.engine.solve.errors import EndlessPlay, NoConvergence, NoValue
from becher.engine.solve.graph import Floats, Index
from becher.engine.solve.policy import can_follow, follow_policy
from becher.engine.solve.seat_levels import Level, levels_of
from becher.engine.solve.seats import SeatGame

Progress = Callable[[int, int], None]
FINE = 1e-14  # by how much a sweep may still move values at the end
ROUGH = 1e-3  # and before policies take over, if they start anywhere safely
WARY = 1e-9  # where endless play is possible they do not: a policy may look as good as the best and never end
NEAR = 1e3  # how many times that the values of policies may lie from those of the sweeps before them
MOST_SWEEPS, MOST_POLICIES = 100_000, 50


@frozen(eq=False)
class SeatValues:
    """`values` f64[S, E]: what the mover gets from each state when his turn begins at each entry.

    `turns` counts how often a turn was backed up, `residual` is by how much one more sweep would still move a value.
    """

    game: SeatGame
    values: Floats
    turns: int
    residual: float

    @property
    def start(self) -> float:
        """The value of the game for the first mover."""
        return float(self.values[0, 0])


def solve_seats(
    game: SeatGame, backend: Backend, *, policies: bool = True, progress: Progress = lambda done, of: None
) -> SeatValues:
    """Solve. `progress(states done, S)` is called after each level.

    Where play that never ends is possible, sweeps start from what it is worth, so that who gains by it chooses
    it; without a worth EndlessPlay is raised. NoValue: some value is not a number. NoConvergence: too many sweeps.
    """
    order = levels_of(game)
    if game.endless is None:
        stuck = endless_states(game, order, backend)
        if stuck:
            raise EndlessPlay(tuple(game.states[state] for state in stuck))
    work = _Work(game, backend)
    done = 0
    for level in order:
        work.solve(level, policies)
        done += len(level.states)
        progress(done, len(game.turn))
    values = work.book[: game.unknowns].reshape(-1, game.entries)
    return SeatValues(game, values, work.turns, work.residual)


@define(eq=False)
class _Work:
    """The book as far as it is right, and what it took."""

    game: SeatGame
    backend: Backend
    book: Floats = field(init=False)
    turns: int = 0
    residual: float = 0.0

    @book.default
    def _empty(self) -> Floats:
        first = self.game.theirs / 2 if self.game.endless is None else self.game.endless
        return self.game.book(np.full((len(self.game.turn), self.game.entries), first))

    def solve(self, level: Level, policies: bool) -> None:
        """Put the values of a level into the book."""
        if not level.loop:
            self.write(level.states, self.sweep(level.states))
            return
        enough = ROUGH if self.game.endless is None else WARY
        if policies and can_follow(self.game, level):
            self.sweeps(level.states, enough)
            settled = self.policies(level, NEAR * enough)
        else:
            settled = False
        if not settled:
            self.sweeps(level.states, FINE)
        self.residual = max(self.residual, self.moved(level.states, self.sweep(level.states)))

    def sweeps(self, states: Index, enough: float) -> None:
        """Sweep until no value moves by more than `enough`, counted in units of the greatest value."""
        moved = np.inf
        for _ in range(MOST_SWEEPS):
            new = self.sweep(states)
            moved = self.moved(states, new)
            self.write(states, new)
            if moved <= enough * _unit(new):
                return
        raise NoConvergence(MOST_SWEEPS, moved)

    def policies(self, level: Level, near: float) -> bool:
        """Follow policies until they stay; false, and nothing changed, if they do not or lead away beyond `near`."""
        before = self.values(level.states).copy()
        for _ in range(MOST_POLICIES):
            new = follow_policy(self.game, level, self.book, self.backend)
            self.turns += len(level.states)
            if not np.abs(new - before).max() <= near * _unit(before):
                break
            moved = self.moved(level.states, new)
            self.write(level.states, new)
            if moved <= FINE * _unit(new):
                return True
        self.write(level.states, before)
        return False

    def sweep(self, states: Index) -> Floats:
        self.turns += len(states)
        new = self.backend.seat_sweep(self.game, states, self.book)
        bad = np.flatnonzero(~np.isfinite(new).all(axis=1))
        if len(bad):
            raise NoValue(self.game.states[states[bad[0]]])
        return new

    def values(self, states: Index) -> Floats:
        return self.book[: self.game.unknowns].reshape(-1, self.game.entries)[states]

    def moved(self, states: Index, new: Floats) -> float:
        return float(np.abs(new - self.values(states)).max())

    def write(self, states: Index, new: Floats) -> None:
        unknowns, entries = self.game.unknowns, self.game.entries
        self.book[:unknowns].reshape(-1, entries)[states] = new
        self.book[unknowns : 2 * unknowns].reshape(-1, entries)[states] = self.game.theirs - new


def _unit(values: Floats) -> float:
    return max(1.0, float(np.abs(values).max()))
