"""From a formula as written to a formula with names resolved and sorts known."""

from attrs import evolve

from becher.dsl.codes import finding
from becher.dsl.model import (
    Arith,
    Call,
    Choice,
    Const,
    EachSeat,
    Expr,
    Filter,
    Local,
    Logic,
    OfSeat,
    OfSeats,
    RangeGroup,
    Sort,
)
from becher.dsl.resolve import calls, refs
from becher.dsl.resolve.compare import resolve_compare
from becher.dsl.resolve.convert import (
    BOX,
    BOXES,
    FACE,
    GROUP,
    GROUPS,
    NUMBER,
    PARTS,
    PILE,
    PLURAL,
    SEAT,
    SEATS,
    WORD,
    YESNO,
    at_most_one,
    convert,
    is_none,
    none_of,
    said,
    wrong_sort,
)
from becher.dsl.resolve.desk import Desk, Each, Scope, can_join, fault, joined
from becher.dsl.resolve.faces import resolve_faces
from becher.dsl.syntax import Chain, DiceOf, Faces, Number, Of, Op, Ref, Text, When, Where
from becher.dsl.syntax import Expr as Written

_MEMBER = {GROUP: FACE, PILE: FACE, SEATS: SEAT, BOXES: BOX, PARTS: GROUP}


def resolve(desk: Desk, expr: Written, scope: Scope, want: Sort | None = None, what: str = "this") -> Expr:
    """The formula, of sort `want` if one is wanted. Raises Fault."""
    return convert(desk, natural(desk, expr, scope, want), want, what)


def natural(desk: Desk, expr: Written, scope: Scope, want: Sort | None = None) -> Expr:
    """The formula in the sort it has by itself; `want` only settles what could be read in two ways."""
    match expr:
        case Number():
            return Const(expr.value, NUMBER, expr.span)
        case Ref(args=None):
            return refs.resolve_name(desk, expr, scope, want)
        case Ref():
            return calls.resolve_call(desk, expr, scope, want)
        case Of():
            return _of(desk, expr, scope, want)
        case Faces():
            return resolve_faces(desk, expr, scope)
        case Where():
            return _where(desk, expr, scope, want)
        case When():
            return _when(desk, expr, scope, want)
        case Chain():
            return _chain(desk, expr, scope, want)
        case Op():
            return _op(desk, expr, scope)
        case DiceOf():
            raise fault(
                "E304",
                "dice stand in dice: and roll_off, not in a formula",
                expr.span,
                "name the dice: thrown, kept, dice",
            )
        case Text():
            raise fault("E304", "a text in quotes has no value in a formula", expr.span)


def resolve_condition(desk: Desk, expr: Written, scope: Scope, what: str = "this") -> Expr:
    """A yes/no. `x of others` in it holds if it holds for each of these seats."""
    each = Each()
    found = resolve(desk, expr, evolve(scope, each=each), YESNO, what)
    return found if each.seats is None else EachSeat(each.seats, found, span=expr.span)


# ---- of, where, when


def resolve_seats(desk: Desk, expr: Written, scope: Scope, what: str = "of") -> Expr:
    """A seat or seats: SEAT where it is surely one."""
    found = natural(desk, expr, scope.plain(), SEATS)
    if found.sort not in (SEAT, SEATS):
        raise wrong_sort(found, SEATS, what)
    return found


def _of_column(desk: Desk, expr: Of, column: Const, scope: Scope) -> Expr:
    """`ones of down`, `sum(upper) of down`: what is written in this column."""
    value = natural(desk, expr.value, scope.plain(), BOXES)
    if isinstance(value, Call) and value.name == "written":
        return Call("written_in", (value.args[0], column), NUMBER, expr.span)
    if value.sort not in (BOX, BOXES):
        message = f"of {column.value} wants a box or the sum of boxes, but this is {said(value.sort)}"
        raise fault(
            "E301", message, expr.value.span, "hits(box, column) and worth(box, column) ask about one column too"
        )
    return Call("written_in", (convert(desk, value, BOXES), column), NUMBER, expr.span)


def _of(desk: Desk, expr: Of, scope: Scope, want: Sort | None) -> Expr:
    column = calls.column_of(desk, expr.seat)
    if column is not None:
        return _of_column(desk, expr, column, scope)
    seats = resolve_seats(desk, expr.seat, scope)
    value = natural(desk, expr.value, scope.plain(), want)
    if seats.sort is SEAT:
        return OfSeat(value, seats, value.sort, expr.span)
    if scope.each is not None:
        if scope.each.seats not in (None, seats):
            message = "two groups of seats in one comparison: nobody could say which seat goes with which"
            raise fault("E302", message, expr.span, "compare with one seat, or with sum(...) or largest(...)")
        scope.each.seats = seats
        return OfSeat(value, Local("$each", SEAT, expr.seat.span), value.sort, expr.span)
    if at_most_one(desk, seats):
        return OfSeat(value, convert(desk, seats, SEAT), value.sort, expr.span)
    message = "this is one value for each of several seats, but one value is wanted"
    raise fault("E302", message, expr.span, "say what of them: sum(...), largest(...) or smallest(...)")


def resolve_many(desk: Desk, expr: Written, scope: Scope, want: Sort | None = None) -> Expr:
    """As `natural`, but `x of seats` is the group of all their values; groups are put together."""
    if not isinstance(expr, Of) or calls.column_of(desk, expr.seat) is not None:
        return natural(desk, expr, scope, want)
    seats = resolve_seats(desk, expr.seat, scope)
    if seats.sort is SEAT:
        return _of(desk, expr, scope, want)
    value = natural(desk, expr.value, scope.plain())
    wanted = GROUP if value.sort in (GROUP, PILE) else NUMBER
    return OfSeats(convert(desk, value, wanted, "a value of several seats"), seats, span=expr.span)


def _where(desk: Desk, expr: Where, scope: Scope, want: Sort | None) -> Expr:
    if isinstance(expr.group, Faces):
        message = "a bracket with a condition is compared: dice has ([x x y y] where ...)"
        raise fault("E303", message, expr.span)
    group = resolve_many(desk, expr.group, scope.plain(), want)
    if group.sort in PLURAL:
        group = convert(desk, group, PLURAL[group.sort])
    if group.sort is PILE:
        group = convert(desk, group, GROUP)
    if group.sort not in GROUPS:
        raise fault("E304", f"where asks about the members of a group, but this is {said(group.sort)}", expr.group.span)
    inner = scope.plain().with_locals(it=_MEMBER[group.sort])
    return Filter(group, resolve_condition(desk, expr.condition, inner, "where"), group.sort, expr.span)


def _when(desk: Desk, expr: When, scope: Scope, want: Sort | None) -> Expr:
    condition = resolve_condition(desk, expr.condition, scope, "when")
    value = natural(desk, expr.value, scope, want)
    if want is not None:
        value = convert(desk, value, want)
    if expr.other is None:
        _no_else(desk, expr, scope)
        value = convert(desk, value, PLURAL.get(value.sort, value.sort)) if value.sort is not NUMBER else value
        return Choice(value, condition, none_of(value.sort, expr.span), value.sort, expr.span)
    other = natural(desk, expr.other, scope, want)
    sort = want or _common(value, other)
    value, other = convert(desk, value, sort, "this answer"), convert(desk, other, sort, "the answer after else")
    return Choice(value, condition, other, sort, expr.span)


def _no_else(desk: Desk, expr: When, scope: Scope) -> None:
    """Outside boxes, tables and effects a missing else is often forgotten."""
    if scope.place == "question":
        message = "no else: where this when does not hold, the answer is none, 0 or no"
        desk.report(finding("W602", message, expr.condition.span, "write else ... to say what holds then"))
    elif scope.place == "formula":
        message = "no else: where this when does not hold, the answer is none, 0 or no"
        desk.report(finding("N712", message, expr.condition.span))


def _common(value: Expr, other: Expr) -> Sort:
    if is_none(value):
        return other.sort
    if is_none(other):
        return PLURAL.get(value.sort, value.sort) if value.sort is not NUMBER else NUMBER
    if not can_join(value.sort, other.sort):
        raise fault(
            "E314",
            f"this answers {said(value.sort)} or {said(other.sort)}, which do not go together",
            other.span,
        )
    if {value.sort, other.sort} == {NUMBER, FACE}:
        return NUMBER
    return joined(value.sort, other.sort)


# ---- arithmetic and logic


def _chain(desk: Desk, expr: Chain, scope: Scope, want: Sort | None) -> Expr:
    written = (expr.first, *(part for _, part in expr.rest))
    signs = tuple(sign for sign, _ in expr.rest)
    inner = want if want in (SEATS, BOXES) else None
    parts = [natural(desk, part, scope, inner) for part in written]
    sort = NUMBER if signs[0] in "*/" else _sum_sort(desk, parts, want)
    signs_said = " and ".join(dict.fromkeys(signs))
    parts = [convert(desk, part, sort, signs_said) for part in parts]
    return Arith(parts[0], tuple(zip(signs, parts[1:], strict=True)), sort, expr.span)


def _sum_sort(desk: Desk, parts: list[Expr], want: Sort | None) -> Sort:
    """Numbers, unless a part is a group that may have several members."""
    sorts = {part.sort for part in parts if not is_none(part)}
    if sorts & {SEAT, SEATS}:
        return SEATS
    if sorts & {BOX, BOXES}:
        return BOXES
    if sorts & {GROUP, PILE}:
        numbers = all(at_most_one(desk, part) for part in parts)
        groups = all(part.sort in (GROUP, PILE) for part in parts)
        if not numbers or (groups and want in (GROUP, PILE)):
            return GROUP
    if sorts <= {WORD}:
        return GROUP
    return NUMBER


def _op(desk: Desk, expr: Op, scope: Scope) -> Expr:
    match expr.name:
        case "and" | "or":
            parts = tuple(resolve_condition(desk, part, scope, expr.name) for part in expr.parts)
            return Logic(expr.name, parts, span=expr.span)
        case "not":
            return Logic("not", (resolve_condition(desk, expr.parts[0], scope, "not"),), span=expr.span)
        case "neg":
            return _minus(desk, expr, scope)
        case "..":
            return _range(desk, expr, scope)
    return resolve_compare(desk, expr, scope)


def _minus(desk: Desk, expr: Op, scope: Scope) -> Expr:
    value = resolve(desk, expr.parts[0], scope, NUMBER, "-")
    if isinstance(value, Const) and isinstance(value.value, int):
        return Const(-value.value, NUMBER, expr.span)
    return Arith(Const(0, NUMBER, expr.span), (("-", value),), NUMBER, expr.span)


def _range(desk: Desk, expr: Op, scope: Scope) -> Expr:
    low, high = expr.parts
    if isinstance(high, Ref) and high.name == "many":
        raise fault("E304", "a range without an end is only compared: x in 6..many", expr.span)
    if isinstance(low, Number) and isinstance(high, Number) and low.value > high.value:
        raise fault("E304", f"{low.value}..{high.value} is empty: the lesser number comes first", expr.span)
    return RangeGroup(resolve(desk, low, scope, NUMBER, ".."), resolve(desk, high, scope, NUMBER, ".."), span=expr.span)
