"""Examples as steps, and the properties of always."""

from becher.dsl.model import Always, Const, Example, Expect, Expr, Given, GivenOption, Lay, PhaseDice, RoundDice
from becher.dsl.model.claims import Step
from becher.dsl.resolve import acts, calls, define, formulas
from becher.dsl.resolve.convert import GROUP, NUMBER, PILE, SEATS, convert
from becher.dsl.resolve.desk import Desk, Fault, Scope, fault
from becher.dsl.suggest import did_you_mean
from becher.dsl.syntax import Change, Choose, Define, Do, Effect, Of, Ref
from becher.dsl.syntax import Example as ExampleText
from becher.dsl.syntax import Expr as Written

_SCOPE = Scope("claim", example=True)


def resolve_example(desk: Desk, text: ExampleText) -> Example | None:
    """The steps of an example; None where one of them is wrong, for the rest would prove nothing."""
    steps: list[Step | None] = [desk.attempt(lambda effect=effect: _step(desk, effect)) for effect in text.effects]  # type: ignore[misc]
    found = tuple(step for step in steps if step is not None)
    desk.attempt(lambda: _options_first(found))
    return Example(text.title, found, text.span) if len(found) == len(steps) else None


def _options_first(steps: tuple[Step, ...]) -> None:
    """Options are set before the play begins. Raises Fault."""
    played = False
    for step in steps:
        if played and isinstance(step, GivenOption):
            raise fault("E218", f"{step.option} is set before the play begins", step.span)
        played = played or not isinstance(step, Given | GivenOption)


def _step(desk: Desk, effect: Effect) -> Step:
    if isinstance(effect, Change | Choose):
        message = "an example does not change variables by itself: it sets them up, plays and expects"
        raise fault("E218", message, effect.span, f"given({effect.name}, ...), or expect({effect.name} = ...)")
    return _do(desk, effect)


def _do(desk: Desk, do: Do) -> Step:
    args = do.args or ()
    match do.name:
        case "given":
            return _given(desk, do, args)
        case "lay":
            return Lay(acts.dice_group(desk, _one(do, args), _SCOPE, "lay"), do.span)
        case "expect":
            return _expect(desk, do, args)
        case "round":
            return RoundDice(tuple(acts.dice_group(desk, arg, _SCOPE, "round") for arg in args), do.span)
    found = desk.names.get(do.name)
    if found is not None and found.kind == "phase":
        return PhaseDice(do.name, acts.dice_group(desk, _one(do, args), _SCOPE, do.name), do.span)
    return acts.resolve_act(desk, do, _SCOPE)


def _one(do: Do, args: tuple[Written, ...]) -> Written:
    if len(args) != 1:
        raise fault("E213", f"{do.name} takes its dice in brackets: {do.name}([6 6 4])", do.span)
    return args[0]


def _expect(desk: Desk, do: Do, args: tuple[Written, ...]) -> Expect:
    if not args:
        raise fault("E213", "expect says what must hold: expect(pool = 6)", do.span)
    return Expect(tuple(formulas.resolve_condition(desk, arg, _SCOPE, "expect") for arg in args), do.span)


def _given(desk: Desk, do: Do, args: tuple[Written, ...]) -> Given | GivenOption:
    if len(args) not in (2, 3):
        message = "given sets something up: given(score of me, 40), given(ones, 3), given(ones, down, 3)"
        raise fault("E213", message, do.span)
    target, value = args[0], args[-1]
    seats: Expr | None = None
    if isinstance(target, Of):
        seats = convert(desk, formulas.resolve_seats(desk, target.seat, _SCOPE), SEATS, "of")
        target = target.value
    if not isinstance(target, Ref) or target.args is not None:
        raise fault("E218", "given sets a variable or a box", target.span, "given(score of me, 40)")
    named = desk.names.get(target.name)
    if named is not None and named.kind == "option" and len(args) == 2 and seats is None:
        return _given_option(desk, do, target.name, value)
    column = calls.column_of(desk, args[1]) if len(args) == 3 else None
    if len(args) == 3 and column is None:
        raise fault("E218", "the second of three things in given is a column", args[1].span)
    return _given_value(desk, do, target, column, seats, value)


def _given_option(desk: Desk, do: Do, name: str, value: Written) -> GivenOption:
    option = define.option_of(desk, name)
    given = define.option_value(option, value)
    if given is None:
        raise fault("E218", f"{name} is never this: the game says what it may be", value.span)
    return GivenOption(name, given, do.span)


def _given_value(desk: Desk, do: Do, target: Ref, column: Const | None, seats: Expr | None, value: Written) -> Given:
    found = desk.names.get(target.name)
    shown = str(column.value) if column is not None else None
    if found is not None and found.kind == "box":
        return Given(target.name, shown, seats, formulas.resolve(desk, value, _SCOPE, NUMBER, "given"), do.span)
    if found is not None and found.kind == "variable":
        sort = define.variable_sort(desk, target.name)
        result = formulas.natural(desk, value, _SCOPE, sort)
        want = GROUP if sort is PILE and result.sort is not PILE and not isinstance(result, Const) else sort
        return Given(target.name, shown, seats, convert(desk, result, want, "given"), do.span)
    raise _no_target(desk, target)


def _no_target(desk: Desk, target: Ref) -> Fault:
    known = [n.name for n in desk.names.names.values() if n.kind in ("variable", "box", "option")]
    message = f"given sets a variable, a box or an option, and {target.name} is none of them"
    return fault("E218", message, target.span, did_you_mean(target.name, known))


def resolve_always(desk: Desk, text: Define) -> Always | None:
    value = text.values[0]
    if isinstance(value, Ref) and value.name == "symmetric":
        return Always(text.name, None, text.span)
    found = desk.attempt(lambda: formulas.resolve_condition(desk, value, Scope("claim"), f"{text.name} in always"))
    return None if found is None else Always(text.name, found, text.span)
