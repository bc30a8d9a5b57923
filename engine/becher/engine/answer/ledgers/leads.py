"""Where the endings of turns lead, asked of the machine once for all states and endings that come to the same.

A destination is one number: `state << STATE | entry << ENTRY | again`, or -1 minus the number of a worth.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence

import numpy as np
from attrs import define, field

from becher.engine.answer.ledgers.accounts import Accounts, Outcome
from becher.engine.answer.turns.endings import Cases, Ending
from becher.engine.solve.turns.graph import Longs
from becher.engine.state import Dice, State

ENTRY, STATE = 1, 24
ROWS = 20  # bits of the number of a row
Ask = Callable[[int, Ending], int]


@define(eq=False)
class Leads:
    """`ask(state, ending)` is the machine's word on where an ending leads; `entry(dice)` where turns begin with these lying.

    `states` are those numbered so far. What endings do to accounts is known without the machine where they only change
    known numbers, in whatever cases of the ledger; then only the rows they come to are asked for.
    """

    accounts: Accounts
    ask: Ask
    entry: Callable[[Dice], int]
    states: list[State]
    _rows: list[tuple[int, int, int]] = field(factory=list)
    _rests: dict[Hashable, int] = field(factory=dict)
    _after: dict[int, int] = field(factory=dict)

    def note(self, s: State, position: Hashable) -> None:
        """Number what the next state has: everything but the numbers on accounts, the mover's row, the other seat's."""
        rows = self.accounts.of(s)
        if s.seat == 2:  # in openings, and where rules name seats
            rows.reverse()
        rest = (self.accounts.ledger.key(_without_numbers(s, self.accounts.slots)), position)
        number = self._rests.setdefault(rest, len(self._rests))
        self._rows.append((number, rows[0], rows[1] if len(rows) > 1 else 0))

    def of(self, numbers: Sequence[int], endings: Sequence[Ending]) -> Longs:
        """i64[states, endings]: the destinations."""
        found = np.empty((len(numbers), len(endings)), dtype=np.int64)
        outcomes: list[Outcome] = []
        plain: list[int] = []
        which: list[Longs] = []
        for place, ending in enumerate(endings):
            column = self._column(numbers, ending, outcomes)
            if column is None:
                found[:, place] = [self.ask(number, ending) for number in numbers]
            else:
                plain.append(place)
                which.append(column)
        if plain:
            some = [endings[place] for place in plain]
            found[:, plain] = self._by_rows(numbers, some, outcomes, np.stack(which, axis=1))
        return found

    def _column(self, numbers: Sequence[int], ending: Ending, outcomes: list[Outcome]) -> Longs | None:
        """Which of the outcomes an ending has in each state, new ones added; None where the machine is to be asked."""
        ledger = self.accounts.ledger
        seats = self.states[0].count
        if seats > 2 or (ending.leaves and ledger.matters.reads_lying):
            return None
        if ending.changes is not None:
            found = self.accounts.outcome(ending.changes, seats)
            if found is None:
                return None
            outcomes.append(found)
            return np.full(len(numbers), len(outcomes) - 1, dtype=np.int64)
        return None if ending.cases is None else self._by_cases(numbers, ending, ending.cases, outcomes)

    def _by_cases(self, numbers: Sequence[int], ending: Ending, cases: Cases, outcomes: list[Outcome]) -> Longs | None:
        """The cases that hold are asked for once for each ledger that they can tell from others."""
        rows = np.array([self._rows[number] for number in numbers], dtype=np.int64)
        _, first, inverse = np.unique(
            rows[:, :2] if cases.own else rows, axis=0, return_index=True, return_inverse=True
        )
        places: dict[tuple[int, ...], int] = {}
        column = np.empty(len(first), dtype=np.int64)
        for group, at in enumerate(first.tolist()):
            held = cases.held(self.accounts.ledger.on(self.states[numbers[at]], ending.before))
            if held not in places:
                changes = [change for case in held for change in cases.changes[case]]
                found = self.accounts.outcome(changes, self.states[0].count)
                if found is None:
                    return None
                places[held] = len(outcomes)
                outcomes.append(found)
            column[group] = places[held]
        return column[inverse.ravel()]

    def _by_rows(
        self, numbers: Sequence[int], endings: Sequence[Ending], outcomes: Sequence[Outcome], which: Longs
    ) -> Longs:
        """Destinations by what the accounts come to: outcome `which[state, ending]`."""
        rests, own, other = np.array([self._rows[number] for number in numbers], dtype=np.int64).T
        mine = self.accounts.changed(own, [outcome.mine for outcome in outcomes])
        theirs = self.accounts.changed(other, [outcome.theirs for outcome in outcomes])
        alone = self.states[0].count == 1
        codes = (
            (rests << 2 * ROWS + 1)[:, None]
            | np.array([bool(ending.leaves) for ending in endings])[None, :] << 2 * ROWS
            | np.take_along_axis(mine, which, axis=1) << ROWS
            | (other[:, None] if alone else np.take_along_axis(theirs, which, axis=1))
        )
        different, place, inverse = np.unique(codes, return_index=True, return_inverse=True)
        values = np.empty(len(different), dtype=np.int64)
        for number, (code, at) in enumerate(zip(different.tolist(), place.tolist(), strict=True)):
            known = self._after.get(code)
            if known is None:
                state, ending = divmod(at, len(endings))
                known = self._after[code] = self.ask(numbers[state], endings[ending])
            values[number] = known
        found = values[inverse.reshape(codes.shape)]
        return _with_entries(found, [self.entry(ending.leaves) for ending in endings])


def _with_entries(found: Longs, entries: Sequence[int]) -> Longs:
    """Destinations that begin with some throw left lying begin with that of their own ending."""
    mask = ((1 << (STATE - ENTRY)) - 1) << ENTRY
    taken = (found >= 0) & (found & mask > 0)
    own = np.array(entries, dtype=np.int64)[None, :] << ENTRY
    return np.where(taken, found & ~mask | own, found)


def _without_numbers(s: State, slots: Iterable[int]) -> State:
    t = s.copy()
    blank = set(slots)
    t.players = tuple(tuple(0 if slot in blank else value for slot, value in enumerate(row)) for row in s.players)
    return t
