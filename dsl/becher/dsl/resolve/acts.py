"""Actions as examples write them: throw([6 6]), keep([6]), stop, enter(ones, down), named(sixes), seat(2)."""

from becher.dsl.model import Act, Const, Expr, GroupOf
from becher.dsl.resolve import calls, define, formulas
from becher.dsl.resolve.convert import BOX, BOXES, FACE, GROUP, NUMBER, SEAT, SEATS, convert
from becher.dsl.resolve.cups import is_die
from becher.dsl.resolve.desk import Desk, Scope, fault
from becher.dsl.suggest import did_you_mean
from becher.dsl.syntax import Do, Faces, Ref
from becher.dsl.syntax import Expr as Written

BARE_ACTIONS = ("stop", "throw_again", "take_dice", "throw_afresh", "pass")
DICE_ACTIONS = ("throw", "keep")
ACTIONS = (*BARE_ACTIONS, *DICE_ACTIONS, "draw", "enter", "seat")


def resolve_act(desk: Desk, do: Do, scope: Scope) -> Act:
    """An action with constant-like arguments. Raises Fault."""
    args = do.args or ()
    if do.name in DICE_ACTIONS:
        return Act(do.name, tuple(_dice(desk, arg, scope, do.name) for arg in _just(do, args, 1)), do.span)
    if do.name == "draw":
        return Act("draw", tuple(_drawn(desk, arg) for arg in _just(do, args, 1)), do.span)
    if do.name in BARE_ACTIONS:
        _just(do, args, 0)
        return Act(do.name, (), do.span)
    if do.name == "seat":
        return Act("seat", tuple(_seat(desk, arg, scope) for arg in _just(do, args, 1)), do.span)
    if do.name == "enter":
        return _enter(desk, do, args, scope)
    if do.name in desk.names.chosen:
        return Act(do.name, tuple(_choice(desk, do.name, arg, scope) for arg in _just(do, args, 1)), do.span)
    known = (*ACTIONS, *desk.names.chosen, "given", "lay", "expect", "round", *(n.name for n in desk.names.of("phase")))
    message = f"{do.name} is nothing an example can do"
    choices = ", ".join(f"{name}(...)" for name in desk.names.chosen)
    steps = f"throw([...]), keep([...]), stop, enter(box), {choices or '...'}"
    raise fault("E218", message, do.span, did_you_mean(do.name, known) or steps)


def dice_group(desk: Desk, arg: Written, scope: Scope, what: str) -> Expr:
    """A bracket of faces."""
    return _dice(desk, arg, scope, what)


def _just(do: Do, args: tuple[Written, ...], count: int) -> tuple[Written, ...]:
    if len(args) != count:
        shape = f"{do.name}(...)" if count else do.name
        raise fault("E213", f"{do.name} is written {shape}", do.span)
    return args


def _dice(desk: Desk, arg: Written, scope: Scope, what: str) -> Expr:
    if not isinstance(arg, Faces):
        raise fault("E218", f"{what} takes dice in brackets: {what}([6 6 4])", arg.span)
    found = formulas.resolve(desk, arg, scope, GROUP, what)
    if not isinstance(found, Const | GroupOf):
        raise fault("E218", f"{what} takes dice in brackets: {what}([6 6 4])", arg.span)
    return found


def _drawn(desk: Desk, arg: Written) -> Const:
    """The kinds of dice drawn from the bag."""
    shape = "draw takes kinds of dice in brackets, one for each die drawn: draw([green green red])"
    if not isinstance(arg, Faces):
        raise fault("E218", shape, arg.span)
    kinds = tuple(name for name in arg.members if isinstance(name, str) and is_die(desk, name))
    if len(kinds) < len(arg.members):
        wrong = next(name for name in arg.members if name not in kinds)
        dice = [name.name for name in desk.names.of("die")]
        raise fault("E310", f"{wrong} is no die", arg.span, did_you_mean(str(wrong), dice) or shape)
    return Const(kinds, GROUP, arg.span)


def _seat(desk: Desk, arg: Written, scope: Scope) -> Expr:
    found = formulas.natural(desk, arg, scope, SEATS)
    if found.sort is NUMBER and isinstance(found, Const):
        return Const(found.value, SEAT, arg.span)
    return convert(desk, found, SEAT, "seat")


def _enter(desk: Desk, do: Do, args: tuple[Written, ...], scope: Scope) -> Act:
    """enter(box), enter(box, column), and a part of the dice in brackets where that is entered."""
    if not 1 <= len(args) <= 3:
        raise fault("E213", "enter names a box: enter(ones), or enter(ones, down) with columns", do.span)
    box = formulas.resolve(desk, args[0], scope, BOX, "enter")
    found: list[Expr] = [box]
    for arg in args[1:]:
        column = calls.column_of(desk, arg)
        if column is None and not isinstance(arg, Faces):
            columns = [n.name for n in desk.names.of("column")]
            hint = did_you_mean(arg.name, columns) if isinstance(arg, Ref) else None
            raise fault("E218", "the second thing in enter is a column", arg.span, hint)
        found.append(column if column is not None else _dice(desk, arg, scope, "enter"))
    return Act("enter", tuple(found), do.span)


def _choice(desk: Desk, variable: str, arg: Written, scope: Scope) -> Expr:
    """What was chosen: a box, a seat, a number, or the dice of a part."""
    sort = define.variable_sort(desk, variable)
    if sort in (BOX, BOXES):
        return formulas.resolve(desk, arg, scope, BOX, variable)
    if sort in (SEAT, SEATS):
        return _seat(desk, arg, scope)
    if isinstance(arg, Faces):
        return _dice(desk, arg, scope, variable)
    found = formulas.natural(desk, arg, scope)
    return found if found.sort in (NUMBER, FACE) else convert(desk, found, GROUP, variable)
