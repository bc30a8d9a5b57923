"""What stands on the accounts of a seat, as numbered rows: a row is changed once, whatever states have it."""

from collections.abc import Callable, Sequence
from math import gcd

import numpy as np
from attrs import define, field, frozen

from becher.dsl.model import Sort
from becher.engine.answer.ledgers.ledger import Ledger
from becher.engine.answer.ledgers.whose import seats_meant
from becher.engine.answer.turns.endings import Change
from becher.engine.solve.turns.graph import Longs
from becher.engine.state import State

Step = tuple[int, int]  # (factor, amount): a number becomes factor * itself + amount
KEPT: Step = (1, 0)
RowChange = tuple[Step, ...]


@frozen
class Outcome:
    """What happens to the rows of the mover and of the other seat."""

    mine: RowChange
    theirs: RowChange


@define(eq=False)
class Accounts:
    """`rows[r]`: numbers on the accounts at `slots` that some rule reads, as far as they are told apart."""

    ledger: Ledger
    slots: tuple[int, ...] = field(init=False)
    rows: list[tuple[int, ...]] = field(factory=list)
    _numbers: dict[tuple[int, ...], int] = field(factory=dict)
    _changed: dict[tuple[int, RowChange], int] = field(factory=dict)

    _caps: tuple[Callable[[int], int], ...] = field(init=False)

    @slots.default
    def _find_slots(self) -> tuple[int, ...]:
        rules = self.ledger.rules
        names = [v.name for v in rules.game.variables.values() if v.scope == "player" and v.sort is Sort.NUMBER]
        return tuple(sorted({rules.slots[name][1] for name in names} & set(self.ledger.matters.players)))

    @_caps.default
    def _find_caps(self) -> tuple[Callable[[int], int], ...]:
        return self.ledger.number_caps(self.slots)

    def units(self) -> dict[str, int]:
        """For each account: the greatest common divisor of all values below its cap that were met, 0 if that is 0 alone."""
        names = {slot: name for name, (scope, slot) in self.ledger.rules.slots.items() if scope == "player"}
        found = {}
        for place, (slot, cap) in enumerate(zip(self.slots, self._caps, strict=True)):
            met = {row[place] for row in self.rows}
            found[names[slot]] = gcd(*(n for n in met if cap(n + 1) == n + 1 and cap(n - 1) == n - 1))
        return found

    def number(self, row: tuple[int, ...]) -> int:
        """The number of a row once it is capped."""
        capped = tuple(cap(number) for cap, number in zip(self._caps, row, strict=True))
        known = self._numbers.get(capped)
        if known is None:
            known = self._numbers[capped] = len(self.rows)
            self.rows.append(capped)
        return known

    def of(self, s: State) -> list[int]:
        """The row of each seat."""
        return [self.number(tuple(row[slot] for slot in self.slots)) for row in s.players]  # type: ignore[misc]

    def changed(self, rows: Longs, changes: Sequence[RowChange]) -> Longs:
        """i64[rows, changes]: what becomes of each row by each change."""
        different, inverse = np.unique(rows, return_inverse=True)
        found = [[self._after(row, change) for change in changes] for row in different.tolist()]
        return np.array(found, dtype=np.int64).reshape(len(different), len(changes))[inverse.ravel()]

    def _after(self, row: int, change: RowChange) -> int:
        known = self._changed.get((row, change))
        if known is None:
            new = tuple(factor * n + more for n, (factor, more) in zip(self.rows[row], change, strict=True))
            known = self._changed[row, change] = self.number(new)
        return known

    def outcome(self, changes: Sequence[Change], seats: int) -> Outcome | None:
        """What these changes do to the rows; None where it is not plain whose they are, or they are of other things."""
        mine, theirs = dict.fromkeys(self.slots, KEPT), dict.fromkeys(self.slots, KEPT)
        for change in changes:
            scope, slot = self.ledger.rules.slots[change.variable]
            meant = seats_meant(change.whose, seats)
            if scope != "player" or meant is None:
                return None
            for row in (*([mine] if "me" in meant else []), *([theirs] if "other" in meant else [])):
                if slot in row:
                    factor, amount = row[slot]
                    if not factor or (change.becomes and row[slot] != KEPT):
                        return None  # the machine says that the rules contradict themselves
                    row[slot] = (0, change.amount) if change.becomes else (factor, amount + change.amount)
        return Outcome(tuple(mine.values()), tuple(theirs.values()))
