"""Backing values up with numpy alone: wide blocks of lanes, two threads (numpy lets go of the lock)."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np
from attrs import frozen

from becher.engine.solve.backup import TIE, LayerJob
from becher.engine.solve.draft import MAX, MEAN
from becher.engine.solve.graph import Floats, Index, Longs, TurnGraph
from becher.engine.solve.seats import SeatGame

WIDTH = 1024
MOST_ROOM = 4_000_000  # numbers in a block of nodes: about 32 MB for each thread
THREADS = min(4, os.cpu_count() or 1)
WIDE_DEGREE = 32


@frozen(eq=False)
class Run:
    """A run made ready: `columns[i]` are the i-th children of its nodes; `even` is their weight if all are equal.

    Its edges sorted by child are `by_child`; child `reached[i]` has those from `starts[i]` on.
    """

    kind: int
    start: int
    end: int
    children: Longs
    columns: tuple[Longs, ...]
    weights: Floats
    even: float | None
    by_child: Longs
    reached: Longs
    starts: Longs


@lru_cache(maxsize=8)
def runs_of(graph: TurnGraph) -> tuple[Run, ...]:
    """The runs of a graph with their children as index columns."""
    return tuple(_run(graph, *row) for row in graph.runs.tolist())


def _run(graph: TurnGraph, kind: int, degree: int, start: int, end: int, edge: int) -> Run:
    edges = slice(edge, edge + degree * (end - start))
    children = graph.src[edges].astype(np.int64).reshape(-1, degree)
    weights = graph.w[edges].reshape(-1, degree)
    even = float(weights[0, 0]) if kind == MEAN and (weights == weights[0, 0]).all() else None
    columns = tuple(np.ascontiguousarray(column) for column in children.T)
    by_child = np.argsort(children.ravel(), kind="stable")
    reached, starts = np.unique(children.ravel()[by_child], return_index=True)
    return Run(kind, start, end, children, columns, weights, even, by_child, reached, starts)


def fill_up(graph: TurnGraph, nodes: Floats) -> None:
    """Work out all nodes f64[N, n] in place; the rows of the leaves are given."""
    longest = max((run.end - run.start for run in runs_of(graph)), default=0)
    spare = np.empty((longest, nodes.shape[1]))
    for run in runs_of(graph):
        _fill_run(run, nodes, spare[: run.end - run.start])


def _fill_run(run: Run, nodes: Floats, spare: Floats) -> None:
    out = nodes[run.start : run.end]
    if run.kind == MEAN and len(run.columns) > WIDE_DEGREE:
        for row, children, weights in zip(out, run.children, run.weights, strict=True):
            np.add.reduce(nodes[children] * weights[:, None], axis=0, out=row)
        return
    _gather(nodes, run.columns[0], out)
    if run.kind == MEAN:
        _fill_mean(run, nodes, out, spare)
        return
    better = np.maximum if run.kind == MAX else np.minimum
    for column in run.columns[1:]:
        better(out, _gather(nodes, column, spare), out=out)


def _fill_mean(run: Run, nodes: Floats, out: Floats, spare: Floats) -> None:
    if run.even is not None:
        for column in run.columns[1:]:
            out += _gather(nodes, column, spare)
        out *= run.even
        return
    out *= run.weights[:, :1]
    for place, column in enumerate(run.columns[1:], start=1):
        _gather(nodes, column, spare)
        spare *= run.weights[:, place : place + 1]
        out += spare


def _gather(nodes: Floats, column: Longs, out: Floats) -> Floats:
    return nodes.take(column, axis=0, out=out, mode="clip")  # "clip": the default would copy `out`


class NumpyBackend:
    """Numpy only. See Backend."""

    name = "numpy"

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


@frozen(eq=False)
class Columns:
    """The states of a block: for each its row within the job and its counter, and the rows from `low` to `high`-1."""

    row: Longs
    counter: Index
    low: int
    high: int


def columns_of(job: LayerJob, block: slice) -> Columns:
    """The states base[0] <= block.start .. block.stop - 1 of a job."""
    states = np.arange(block.start, block.stop)
    row = np.searchsorted(job.base, states, side="right") - 1
    counter = job.member[job.begin[job.lanes[row]] + states - job.base[row]]
    return Columns(row, counter, int(row[0]), int(row[-1]) + 1)


def outcome_values(job: LayerJob, values: Floats, columns: Columns, out: Floats, choice: Index | None = None) -> None:
    """Write into `out` f64[O, n] what each outcome is worth in each state if the best box is taken.

    `choice` i32[O, n] receives the box; the first of those closer than TIE; -1 where no box may be taken.
    """
    out.fill(-np.inf)
    if choice is not None:
        choice.fill(-1)
    for box in range(len(job.classes)):
        if (job.ledger[columns.low : columns.high, box] < 0).all():
            continue
        worth = entry_values(job, values, columns, box)[job.dice_class[box]]
        if choice is None:
            np.maximum(out, worth, out=out)
        else:
            better = worth > out + TIE
            out[better] = worth[better]
            choice[better] = box


def entry_values(job: LayerJob, values: Floats, columns: Columns, box: int) -> Floats:
    """f64[D, n]: what entering each class of dice in this box is worth in each state, -inf where it may not be."""
    options = slice(job.first[box], job.first[box + 1])
    ahead = np.full((options.stop - options.start + 1, len(columns.row)), -np.inf)  # the last row: not allowed
    for number, option in enumerate(range(options.start, options.stop)):
        base = job.next_base[columns.row, option]
        lane = job.place[job.next_lanes[columns.row, option], job.counter[option, columns.counter]]
        some = base >= 0
        ahead[number, some] = job.shift[option] + job.sign[option] * values[base[some] + lane[some]]
    count = job.classes[box]
    ledger = np.maximum(job.ledger[columns.low : columns.high, box], 0)
    cells = job.table[box] + ledger * count + np.arange(count)[:, None]
    points, option_rows = job.points[cells], job.option[cells]
    option_rows[:, job.ledger[columns.low : columns.high, box] < 0] = -1
    local = columns.row - columns.low
    worth = np.take_along_axis(ahead, option_rows[:, local], axis=0)
    worth += points[:, local]
    return worth


def chances_of(graph: TurnGraph, nodes: Floats, roots: Index) -> Floats:
    """f64[L, n]: how likely each ending is from node `roots[j]` in lane j, given all node values f64[N, n]."""
    flow = np.zeros_like(nodes)
    flow[roots, np.arange(len(roots))] = 1.0
    for run in reversed(runs_of(graph)):
        coming = flow[run.start : run.end]
        if not coming.any():
            continue
        if run.kind == MEAN:
            parts = coming[:, None, :] * run.weights[:, :, None]
        else:
            parts = coming[:, None, :] * _chosen(run, nodes)
        by_edge = parts.reshape(len(run.by_child), -1)[run.by_child]
        flow[run.reached] += np.add.reduceat(by_edge, run.starts, axis=0)
    return flow[: graph.leaves]


def _chosen(run: Run, nodes: Floats) -> Floats:
    """f64[nodes, degree, n]: 1 at the first child as good as the best but for TIE, else 0."""
    sign = 1.0 if run.kind == MAX else -1.0
    offered = sign * nodes[run.children]
    best = (offered >= offered.max(axis=1, keepdims=True) - TIE).argmax(axis=1)
    chosen: Floats = (np.arange(run.children.shape[1])[None, :, None] == best[:, None, :]).astype(np.float64)
    return chosen
