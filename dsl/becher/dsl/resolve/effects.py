"""Moments: their cases, and what these do."""

from becher.dsl.model import (
    ActionDef,
    Add,
    Become,
    Case,
    Convert,
    Door,
    Effect,
    Expr,
    Perform,
    Pick,
    SeatWord,
    Sort,
    Verb,
)
from becher.dsl.resolve import calls, define, formulas
from becher.dsl.resolve.convert import (
    BOX,
    BOXES,
    FACE,
    GROUP,
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
    said,
)
from becher.dsl.resolve.desk import REPORTED, Desk, Fault, Scope, fault
from becher.dsl.resolve.names import VARIABLE_PLACES, Name
from becher.dsl.schema import DOORS, QUESTIONS, STATE_WORDS, VERBS
from becher.dsl.suggest import did_you_mean
from becher.dsl.syntax import Case as CaseText
from becher.dsl.syntax import Change, Choose, Do
from becher.dsl.syntax import Effect as EffectText
from becher.dsl.syntax import Expr as Written

_SEAT_VERBS = ("out", "win", "lose")
_QUESTION_NAMES = frozenset(question.name for question in QUESTIONS)


def resolve_cases(desk: Desk, cases: tuple[CaseText, ...], scope: Scope) -> tuple[Case, ...]:
    """The cases of one moment; effects that are wrong are reported and left out."""
    return tuple(case for text in cases if (case := desk.attempt(lambda text=text: _case(desk, text, scope))))  # type: ignore[misc]


def _case(desk: Desk, text: CaseText, scope: Scope) -> Case:
    condition = None
    if text.condition is not None:
        written = text.condition
        condition = desk.attempt(lambda: formulas.resolve_condition(desk, written, scope, "when"))
    effects = resolve_effects(desk, text.effects, scope)
    return Case(text.name or "", text.mode, condition, effects, text.span)


def resolve_effects(desk: Desk, effects: tuple[EffectText, ...], scope: Scope) -> tuple[Effect, ...]:
    found = [desk.attempt(lambda effect=effect: _effect(desk, effect, scope)) for effect in effects]  # type: ignore[misc]
    return desk.require(found)


def _effect(desk: Desk, effect: EffectText, scope: Scope) -> Effect:
    match effect:
        case Change():
            return _change(desk, effect, scope)
        case Choose():
            return _choose(desk, effect, scope)
        case Do():
            return _do(desk, effect, scope)


# ---- variables


def _change(desk: Desk, effect: Change, scope: Scope) -> Effect:
    scope = Scope("effect", scope.home, scope.locals)
    owner, sort = _variable(desk, effect)
    seats = _changed_seats(desk, effect, owner, scope)
    asked = scope if effect.seat is None else scope.with_locals(it=SEAT)
    value = formulas.natural(desk, effect.value, asked, sort)
    if _starts_as_none(desk, effect.name) and not is_none(value):
        desk.learn(("variable", effect.name), PLURAL.get(value.sort, value.sort))
    if effect.sign == "becomes":
        return Become(effect.name, seats, _as_variable(desk, value, sort, effect), effect.span)
    if sort in (YESNO, WORD, SEAT, BOX):
        message = f"{effect.name} is {said(sort)}: it becomes something, and nothing is added to it"
        raise fault("E311", message, effect.span, f"{effect.name} becomes ...")
    want = GROUP if sort is PILE and value.sort is not PILE else sort
    return Add(
        effect.name, seats, convert(desk, value, want, effect.name), 1 if effect.sign == "+=" else -1, effect.span
    )


def _as_variable(desk: Desk, value: Expr, sort: Sort, effect: Change) -> Expr:
    if sort is PILE and value.sort in (NUMBER, FACE, WORD, GROUP):
        return Convert(convert(desk, value, GROUP), PILE, value.span)
    return convert(desk, value, sort, effect.name)


def _starts_as_none(desk: Desk, name: str) -> bool:
    """Only variables that start as none learn their sort from changes."""
    found = desk.names.get(name)
    value = found.define.values[0] if found is not None and found.define is not None else None
    return value is None or getattr(value, "name", "") == "none"


def _variable(desk: Desk, effect: Change) -> tuple[str, Sort]:
    """The scope and sort of the variable that changes. Raises Fault where it is none."""
    name = effect.name
    if name == "pool":
        return "tally", NUMBER
    found = desk.names.get(name)
    if found is not None and found.kind == "variable":
        return found.home, define.variable_sort(desk, name)
    if found is None and name in desk.names.chosen:
        return "tally", define.variable_sort(desk, name)
    raise _no_variable(desk, effect, found)


def _no_variable(desk: Desk, effect: Change, found: Name | None) -> Fault:
    name = effect.name
    if found is not None:
        kinds = {
            "formula": "a formula and is worked out anew each time",
            "option": "an option and stays as it is",
            "boxes": "a group of boxes",
        }
        what = kinds.get(found.kind, f"a {found.kind}")
        message = f"{name} is {what}: only variables change"
        return fault("E219", message, effect.name_span, "variables stand in player, shared and tally")
    if name in STATE_WORDS or name in _QUESTION_NAMES:
        return fault("E219", f"{name} is a word of the language and changes by itself", effect.name_span)
    known = [n.name for n in desk.names.of("variable")]
    hint = did_you_mean(name, [*known, "pool"]) or f"variables stand in {', '.join(VARIABLE_PLACES)}"
    return fault("E201", f"no variable is called {name}", effect.name_span, hint)


def _changed_seats(desk: Desk, effect: Change, owner: str, scope: Scope) -> Expr | None:
    if owner != "player":
        if effect.seat is not None:
            message = f"{effect.name} is one for the whole table, not one of each seat"
            raise fault("E311", message, effect.seat.span, f"leave out the of, or move {effect.name} into player {{ }}")
        return None
    if effect.seat is None:
        return Convert(SeatWord("me", SEAT, effect.name_span), SEATS, effect.name_span)
    return convert(desk, formulas.resolve_seats(desk, effect.seat, scope), SEATS, "of")


def _choose(desk: Desk, effect: Choose, scope: Scope) -> Pick:
    inner = Scope("effect", scope.home, scope.locals)
    found = desk.names.get(effect.name)
    if found is not None and found.kind != "variable":
        message = f"{effect.name} is a name of something else: choose wants a variable or a new name"
        raise fault("E219", message, effect.name_span)
    seat = None
    if effect.seat is not None:
        seat = convert(desk, formulas.resolve_seats(desk, effect.seat, inner), SEAT, "choose of")
        if isinstance(seat, Convert) and not at_most_one(desk, seat.arg):
            raise fault("E302", "one seat chooses, but these are several", effect.seat.span, "choose x of next in ...")
    group = formulas.resolve_many(desk, effect.group, inner, GROUP)
    if group.sort not in (GROUP, PARTS, SEATS, BOXES, PILE):
        raise fault("E311", f"one chooses in a group, but this is {said(group.sort)}", effect.group.span)
    _learn_choice(desk, effect, group)
    return Pick(effect.name, seat, group, effect.may_pass, effect.span)


def _learn_choice(desk: Desk, effect: Choose, group: Expr) -> None:
    if group.sort is PARTS:
        desk.learn(("parts", effect.name), PARTS)
    sort = GROUP if group.sort in (PARTS, PILE) else group.sort
    if _starts_as_none(desk, effect.name):
        desk.learn(("variable", effect.name), sort)
        return
    have = define.variable_sort(desk, effect.name)
    if (
        have is not sort
        and not (have in (NUMBER, FACE, WORD) and sort is GROUP)
        and {have, sort} not in ({SEAT, SEATS}, {BOX, BOXES})
    ):
        message = f"{effect.name} holds {said(have)}, but what is chosen here comes from {said(sort)}"
        raise fault("E311", message, effect.span, f"let {effect.name} start as none")


# ---- verbs, doors and actions


def _do(desk: Desk, effect: Do, scope: Scope) -> Effect:
    scope = Scope("effect", scope.home, scope.locals)
    args = effect.args or ()
    name = effect.name
    found = desk.names.get(name)
    if found is not None and found.kind == "action":
        return _perform(desk, effect, found, scope)
    if found is not None and found.kind == "phase":
        return _enter_phase(desk, effect, found, scope)
    if name in VERBS:
        return _verb(desk, effect, scope)
    if name == "enter":
        return Door(name, None, tuple(_entered(desk, arg, scope) for arg in args), effect.span)
    if name in DOORS:
        if args:
            raise fault("E213", f"{name} takes nothing in brackets", effect.span)
        return Door(name, None, (), effect.span)
    raise _nothing_to_do(desk, effect, found)


def _nothing_to_do(desk: Desk, effect: Do, found: Name | None) -> Fault:
    name = effect.name
    if found is not None:
        hint = f"{name} += ..., {name} -= ... or {name} becomes ..." if found.kind == "variable" else None
        return fault("E219", f"{name} is a {found.kind}: nothing is done by naming it", effect.span, hint)
    known = [*VERBS, *DOORS, *(n.name for n in desk.names.names.values() if n.kind in ("action", "phase"))]
    return fault("E201", f"there is no action or phase called {name}", effect.span, did_you_mean(name, known))


def _verb(desk: Desk, effect: Do, scope: Scope) -> Verb:
    args = effect.args or ()
    if effect.name in _SEAT_VERBS:
        if len(args) != 1:
            raise fault("E213", f"{effect.name} says who: {effect.name}(me)", effect.span)
        seats = formulas.resolve_seats(desk, args[0], scope, effect.name)
        return Verb(effect.name, convert(desk, seats, SEATS, effect.name), effect.span)
    if args:
        raise fault("E213", f"{effect.name} takes nothing in brackets", effect.span)
    return Verb(effect.name, None, effect.span)


def _call_args(desk: Desk, effect: Do, found: Name, scope: Scope) -> tuple[Expr, ...]:
    args = effect.args or ()
    if len(args) != len(found.params):
        shown = f"{found.name}({', '.join(found.params)})" if found.params else found.name
        message = f"{found.name} wants {len(found.params)} in brackets, not {len(args)}: {shown}"
        raise fault("E213", message, effect.span)
    values = tuple(formulas.natural(desk, arg, scope) for arg in args)
    define.learn_params(desk, found.name, found.params, values)
    return values


def _entered(desk: Desk, arg: Written, scope: Scope) -> Expr:
    """A part of the dice that is written; which box is asked then."""
    found = formulas.natural(desk, arg, scope, GROUP)
    if found.sort in (BOX, BOXES):
        hint = "the sheet says which box: sheet { enter: ... }, and enter without brackets writes it"
        raise fault("E301", f"enter(...) writes parts of the dice, but this is {said(found.sort)}", arg.span, hint)
    return convert(desk, found, GROUP, "enter")


def _enter_phase(desk: Desk, effect: Do, found: Name, scope: Scope) -> Door:
    values = _call_args(desk, effect, found, scope)
    params = define.params_of(desk, found.name, found.params)
    return Door("phase", found.name, calls.convert_all(desk, values, params), effect.span)


def _perform(desk: Desk, effect: Do, found: Name, scope: Scope) -> Perform:
    values = _call_args(desk, effect, found, scope)
    action = action_of(desk, found, effect)
    return Perform(found.name, calls.convert_all(desk, values, action.params), effect.span)


def action_of(desk: Desk, found: Name, effect: Do | None = None) -> ActionDef:
    """The action of this name. Raises Fault where it comes back to itself."""
    known = desk.actions.get(found.name)
    if known is not None:
        return known
    if found.name in desk.broken or found.action is None:
        raise REPORTED
    text = found.action
    try:
        with desk.inside(found.name, effect.span if effect is not None else found.span, "E220"):
            params = define.params_of(desk, found.name, found.params)
            effects = resolve_effects(desk, text.effects, Scope("effect", None, dict(params)))
    except Fault:
        desk.broken.add(found.name)
        raise
    action = ActionDef(found.name, params, effects, text.span)
    desk.actions[found.name] = action
    return action
