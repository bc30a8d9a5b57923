"""Words that are no names: what an option may be, what a table answers."""

from becher.dsl.resolve.desk import Desk
from becher.dsl.schema import SEAT_WORDS
from becher.dsl.syntax import Expr, Ref, When


def words_of(desk: Desk, expr: Expr) -> tuple[str, ...] | None:
    """The words this formula can answer with; None if it answers with something else."""
    if isinstance(expr, When):
        return _both(words_of(desk, expr.value), None if expr.other is None else words_of(desk, expr.other))
    if not isinstance(expr, Ref):
        return None
    name = desk.names.get(expr.name)
    if name is None:
        return None
    if name.name in desk.names.option_words and name.kind in ("option", "formula"):
        return plain_words(desk, name.name)
    if name.kind == "formula" and name.define is not None and name.name not in desk.broken:
        return words_of(desk, name.define.values[0])
    if name.kind == "table" and name.drawer is not None and expr.args is not None:
        return _table_words(desk, name.name)
    return None


def plain_words(desk: Desk, option: str) -> tuple[str, ...] | None:
    """The words of an option that are words and nothing else: no seats, no yes and no."""
    words = desk.names.option_words.get(option)
    return words if words and not set(words) & {*SEAT_WORDS, "yes", "no"} else None


def _table_words(desk: Desk, table: str) -> tuple[str, ...] | None:
    """The words a keyed table answers with, if it answers with nothing else."""
    name = desk.names.get(table)
    rows = name.drawer.rows if name is not None and name.drawer is not None else []
    words: list[str] = []
    for row in rows:
        answers = [row.value.value, row.value.other] if isinstance(row.value, When) else [row.value]
        for answer in answers:
            if not isinstance(answer, Ref) or answer.args is not None or answer.name == "it":
                return None
            words.append(answer.name)
    return tuple(dict.fromkeys(words)) or None


def _both(a: tuple[str, ...] | None, b: tuple[str, ...] | None) -> tuple[str, ...] | None:
    return None if a is None else a if b is None else tuple(dict.fromkeys((*a, *b)))
