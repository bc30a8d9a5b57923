"""The only coercion: one value as another sort (the table stands in becher.dsl.model.values)."""

from typing import TYPE_CHECKING, cast

from becher.dsl.diagnostics import Span
from becher.dsl.model import Sort, Value, canonical
from becher.engine.faults import RuleFault

if TYPE_CHECKING:
    from becher.engine.expressions.compiler import Formula
    from becher.engine.state import Locals, State

    Group = tuple[int | str, ...]

SINGLES = frozenset({Sort.NUMBER, Sort.WORD, Sort.FACE, Sort.SEAT, Sort.BOX})
GROUPS = frozenset({Sort.GROUP, Sort.PILE, Sort.SEATS, Sort.BOXES, Sort.PARTS})


def converter(source: Sort, target: Sort, arg: "Formula", span: Span | None) -> "Formula":
    """The closure of arg as the target sort."""
    if source is target or (source in GROUPS and target in GROUPS and source is not Sort.PILE):
        return arg
    if target is Sort.YESNO:
        return _any(source, arg)
    if source in SINGLES and target in GROUPS:
        return lambda s, me, loc: cast(Value, (arg(s, me, loc),))
    if source in GROUPS and target in SINGLES:
        return _only(target, arg, span)
    if source is Sort.PILE:
        return lambda s, me, loc: canonical(cast("Group", arg(s, me, loc)))
    if target is Sort.NUMBER:
        return _number(arg, span)
    return arg


def _any(source: Sort, arg: "Formula") -> "Formula":
    if source in GROUPS:
        return lambda s, me, loc: arg(s, me, loc) != ()
    return lambda s, me, loc: True


def _only(target: Sort, arg: "Formula", span: Span | None) -> "Formula":
    def only(s: "State", me: int, loc: "Locals") -> Value:
        group = cast("Group", arg(s, me, loc))
        if len(group) == 1:
            return number(group[0], span) if target is Sort.NUMBER else group[0]
        if not group and target is Sort.NUMBER:
            return 0
        if not group:
            raise RuleFault("there is none of these, but one is asked for", span)
        raise RuleFault(f"one is asked for, but these are {len(group)}: {' '.join(map(str, group))}", span)

    return only


def _number(arg: "Formula", span: Span | None) -> "Formula":
    return lambda s, me, loc: number(arg(s, me, loc), span)


def number(value: Value, span: Span | None) -> int:
    """A face as a number. Raises RuleFault for a symbol."""
    if isinstance(value, int):
        return value
    raise RuleFault(f"{value} is no number", span)
