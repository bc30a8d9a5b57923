"""Tables by key and tables of hands."""

from becher.dsl.model import Const, Expr, HandRow, KeyRow, Pattern, Sort, Table
from becher.dsl.model.values import Member
from becher.dsl.resolve import faces, formulas
from becher.dsl.resolve.convert import FACE, NUMBER, convert, is_none
from becher.dsl.resolve.desk import REPORTED, Desk, Scope, can_join, fault, joined
from becher.dsl.resolve.outline import Drawer
from becher.dsl.syntax import HandKey, OtherwiseKey, Row


def table_of(desk: Desk, name: str) -> Table:
    """The table of this name. Raises Fault where it is wrong."""
    known = desk.tables.get(name)
    if known is not None:
        return known
    if name in desk.broken:
        raise REPORTED
    found = desk.names.names[name]
    assert found.drawer is not None
    with desk.inside(name, found.span, "E215"):
        table = _table(desk, found.drawer)
    desk.tables[name] = table
    return table


def _table(desk: Desk, drawer: Drawer) -> Table:
    hands = any(isinstance(row.key, HandKey) for row in drawer.rows)
    mixed = [row for row in drawer.rows if isinstance(row.key, HandKey) != hands]
    if mixed:
        message = f"the table {drawer.name} mixes brackets with other keys"
        raise fault("E309", message, mixed[0].span, "make two tables of it")
    if not drawer.rows:
        raise fault("E309", f"the table {drawer.name} has no rows", drawer.span)
    wild = _wild(desk, drawer)
    if hands:
        rows = tuple(_hand_row(desk, row) for row in drawer.rows)
        return Table(drawer.name, rows, wild, None, NUMBER, True, drawer.span)
    return _keyed(desk, drawer, wild)


def _wild(desk: Desk, drawer: Drawer) -> tuple[Member, ...]:
    setting = drawer.settings.get("wild")
    wild: list[Member] = []
    for value in setting.values if setting is not None else ():
        found = formulas.resolve(desk, value, Scope("question"), FACE, "wild")
        if not isinstance(found, Const) or not isinstance(found.value, int | str):
            raise fault("E309", "wild: names faces, with commas", value.span, "wild: 1")
        wild.append(found.value)
    return tuple(wild)


def _hand_row(desk: Desk, row: Row) -> HandRow:
    assert isinstance(row.key, HandKey)
    scope = Scope("table")
    written = row.key.faces
    pattern = faces.pattern_of(desk, written, scope)
    assert pattern is not None
    inner = scope.with_locals(**faces.letters_in(pattern))
    if row.key.where is not None:
        condition = formulas.resolve_condition(desk, row.key.where, inner, "where")
        pattern = Pattern(pattern.members, condition, row.key.span)
    return HandRow(pattern, formulas.resolve(desk, row.value, inner, NUMBER, "a row of hands"), row.span)


def _keyed(desk: Desk, drawer: Drawer, wild: tuple[Member, ...]) -> Table:
    scope = Scope("table").with_locals(it=FACE)
    answers = [(row, formulas.natural(desk, row.value, scope)) for row in drawer.rows]
    sort = _answer_sort(answers)
    rows: list[KeyRow] = []
    otherwise: Expr | None = None
    for row, answer in answers:
        value = convert(desk, answer, sort, "an answer of this table")
        if isinstance(row.key, OtherwiseKey):
            otherwise = value
        elif isinstance(row.key, tuple):
            rows.extend(KeyRow(point.first, point.last, value, row.span) for point in row.key)
    return Table(drawer.name, tuple(rows), wild, otherwise, sort, False, drawer.span)


def _answer_sort(answers: list[tuple[Row, Expr]]) -> Sort:
    """Numbers if a number is among them; else words, faces or yes/no."""
    sort: Sort | None = None
    for row, answer in answers:
        if is_none(answer):
            continue
        found = NUMBER if {sort, answer.sort} == {NUMBER, FACE} else answer.sort
        if sort is not None and not can_join(sort, found):
            raise fault("E309", "the answers of one table are of one kind", row.value.span)
        sort = found if sort is None or found is NUMBER else joined(sort, found)
    return sort or NUMBER
