"""Backing values up with numpy alone: wide blocks of lanes, two threads (numpy lets go of the lock)."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from becher.engine.solve.backends.backup import LayerJob
from becher.engine.solve.ledgers.seats import SeatGame
from becher.engine.solve.sheets.outcomes import columns_of, outcome_values
from becher.engine.solve.turns.graph import Floats, Index, TurnGraph
from becher.engine.solve.turns.nodes import chances_of, fill_up

WIDTH = 1024
MOST_ROOM = 4_000_000  # numbers in a block of nodes: about 32 MB for each thread
THREADS = min(4, os.cpu_count() or 1)


class NumpyBackend:
    """Numpy only. See Backend."""

    name = "numpy"
    speed = 0.8e9

    def prepare(self) -> float:
        return 0.0

    def roots(self, graph: TurnGraph, leaves: Floats) -> Floats:
        ends = np.concatenate([graph.roots, graph.cuts])
        result = np.empty((len(ends), leaves.shape[1]))

        def work(block: slice) -> None:
            nodes = _blank(graph, block)
            nodes[: graph.leaves] = leaves[:, block]
            fill_up(graph, nodes)
            result[:, block] = nodes[ends]

        _in_blocks(work, 0, leaves.shape[1], graph)
        return result

    def sheet_rows(self, job: LayerJob, values: Floats) -> None:
        def work(block: slice) -> None:
            nodes = _blank(job.graph, block)
            columns = columns_of(job, block)
            outcome_values(job, values, columns, nodes[: job.graph.leaves])
            fill_up(job.graph, nodes)
            values[block] = nodes[job.root[columns.row], np.arange(len(columns.row))]

        _in_blocks(work, int(job.base[0]), int(job.base[-1]), job.graph)

    def seat_sweep(self, game: SeatGame, states: Index, book: Floats) -> Floats:
        result = np.empty((len(states), game.entries))

        def work(block: slice) -> None:
            nodes = _seat_nodes(game, states[block], book)
            ends = game.roots[game.turn[states[block]]]
            result[block] = nodes[ends, np.arange(len(ends))[:, None]]

        _in_blocks(work, 0, len(states), game.graph)
        return result

    def chances(self, graph: TurnGraph, leaves: Floats, ends: Index) -> Floats:
        count, entries = ends.shape
        result = np.empty((count, entries, graph.leaves))
        step = max(1, min(256, MOST_ROOM // graph.nodes) // entries)
        for start in range(0, count, step):
            some = slice(start, min(start + step, count))
            nodes = np.empty((graph.nodes, some.stop - start))
            nodes[: graph.leaves] = leaves[:, some]
            fill_up(graph, nodes)
            flow = chances_of(graph, np.repeat(nodes, entries, axis=1), ends[some].ravel())
            result[some] = flow.T.reshape(-1, entries, graph.leaves)
        return result


def _blank(graph: TurnGraph, block: slice) -> Floats:
    return np.empty((graph.nodes, block.stop - block.start))


def _seat_nodes(game: SeatGame, states: Index, book: Floats) -> Floats:
    """All nodes of the turn in each of these states, f64[N, n]."""
    nodes = np.empty((game.graph.nodes, len(states)))
    nodes[: game.graph.leaves] = book[game.succ[states].T] + game.gain[:, None]
    fill_up(game.graph, nodes)
    return nodes


def _in_blocks(work: Callable[[slice], None], start: int, end: int, graph: TurnGraph) -> None:
    """Do the work for start..end-1 in blocks, in threads where there are several."""
    width = max(1, min(WIDTH, MOST_ROOM // graph.nodes))
    blocks = [slice(low, min(low + width, end)) for low in range(start, end, width)]
    if len(blocks) < 2:
        _drain(map(work, blocks))
        return
    with ThreadPoolExecutor(THREADS) as threads:
        _drain(threads.map(work, blocks))


def _drain(results: Iterable[None]) -> None:
    for _ in results:
        pass
