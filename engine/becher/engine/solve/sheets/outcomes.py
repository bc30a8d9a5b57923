"""What the outcomes of a turn are worth on a sheet, in numpy."""

import numpy as np
from attrs import frozen

from becher.engine.solve.backends.backup import TIE, LayerJob
from becher.engine.solve.turns.graph import Floats, Index, Longs


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
