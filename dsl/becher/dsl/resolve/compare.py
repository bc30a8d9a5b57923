"""Comparisons: = != < <= > >= in has, with brackets, ranges, words of options and `before`."""

import attrs

from becher.dsl.model import Compare, Const, Expr, Fits, Logic, Pattern, Sort, Within
from becher.dsl.resolve import formulas
from becher.dsl.resolve.convert import (
    BOX,
    BOXES,
    FACE,
    GROUP,
    NUMBER,
    PARTS,
    PILE,
    SEAT,
    SEATS,
    WORD,
    YESNO,
    at_most_one,
    convert,
    is_none,
    said,
)
from becher.dsl.resolve.desk import Desk, Scope, can_join, fault
from becher.dsl.resolve.faces import group_of, has_letters, pattern_of
from becher.dsl.resolve.words import words_of
from becher.dsl.suggest import did_you_mean, listed
from becher.dsl.syntax import Expr as Written
from becher.dsl.syntax import Faces, Number, Op, Ref, Where

_ORDER = ("<", "<=", ">", ">=")
_GROUPISH = (GROUP, PILE)
_SINGLE = (NUMBER, WORD, FACE)


def resolve_compare(desk: Desk, expr: Op, scope: Scope) -> Expr:
    """A yes/no. Raises Fault where the two sides do not go together."""
    if scope.each is None:
        return formulas.resolve_condition(desk, expr, scope)
    left, right = expr.parts
    if expr.name == "in" and isinstance(right, Op) and right.name == "..":
        within = _within(desk, expr, left, right, scope)
        if within is not None:
            return within
    if expr.name == "in" and isinstance(left, Faces | Where):
        return _with_bracket(desk, expr, "has", right, left, scope)
    if isinstance(right, Faces) or (isinstance(right, Where) and isinstance(right.group, Faces)):
        return _with_bracket(desk, expr, expr.name, left, right, scope)
    if isinstance(left, Faces) and expr.name in ("=", "!="):
        return _with_bracket(desk, expr, expr.name, right, left, scope)
    return _plain(desk, expr, scope)


def _within(desk: Desk, expr: Op, left: Written, bounds: Op, scope: Scope) -> Expr | None:
    """`x in 6..9`; None if x is a group of several."""
    value = formulas.natural(desk, left, scope)
    if value.sort in _GROUPISH and not at_most_one(desk, value):
        return None
    low, high = bounds.parts
    top = None
    if not (isinstance(high, Ref) and high.name == "many"):
        top = formulas.resolve(desk, high, scope, NUMBER, "the end of a range")
    if isinstance(low, Number) and isinstance(high, Number) and low.value > high.value:
        raise fault("E304", f"{low.value}..{high.value} is empty: the lesser number comes first", bounds.span)
    bottom = formulas.resolve(desk, low, scope, NUMBER, "the start of a range")
    return Within(convert(desk, value, NUMBER, "in"), bottom, top, span=expr.span)


def _with_bracket(desk: Desk, expr: Op, sign: str, group: Written, bracket: Written, scope: Scope) -> Expr:
    pattern = pattern_of(desk, bracket, scope)
    if pattern is None:
        return _plain(desk, expr, scope)
    if sign not in ("=", "!=", "has", "in"):
        raise fault("E303", "a bracket is compared with = or has", expr.span)
    whole = formulas.natural(desk, group, scope, GROUP)
    if pattern.where is None and not has_letters(pattern):
        return _with_group(desk, expr, sign, whole, pattern, bracket)
    if sign == "in":
        raise fault("E303", "a bracket with letters stands after has: dice has [x x]", bracket.span)
    fits = Fits(convert(desk, whole, GROUP, "a bracket"), pattern, sign != "has", span=expr.span)
    return Logic("not", (fits,), span=expr.span) if sign == "!=" else fits


def _with_group(desk: Desk, expr: Op, sign: str, whole: Expr, pattern: Pattern, bracket: Written) -> Expr:
    assert isinstance(bracket, Faces)
    members = tuple(m for m in pattern.members if isinstance(m, Expr))
    other = group_of(members, bracket, PILE if whole.sort is PILE and sign in ("=", "!=") else GROUP)
    if whole.sort is PILE:
        whole, other = convert(desk, whole, GROUP), convert(desk, other, GROUP)
    return Compare(sign, convert(desk, whole, GROUP, "a bracket"), other, span=expr.span)


def _plain(desk: Desk, expr: Op, scope: Scope) -> Expr:
    left, right = _sides(desk, expr, scope)
    if expr.name in _ORDER:
        left = convert(desk, left, NUMBER, expr.name)
        return Compare(expr.name, left, convert(desk, right, NUMBER, expr.name), span=expr.span)
    sort = _has_sort(left, right) if expr.name in ("in", "has") else _equal_sort(left, right)
    if sort is None:
        message = f"{said(left.sort)} is compared with {said(right.sort)}, which do not go together"
        raise fault("E306", message, expr.span, _hint(left, right))
    return Compare(expr.name, convert(desk, left, sort), convert(desk, right, sort), span=expr.span)


def _hint(left: Expr, right: Expr) -> str | None:
    if YESNO in (left.sort, right.sort):
        return "a yes/no stands by itself: instead of `x = yes` write `x`"
    return None


def _sides(desk: Desk, expr: Op, scope: Scope) -> tuple[Expr, Expr]:
    """Both sides; a word of an option counts where it is compared with that option."""
    left, right = expr.parts
    word = _word_side(desk, left, right, scope)
    if word is not None:
        return formulas.natural(desk, left, scope), word
    word = _word_side(desk, right, left, scope)
    if word is not None:
        return word, formulas.natural(desk, right, scope)
    if scope.example and _says_before(left) and not _says_before(right):
        second = formulas.natural(desk, right, scope)
        return _second(desk, left, attrs.evolve(scope, before=second), second), second
    first = formulas.natural(desk, left, scope)
    second = _second(desk, right, attrs.evolve(scope, before=first) if scope.example else scope, first)
    if second.sort in (BOX, BOXES) and first.sort is NUMBER:
        first = _second(desk, left, scope, second)
    return first, second


def _second(desk: Desk, expr: Written, scope: Scope, first: Expr) -> Expr:
    wants = {BOX: BOXES, BOXES: BOXES, SEAT: SEATS, SEATS: SEATS}
    return formulas.natural(desk, expr, scope, wants.get(first.sort))


def _says_before(expr: Written) -> bool:
    stack: list[object] = [expr]
    while stack:
        item = stack.pop()
        if isinstance(item, Ref) and item.name == "before":
            return True
        if isinstance(item, tuple):
            stack.extend(item)
        elif attrs.has(type(item)):
            stack.extend(attrs.asdict(item, recurse=False, filter=lambda a, _: bool(a.eq)).values())  # type: ignore[arg-type]
    return False


def _word_side(desk: Desk, asked: Written, other: Written, scope: Scope) -> Const | None:
    """The other side as a word of what is asked, or None if it is no such word."""
    words = words_of(desk, asked)
    if words is None or not isinstance(other, Ref) or other.args is not None or other.name in scope.locals:
        return None
    if other.name in words:
        return Const(other.name, WORD, other.span)
    name = desk.names.get(other.name)
    if (name is not None and name.kind not in ("word", "face")) or other.name == "none":
        return None
    message = f"this is never {other.name}: it is {listed(words)}"
    raise fault("E307", message, other.span, did_you_mean(other.name, words))


def _equal_sort(left: Expr, right: Expr) -> Sort | None:
    """The sort in which two values are compared for being the same."""
    a, b = left.sort, right.sort
    if is_none(left):
        return _plural_of(b)
    if is_none(right):
        return _plural_of(a)
    if a == b:
        return GROUP if a is PILE else a
    if PARTS in (a, b) or YESNO in (a, b):
        return None
    if {a, b} == {NUMBER, FACE} or {a, b} == {WORD, FACE}:
        return FACE
    if a in _GROUPISH or b in _GROUPISH:
        return GROUP if {a, b} <= {*_GROUPISH, *_SINGLE} else None
    if not can_join(a, b):
        return None
    return SEATS if {a, b} == {SEAT, SEATS} else BOXES if {a, b} == {BOX, BOXES} else None


def _plural_of(sort: Sort) -> Sort | None:
    plain = {WORD: GROUP, FACE: GROUP, PILE: GROUP, SEAT: SEATS, BOX: BOXES}
    return None if sort is YESNO else plain.get(sort, sort)


def _has_sort(left: Expr, right: Expr) -> Sort | None:
    sorts = {left.sort, right.sort}
    if sorts <= {SEAT, SEATS}:
        return SEATS
    if sorts <= {BOX, BOXES}:
        return BOXES
    if sorts <= {*_GROUPISH, *_SINGLE}:
        return GROUP
    if is_none(left) or is_none(right):
        return _plural_of(right.sort if is_none(left) else left.sort)
    return None
