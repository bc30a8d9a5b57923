"""A small sheet game in fractions."""

from collections.abc import Iterator
from fractions import Fraction

from becher.engine.solve.backends.backup import LayerJob
from becher.engine.solve.exact import Row, exact_nodes
from becher.engine.solve.sheets.jobs import Jobs
from becher.engine.solve.sheets.pack import Packed
from becher.engine.solve.sheets.sheet_values import full_values

MOST_STATES = 2000


def exact_sheet(packed: Packed) -> Row:
    """All V values exactly; the first is that of the game. Points and final values are taken as they are written.

    Raises ValueError beyond MOST_STATES states, or if an outcome of some state may go nowhere.
    """
    if packed.size > MOST_STATES:
        raise ValueError(f"{packed.size} states, at most {MOST_STATES} can be solved exactly")
    values = [Fraction()] * packed.size
    last = packed.layers[-1]
    values[int(last.base[0]) :] = map(Fraction, full_values(packed, packed.game.final).tolist())
    jobs = Jobs(packed)
    for number in range(packed.game.bits - 1, -1, -1):
        for job in jobs.of_layer(number):
            for row in range(len(job.lanes)):
                for state in range(int(job.base[row]), int(job.base[row + 1])):
                    leaves = _leaves(packed, job, row, state, values)
                    values[state] = exact_nodes(job.graph, leaves)[int(job.root[row])]
    return values


def _leaves(packed: Packed, job: LayerJob, row: int, state: int, values: Row) -> Row:
    counter = int(job.member[job.begin[job.lanes[row]] + state - job.base[row]])
    best: list[Fraction | None] = [None] * job.graph.leaves
    for box in range(len(job.classes)):
        if job.ledger[row, box] < 0:
            continue
        worth = list(_entries(packed, job, row, box, counter, values))
        for leaf, dice in enumerate(job.dice_class[box].tolist()):
            offered, known = worth[dice], best[leaf]
            if offered is not None and (known is None or offered > known):
                best[leaf] = offered
    return [_some(value) for value in best]


def _some(value: Fraction | None) -> Fraction:
    if value is None:
        raise ValueError("an outcome that no box may take has no exact value")
    return value


def _entries(packed: Packed, job: LayerJob, row: int, box: int, counter: int, values: Row) -> Iterator[Fraction | None]:
    """For each class of dice what entering it in this box is worth; None where it is not allowed."""
    for dice in range(int(job.classes[box])):
        cell = int(job.table[box] + job.ledger[row, box] * job.classes[box] + dice)
        option = int(job.first[box] + job.option[cell])
        if job.option[cell] < 0 or job.next_base[row, option] < 0:
            yield None
            continue
        lane = job.place[job.next_lanes[row, option], job.counter[option, counter]]
        ahead = values[int(job.next_base[row, option] + lane)]
        theirs = Fraction(packed.game.theirs)
        yield Fraction(float(job.points[cell])) + (theirs - ahead if job.sign[option] < 0 else ahead)
