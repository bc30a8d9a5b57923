"""What writing a cell of the sheet does, asked of the rules on a ledger of blanks (probe.py)."""

from typing import cast

from attrs import define, field, frozen

from becher.dsl.model import Strategy, Value
from becher.engine.answer.reading.formulas import Formulas
from becher.engine.answer.refused import Refused
from becher.engine.answer.sheets.choices import Choices
from becher.engine.answer.sheets.forced import ForcedChoice
from becher.engine.answer.sheets.probe import Atom, Blank, Closed, Known, Needed, Row
from becher.engine.answer.turns.plan import ENDS
from becher.engine.machine.effects import Changes
from becher.engine.state import State


@frozen
class Entry:
    """What writing one cell does: new values of flags (set) or what is added to them, and the change of every atom."""

    sets: tuple[tuple[Atom, int | None], ...]
    adds: tuple[tuple[Atom, int], ...]
    changes: tuple[tuple[Atom, int], ...]


@define(eq=False)
class Writing:
    """The cells of a sheet, and what the machine makes of them. With a strategy only the cell it chooses may be written."""

    first: State
    formulas: Formulas
    strategy: Strategy | None = None
    choices: Choices | ForcedChoice = field(init=False)
    cells: list[tuple[str, str | None]] = field(init=False)

    @choices.default
    def _make_choices(self) -> Choices | ForcedChoice:
        free = Choices(self.formulas, self.first.rules)
        return free if self.strategy is None else ForcedChoice(free, self.strategy)

    @cells.default
    def _find_cells(self) -> list[tuple[str, str | None]]:
        return self.first.rules.cell_names()

    def probed(self, s: State, known: Known, asked: frozenset[Atom]) -> State:
        """The state with blanks for a ledger, seen by seat 1; only flags that are `asked` may be read."""
        t = s.copy()
        others = (Closed(),) * (s.count - 1)
        blank: dict[str, object] = {
            "cells": (Row("cell", len(self.cells), known, asked), *others),
            "hits": (Row("bit", len(self.cells), known, asked), *others),
            "players": (Row("variable", len(s.players[0]), known, asked), *others),
        }
        t.seat = 1
        for name, row in blank.items():  # rows that answer like tuples
            setattr(t, name, row)
        return t

    def concrete(self, known: Known) -> State:
        """A state that is as known; whatever is not known is open or as it was at the start."""
        s = self.first.copy()
        cells, hits, player = list(s.cells[0]), list(s.hits[0]), list[object](s.players[0])
        for atom, value in known.items():
            if atom.kind == "bit":
                hits[atom.place] = value or 0
                cells[atom.place] = (cells[atom.place] or 0) if value else None
            elif atom.kind == "cell":
                cells[atom.place] = value
            else:
                player[atom.place] = value
        s.cells, s.hits = (tuple(cells), *s.cells[1:]), (tuple(hits), *s.hits[1:])
        s.players = (cast("tuple[Value, ...]", tuple(player)), *s.players[1:])
        return s

    def entry(self, before: State, cell: int, known: Known, flags: frozenset[Atom]) -> Entry | None:
        """What writing this cell does on this ledger after the turn that ended so; None where it may not be written."""
        s = self.probed(before, known, flags)
        changes = self.moment(s)
        box, name = self.cells[cell]
        columns = s.rules.compiler.columns
        column = None if name is None else columns[name]
        if not self.choices.allows(s, box, column):
            return None
        loc = s.args if column is None else {**s.args, "$column": column}
        value = s.rules.box_values[box](s, s.seat, loc)
        written = Atom("cell", cell)
        sets = [(a, v) for a, (v, fixed) in changes.items() if a in flags and fixed]
        adds = [(a, v) for a, (v, fixed) in changes.items() if a in flags and not fixed]
        amounts = _amounts(known, changes, flags)
        if written in flags:
            sets.append((written, value))
        return Entry(tuple(sets), tuple(adds), (*amounts, (written, value)))

    def moment(self, s: State) -> dict[Atom, tuple[int, bool]]:
        """Run the moment that ends the turn on a state with blanks: {variable: (value, is it set, not added)}."""
        changes = Changes()
        if s.stage in ENDS:
            rules = s.rules.phases[s.phase].moments[s.stage]
            for number in rules.matching(s, s.seat, s.args):
                if rules.cases[number].picks:
                    raise Refused("something is chosen when the turn ends", rules.cases[number].source.span)
                for gather in rules.cases[number].gather:
                    gather(s, s.seat, s.args, changes)
            _check_doors(changes, s)
        elif s.stage != "enter":
            raise Refused("a turn may end without a box being written")
        found: dict[Atom, tuple[int, bool]] = {}
        for variable, seat, amount, sign, span in changes.adds:
            if s.rules.slots[variable][0] != "player" or seat != 1 or type(amount) is not int:
                raise Refused(f"{variable} is changed when the turn ends, and is no number of the seat's own", span)
            atom = Atom("variable", s.rules.slots[variable][1])
            found[atom] = (found.get(atom, (0, False))[0] + sign * amount, False)
        for variable, seat, value, span in changes.becomes:
            if s.rules.slots[variable][0] != "player" or seat != 1 or type(value) is not int:
                raise Refused(f"{variable} is changed when the turn ends, and is no number of the seat's own", span)
            found[Atom("variable", s.rules.slots[variable][1])] = (value, True)
        _write(s, found)
        return found


def _amounts(
    known: Known, changes: dict[Atom, tuple[int, bool]], flags: frozenset[Atom]
) -> tuple[tuple[Atom, int], ...]:
    """By how much each variable changes."""
    found = []
    for atom, (value, fixed) in changes.items():
        if not fixed:
            found.append((atom, value))
            continue
        if atom not in flags:
            raise Needed(atom)
        if atom not in known:
            raise Blank(atom)
        found.append((atom, value - (known[atom] or 0)))
    return tuple(found)


def _check_doors(changes: Changes, s: State) -> None:
    doors = [door for door in changes.doors if door.name == "enter"]
    if len(changes.doors) != 1 or not doors:
        raise Refused("a turn may end without a box being written")
    if changes.out or changes.win or changes.lose or changes.leave or changes.reverse:
        raise Refused("a turn on a sheet may change who plays")
    if len(doors[0].args) > 1:
        raise Refused("the dice are divided and written into several boxes", doors[0].span)
    if doors[0].args:
        s.dice = doors[0].args[0]  # type: ignore[assignment]


def _write(s: State, changes: dict[Atom, tuple[int, bool]]) -> None:
    """Boxes are asked after the accounts have changed."""
    row = s.players[0]
    assert isinstance(row, Row)
    for atom, (value, fixed) in changes.items():
        (row.changed if fixed else row.added)[atom.place] = value
