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
        for row in rows:
            if isinstance(row.low, int) and row.low > _end(row):
                message = f"the key {row.low}..{row.high} is empty: the lesser number comes first"
                yield finding("E518", message, row.span)
        for row, first, key in (*_words_twice(rows), *_numbers_twice(rows)):
            labels = [Label(first.span, "the other")] if first.span is not None else []
            yield finding(
                "E518", f"two keys of {table.name} answer for {key}", row.span, "keys may not overlap", *labels
            )


def _words_twice(rows: list[KeyRow]) -> Iterator[tuple[KeyRow, KeyRow, Member]]:
    seen: dict[Member, KeyRow] = {}
    for row in rows:
        if isinstance(row.low, str):
            if row.low in seen:
                yield row, seen[row.low], row.low
            seen.setdefault(row.low, row)


def _numbers_twice(rows: list[KeyRow]) -> Iterator[tuple[KeyRow, KeyRow, Member]]:
    """Going up through the keys: one that begins before another ends."""
    before: KeyRow | None = None
    for low, row in sorted(((row.low, row) for row in rows if isinstance(row.low, int)), key=lambda pair: pair[0]):
        if before is not None and low <= _end(before):
            yield row, before, low
        if before is None or _end(row) > _end(before):
            before = row


def _end(row: KeyRow) -> int:
    return row.high if isinstance(row.high, int) else _FAR
