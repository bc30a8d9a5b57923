"""The compiled kernels. Imported only where numba is installed.

Every function works on a block of lanes that is one contiguous array, so that the innermost loops run over
neighbouring numbers. `cache=True` keeps machine code in this package's `__pycache__`, or in the user's cache
folder where that cannot be written. All kernels are in this one file because numba looks only at the file of a
function to see whether its machine code is still good.
"""

from collections.abc import Callable
from functools import lru_cache
from tempfile import TemporaryFile
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit, prange

from becher.engine.solve.backends.backup import TIE
from becher.engine.solve.turns.draft import MAX, MEAN
from becher.engine.solve.turns.graph import Bytes, Floats, Index, Longs

F = TypeVar("F", bound=Callable[..., Any])

FUSED = {"contract", "nsz"}  # a product and a sum may be fused; infinities and the order of additions are kept
MACHINE_CODE = 2**20  # bytes, about what all kernels take
WIDTH = 64
CHUNKS = 64


def _jit(function: F) -> F:
    return _compiled(function, nogil=True)


def _parallel(function: F) -> F:
    return _compiled(function, parallel=True)


def _compiled(function: F, **how: bool) -> F:
    """Kept for later processes if it can be, else compiled in each of them."""
    try:
        kept = njit(cache=True, fastmath=FUSED, error_model="numpy", **how)(function)
        if _has_room(kept.stats.cache_path):
            return cast(F, kept)
    except RuntimeError:  # no folder can be written
        pass
    return cast(F, njit(fastmath=FUSED, error_model="numpy", **how)(function))


@lru_cache
def _has_room(folder: str) -> bool:
    """numba finds a full disk only after the work."""
    try:
        with TemporaryFile(dir=folder, buffering=0) as file:
            return file.write(bytes(MACHINE_CODE)) == MACHINE_CODE
    except OSError:
        return False


@_jit
def back_up(x: Floats, runs: Index, slot: Index, source: Index, w: Floats) -> None:
    """Work out all slots f64[slots, n] in place; leaf i is given in slot i. `source` holds slots, not nodes."""
    for k in range(runs.shape[0]):
        kind, degree, start, end, edge = runs[k, 0], runs[k, 1], runs[k, 2], runs[k, 3], runs[k, 4]
        if kind == MEAN:
            mean_run(x, slot, start, end, degree, edge, source, w)
        elif kind == MAX:
            best_run(x, slot, start, end, degree, edge, source)
        else:
            worst_run(x, slot, start, end, degree, edge, source)


@_jit
def mean_run(x: Floats, slot: Index, start: int, end: int, degree: int, edge: int, source: Index, w: Floats) -> None:
    """Weighted sums, added from left to right. Six children, a die's sides, are the common case."""
    lanes = x.shape[1]
    if degree == 6:
        for node in range(start, end):
            out, a, b, c = x[slot[node]], x[source[edge]], x[source[edge + 1]], x[source[edge + 2]]
            d, e, f = x[source[edge + 3]], x[source[edge + 4]], x[source[edge + 5]]
            wa, wb, wc, wd, we, wf = w[edge], w[edge + 1], w[edge + 2], w[edge + 3], w[edge + 4], w[edge + 5]
            for lane in range(lanes):
                out[lane] = wa * a[lane] + wb * b[lane] + wc * c[lane] + wd * d[lane] + we * e[lane] + wf * f[lane]
            edge += 6
        return
    for node in range(start, end):
        out, a, wa = x[slot[node]], x[source[edge]], w[edge]
        for lane in range(lanes):
            out[lane] = wa * a[lane]
        after = edge + degree
        edge += 1
        while edge + 3 <= after:
            a, b, c = x[source[edge]], x[source[edge + 1]], x[source[edge + 2]]
            wa, wb, wc = w[edge], w[edge + 1], w[edge + 2]
            for lane in range(lanes):
                out[lane] = out[lane] + wa * a[lane] + wb * b[lane] + wc * c[lane]
            edge += 3
        while edge < after:
            a, wa = x[source[edge]], w[edge]
            for lane in range(lanes):
                out[lane] = out[lane] + wa * a[lane]
            edge += 1


@_jit
def best_run(x: Floats, slot: Index, start: int, end: int, degree: int, edge: int, source: Index) -> None:
    """The greatest of two, of three, or of at least four children."""
    lanes = x.shape[1]
    if degree == 2:
        for node in range(start, end):
            out, a, b = x[slot[node]], x[source[edge]], x[source[edge + 1]]
            for lane in range(lanes):
                out[lane] = max(a[lane], b[lane])
            edge += 2
        return
    if degree == 3:
        for node in range(start, end):
            out, a, b, c = x[slot[node]], x[source[edge]], x[source[edge + 1]], x[source[edge + 2]]
            for lane in range(lanes):
                out[lane] = max(max(a[lane], b[lane]), c[lane])
            edge += 3
        return
    for node in range(start, end):
        out, a, b = x[slot[node]], x[source[edge]], x[source[edge + 1]]
        c, d = x[source[edge + 2]], x[source[edge + 3]]
        for lane in range(lanes):
            out[lane] = max(max(a[lane], b[lane]), max(c[lane], d[lane]))
        for i in range(edge + 4, edge + degree):
            a = x[source[i]]
            for lane in range(lanes):
                out[lane] = max(out[lane], a[lane])
        edge += degree


@_jit
def worst_run(x: Floats, slot: Index, start: int, end: int, degree: int, edge: int, source: Index) -> None:
    """The least of at least two children."""
    for node in range(start, end):
        out, a, b = x[slot[node]], x[source[edge]], x[source[edge + 1]]
        for lane in range(x.shape[1]):
            out[lane] = min(a[lane], b[lane])
        for i in range(edge + 2, edge + degree):
            a = x[source[i]]
            for lane in range(x.shape[1]):
                out[lane] = min(out[lane], a[lane])
        edge += degree


@_parallel
def sheet_rows(
    values: Floats,
    base: Longs,
    lanes: Index,
    root: Index,
    ledger: Index,
    next_base: Longs,
    next_lanes: Index,
    place: Index,
    member: Index,
    begin: Index,
    counter: Index,
    sign: Floats,
    shift: Floats,
    first: Index,
    dice_class: Index,
    table: Longs,
    classes: Index,
    points: Floats,
    option: Index,
    runs: Index,
    slot: Index,
    slots: int,
    source: Index,
    w: Floats,
) -> None:
    """The rows of a LayerJob, in blocks of WIDTH states; `root` holds slots. See LayerJob for the other arrays."""
    start, end = base[0], base[-1]
    blocks = (end - start + WIDTH - 1) // WIDTH
    most = 0
    for box in range(classes.shape[0]):
        most = max(most, classes[box])
    for chunk in prange(CHUNKS):
        room = np.empty(slots * WIDTH)
        worth = np.empty((most, WIDTH))
        ahead = np.empty((counter.shape[0], WIDTH))
        for block in range(chunk, blocks, CHUNKS):
            low = start + block * WIDTH
            high = min(low + WIDTH, end)
            x = room[: slots * (high - low)].reshape((slots, high - low))
            row = np.searchsorted(base, low, side="right") - 1
            last = np.searchsorted(base, high - 1, side="right") - 1
            fresh = True
            for box in range(classes.shape[0]):
                is_open = False
                for r in range(row, last + 1):
                    is_open = is_open or ledger[r, box] >= 0
                if not is_open:
                    continue
                for r in range(row, last + 1):
                    one, after = max(base[r], low), min(base[r + 1], high)
                    entry_values(
                        worth,
                        one - low,
                        ahead,
                        values,
                        member[begin[lanes[r]] + one - base[r] : begin[lanes[r]] + after - base[r]],
                        ledger[r, box],
                        next_base[r],
                        next_lanes[r],
                        place,
                        counter,
                        sign,
                        shift,
                        first[box],
                        first[box + 1],
                        classes[box],
                        points[table[box] :],
                        option[table[box] :],
                    )
                take_better(x, worth, dice_class[box], fresh)
                fresh = False
            back_up(x, runs, slot, source, w)
            for r in range(row, last + 1):
                for state in range(max(base[r], low), min(base[r + 1], high)):
                    values[state] = x[root[r], state - low]


@_jit
def entry_values(
    worth: Floats,
    at: int,
    ahead: Floats,
    values: Floats,
    counters: Index,
    ledger: int,
    next_base: Longs,
    next_lanes: Index,
    place: Index,
    counter: Index,
    sign: Floats,
    shift: Floats,
    first: int,
    end: int,
    classes: int,
    points: Floats,
    option: Index,
) -> None:
    """What entering each class of dice in one box is worth in the states of one row; -inf where it may not be.

    `worth` f64[D, WIDTH] is written from column `at` on, one column for each of `counters`.
    """
    lanes = counters.shape[0]
    if ledger < 0:
        for dice in range(classes):
            for lane in range(lanes):
                worth[dice, at + lane] = -np.inf
        return
    for k in range(first, end):
        if next_base[k] >= 0:
            for lane in range(lanes):
                state = next_base[k] + place[next_lanes[k], counter[k, counters[lane]]]
                ahead[k - first, lane] = shift[k] + sign[k] * values[state]
    for dice in range(classes):
        cell = ledger * classes + dice
        chosen, gained = option[cell], points[cell]
        if chosen < 0:
            for lane in range(lanes):
                worth[dice, at + lane] = -np.inf
        else:
            for lane in range(lanes):
                worth[dice, at + lane] = gained + ahead[chosen, lane]


@_jit
def take_better(x: Floats, worth: Floats, dice_class: Index, fresh: bool) -> None:
    """Outcome o is worth at least what its class of dice is worth; `fresh`: nothing is known about it yet."""
    for outcome in range(dice_class.shape[0]):
        out, offered = x[outcome], worth[dice_class[outcome]]
        if fresh:
            for lane in range(out.shape[0]):
                out[lane] = offered[lane]
        else:
            for lane in range(out.shape[0]):
                out[lane] = max(out[lane], offered[lane])


@_jit
def sweep_block(
    states: Index,
    succ: Index,
    gain: Floats,
    book: Floats,
    ends: Index,
    runs: Index,
    slot: Index,
    slots: int,
    source: Index,
    w: Floats,
    result: Floats,
) -> None:
    """The values f64[n, E] of a block of states; `ends` i32[n, E] holds slots."""
    x = np.empty((slots, states.shape[0]))
    for lane in range(states.shape[0]):
        for leaf in range(gain.shape[0]):
            x[leaf, lane] = gain[leaf] + book[succ[states[lane], leaf]]
    back_up(x, runs, slot, source, w)
    for lane in range(states.shape[0]):
        for entry in range(ends.shape[1]):
            result[lane, entry] = x[ends[lane, entry], lane]


def _sweep(
    states: Index,
    succ: Index,
    gain: Floats,
    book: Floats,
    ends: Index,
    runs: Index,
    slot: Index,
    slots: int,
    source: Index,
    w: Floats,
    result: Floats,
) -> None:
    """As sweep_block for any number of states, in blocks of WIDTH."""
    for block in prange((states.shape[0] + WIDTH - 1) // WIDTH):
        low, high = block * WIDTH, min((block + 1) * WIDTH, states.shape[0])
        sweep_block(states[low:high], succ, gain, book, ends[low:high], runs, slot, slots, source, w, result[low:high])


sweep_serially = _jit(_sweep)
sweep_in_parallel = _parallel(_sweep)


@_jit
def chances(
    leaves: Floats,
    ends: Index,
    kind: Bytes,
    ptr: Index,
    src: Index,
    w: Floats,
    runs: Index,
    result: Floats,
) -> None:
    """See Backend.chances; `result` f64[n, E, L]."""
    nodes, count = kind.shape[0], leaves.shape[0]
    own_slot = np.arange(nodes).astype(np.int32)
    for low in range(0, ends.shape[0], WIDTH):
        lanes = min(WIDTH, ends.shape[0] - low)
        x, flow = np.empty((nodes, lanes)), np.empty((nodes, lanes))
        x[:count] = leaves[:, low : low + lanes]
        back_up(x, runs, own_slot, src, w)
        for entry in range(ends.shape[1]):
            flow[:] = 0.0
            for lane in range(lanes):
                flow[ends[low + lane, entry], lane] = 1.0
            for node in range(ends[low : low + lanes, entry].max(), count - 1, -1):
                pass_down(x, flow, node, kind[node], src[ptr[node] : ptr[node + 1]], w[ptr[node] : ptr[node + 1]])
            for lane in range(lanes):
                for leaf in range(count):
                    result[low + lane, entry, leaf] = flow[leaf, lane]


@_jit
def pass_down(x: Floats, flow: Floats, node: int, kind: int, children: Index, w: Floats) -> None:
    """Give what comes to a node to its children: by their weights, or all to the first that is best but for TIE."""
    coming = flow[node]
    if not coming.any():
        return
    if kind == MEAN:
        for i in range(children.shape[0]):
            child, share = flow[children[i]], w[i]
            for lane in range(coming.shape[0]):
                child[lane] += share * coming[lane]
        return
    sign = 1.0 if kind == MAX else -1.0
    for lane in range(coming.shape[0]):
        if coming[lane] > 0.0:
            i = 0
            while sign * x[children[i], lane] < sign * x[node, lane] - TIE:
                i += 1
            flow[children[i], lane] += coming[lane]
