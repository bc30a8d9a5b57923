"""What best play does on a sheet: which box each outcome goes to, how likely, and with what result."""

from collections.abc import Iterator

import numpy as np
from attrs import frozen

from becher.engine.solve.backends.backup import Backend, LayerJob
from becher.engine.solve.sheets.jobs import Jobs
from becher.engine.solve.sheets.outcomes import Columns, columns_of, entry_values, outcome_values
from becher.engine.solve.sheets.sheet_values import SheetValues
from becher.engine.solve.turns.graph import Floats, Longs
from becher.engine.solve.turns.nodes import fill_up

BLOCK = 512


@frozen(eq=False)
class Step:
    """One way a turn can go on, for n states at once: `chance` f64[n] of it, then `points` f64[n] and state `ahead` i64[n].

    `passes`: the next state is the other seat's to move. Where the chance is 0 `ahead` means nothing, but is a state.
    """

    chance: Floats
    points: Floats
    ahead: Longs
    passes: bool


def layer_steps(solved: SheetValues, number: int, backend: Backend) -> Iterator[tuple[slice, tuple[Step, ...]]]:
    """For each block of states of layer `number` the steps under best play; chances of a state's steps add up to 1.

    Of boxes and of choices within the turn that are closer than TIE the first is taken.
    """
    for job in Jobs(solved.packed).of_layer(number):
        for low in range(int(job.base[0]), int(job.base[-1]), BLOCK):
            block = slice(low, min(low + BLOCK, int(job.base[-1])))
            yield block, tuple(_steps(solved, job, columns_of(job, block), backend))


def _steps(solved: SheetValues, job: LayerJob, columns: Columns, backend: Backend) -> Iterator[Step]:
    shape = job.graph.leaves, len(columns.row)
    worth, choice = np.empty(shape), np.empty(shape, dtype=np.int32)
    outcome_values(job, solved.values, columns, worth, choice)
    chances = backend.chances(job.graph, worth, job.root[columns.row][:, None])[:, 0].T
    for box in range(len(job.classes)):
        entered = np.where(choice == box, chances, 0.0)
        if entered.any():
            yield from _box_steps(job, columns, box, entered)


def _box_steps(job: LayerJob, columns: Columns, box: int, entered: Floats) -> Iterator[Step]:
    """One step for each class of dice and option of a box; `entered` f64[O, n]: chance that outcome o goes there."""
    first, ledger = job.first[box], job.ledger[columns.row, box]
    for dice in range(int(job.classes[box])):
        chance = entered[job.dice_class[box] == dice].sum(axis=0)
        if not chance.any():
            continue
        cell = job.table[box] + np.maximum(ledger, 0) * job.classes[box] + dice
        for option in np.unique(job.option[cell[chance > 0]]).tolist():
            here = np.where(job.option[cell] == option, chance, 0.0)
            yield Step(here, job.points[cell], _ahead(job, columns, first + option), bool(job.sign[first + option] < 0))


def _ahead(job: LayerJob, columns: Columns, option: int) -> Longs:
    """The state an option leads to; some state where it leads nowhere."""
    base = job.next_base[columns.row, option]
    lane = job.place[job.next_lanes[columns.row, option], job.counter[option, columns.counter]]
    return np.where(base >= 0, base + lane, 0)


@frozen(eq=False)
class Look:
    """One state seen from inside its turn: N nodes, B boxes, O outcomes.

    `nodes` f64[N]: the value of every node of the turn graph. `entries` f64[B, O]: what entering each outcome
    in each box is worth, -inf where it is not allowed. `root`: the node where this turn begins.
    """

    nodes: Floats
    entries: Floats
    root: int


def look(solved: SheetValues, mask: int, flag: int, counter: int) -> Look:
    """The prices of everything the mover can do in a state. KeyError if no game comes there, or the sheet is full."""
    place = solved.packed.index(mask, flag, counter)
    layers = solved.packed.layers
    number = mask.bit_count()
    if number == solved.packed.game.bits:
        raise KeyError((mask, flag, counter))
    row = int(np.searchsorted(layers[number].base, place, side="right")) - 1
    job = Jobs(solved.packed).job(layers[number], layers[number + 1], row, row + 1)
    columns = columns_of(job, slice(place, place + 1))
    nodes = np.empty((job.graph.nodes, 1))
    outcome_values(job, solved.values, columns, nodes[: job.graph.leaves])
    fill_up(job.graph, nodes)
    closed = np.full(job.graph.leaves, -np.inf)
    entries = [
        closed if job.ledger[0, box] < 0 else entry_values(job, solved.values, columns, box)[job.dice_class[box], 0]
        for box in range(len(job.classes))
    ]
    return Look(nodes[:, 0], np.array(entries), int(job.root[0]))
