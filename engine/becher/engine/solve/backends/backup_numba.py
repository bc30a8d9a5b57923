"""Backing values up with compiled kernels; the extra `fast`."""

from collections.abc import Callable
from functools import lru_cache
from time import perf_counter

import numpy as np

from becher.engine.solve.backends import kernels
from becher.engine.solve.backends.backup import LayerJob
from becher.engine.solve.backends.held import signals_held
from becher.engine.solve.backends.tiny import coin_seats, coin_sheet
from becher.engine.solve.ledgers.seats import SeatGame
from becher.engine.solve.sheets.pack import compile_sheet
from becher.engine.solve.sheets.sheet_values import solve_sheet
from becher.engine.solve.turns.graph import Floats, Index, TurnGraph

ROOM = 256  # lanes at a time where there is no block kernel
SERIAL = 1024  # below so many states threads cost more than they bring, above all on a busy machine


@lru_cache(maxsize=8)
def sources(graph: TurnGraph) -> Index:
    """i32[E]: the slot of each child."""
    return np.ascontiguousarray(graph.slot[graph.src])


class NumbaBackend:
    """Compiled kernels on all threads numba has. See Backend."""

    name = "numba"
    speed = 6e9

    def prepare(self) -> float:
        """See Backend. Signals wait for one kernel at a time: numba cannot be stopped within one."""
        start = perf_counter()
        game, first = coin_seats(), np.zeros(1, dtype=np.int32)
        book = game.book(np.zeros((1, 1)))
        steps: tuple[Callable[[], object], ...] = (
            lambda: solve_sheet(compile_sheet(coin_sheet(), limit=2), self),
            lambda: self.roots(game.graph, np.zeros((2, 1))),
            lambda: self.seat_sweep(game, first, book),
            lambda: self.seat_sweep(game, np.zeros(SERIAL, dtype=np.int32), book),
            lambda: self.chances(game.graph, np.zeros((2, 1)), game.roots),
        )
        for step in steps:
            with signals_held():
                step()
        return perf_counter() - start

    def roots(self, graph: TurnGraph, leaves: Floats) -> Floats:
        ends = graph.slot[np.concatenate([graph.roots, graph.cuts])]
        result = np.empty((len(ends), leaves.shape[1]))
        for low in range(0, leaves.shape[1], ROOM):
            some = leaves[:, low : low + ROOM]
            x = np.empty((graph.slots, some.shape[1]))
            x[: graph.leaves] = some
            kernels.back_up(x, graph.runs, graph.slot, sources(graph), graph.w)
            result[:, low : low + ROOM] = x[ends]
        return result

    def sheet_rows(self, job: LayerJob, values: Floats) -> None:
        graph = job.graph
        kernels.sheet_rows(
            values,
            job.base,
            job.lanes,
            graph.slot[job.root],
            job.ledger,
            job.next_base,
            job.next_lanes,
            job.place,
            job.member,
            job.begin,
            job.counter,
            job.sign,
            job.shift,
            job.first,
            job.dice_class,
            job.table,
            job.classes,
            job.points,
            job.option,
            graph.runs,
            graph.slot,
            graph.slots,
            sources(graph),
            graph.w,
        )

    def seat_sweep(self, game: SeatGame, states: Index, book: Floats) -> Floats:
        graph = game.graph
        result = np.empty((len(states), game.entries))
        ends = graph.slot[game.roots[game.turn[states]]]
        sweep = kernels.sweep_in_parallel if len(states) >= SERIAL else kernels.sweep_serially
        sweep(
            states,
            game.succ,
            game.gain,
            book,
            ends,
            graph.runs,
            graph.slot,
            graph.slots,
            sources(graph),
            graph.w,
            result,
        )
        return result

    def chances(self, graph: TurnGraph, leaves: Floats, ends: Index) -> Floats:
        result = np.empty((*ends.shape, graph.leaves))
        leaves, ends = np.ascontiguousarray(leaves), np.ascontiguousarray(ends)
        kernels.chances(leaves, ends, graph.kind, graph.ptr, graph.src, graph.w, graph.runs, result)
        return result
