"""An explored game as the plain tables of a SeatGame."""

from collections.abc import Sequence

import numpy as np

from becher.engine.answer.ledgers.leads import ENTRY, STATE
from becher.engine.answer.ledgers.seats import LedgerGame
from becher.engine.answer.turns.endings import Ending
from becher.engine.solve.ledgers.seats import SeatGame
from becher.engine.solve.turns.graph import Cut, Index, Longs, TurnGraph
from becher.engine.solve.turns.passes import finish


def as_tables(found: LedgerGame, theirs: float, endless: float | None) -> tuple[SeatGame, Index]:
    """The game as plain tables: entries are throws left lying, then the cut loops of the turn; and the node of each node
    of the draft."""
    entries = len(found.lying)
    nodes = [[*row, *[row[0]] * (entries - len(row))] for row in found.entries]
    done = finish(found.explorer.draft, [node for row in nodes for node in row])
    graph = done.graph
    cuts = len(graph.cuts)
    wide = entries + cuts
    roots = np.concatenate(
        [graph.roots.reshape(len(nodes), entries), np.tile(graph.cuts, (len(nodes), 1))], axis=1
    ).astype(np.int32)
    states = len(found.reps)
    succ = np.empty((states, graph.leaves), dtype=np.int64)
    own = np.arange(states, dtype=np.int64)[:, None] * wide
    succ[:] = own
    for leaf, ending in enumerate(graph.endings):
        if isinstance(ending, Cut):
            succ[:, leaf] = own[:, 0] + entries + ending.number
    for turn, numbers in _by_class(found).items():
        leaves, places = _leaves_of(graph, found.endings[turn])
        rows = np.array([found.lead[number] for number in numbers], dtype=np.int64)[:, places]
        succ[np.ix_(numbers, leaves)] = _in_book(rows, wide, states * wide)
    tables = SeatGame(
        graph=graph,
        roots=roots,
        turn=np.array(found.turn, dtype=np.int32),
        succ=np.ascontiguousarray(succ, dtype=np.int32),
        gain=np.zeros(graph.leaves),
        constants=np.array(list(found.worths) or [0.0]),
        states=tuple(range(states)),
        theirs=theirs,
        endless=endless,
    )
    return tables, done.node_of


def _by_class(found: LedgerGame) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = {}
    for number, turn in enumerate(found.turn):
        groups.setdefault(turn, []).append(number)
    return groups


def _leaves_of(graph: TurnGraph, endings: Sequence[Ending]) -> tuple[list[int], list[int]]:
    """The leaves of these endings that the graph still has, and the place of each among the endings."""
    leaf_of = {ending: leaf for leaf, ending in enumerate(graph.endings)}
    pairs = [(leaf_of[ending], place) for place, ending in enumerate(endings) if ending in leaf_of]
    return [leaf for leaf, _ in pairs], [place for _, place in pairs]


def _in_book(rows: Longs, wide: int, unknowns: int) -> Longs:
    """Destinations as places in the book: own values, the other seat's, worths."""
    state, entry = rows >> STATE, (rows >> ENTRY) & ((1 << (STATE - ENTRY)) - 1)
    place = state * wide + entry + np.where(rows & 1, 0, unknowns)
    return np.where(rows < 0, 2 * unknowns - 1 - rows, place)
