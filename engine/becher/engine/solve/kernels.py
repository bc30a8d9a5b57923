"""The compiled kernels. Imported only where numba is installed.

Every function works on a block of lanes that is one contiguous array, so that the innermost loops run over
neighbouring numbers. `cache=True` keeps machine code in this package's `__pycache__`, or in the user's cache
folder where that cannot be written.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit, prange

from becher.engine.solve.backup import TIE
from becher.engine.solve.draft import MAX, MEAN
from becher.engine.solve.graph import Bytes, Floats, Index, Longs

F = TypeVar("F", bound=Callable[..., Any])

FUSED = {"contract", "nsz"}  # a product and a sum may be fused; infinities and the order of additions are kept
WIDTH = 64
CHUNKS = 64


def _jit(function: F) -> F:
    return cast(F, njit(cache=True, fastmath=FUSED, error_model="numpy", nogil=True)(function))


def _parallel(function: F) -> F:
    return cast(F, njit(cache=True, fastmath=FUSED, error_model="numpy", parallel=True)(function))


@_jit
def back_up(x: Floats, runs: Index, slot: Index, source: Index, w: Floats) -> None:
    """Work out all slots f64[slots, n] in place; leaf i is given in slot i. `source` holds slots, not nodes."""
    for k in range(runs.shape[0]):
        kind, degree, start, end, edge = runs[k, 0], runs[k, 1], runs[k, 2], runs[k, 3], runs[k, 4]
        for node in range(start, end):
            children = source[edge : edge + degree]
            if kind == MEAN:
                mean_of(x, x[slot[node]], children, w[edge : edge + degree])
            elif kind == MAX:
                best_of(x, x[slot[node]], children)
            else:
                worst_of(x, x[slot[node]], children)
            edge += degree


@_jit
def mean_of(x: Floats, out: Floats, children: Index, w: Floats) -> None:
    """The weighted sum of at least two children, none of which lies in `out`."""
    degree, lanes = children.shape[0], out.shape[0]
    a, b, wa, wb = x[children[0]], x[children[1]], w[0], w[1]
    if degree % 2 == 0:
        for lane in range(lanes):
            out[lane] = wa * a[lane] + wb * b[lane]
    else:
        c, wc = x[children[2]], w[2]
        for lane in range(lanes):
            out[lane] = wa * a[lane] + wb * b[lane] + wc * c[lane]
    for i in range(2 + degree % 2, degree, 2):
        a, b, wa, wb = x[children[i]], x[children[i + 1]], w[i], w[i + 1]
        for lane in range(lanes):
            out[lane] = out[lane] + wa * a[lane] + wb * b[lane]


@_jit
def best_of(x: Floats, out: Floats, children: Index) -> None:
    """The greatest of at least two children, none of which lies in `out`."""
    degree, lanes = children.shape[0], out.shape[0]
    a, b = x[children[0]], x[children[1]]
    if degree % 2 == 0:
        for lane in range(lanes):
            out[lane] = max(a[lane], b[lane])
    else:
        c = x[children[2]]
        for lane in range(lanes):
            out[lane] = max(max(a[lane], b[lane]), c[lane])
    for i in range(2 + degree % 2, degree, 2):
        a, b = x[children[i]], x[children[i + 1]]
        for lane in range(lanes):
            out[lane] = max(out[lane], max(a[lane], b[lane]))


@_jit
def worst_of(x: Floats, out: Floats, children: Index) -> None:
    """The least of the children, none of which lies in `out`."""
    a, b = x[children[0]], x[children[1]]
    for lane in range(out.shape[0]):
        out[lane] = min(a[lane], b[lane])
    for i in range(2, children.shape[0]):
        a = x[children[i]]
        for lane in range(out.shape[0]):
            out[lane] = min(out[lane], a[lane])


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
    states: Index,
    succ: Index,
    gain: Floats,
    book: Floats,
    ends: Index,
    kind: Bytes,
    ptr: Index,
    src: Index,
    w: Floats,
    result: Floats,
) -> None:
    """How likely each ending is, f64[n, E, L], under the choices the book says are best. `ends` holds nodes."""
    nodes, leaves = kind.shape[0], gain.shape[0]
    value, flow, choice = np.empty(nodes), np.empty(nodes), np.empty(nodes, dtype=np.int32)
    for number in range(states.shape[0]):
        for leaf in range(leaves):
            value[leaf] = gain[leaf] + book[succ[states[number], leaf]]
        for node in range(leaves, nodes):
            evaluate(node, kind[node], src[ptr[node] : ptr[node + 1]], w[ptr[node] : ptr[node + 1]], value, choice)
        for entry in range(ends.shape[1]):
            flow[:] = 0.0
            flow[ends[number, entry]] = 1.0
            for node in range(ends[number, entry], leaves - 1, -1):
                if flow[node] > 0.0:
                    if kind[node] == MEAN:
                        for edge in range(ptr[node], ptr[node + 1]):
                            flow[src[edge]] += w[edge] * flow[node]
                    else:
                        flow[choice[node]] += flow[node]
            result[number, entry, :] = flow[:leaves]


@_jit
def evaluate(node: int, kind: int, children: Index, w: Floats, value: Floats, choice: Index) -> None:
    """The value of one node, and of a choice the first child closer than TIE to the best."""
    if kind == MEAN:
        total = 0.0
        for i in range(children.shape[0]):
            total += w[i] * value[children[i]]
        value[node] = total
        return
    sign = 1.0 if kind == MAX else -1.0
    best = -np.inf
    for child in children:
        best = max(best, sign * value[child])
    for i in range(children.shape[0] - 1, -1, -1):
        if sign * value[children[i]] >= best - TIE:
            choice[node] = children[i]
    value[node] = sign * best
