"""Syntax as text again: formulas with no more brackets than they need, keys and effects."""

from becher.dsl.layout import BREAK, Doc, Piece, flat, row, separated
from becher.dsl.syntax import (
    Chain,
    Change,
    Choose,
    DiceOf,
    Do,
    Effect,
    Expr,
    Faces,
    HandKey,
    Key,
    Number,
    Of,
    Op,
    OtherwiseKey,
    PointKey,
    Ref,
    Text,
    When,
    Where,
)

# How tightly each form binds; a part that binds less than its place asks for is put in brackets.
_WHEN, _WHERE, _OR, _AND, _NOT, _COMPARE, _RANGE, _SUM, _PRODUCT, _MINUS, _OF, _ATOM = range(12)
_OPS = {"or": _OR, "and": _AND, "not": _NOT, "..": _RANGE, "neg": _MINUS}


def show(value: Expr | Effect | Key) -> str:
    """On one line, in the spelling of the formatter."""
    if isinstance(value, Do | Change | Choose):
        return flat(effect_doc(value))
    if isinstance(value, tuple | HandKey | OtherwiseKey):
        return flat(key_doc(value))
    return flat(formula_doc(value))


def formula_doc(expr: Expr, place: int = _WHEN) -> Doc:
    """A formula where everything binding at least as tightly as `place` stands without brackets."""
    doc = _bare(expr)
    return doc if _strength(expr) >= place else row("(", doc, ")")


def _strength(expr: Expr) -> int:
    match expr:
        case When():
            return _WHEN
        case Where():
            return _WHERE
        case Op(name):
            return _OPS.get(name, _COMPARE)
        case Chain(rest=((sign, _), *_)):
            return _SUM if sign in "+-" else _PRODUCT
        case Of():
            return _OF
    return _ATOM


def _bare(expr: Expr) -> Doc:
    match expr:
        case Number(value):
            return str(value)
        case DiceOf(count, sides):
            return f"{count}d{sides}"
        case Text(value):
            return f'"{value}"'
        case Ref():
            return call_doc(expr.name, expr.args)
        case Faces():
            return faces_doc(expr)
        case Of(value, seat):
            return row(formula_doc(value, _ATOM), " of ", seat_doc(seat))
        case Where(group, condition):
            return row(formula_doc(group, _OR), BREAK, "where ", formula_doc(condition, _OR))
        case When():
            return _when(expr)
        case Op():
            return _op(expr)
    return _chain(expr)


def _when(expr: When) -> Doc:
    parts: list[Doc] = []
    rest: Expr | None = expr
    while isinstance(rest, When):
        case = row(formula_doc(rest.value, _WHERE), BREAK, "when ", formula_doc(rest.condition, _WHERE))
        parts += [BREAK, "else ", case] if parts else [case]
        rest = rest.other
    if rest is not None:
        parts += [BREAK, "else ", formula_doc(rest, _WHERE)]
    return Piece(tuple(parts))


def _op(expr: Op) -> Doc:
    match expr.name, expr.parts:
        case "not", (part,):
            return row("not ", formula_doc(part, _COMPARE))
        case "neg", (part,):
            return row("-", formula_doc(part, _OF))
        case "..", (first, last):
            return row(formula_doc(first, _SUM), "..", formula_doc(last, _SUM))
        case ("or" | "and") as name, parts:
            inner = _AND if name == "or" else _NOT
            head, *tail = (formula_doc(part, inner) for part in parts)
            return row(head, *(piece for doc in tail for piece in (BREAK, f"{name} ", doc)))
    left, right = expr.parts
    return row(formula_doc(left, _RANGE), BREAK, f"{expr.name} ", formula_doc(right, _RANGE))


def _chain(expr: Chain) -> Doc:
    inner = _PRODUCT if expr.rest[0][0] in "+-" else _MINUS
    parts: list[Doc] = [formula_doc(expr.first, inner)]
    for sign, part in expr.rest:
        parts += [BREAK, f"{sign} ", formula_doc(part, inner)]
    return Piece(tuple(parts), fill=True)


def seat_doc(seat: Expr) -> Doc:
    return formula_doc(seat) if isinstance(seat, Ref) else row("(", formula_doc(seat), ")")


def call_doc(name: str, args: tuple[Expr, ...] | None) -> Doc:
    if args is None:
        return name
    return row(f"{name}(", separated(map(formula_doc, args), ",", fill=True), ")")


def faces_doc(faces: Faces) -> Doc:
    return row("[", separated(map(str, faces.members), fill=True), "]")


def key_doc(key: Key) -> Doc:
    match key:
        case OtherwiseKey():
            return "otherwise"
        case HandKey(faces, None):
            return faces_doc(faces)
        case HandKey(faces, condition) if condition is not None:
            return row(faces_doc(faces), BREAK, "where ", formula_doc(condition, _OR))
        case tuple():
            return separated(map(_point, key), ",", fill=True)
    raise AssertionError(key)


def _point(point: PointKey) -> str:
    if point.last is None:
        return f"{point.first}..many"
    return str(point.first) if point.first == point.last else f"{point.first}..{point.last}"


def effect_doc(effect: Effect) -> Doc:
    match effect:
        case Do(name, args):
            return call_doc(name, args)
        case Change():
            left, right = change_docs(effect)
            return row(left, " ", right)
        case Choose(name, seat, group, may_pass):
            of = row(" of ", seat_doc(seat)) if seat is not None else ""
            return row("may choose " if may_pass else "choose ", name, of, " in ", formula_doc(group))


def change_docs(change: Change) -> tuple[Doc, Doc]:
    """What changes, and how."""
    of = row(" of ", seat_doc(change.seat)) if change.seat is not None else ""
    return row(change.name, of), row(f"{change.sign} ", formula_doc(change.value))
