"""From a sheet in a rule file to the tables of a SheetGame, for one seat or two.

Every cell of the sheet (a box in a column) is a box of the tables. What stands in a cell, or on an account, is a *flag*
where play reads it, a *counter* where only the total looks at sums with it, and else points that are added at once.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import cast

from attrs import define, field, frozen

from becher.dsl.model import Strategy, Value
from becher.engine.answer.choices import Choices
from becher.engine.answer.endings import Ending
from becher.engine.answer.explorer import Explorer
from becher.engine.answer.forced import ForcedChoice
from becher.engine.answer.formulas import Formulas
from becher.engine.answer.plan import ENDS
from becher.engine.answer.probe import Atom, Blank, Case, Closed, Known, Needed, Row, cases
from becher.engine.answer.refused import Refused
from becher.engine.expressions import Formula
from becher.engine.machine.effects import Changes
from becher.engine.state import State

MOST_VALUES = 1000


@frozen
class Entry:
    """What writing one cell does: new values of flags (set) or what is added to them, and the change of every atom."""

    sets: tuple[tuple[Atom, int | None], ...]
    adds: tuple[tuple[Atom, int], ...]
    changes: tuple[tuple[Atom, int], ...]


Tree = tuple[Case[Entry | None], ...]


@frozen
class CellTrees:
    """What the outcomes do in one cell: `group[o]` is the place of outcome o's tree in `trees`."""

    group: tuple[int, ...]
    trees: tuple[Tree, ...]


@define(eq=False)
class SheetMaker:
    """Everything worked out of the rules, before it becomes tables."""

    first: State
    formulas: Formulas
    explorer: Explorer
    flags: dict[Atom, list[int | None]] = field(factory=dict)
    turns: tuple[Case[int], ...] = ()
    outcomes: list[Ending] = field(factory=list)
    trees: list[CellTrees] = field(factory=list)
    _roots: dict[Hashable, int] = field(factory=dict)
    _depth: dict[tuple[Atom, int | None], int] = field(factory=dict)
    _known_trees: dict[tuple[int, Hashable], Tree] = field(factory=dict)
    _asked: dict[tuple[int, str], tuple[int, ...]] = field(factory=dict)
    turn_reads: tuple[Formula, ...] = field(init=False)
    strategy: Strategy | None = None
    check: "Callable[[SheetMaker], None]" = lambda maker: None
    choices: Choices | ForcedChoice = field(init=False)
    cells: list[tuple[str, str | None]] = field(init=False)

    @choices.default
    def _make_choices(self) -> Choices | ForcedChoice:
        free = Choices(self.formulas, self.first.rules)
        return free if self.strategy is None else ForcedChoice(free, self.strategy)

    @turn_reads.default
    def _find_reads(self) -> tuple[Formula, ...]:
        compiler = self.first.rules.compiler
        asked = {c.value for plan in self.explorer.plans.values() if plan.name != "opening" for c in plan.ledger}
        return tuple(map(compiler.compile, sorted(asked, key=repr)))

    @cells.default
    def _find_cells(self) -> list[tuple[str, str | None]]:
        return self.first.rules.cell_names()

    # ---- asking the rules

    def domain(self, atom: Atom) -> Sequence[int | None]:
        return (0, 1) if atom.kind == "bit" else tuple(self.flags[atom])

    def probed(self, s: State, known: Known) -> State:
        """The state with blanks for a ledger, seen by seat 1."""
        asked = frozenset(self.flags)
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

    def work_out(self) -> None:
        """Explore turns and boxes until every value that a flag can take within a game has been looked at.

        `check` may stop it where new values make it too much.
        """
        while True:
            try:
                self.turns = self.turn_cases()
                self.outcomes = cast("list[Ending]", list(self.explorer.draft.endings))
                self.trees = [self.cell_trees(cell) for cell in range(len(self.cells))]
            except Needed as needed:
                self.flags[needed.atom] = [self.start_value(needed.atom)]
                self._depth[needed.atom, self.flags[needed.atom][0]] = 0
                self._known_trees.clear()
                continue
            if not self.learn():
                return
            self.check(self)

    def turn_cases(self) -> tuple[Case[int], ...]:
        """The node where a turn begins, by what of the ledger the turn reads."""
        found = cases(self.turn_values, self.domain, {})
        full = {Atom("bit", cell): 1 for cell in range(len(self.cells))}
        for case in found:
            if case.known not in self._roots and not dict(case.known).items() >= full.items():
                self._roots[case.known] = self.explorer.explore(self.concrete(dict(case.known)))
        anything = next(iter(self._roots.values()))  # on a full sheet no turn begins
        return tuple(Case(case.known, self._roots.get(case.known, anything)) for case in found)

    def turn_values(self, known: Known) -> tuple[Value, ...]:
        s = self.probed(self.first, known)
        return tuple(formula(s, s.seat, s.args) for formula in self.turn_reads)

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

    def start_value(self, atom: Atom) -> int | None:
        value = None if atom.kind == "cell" else self.first.players[0][atom.place]
        if value is not None and type(value) is not int:
            raise Refused("play reads an account that is no number")
        return value

    def learn(self) -> bool:
        """Note the values that flags can take within a game, by the boxes as they are known; true where one is new."""
        before = {atom: len(values) for atom, values in self.flags.items()}
        different = [case for cell in self.trees for tree in cell.trees for case in tree if case.result is not None]
        while sum(self.note(*found) for case in different for found in self.results(case)):
            if any(len(values) > MOST_VALUES for values in self.flags.values()):
                raise Refused(f"an account that play reads has more than {MOST_VALUES:,} values")
        grown = {atom for atom, values in self.flags.items() if len(values) > before[atom]}
        for key in [
            key for key, tree in self._known_trees.items() if any(a in grown for c in tree for a, _ in c.known)
        ]:
            del self._known_trees[key]
        return bool(grown)

    def note(self, atom: Atom, value: int | None, depth: int) -> bool:
        """A value that a flag can have after so many turns; true if that was not known."""
        known = self._depth.get((atom, value))
        if depth > len(self.cells) or (known is not None and known <= depth):
            return False
        self._depth[atom, value] = depth
        if known is None:
            self.flags[atom].append(value)
        return True

    def results(self, case: Case[Entry | None]) -> list[tuple[Atom, int | None, int]]:
        """The values of flags after an entry, and after how many turns they can be there."""
        assert case.result is not None
        before = {atom: value for atom, value in case.known if atom.kind != "bit"}
        depth = max((self._depth[atom, value] for atom, value in before.items()), default=0)
        found: list[tuple[Atom, int | None, int]] = [(atom, value, depth + 1) for atom, value in case.result.sets]
        for atom, amount in case.result.adds:
            olds = [before[atom]] if atom in before else list(self.flags[atom])
            found += [(atom, (old or 0) + amount, max(depth, self._depth[atom, old]) + 1) for old in olds]
        return found

    def cell_trees(self, cell: int) -> CellTrees:
        """A tree for each group of outcomes that this cell cannot tell apart."""
        places: dict[Hashable, int] = {}
        group = tuple(places.setdefault(self.seen_by(cell, outcome), len(places)) for outcome in self.outcomes)
        for key, place in places.items():
            if (cell, key) not in self._known_trees:
                self._known_trees[cell, key] = self.tree(self.outcomes[group.index(place)], cell)
        return CellTrees(group, tuple(self._known_trees[cell, key] for key in places))

    def seen_by(self, cell: int, outcome: Ending) -> Hashable:
        """All of an outcome that matters to a cell: what the turn changes, and what its formulas learn of the dice."""
        asked = (cell, outcome.before.phase)
        if asked not in self._asked:
            self._asked[asked] = self.asked_by(cell, outcome.before)
        return outcome.key, tuple(outcome.sheet[place] for place in self._asked[asked] if outcome.sheet)

    def asked_by(self, cell: int, s: State) -> tuple[int, ...]:
        """The values of `Ending.sheet` that matter to this cell; to a strategy that rates boxes all may matter."""
        if self.strategy is not None:
            return tuple(range(len(self.explorer.endings.sheet_values(s))))
        sheet = self.first.rules.game.sheet
        assert sheet is not None
        box, column = self.cells[cell]
        enter = next((c.enter for c in sheet.columns if c.name == column and c.enter is not None), sheet.enter)
        value = next(b.value for b in sheet.boxes if b.name == box)
        return self.explorer.endings.learnt_by(s, (value, *enter))

    def tree(self, outcome: Ending, cell: int) -> Tree:
        return cases(lambda known: self.entry(outcome, cell, known), self.domain, {Atom("bit", cell): 0})

    def entry(self, outcome: Ending, cell: int, known: Known) -> Entry | None:
        """What writing this cell does on this ledger; None where it may not be written."""
        s = self.probed(outcome.before, known)
        changes = self.moment(s)
        box, name = self.cells[cell]
        columns = s.rules.compiler.columns
        column = None if name is None else columns[name]
        if not self.choices.allows(s, box, column):
            return None
        loc = s.args if column is None else {**s.args, "$column": column}
        value = s.rules.box_values[box](s, s.seat, loc)
        written = Atom("cell", cell)
        sets = [(a, v) for a, (v, fixed) in changes.items() if a in self.flags and fixed]
        adds = [(a, v) for a, (v, fixed) in changes.items() if a in self.flags and not fixed]
        amounts = self.amounts(known, changes)
        if written in self.flags:
            sets.append((written, value))
        return Entry(tuple(sets), tuple(adds), (*amounts, (written, value)))

    def amounts(self, known: Known, changes: dict[Atom, tuple[int, bool]]) -> tuple[tuple[Atom, int], ...]:
        """By how much each variable changes."""
        found = []
        for atom, (value, fixed) in changes.items():
            if not fixed:
                found.append((atom, value))
                continue
            if atom not in self.flags:
                raise Needed(atom)
            if atom not in known:
                raise Blank(atom)
            found.append((atom, value - (known[atom] or 0)))
        return tuple(found)

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
            self.check_doors(changes, s)
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
        self.write(s, found)
        return found

    def check_doors(self, changes: Changes, s: State) -> None:
        doors = [door for door in changes.doors if door.name == "enter"]
        if len(changes.doors) != 1 or not doors:
            raise Refused("a turn may end without a box being written")
        if changes.out or changes.win or changes.lose or changes.leave or changes.reverse:
            raise Refused("a turn on a sheet may change who plays")
        if len(doors[0].args) > 1:
            raise Refused("the dice are divided and written into several boxes", doors[0].span)
        if len(doors[0].args) > 1:
            raise Refused("several boxes are written in one turn", doors[0].span)
        if doors[0].args:
            s.dice = doors[0].args[0]  # type: ignore[assignment]

    def write(self, s: State, changes: dict[Atom, tuple[int, bool]]) -> None:
        """Boxes are asked after the accounts have changed."""
        row = s.players[0]
        assert isinstance(row, Row)
        for atom, (value, fixed) in changes.items():
            (row.changed if fixed else row.added)[atom.place] = value
