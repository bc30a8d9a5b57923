"""All nodes of a turn graph at once, in numpy: values up from the leaves, chances down from a root."""

from functools import lru_cache

import numpy as np
from attrs import frozen

from becher.engine.solve.backends.backup import TIE
from becher.engine.solve.turns.draft import MAX, MEAN
from becher.engine.solve.turns.graph import Floats, Index, Longs, TurnGraph

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
