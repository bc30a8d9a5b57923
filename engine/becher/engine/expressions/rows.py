"""How the rows of tables are called in notes on what has fired."""

from becher.dsl.model import Const, HandRow, KeyRow, Letter, Local, OptionRead, Table


def row_name(table: Table, row: KeyRow | HandRow) -> str:
    """`row 24..28 of worms`, `row [x x y] of pays`."""
    return f"row {_key(row)} of {table.name}"


def _key(row: KeyRow | HandRow) -> str:
    if isinstance(row, KeyRow):
        if row.high is None:
            return f"{row.low}..many"
        return str(row.low) if row.low == row.high else f"{row.low}..{row.high}"
    return f"[{' '.join(map(_member, row.pattern.members))}]"


def _member(member: object) -> str:
    if isinstance(member, Const):
        return str(member.value)
    return member.name if isinstance(member, Letter | Local | OptionRead) else "..."
