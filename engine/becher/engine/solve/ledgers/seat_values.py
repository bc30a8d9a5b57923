"""The value of every state of a game whose states may come back: level by level, sweeps first, then policies."""

from collections.abc import Callable

import numpy as np
from attrs import define, field, frozen

from becher.engine.solve.backends.backup import Backend
from becher.engine.solve.errors import EndlessPlay, NoConvergence, NoValue
from becher.engine.solve.ledgers.endless import endless_states
from becher.engine.solve.ledgers.policy import LEAK, can_follow, follow_policy
from becher.engine.solve.ledgers.seat_levels import Level, levels_of
from becher.engine.solve.ledgers.seats import SeatGame
from becher.engine.solve.turns.graph import Floats, Index

Progress = Callable[[int, int], None]
FINE = 1e-14  # by how much a sweep may still move values at the end
SETTLED = 1e-12  # the same after policies that were found with a leak
ROUGH = 1e-3  # and before policies take over
MOST_SWEEPS, MANY_SWEEPS, MOST_POLICIES = 100_000, 1_000, 50


@frozen(eq=False)
class SeatValues:
    """`values` f64[S, E]: what the mover gets from each state when his turn begins at each entry.

    `guide` f64[S, E] are the values to choose by: the same, but where play may be endless a little different, so that
    nobody puts off for ever what he gains by. `turns` counts how often a turn was backed up, `residual` is by how
    much one more sweep would still move a value.
    """

    game: SeatGame
    values: Floats
    guide: Floats
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

    Where play that never ends is possible EndlessPlay is raised, unless the game says what it is worth; then
    policies are always followed. NoValue: some value is not a number. NoConvergence: too many sweeps or policies.
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
    guide = np.where(np.isnan(work.guide), values, work.guide)
    return SeatValues(game, values, guide, work.turns, work.residual)


@define(eq=False)
class _Work:
    """The book as far as it is right, and what it took."""

    game: SeatGame
    backend: Backend
    book: Floats = field(init=False)
    guide: Floats = field(init=False)
    turns: int = 0
    residual: float = 0.0

    @book.default
    def _empty(self) -> Floats:
        first = self.game.theirs / 2 if self.game.endless is None else self.game.endless
        return self.game.book(np.full((len(self.game.turn), self.game.entries), first))

    @guide.default
    def _unguided(self) -> Floats:
        return np.full((len(self.game.turn), self.game.entries), np.nan)

    def solve(self, level: Level, policies: bool) -> None:
        """Put the values of a level into the book."""
        if not level.loop:
            self.write(level.states, self.sweep(level.states))
            return
        follow = can_follow(self.game, level) and (policies or self.game.endless is not None)
        if follow:
            self.sweeps(level.states, ROUGH)
        if not (follow and self.policies(level)):
            self.settled_by_sweeps(level)
        self.residual = max(self.residual, self.moved(level.states, self.sweep(level.states)))

    def settled_by_sweeps(self, level: Level) -> None:
        """Sweep to the end. A game that takes very many turns moves values by less and less each time: then policies are tried."""
        moved = self.sweeps(level.states, FINE, MANY_SWEEPS)
        if moved and not (self.game.endless is None and self.policies(level)):
            moved = self.sweeps(level.states, FINE)
            if moved:
                raise NoConvergence(MOST_SWEEPS, moved)

    def sweeps(self, states: Index, enough: float, most: int = MOST_SWEEPS) -> float:
        """Sweep until no value moves by more than `enough`, counted in units of the greatest value: 0; else the last move."""
        moved = 0.0
        for _ in range(most):
            new = self.sweep(states)
            moved = self.moved(states, new)
            self.write(states, new)
            if moved <= enough * _unit(new):
                return 0.0
        return moved

    def policies(self, level: Level) -> bool:
        """Follow policies until they stay; false, and nothing changed, if they do not."""
        before = self.values(level.states).copy()
        leak = 0.0 if self.game.endless is None else LEAK
        moved = np.inf
        for _ in range(MOST_POLICIES):
            new = follow_policy(self.game, level, self.book, self.book, self.backend, leak)
            self.turns += len(level.states)
            if not np.isfinite(new).all():
                break
            moved = self.moved(level.states, new)
            self.write(level.states, new)
            if moved <= FINE * _unit(new):
                return self.settle(level) if leak else True
        if leak:
            raise NoConvergence(MOST_POLICIES, moved)
        self.write(level.states, before)
        return False

    def settle(self, level: Level) -> bool:
        """Keep the choices found with a leak, without the leak. False if a sweep would still gain by others."""
        self.guide[level.states] = self.values(level.states)
        final = follow_policy(self.game, level, self.book, self.book, self.backend, 0.0)
        self.write(level.states, final)
        return self.moved(level.states, self.sweep(level.states)) <= SETTLED * _unit(final)

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
