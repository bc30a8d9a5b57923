"""A whole game solved, kept ready to price what can be done in any of its states."""

from collections.abc import Mapping

import numpy as np
from attrs import frozen

from becher.dsl.model import Game, Value
from becher.engine.answer.question import Question
from becher.engine.answer.store import Stored, key_of, load
from becher.engine.answer.ways import Ways, solve_tables
from becher.engine.answer.whole import LedgerTables, SheetTables, WholeQuestion, ledger_tables, one_game, sheet_tables
from becher.engine.solve.ledgers.seat_values import SeatValues
from becher.engine.solve.sheets.estimate import estimate
from becher.engine.solve.sheets.moves import Moves
from becher.engine.solve.sheets.pack import compile_sheet
from becher.engine.solve.sheets.sheet_values import SheetValues, solve_sheet
from becher.engine.solve.turns.graph import Floats


@frozen(eq=False)
class SheetSolution:
    """A game on sheets, solved."""

    asked: WholeQuestion
    made: SheetTables
    solved: SheetValues


@frozen(eq=False)
class LedgerSolution:
    """A game whose ledgers were explored, solved."""

    asked: WholeQuestion
    made: LedgerTables
    solved: SeatValues


Solution = SheetSolution | LedgerSolution


def solution(game: Game, players: int, options: Mapping[str, Value], ways: Ways) -> Solution:
    """Best play of the whole game. Values kept from an earlier question are taken up. Raises Refused, TooManyStates."""
    asked = WholeQuestion(one_game(game), players, options=dict(options), limit=ways.limit)
    stored = load(key_of(game, Question(players, options=dict(options)), spread=False))
    if game.sheet is not None:
        made = sheet_tables(asked)
        merging = players == 1 or estimate(Moves(made.game)).states > ways.limit
        packed = compile_sheet(made.game, ways.limit, merging)
        known = _kept(stored, "values", (packed.size,))
        solved = SheetValues(packed, known) if known is not None else solve_sheet(packed, ways.backend, ways.progress)
        return SheetSolution(asked, made, solved)
    tables = ledger_tables(asked)
    shape = (len(tables.game.turn), tables.game.entries)
    values, guide = _kept(stored, "values", shape), _kept(stored, "guide", shape)
    if values is not None and guide is not None:
        return LedgerSolution(asked, tables, SeatValues(tables.game, values, guide, 0, 0.0))
    shared = 0.5 if players == 2 and game.endless == "share" else None
    return LedgerSolution(asked, tables, solve_tables(tables.game, ways.backend, shared, ways.progress))


def _kept(stored: Stored | None, name: str, shape: tuple[int, ...]) -> Floats | None:
    """Values kept earlier, if they are as many as are wanted."""
    found = None if stored is None else stored.values.get(name)
    return None if found is None or found.shape != shape else np.ascontiguousarray(found)
