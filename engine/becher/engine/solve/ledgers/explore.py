"""From rules that say what each ending brings to the tables of a SeatGame."""

from collections.abc import Callable, Hashable, Sequence

import numpy as np
from attrs import define, field, frozen

from becher.engine.solve.errors import TooManyStates
from becher.engine.solve.ledgers.seats import Follow, Over, SeatGame, To
from becher.engine.solve.turns.graph import Cut, Index, TurnGraph

OTHERS, CONSTANTS = 1 << 40, 1 << 41


def seat_game(
    graph: TurnGraph,
    roots: Sequence[Sequence[int]],
    start: Hashable,
    follow: Follow,
    *,
    turn: Callable[[Hashable], int] = lambda state: 0,
    gain: Callable[[Hashable], float] = lambda ending: 0.0,
    theirs: float = 1.0,
    endless: float | None = None,
    limit: int = 5_000_000,
) -> SeatGame:
    """Explore all states from `start`.

    `roots[c][e]` is a place in `graph.roots`: where a turn of class c begins at entry e; every class has the same
    number of entries. `turn(state)` is the class of a state. `follow(state, ending)` says what an ending brings; it
    is asked only for endings that can come of a turn of the state's class. Loops within a turn need no care:
    each cut of the graph becomes a further entry. Raises TooManyStates when S * E passes `limit`.
    """
    plans = [_plan(graph, places) for places in roots]
    entries = max(len(plan.places) for plan in plans)
    book = _Book(entries)
    book.number(start)
    turns: list[int] = []
    rows: list[list[int]] = []
    for state in book.states:  # grows meanwhile
        turns.append(turn(state))
        rows.append(_row(graph, plans[turns[-1]], state, follow, book))
        if len(book.states) * entries > limit:
            raise TooManyStates(limit, len(book.states) * entries, exact=False)
    ends = np.concatenate([graph.roots, graph.cuts])
    return SeatGame(
        graph=graph,
        roots=np.array([ends[plan.padded(entries)] for plan in plans], dtype=np.int32),
        turn=np.array(turns, dtype=np.int32),
        succ=_settled(rows, len(rows) * entries),
        gain=np.array([0.0 if isinstance(e, Cut) else gain(e) for e in graph.endings], dtype=np.float64),
        constants=np.array(list(book.constants) or [0.0], dtype=np.float64),
        states=tuple(book.states),
        theirs=theirs,
        endless=endless,
    )


def one_turn(graph: TurnGraph, worth: Callable[[Hashable], float], *, root: int = 0) -> SeatGame:
    """The question what one turn is worth: a game of one state in which every ending is the last."""
    return seat_game(graph, [[root]], "the turn", lambda _, ending: Over(worth(ending)), theirs=0.0)


@frozen
class _Plan:
    """The entries of one class of turns (its roots, then the cuts it can come to) and the leaves it can come to."""

    places: tuple[int, ...]
    leaves: tuple[int, ...]

    def padded(self, entries: int) -> list[int]:
        return [*self.places, *[self.places[0]] * (entries - len(self.places))]


def _plan(graph: TurnGraph, places: Sequence[int]) -> _Plan:
    plan, leaves = list(places), []
    ends = np.concatenate([graph.roots, graph.cuts]).tolist()
    seen = {ends[place] for place in plan}
    work = list(seen)
    while work:
        node = work.pop()
        children = graph.src[graph.ptr[node] : graph.ptr[node + 1]].tolist()
        if node < graph.leaves:
            leaves.append(node)
            ending = graph.endings[node]
            if isinstance(ending, Cut):
                plan.append(len(graph.roots) + ending.number)
                children = [ends[plan[-1]]]
        fresh = set(children) - seen
        seen |= fresh
        work.extend(fresh)
    return _Plan(tuple(plan), tuple(sorted(leaves)))


@define
class _Book:
    """Numbers for states and constants, in the order in which they are met."""

    entries: int
    states: list[Hashable] = field(factory=list)
    constants: dict[float, int] = field(factory=dict)
    _known: dict[Hashable, int] = field(factory=dict)

    def number(self, state: Hashable) -> int:
        found = self._known.get(state)
        if found is None:
            found = self._known[state] = len(self.states)
            self.states.append(state)
        return found

    def place(self, where: To | Over) -> int:
        if isinstance(where, Over):
            return CONSTANTS + self.constants.setdefault(where.worth, len(self.constants))
        own = self.number(where.state) * self.entries + where.entry
        return own if where.again else OTHERS + own


def _row(graph: TurnGraph, plan: _Plan, state: Hashable, follow: Follow, book: _Book) -> list[int]:
    """Where each ending leads from `state`, in the numbering of the book."""
    own = book.number(state) * book.entries
    row = [CONSTANTS] * graph.leaves  # endings that cannot come from here must not look like a way back
    for leaf in plan.leaves:
        ending = graph.endings[leaf]
        if isinstance(ending, Cut):
            row[leaf] = own + plan.places.index(len(graph.roots) + ending.number)
        else:
            row[leaf] = book.place(follow(state, ending))
    return row


def _settled(rows: Sequence[Sequence[int]], unknowns: int) -> Index:
    """Places in the book, now that its parts have their lengths."""
    succ = np.array(rows, dtype=np.int64)
    succ = np.where(succ >= CONSTANTS, succ - CONSTANTS + 2 * unknowns, succ)
    succ = np.where(succ >= OTHERS, succ - OTHERS + unknowns, succ)
    return np.ascontiguousarray(succ, dtype=np.int32)
