"""The only place where one sort becomes another."""

from becher.dsl.diagnostics import Span
from becher.dsl.model import (
    BoxRead,
    Call,
    Choice,
    Const,
    Convert,
    Expr,
    FormulaCall,
    SeatWord,
    Sort,
    StateWord,
    VariableRead,
)
from becher.dsl.model.values import Member, canonical
from becher.dsl.resolve.desk import Desk, Fault, fault

NUMBER, YESNO, WORD, FACE = Sort.NUMBER, Sort.YESNO, Sort.WORD, Sort.FACE
GROUP, PILE, SEAT, SEATS, BOX, BOXES, PARTS = (
    Sort.GROUP,
    Sort.PILE,
    Sort.SEAT,
    Sort.SEATS,
    Sort.BOX,
    Sort.BOXES,
    Sort.PARTS,
)
GROUPS = frozenset({GROUP, PILE, SEATS, BOXES, PARTS})
PLURAL = {NUMBER: GROUP, WORD: GROUP, FACE: GROUP, SEAT: SEATS, BOX: BOXES}

_ALLOWED: dict[Sort, frozenset[Sort]] = {
    NUMBER: frozenset({GROUP, FACE}),
    WORD: frozenset({GROUP, FACE}),
    FACE: frozenset({GROUP, NUMBER, WORD}),
    GROUP: frozenset({NUMBER, FACE, WORD, YESNO}),
    PILE: frozenset({GROUP, NUMBER, FACE, WORD, YESNO}),
    SEAT: frozenset({SEATS, YESNO}),
    SEATS: frozenset({SEAT, YESNO}),
    BOX: frozenset({BOXES, YESNO}),
    BOXES: frozenset({BOX, YESNO}),
    PARTS: frozenset({YESNO}),
}
_SAID = {
    NUMBER: "a number",
    YESNO: "a yes/no",
    WORD: "a word",
    FACE: "a face",
    GROUP: "a group",
    PILE: "a pile",
    SEAT: "a seat",
    SEATS: "seats",
    BOX: "a box",
    BOXES: "boxes",
    PARTS: "the parts of a group",
}


def said(sort: Sort) -> str:
    """A sort in the player's words."""
    return _SAID[sort]


def none_of(sort: Sort, span: Span | None = None) -> Const:
    """`none` as a value of this sort: 0, no, or the empty group."""
    if sort is NUMBER:
        return Const(0, NUMBER, span)
    if sort is YESNO:
        return Const(False, YESNO, span)
    return Const((), PLURAL.get(sort, sort), span)


def is_none(expr: Expr) -> bool:
    return isinstance(expr, Const) and expr.value == () and isinstance(expr.value, tuple)


def convert(desk: Desk, expr: Expr, want: Sort | None, what: str = "this") -> Expr:
    """The value as this sort. Faults say what was wanted and what is there."""
    have = expr.sort
    if want is None or have is want:
        return expr
    if is_none(expr) and want not in (SEAT, BOX, FACE, WORD):
        return none_of(want, expr.span)
    if isinstance(expr, Const):
        constant = _constant(expr, want)
        if constant is not None:
            return constant
    if isinstance(expr, Const) and have is BOX and want is NUMBER:
        return BoxRead(str(expr.value), span=expr.span)
    if want is NUMBER and isinstance(expr, Const) and isinstance(expr.value, str):
        raise fault("E301", f"{what} wants a number, but {expr.value} is a word", expr.span)
    if want is YESNO and isinstance(expr, SeatWord) and have is SEAT:
        raise _always_true(expr)
    if want not in _ALLOWED.get(have, frozenset()):
        raise wrong_sort(expr, want, what)
    if want in (NUMBER, FACE, WORD) and have in (GROUP, PILE) and _surely_several(desk, expr):
        raise _several(expr, want, what)
    return Convert(expr, want, expr.span)


def _constant(expr: Const, want: Sort) -> Const | None:
    """A constant of the other sort where that is plain."""
    value = expr.value
    if isinstance(value, int | str) and not isinstance(value, bool):
        if want in (GROUP, PILE) and expr.sort in (NUMBER, FACE, WORD):
            return Const((value,), want, expr.span)
        if want is FACE and expr.sort in (NUMBER, WORD):
            return Const(value, FACE, expr.span)
        if want is WORD and expr.sort is FACE and isinstance(value, str):
            return Const(value, WORD, expr.span)
        if want is NUMBER and expr.sort is FACE and isinstance(value, int):
            return Const(value, NUMBER, expr.span)
        if want is BOXES and expr.sort is BOX:
            return Const((value,), BOXES, expr.span)
    if isinstance(value, tuple):
        members: tuple[Member, ...] = tuple(m for m in value if not isinstance(m, tuple))
        if want is GROUP and expr.sort is PILE:
            return Const(canonical(members), GROUP, expr.span)
        if want is PILE and expr.sort is GROUP:
            return Const(members, PILE, expr.span)
        if want is NUMBER and expr.sort in (GROUP, PILE) and len(members) == 1 and isinstance(members[0], int):
            return Const(members[0], NUMBER, expr.span)
    return None


_SINGLE_CALLS = frozenset({"largest", "smallest", "first", "last", "nth", "top"})


def at_most_one(desk: Desk, expr: Expr) -> bool:
    """Can this group never have two members?"""
    if expr.sort in PLURAL:
        return True
    match expr:
        case Call(name=name):
            return name in _SINGLE_CALLS
        case VariableRead(name=name):
            return desk.is_single(name)
        case Const(value=tuple() as value):
            return len(value) <= 1
        case Choice():
            return at_most_one(desk, expr.value) and at_most_one(desk, expr.other)
        case Convert():
            return expr.arg.sort in PLURAL or at_most_one(desk, expr.arg)
        case FormulaCall(name=name):
            formula = desk.formulas.get(name)
            return formula is not None and at_most_one(desk, formula.value)
    return False


_SEVERAL_CALLS = frozenset({"distinct", "every", "chain", "parts"})


def _surely_several(desk: Desk, expr: Expr) -> bool:
    """Is this a group of dice as a whole, where a number was meant to be worked out of it?"""
    match expr:
        case StateWord(name=name):
            return name in ("thrown", "kept", "aside", "dice", "lying", "bag") and not _one_die(desk)
        case Call(name=name):
            return name in _SEVERAL_CALLS
        case Const(value=tuple() as value):
            return len(value) > 1
    return False


def _one_die(desk: Desk) -> bool:
    setting = desk.game.settings.get("dice")
    return setting is not None and getattr(setting.values[0], "count", 0) == 1


def _several(expr: Expr, want: Sort, what: str) -> Fault:
    message = f"{what} wants {said(want)}, but this is a group"
    return fault("E301", message, expr.span, "say what of it: sum(...), count(...) or largest(...)")


def _always_true(expr: SeatWord) -> Fault:
    message = f"{expr.name} is a seat, which is always there: it is no yes/no"
    return fault("E508", message, expr.span, f"compare it: ... = {expr.name}")


_HINTS: dict[tuple[Sort, Sort], str] = {
    (NUMBER, YESNO): "compare it: ... > 0; after `or` the whole comparison is written again",
    (WORD, YESNO): "compare it: ... = word; after `or` the whole comparison is written again",
    (FACE, YESNO): "compare it: ... = face, or dice has face",
    (YESNO, NUMBER): "write 1 when ..., which is 0 otherwise",
    (GROUP, SEATS): "seats are words such as next, others, everyone where ...",
    (NUMBER, SEATS): "no rule names a seat by its number; seats are words such as me, next, leader",
    (NUMBER, SEAT): "no rule names a seat by its number; seats are words such as me, next, leader",
    (SEATS, NUMBER): "count(...) tells how many, sum(x of ...) adds up",
    (BOXES, NUMBER): "sum(...) adds what is written in boxes, count(...) tells how many",
    (PARTS, NUMBER): "count(...) tells how many parts there are",
    (PARTS, GROUP): "choose one of them, or ask with where",
}


def wrong_sort(expr: Expr, want: Sort, what: str) -> Fault:
    """The fault of a value of another sort than wanted."""
    message = f"{what} wants {said(want)}, but this is {said(expr.sort)}"
    return fault("E301", message, expr.span, _HINTS.get((expr.sort, want)))
