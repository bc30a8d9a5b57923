"""Games in which every seat fills a sheet of its own and nobody looks at another's: each seat is a chain by itself."""

from collections.abc import Hashable, Iterator

from attrs import define

from becher.dsl.model import (
    BoxRead,
    Call,
    Const,
    Expr,
    FormulaCall,
    Game,
    HandAsk,
    SeatWord,
    StateWord,
    Strategy,
    TableAsk,
    Value,
    VariableRead,
)
from becher.dsl.model.walk import walk
from becher.engine.answer.ledgers.ledger import Ledger
from becher.engine.answer.ledgers.seats import LedgerGame, ledger_player
from becher.engine.answer.refused import Refused
from becher.engine.answer.sheets.totals import Form, Total, split_total
from becher.engine.answer.turns.endings import Endings
from becher.engine.state import State

# A strategy whose turns take more nodes than this is played move by move: working them out would take longer.
NODES = 20_000
_OF_ALL = frozenset({"rounds", "turns", "lying", "direction", "sum_of_games", "games_won"})


@define(eq=False)
class OwnSheet(Ledger):
    """The ledger of one seat: which boxes are full, what play reads of cells and accounts, and the sums the total looks at."""

    total: Total
    cells: tuple[int, ...]
    accounts: tuple[int, ...]

    def key(self, s: State) -> Hashable:
        cells, accounts = s.cells[0], s.players[0]
        return (
            s.hits[0],
            tuple([cells[place] for place in self.cells]),
            tuple([accounts[place] for place in self.accounts]),
            tuple([self.sum_of(form, s) for form in self.total.forms]),
        )

    def sum_of(self, form: Form, s: State) -> int:
        value = form.constant
        for atom, factor in form.factors:
            held = s.cells[0][atom.place] if atom.kind == "cell" else s.players[0][atom.place]
            value += factor * (held or 0)  # type: ignore[operator]
        return value


@define(eq=False)
class WishedEndings(Endings):
    """Endings that differ also where the strategy's choice of a box may: by all that `wishes` read of the turn."""

    wishes: tuple[Expr, ...] = ()

    def sheet_values(self, s: State) -> tuple[Value, ...]:
        asked = self._turn_parts(self.wishes, frozenset(s.args))
        return (*super().sheet_values(s), *(formula(s, s.seat, s.args) for formula in asked))


def own_sheet(game: Game, options: dict[str, Value], strategy: Strategy) -> LedgerGame:
    """One seat's game, nothing explored yet. Raises Refused where seats look at each other or the total is no sum."""
    if game.players[0] > 1 or game.out is not None or game.over is not None or len(game.wins) > 1:
        raise Refused("seats that end each other's game are played one by one")
    found = ledger_player(game, 1, lambda s, seat: 0.0, options=options, strategy=strategy)
    rules, formulas = found.first.rules, found.explorer.endings.formulas
    parts = list(_read_in_play(game, strategy))
    if any(isinstance(p, StateWord) and p.name in _OF_ALL for p in parts) or any(map(_looks_around, parts)):
        raise Refused("seats that look at each other are played one by one")
    columns = max(1, len(rules.compiler.columns))
    boxes = [rules.compiler.boxes[name] for name in _boxes_read(game, parts)]
    names = {p.name for p in parts if isinstance(p, VariableRead) and p.name != "pool"}
    if any(rules.slots[name][0] == "shared" for name in names):
        raise Refused("seats that share an account are played one by one")
    found.explorer.limit = NODES
    entered = tuple(value for wish in strategy.wishes if wish.question == "enter" for value in wish.values)
    found.explorer.endings = WishedEndings(formulas, rules, False, wishes=entered)
    found.ledger = OwnSheet(
        rules,
        found.ledger.matters,
        found.ledger.caps,
        split_total(formulas, rules),
        tuple(c * len(rules.compiler.boxes) + box for c in range(columns) for box in sorted(boxes)),
        tuple(sorted(rules.slots[name][1] for name in names if rules.slots[name][0] == "player")),
    )
    return found


def _looks_around(part: object) -> bool:
    return isinstance(part, SeatWord) and part.name != "me"


def _read_in_play(game: Game, strategy: Strategy) -> Iterator[object]:
    """Every part of every formula that is asked before the total is: formulas and tables looked through."""
    sheet = game.sheet
    assert sheet is not None
    stack: list[object] = [game.phases, game.round, game.moments, sheet.boxes, sheet.enter, sheet.columns, strategy]
    seen: set[str] = set()
    while stack:
        for part in walk(stack.pop()):
            yield part
            name = _named(part)
            if name is not None and name not in seen:
                seen.add(name)
                stack.append(game.formulas.get(name) or game.tables.get(name) or sheet.total)


def _named(part: object) -> str | None:
    if isinstance(part, FormulaCall):
        return part.name
    if isinstance(part, TableAsk | HandAsk):
        return part.table
    return "total" if isinstance(part, StateWord) and part.name == "total" else None


def _boxes_read(game: Game, parts: list[object]) -> set[str]:
    """The boxes whose written values are read."""
    sheet = game.sheet
    assert sheet is not None
    found: set[str] = set()
    for part in parts:
        if isinstance(part, BoxRead):
            found.add(part.box)
        elif isinstance(part, Call) and part.name in ("written", "written_in"):
            group = part.args[0]
            found.update(group.value if isinstance(group, Const) else [b.name for b in sheet.boxes])  # type: ignore[arg-type]
        elif isinstance(part, StateWord) and part.name == "total" and sheet.total is None:
            found.update(box.name for box in sheet.boxes)
    return found
