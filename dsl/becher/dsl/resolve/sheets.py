"""The sheet: boxes, groups, columns, and what may be entered."""

from collections.abc import Iterator

from becher.dsl.model import Box, Call, Column, Const, Expr, Sheet
from becher.dsl.resolve import formulas
from becher.dsl.resolve.convert import BOXES, NUMBER
from becher.dsl.resolve.desk import Desk, Scope, fault
from becher.dsl.resolve.outline import Drawer
from becher.dsl.resolve.phases import answer
from becher.dsl.syntax import Define, Setting


def resolve_sheet(desk: Desk, drawer: Drawer) -> Sheet:
    """Boxes in the order of the file."""
    boxes = [_box(desk, define, group) for define, group in _defines(drawer)]
    groups = {group.name: tuple(group.defines) for group in drawer.of("group")}
    enter = _enter(desk, drawer.settings.get("enter"))
    scope = Scope("question")
    return Sheet(
        tuple(box for box in boxes if box is not None),
        groups,
        tuple(_column(desk, column) for column in drawer.of("column")),
        enter or (Call("open", (Const(desk.names.boxes, BOXES),), BOXES),),
        answer(desk, drawer.settings.get("total"), scope, NUMBER),
        answer(desk, drawer.settings.get("fills"), scope, NUMBER) or Const(1, NUMBER),
        drawer.span,
    )


def _defines(drawer: Drawer) -> Iterator[tuple[Define, str | None]]:
    """Every box as written, and its group if it stands in one."""
    for part in drawer.order.values():
        if isinstance(part, Define):
            yield part, None
        elif part.place == "group":
            yield from ((define, part.name) for define in part.defines.values())


def _box(desk: Desk, define: Define, group: str | None) -> Box | None:
    value = desk.attempt(lambda: _value(desk, define))
    return None if value is None else Box(define.name, group, value, define.span)


def _value(desk: Desk, define: Define) -> Expr:
    if define.params is not None:
        raise fault("E216", f"{define.name} is a box and takes nothing in brackets", define.name_span)
    if len(define.values) > 1:
        message = f"{define.name} is a box and has one formula"
        raise fault("E312", message, define.values[1].span, "an option stands beside the sheet")
    return formulas.resolve(desk, define.values[0], Scope("box", "sheet"), NUMBER, f"the box {define.name}")


def _enter(desk: Desk, setting: Setting | None) -> tuple[Expr, ...]:
    """The boxes one may write, first choice first."""
    if setting is None:
        return ()
    scope = Scope("enter")
    found = [
        desk.attempt(lambda value=value: formulas.resolve(desk, value, scope, BOXES, "enter:"))  # type: ignore[misc]
        for value in setting.values
    ]
    return desk.require(found)


def _column(desk: Desk, drawer: Drawer) -> Column:
    times = answer(desk, drawer.settings.get("times"), Scope("question"), NUMBER)
    return Column(
        drawer.name, _enter(desk, drawer.settings.get("enter")) or None, times or Const(1, NUMBER), drawer.span
    )
