"""From a sheet in a rule file to the tables of a SheetGame, for one seat or two.

Every cell of the sheet (a box in a column) is a box of the tables. What stands in a cell, or on an account, is a *flag*
where play reads it, a *counter* where only the total looks at sums with it, and else points that are added at once.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import cast

from attrs import define, field, frozen

from becher.dsl.model import Strategy, Value
from becher.engine.answer.reading.formulas import Formulas
from becher.engine.answer.refused import Refused
from becher.engine.answer.sheets.probe import Atom, Case, Known, Needed, cases
from becher.engine.answer.sheets.writing import Entry, Writing
from becher.engine.answer.turns.endings import Ending
from becher.engine.answer.turns.explorer import Explorer
from becher.engine.expressions import Formula
from becher.engine.state import State

MOST_VALUES = 1000
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
    writing: Writing = field(init=False)

    @writing.default
    def _make_writing(self) -> Writing:
        return Writing(self.first, self.formulas, self.strategy)

    @turn_reads.default
    def _find_reads(self) -> tuple[Formula, ...]:
        compiler = self.first.rules.compiler
        asked = {c.value for plan in self.explorer.plans.values() if plan.name != "opening" for c in plan.ledger}
        return tuple(map(compiler.compile, sorted(asked, key=repr)))

    @property
    def cells(self) -> Sequence[tuple[str, str | None]]:
        """(box, column) of each cell."""
        return self.writing.cells

    # ---- asking the rules

    def domain(self, atom: Atom) -> Sequence[int | None]:
        return (0, 1) if atom.kind == "bit" else tuple(self.flags[atom])

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
        found = self.ways_to_begin()
        full = {Atom("bit", cell): 1 for cell in range(len(self.cells))}
        for case in found:
            if case.known not in self._roots and not dict(case.known).items() >= full.items():
                self._roots[case.known] = self.explorer.explore(self.writing.concrete(dict(case.known)))
        anything = next(iter(self._roots.values()))  # on a full sheet no turn begins
        return tuple(Case(case.known, self._roots.get(case.known, anything)) for case in found)

    def ways_to_begin(self) -> tuple[Case[tuple[Value, ...]], ...]:
        """What of the ledger a turn reads, as far as values are known."""
        return cases(self.turn_values, self.domain, {})

    def turn_values(self, known: Known) -> tuple[Value, ...]:
        s = self.writing.probed(self.first, known, frozenset(self.flags))
        return tuple(formula(s, s.seat, s.args) for formula in self.turn_reads)

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
        flags = frozenset(self.flags)
        given = {Atom("bit", cell): 0}
        return cases(lambda known: self.writing.entry(outcome.before, cell, known, flags), self.domain, given)
