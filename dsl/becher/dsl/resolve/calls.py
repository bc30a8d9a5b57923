"""A name with brackets behind it: formulas with parameters, tables, functions of the language."""

from collections.abc import Callable

from attrs import evolve

from becher.dsl.model import (
    Act,
    Arith,
    BestPart,
    Call,
    Const,
    Expr,
    Extreme,
    FormulaCall,
    GroupOf,
    HandAsk,
    IsOut,
    Legal,
    Sort,
    TableAsk,
)
from becher.dsl.model.values import Member, canonical
from becher.dsl.resolve import define, formulas
from becher.dsl.resolve.acts import resolve_act
from becher.dsl.resolve.convert import (
    BOX,
    BOXES,
    FACE,
    GROUP,
    NUMBER,
    PARTS,
    PILE,
    PLURAL,
    SEATS,
    WORD,
    YESNO,
    at_most_one,
    convert,
    said,
)
from becher.dsl.resolve.desk import Desk, Scope, fault
from becher.dsl.resolve.faces import group_of, pattern_of
from becher.dsl.resolve.names import Name
from becher.dsl.resolve.tables import table_of
from becher.dsl.schema import FUNCTIONS
from becher.dsl.suggest import did_you_mean
from becher.dsl.syntax import Do, Faces, Ref
from becher.dsl.syntax import Expr as Written

Handler = Callable[[Desk, Ref, tuple[Written, ...], Scope], Expr]


def resolve_call(desk: Desk, ref: Ref, scope: Scope, want: Sort | None) -> Expr:
    """The value of a call in the sort it has by itself. Raises Fault."""
    args = ref.args or ()
    name = desk.names.get(ref.name)
    if name is not None and ref.name not in scope.locals:
        return _game_call(desk, ref, name, args, scope)
    if ref.name in FUNCTIONS:
        _check_count(ref, args)
        return _HANDLERS[ref.name](desk, ref, args, scope)
    if ref.name in ("out", "win", "lose"):
        return IsOut(_seats(desk, ref, args, scope), ref.name, span=ref.span)
    known = [n.name for n in desk.names.names.values() if n.kind in ("formula", "table")]
    raise fault("E201", f"nothing here is called {ref.name}", ref.span, did_you_mean(ref.name, (*FUNCTIONS, *known)))


def _game_call(desk: Desk, ref: Ref, name: Name, args: tuple[Written, ...], scope: Scope) -> Expr:
    if name.kind == "table":
        return _ask(desk, ref, args, scope)
    if name.kind != "formula":
        raise fault("E216", f"{name.name} takes nothing in brackets", ref.span)
    if len(args) != len(name.params):
        shown = f"{name.name}({', '.join(name.params)})" if name.params else name.name
        raise fault("E213", f"{name.name} wants {len(name.params)} in brackets, not {len(args)}: {shown}", ref.span)
    found = tuple(formulas.natural(desk, arg, scope.plain()) for arg in args)
    define.learn_params(desk, name.name, name.params, found)
    formula = define.formula_of(desk, name.name, ref.span)
    return FormulaCall(name.name, convert_all(desk, found, formula.params), formula.value.sort, ref.span)


def convert_all(desk: Desk, args: tuple[Expr, ...], params: tuple[tuple[str, Sort], ...]) -> tuple[Expr, ...]:
    """Arguments in the sorts of their parameters."""
    return tuple(convert(desk, arg, sort, name) for arg, (name, sort) in zip(args, params, strict=True))


def _ask(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    if len(args) != 1:
        raise fault("E213", f"the table {ref.name} is asked with one thing: {ref.name}(...)", ref.span)
    table = table_of(desk, ref.name)
    arg = formulas.natural(desk, args[0], scope.plain())
    if table.hands:
        return HandAsk(ref.name, "best", convert(desk, arg, GROUP, ref.name), NUMBER, ref.span)
    if arg.sort in (GROUP, PILE):
        if at_most_one(desk, arg):
            want = FACE if any(isinstance(row.low, str) for row in table.rows if hasattr(row, "low")) else NUMBER
            return TableAsk(ref.name, convert(desk, arg, want), False, table.sort, ref.span)
        return TableAsk(ref.name, convert(desk, arg, GROUP), True, GROUP, ref.span)
    if arg.sort not in (NUMBER, FACE, WORD):
        raise fault(
            "E301", f"a table is asked with a number, a face or a group, but this is {said(arg.sort)}", arg.span
        )
    return TableAsk(ref.name, arg, False, table.sort, ref.span)


# ---- arguments


def _check_count(ref: Ref, args: tuple[Written, ...]) -> None:
    low, high, _ = FUNCTIONS[ref.name]
    if not low <= len(args) <= high:
        wanted = str(low) if low == high else f"{low} or more" if high > 9 else f"{low} to {high}"
        raise fault("E213", f"{ref.name} wants {wanted} in brackets, not {len(args)}", ref.span)


def _group(desk: Desk, expr: Written, scope: Scope, what: str) -> Expr:
    """A group: of dice or numbers, the values of several seats, boxes, seats or parts as they are."""
    found = formulas.resolve_many(desk, expr, scope.plain())
    if found.sort in (GROUP, SEATS, BOXES, PARTS):
        return found
    return convert(desk, found, PLURAL.get(found.sort, GROUP), what)


def _members(desk: Desk, expr: Written, scope: Scope, what: str) -> Expr:
    found = _group(desk, expr, scope, what)
    return convert(desk, found, GROUP, what)


def _seats(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    if len(args) != 1:
        raise fault("E213", f"{ref.name} wants seats in brackets: {ref.name}(me)", ref.span)
    return convert(desk, formulas.resolve_seats(desk, args[0], scope, ref.name), SEATS, ref.name)


def _boxes(desk: Desk, expr: Written, scope: Scope, want: Sort, what: str) -> Expr:
    return convert(desk, formulas.natural(desk, expr, scope.plain(), BOXES), want, what)


def faces_of(desk: Desk, args: tuple[Written, ...], scope: Scope, what: str) -> Expr:
    """`2, 5`, `1..5`, `x`: the faces named, as one group."""
    parts: list[Expr] = []
    for arg in args:
        if isinstance(arg, Faces):
            raise fault("E303", f"{what} names faces, not a bracket: {what}(2, 5)", arg.span)
        found = formulas.natural(desk, arg, scope.plain())
        parts.append(convert(desk, found, GROUP, f"a face of {what}"))
    members = [m for part in parts if isinstance(part, Const) and isinstance(part.value, tuple) for m in part.value]
    if all(isinstance(part, Const) for part in parts):
        plain: list[Member] = [m for m in members if not isinstance(m, tuple)]
        return Const(canonical(plain), GROUP, parts[0].span)
    if len(parts) == 1:
        return parts[0]
    return Arith(parts[0], tuple(("+", part) for part in parts[1:]), GROUP, parts[0].span)


# ---- functions


def _sum(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    return _sum_or_count(desk, ref, args, scope, "sum")


def _count(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    return _sum_or_count(desk, ref, args, scope, "count")


def _sum_or_count(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope, what: str) -> Expr:
    if len(args) == 1:
        group = _group(desk, args[0], scope, what)
        if what == "sum" and group.sort is BOXES:
            return Call("written", (group,), NUMBER, ref.span)
        if what == "sum":
            group = convert(desk, group, GROUP, what)
        return Call(what, (group,), NUMBER, ref.span)
    group = _members(desk, args[0], scope, what)
    pattern = pattern_of(desk, args[1], scope) if len(args) == 2 else None
    if pattern is not None:
        return BestPart(what, group, pattern, span=ref.span)
    return Call(f"{what}_of", (group, faces_of(desk, args[1:], scope, what)), NUMBER, ref.span)


def _of_group(sort: Sort) -> Handler:
    def handler(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
        return Call(ref.name, (_members(desk, args[0], scope, ref.name),), sort, ref.span)

    return handler


def _place(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    """first, last, nth of any group in order."""
    found = formulas.resolve_many(desk, args[0], scope.plain())
    group = (
        found
        if found.sort in (GROUP, PILE, SEATS, BOXES)
        else convert(desk, found, PLURAL.get(found.sort, GROUP), ref.name)
    )
    numbers = tuple(formulas.resolve(desk, arg, scope.plain(), NUMBER, ref.name) for arg in args[1:])
    return Call(ref.name, (group, *numbers), GROUP if group.sort is PILE else group.sort, ref.span)


def _parts(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    numbers = tuple(formulas.resolve(desk, arg, scope.plain(), NUMBER, ref.name) for arg in args[1:])
    return Call("parts", (_members(desk, args[0], scope, ref.name), *numbers), PARTS, ref.span)


def _top(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    pile = formulas.natural(desk, args[0], scope.plain())
    if pile.sort is not PILE:
        message = f"top asks a pile, but this is {said(pile.sort)}"
        raise fault("E301", message, pile.span, "a variable that starts as pile remembers the order")
    return Call("top", (pile,), GROUP, ref.span)


def _pile(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    found = [convert(desk, formulas.natural(desk, arg, scope.plain()), FACE, "a pile") for arg in args]
    made = group_of(tuple(found), Faces((), ref.span), PILE)
    return evolve(made, span=ref.span) if isinstance(made, Const | GroupOf) else made


def _every(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    return Call("every", (faces_of(desk, args, scope, "every"),), GROUP, ref.span)


def _chain(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    found = tuple(formulas.resolve(desk, arg, scope.plain(), FACE, "chain") for arg in args)
    return Call("chain", found, GROUP, ref.span)


def _extreme(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    inner = scope.plain().with_locals(it=Sort.SEAT)
    return Extreme(ref.name, formulas.resolve(desk, args[0], inner, NUMBER, ref.name), span=ref.span)


def _open(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    if not args:
        return Call("open", (Const(desk.names.boxes, BOXES, ref.span),), BOXES, ref.span)
    column = column_of(desk, args[0])
    if column is not None:
        return Call("open_in", (column,), BOXES, ref.span)
    return Call("open", (_boxes(desk, args[0], scope, BOXES, "open"),), BOXES, ref.span)


def column_of(desk: Desk, expr: Written) -> Const | None:
    """The column this names, or None."""
    name = desk.names.get(expr.name) if isinstance(expr, Ref) and expr.args is None else None
    return Const(name.name, WORD, expr.span) if name is not None and name.kind == "column" else None


def _filled(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    return Call("filled", (_boxes(desk, args[0], scope, BOXES, "filled"),), YESNO, ref.span)


def _of_box(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    """worth(box), hits(box), with a second argument for one column."""
    box = _boxes(desk, args[0], scope, BOX, ref.name)
    if len(args) == 1:
        return Call(ref.name, (box,), NUMBER, ref.span)
    column = column_of(desk, args[1])
    if column is None:
        columns = [n.name for n in desk.names.of("column")]
        hint = did_you_mean(args[1].name, columns) if isinstance(args[1], Ref) else None
        raise fault("E201", f"the second thing in {ref.name} is a column", args[1].span, hint)
    return Call(f"{ref.name}_in", (box, column), NUMBER, ref.span)


def _numbers(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    if len(args) == 1 and ref.name != "abs":
        group = formulas.resolve_many(desk, args[0], scope.plain())
        if group.sort is GROUP:
            name = "largest" if ref.name == "max" else "smallest"
            return convert(desk, Call(name, (group,), GROUP, ref.span), NUMBER)
    found = tuple(formulas.resolve(desk, arg, scope, NUMBER, ref.name) for arg in args)
    return Call(ref.name, found, NUMBER, ref.span)


def _hands(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    group = _members(desk, args[0], scope, ref.name)
    written = args[1]
    name = desk.names.get(written.name) if isinstance(written, Ref) and written.args is None else None
    if name is None or name.kind != "table":
        tables = [n.name for n in desk.names.of("table")]
        hint = did_you_mean(written.name, tables) if isinstance(written, Ref) else None
        raise fault("E217", f"the second thing in {ref.name} is a table of hands", written.span, hint)
    if not table_of(desk, name.name).hands:
        raise fault("E217", f"{name.name} has no brackets as keys, so it is no table of hands", written.span)
    return HandAsk(name.name, ref.name, group, YESNO if ref.name == "sets" else NUMBER, ref.span)


def _key_only(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    raise fault("E212", "roll_off is a key of starter: and wins:, and has no value", ref.span)


def _symmetric(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    raise fault("E212", "symmetric(seats) stands alone in always", ref.span, "always { opener = symmetric(seats) }")


def _legal(desk: Desk, ref: Ref, args: tuple[Written, ...], scope: Scope) -> Expr:
    if not scope.example:
        raise fault("E212", "legal(...) is asked in examples only", ref.span)
    action = args[0]
    if not isinstance(action, Ref):
        raise fault("E218", "legal asks about an action: legal(stop), legal(enter(ones))", action.span)
    act: Act = resolve_act(desk, Do(action.name, action.args, action.span), scope)
    return Legal(act, span=ref.span)


_HANDLERS: dict[str, Handler] = {
    "sum": _sum,
    "count": _count,
    "distinct": _of_group(GROUP),
    "largest": _of_group(GROUP),
    "smallest": _of_group(GROUP),
    "run": _of_group(NUMBER),
    "parts": _parts,
    "first": _place,
    "last": _place,
    "nth": _place,
    "top": _top,
    "pile": _pile,
    "every": _every,
    "chain": _chain,
    "highest": _extreme,
    "lowest": _extreme,
    "open": _open,
    "filled": _filled,
    "worth": _of_box,
    "hits": _of_box,
    "min": _numbers,
    "max": _numbers,
    "abs": _numbers,
    "split": _hands,
    "sets": _hands,
    "roll_off": _key_only,
    "symmetric": _symmetric,
    "legal": _legal,
}
