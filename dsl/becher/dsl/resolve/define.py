"""Options, variables and formulas: resolved when first asked for, refused where they depend on themselves."""

from becher.dsl.diagnostics import Span
from becher.dsl.model import Expr, Formula, Option, OptionRead, Sort, Value, Variable
from becher.dsl.resolve import formulas
from becher.dsl.resolve.convert import BOXES, FACE, GROUP, NUMBER, SEAT, SEATS, WORD, YESNO, is_none, none_of
from becher.dsl.resolve.desk import REPORTED, Desk, Fault, Scope, fault
from becher.dsl.resolve.names import Name
from becher.dsl.resolve.words import plain_words
from becher.dsl.schema import SEAT_WORDS
from becher.dsl.syntax import Define, Number, Op, Ref
from becher.dsl.syntax import Expr as Written

Allowed = Value | tuple[int, int | None]


# ---- formulas


def formula_of(desk: Desk, name: str, span: Span | None) -> Formula:
    """The formula of this name. Raises Fault where it is wrong or depends on itself."""
    known = desk.formulas.get(name)
    if known is not None:
        return known
    if name in desk.broken:
        raise REPORTED
    found = desk.names.names[name]
    assert found.define is not None
    try:
        with desk.inside(name, span, "E215"):
            formula = _formula(desk, found, found.define)
    except Fault:
        desk.broken.add(name)
        raise
    desk.formulas[name] = formula
    return formula


def _formula(desk: Desk, name: Name, define: Define) -> Formula:
    params = params_of(desk, name.name, define.params or ())
    answers = plain_words(desk, name.name) or ()
    scope = Scope(_place(desk, name), name.home or None, _phase_locals(desk, name) | dict(params), answers)
    value = formulas.natural(desk, define.values[0], scope)
    return Formula(name.name, params, value, name.home or None, define.span)


def _place(desk: Desk, name: Name) -> str:
    is_strategy = f"strategy {name.home}" in desk.game.drawers
    return "wish" if is_strategy else "formula"


def _phase_locals(desk: Desk, name: Name) -> dict[str, Sort]:
    """A formula in a phase may read the phase's parameters."""
    phase = desk.names.get(name.home) if name.home else None
    return dict(params_of(desk, phase.name, phase.params)) if phase is not None and phase.kind == "phase" else {}


def params_of(desk: Desk, owner: str, params: tuple[str, ...]) -> tuple[tuple[str, Sort], ...]:
    """Parameters with the sorts their calls show; a number where nothing calls."""
    return tuple((param, desk.sort_of((owner, param), NUMBER)) for param in params)


def learn_params(desk: Desk, owner: str, params: tuple[str, ...], args: tuple[Expr, ...]) -> None:
    """A call shows the sorts of the parameters."""
    for param, arg in zip(params, args, strict=True):
        if not is_none(arg):
            desk.learn((owner, param), arg.sort)


# ---- options


def option_of(desk: Desk, name: str) -> Option:
    """The option of this name. Raises Fault where its values do not go together."""
    found = desk.names.names[name]
    assert found.define is not None
    return read_option(found.define)


def read_option(define: Define) -> Option:
    """The default, then what else is allowed."""
    entries = [_entry(value) for value in define.values]
    default, sort = entries[0]
    if isinstance(default, tuple):
        raise fault("E308", f"the default of {define.name} is one value, not a range", define.values[0].span)
    for value, (_, other) in zip(define.values[1:], entries[1:], strict=True):
        if other is not sort and {other, sort} != {SEAT, SEATS}:
            message = f"{define.name} is one of several values of one kind, and this is of another"
            raise fault("E308", message, value.span, "numbers, words, seats or yes and no")
        sort = SEATS if SEATS in (other, sort) else sort
    rest: tuple[Allowed, ...] = tuple(entry for entry, _ in entries[1:])
    option = Option(define.name, sort, default, rest, define.span)
    if option.allows(default):
        return option
    return Option(define.name, sort, default, (default, *rest), define.span)


def option_value(option: Option, value: Written) -> Value | None:
    """One value of an option as it is written; None where the option is never this."""
    try:
        entry, _ = _entry(value)
    except Fault:
        return None
    return None if isinstance(entry, tuple) or not option.allows(entry) else entry


def _entry(value: Written) -> tuple[Allowed, Sort]:
    """A value of an option, or a range of numbers as (low, high)."""
    match value:
        case Number():
            return value.value, NUMBER
        case Op(name="neg", parts=(Number() as number,)):
            return -number.value, NUMBER
        case Ref(args=None, name="yes" | "no"):
            return value.name == "yes", YESNO
        case Ref(args=None):
            if value.name in SEAT_WORDS:
                return value.name, SEAT if SEAT_WORDS[value.name][0] else SEATS
            return value.name, WORD
        case Op(name="..", parts=(low, high)):
            return (_bound(low), None if isinstance(high, Ref) and high.name == "many" else _bound(high)), NUMBER
    raise _not_plain(value)


def _bound(value: Written) -> int:
    entry, _ = _entry(value)
    if isinstance(entry, int) and not isinstance(entry, bool):
        return entry
    raise _not_plain(value)


def _not_plain(value: Written) -> Fault:
    message = "what an option may be is a number, a range, a word, a seat, or yes and no"
    return fault("E308", message, value.span, "a formula has no |")


# ---- variables

_STARTS = {FACE: GROUP, Sort.BOX: BOXES}


def variable_sort(desk: Desk, name: str) -> Sort:
    """What a variable holds: as it starts, and where it starts with none as it is chosen and changed."""
    found = desk.names.get(name)
    if found is None or found.define is None:
        return desk.sort_of(("variable", name), GROUP)
    start = found.define.values[0]
    if isinstance(start, Ref) and start.args is None and start.name == "none":
        return desk.sort_of(("variable", name), GROUP)
    key = ("start", name)
    if name in desk.broken:
        raise REPORTED
    if key not in desk.sorts:
        try:
            with desk.inside(name, found.span, "E215"):
                desk.sorts[key] = _start_sort(desk, found.define)
        except Fault:
            desk.broken.add(name)
            raise
    return desk.sorts[key]


def _start_sort(desk: Desk, define: Define) -> Sort:
    if len(define.values) > 1:
        return read_option(define).sort
    sort = formulas.natural(desk, define.values[0], Scope("formula")).sort
    return _STARTS.get(sort, sort)


def variable(desk: Desk, name: Name) -> Variable:
    """The variable with what it starts with. Raises Fault."""
    assert name.define is not None
    sort = variable_sort(desk, name.name)
    if name.define.params is not None:
        raise fault("E216", f"{name.name} is a variable and takes nothing in brackets", name.span)
    if len(name.define.values) > 1:
        option = read_option(name.define)
        start: Expr = OptionRead(name.name, option.sort, name.define.span)
    else:
        start = formulas.resolve(desk, name.define.values[0], Scope("formula"), sort, f"the start of {name.name}")
    return Variable(name.name, name.home, sort, start, name.define.span)


def chosen_variable(desk: Desk, name: str, span: Span) -> Variable:
    """A variable only `choose` declares: it starts as none and is forgotten when the turn ends."""
    sort = variable_sort(desk, name)
    return Variable(name, "tally", sort, none_of(sort, span), span)
