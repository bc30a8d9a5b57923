"""Keys of one table that answer for the same number."""

from collections.abc import Iterator

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label
from becher.dsl.model import Game, KeyRow
from becher.dsl.model.values import Member

_FAR = 2**60


def overlaps(game: Game) -> Iterator[Diagnostic]:
    for table in game.tables.values():
        rows = [row for row in table.rows if isinstance(row, KeyRow)]
        for index, row in enumerate(rows):
            first = next((other for other in rows[:index] if _meet(row, other)), None)
            if first is not None:
                message = f"two keys of {table.name} answer for {_shown(row, first)}"
                labels = [Label(first.span, "the other")] if first.span is not None else []
                yield finding("E518", message, row.span, "keys may not overlap", *labels)
        for row in rows:
            if isinstance(row.low, int) and isinstance(row.high, int) and row.low > row.high:
                message = f"the key {row.low}..{row.high} is empty: the lesser number comes first"
                yield finding("E518", message, row.span)


def _meet(a: KeyRow, b: KeyRow) -> bool:
    if isinstance(a.low, str) or isinstance(b.low, str):
        return a.low == b.low
    return a.low <= _end(b) and b.low <= _end(a)


def _end(row: KeyRow) -> int:
    return row.high if isinstance(row.high, int) else _FAR


def _shown(a: KeyRow, b: KeyRow) -> Member:
    if isinstance(a.low, str) or isinstance(b.low, str):
        return a.low
    return max(a.low, b.low)
