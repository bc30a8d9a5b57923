"""Groups: dice, tiles, boxes, parts, as nouns with the form that stands behind "the sum"."""

from collections.abc import Iterable

from becher.dsl.model import (
    Arith,
    Call,
    Choice,
    Compare,
    Const,
    Convert,
    Expr,
    Filter,
    FormulaCall,
    GroupOf,
    Local,
    OfSeat,
    OfSeats,
    RangeGroup,
    Sort,
    StateWord,
    TableAsk,
    Value,
    VariableRead,
)
from becher.engine.telling import amounts, conditions, seats
from becher.engine.telling.settle import bind
from becher.engine.telling.tongue import Said
from becher.engine.telling.voice import Voice, plain_number


def group(expr: Expr, voice: Voice) -> Said:
    """A group, or the group of just one thing."""
    match expr:
        case Convert():
            return group(expr.arg, voice)
        case Const():
            return _constant(expr, voice)
        case StateWord():
            return voice.tongue.noun(f"group.{expr.name}")
        case FormulaCall() if voice.in_place(expr.name):
            formula = voice.game.formulas[expr.name]
            args = dict(zip((name for name, _ in formula.params), expr.args, strict=True))
            return group(bind(formula.value, args), voice)
        case VariableRead():
            return _variable(expr, voice)
        case OfSeat():
            return group(expr.value, voice.about(seats.who(expr.seat, voice)))
        case OfSeats():
            return group(expr.value, voice.about(seats.who(expr.seats, voice)))
        case TableAsk(many=True):
            slots = {"table": voice.term(expr.table), "group": group(expr.arg, voice)}
            return voice.tongue.noun("group.answers", **slots)
        case Filter():
            return _filter(expr, voice)
        case Choice():
            return _choice(expr, voice)
        case Arith():
            return _arith(expr, voice)
        case Call():
            return _call(expr, voice)
    return _other(expr, voice)


def faces(expr: Expr, voice: Voice) -> str:
    """Faces that count either way: "1 or 5"."""
    match expr:
        case Const(value=(_, *_) as value):
            return voice.tongue.joined([member(m, voice) for m in value], "or")
        case Arith() if all(sign == "+" for sign, _ in expr.rest):
            parts = (expr.first, *(part for _, part in expr.rest))
            return voice.tongue.joined([faces(part, voice) for part in parts], "or")
    return group(expr, voice).plain


def members(value: Value, voice: Voice) -> str:
    """A constant group as it lies on the table: 1 2 2 5."""
    if not isinstance(value, tuple):
        return member(value, voice)
    return " ".join(member(m, voice) for m in value) if value else voice.say("none")


def member(value: object, voice: Voice) -> str:
    """A face, a number, or a word: by its label, else by what the language of rules itself means by it."""
    if isinstance(value, tuple):
        return members(value, voice)
    if not isinstance(value, str):
        return voice.tongue.digits(value) if isinstance(value, int) else str(value)
    own = f"word.{value}"
    return voice.say(own) if voice.tongue.has(own) and not voice.has_label(value) else voice.label(value)


def _constant(expr: Const, voice: Voice) -> Said:
    if expr.sort is Sort.BOX:
        name = voice.term(str(expr.value))
        return Said(name, voice.say("of", x=name))
    if expr.sort is Sort.BOXES and isinstance(expr.value, tuple) and expr.value:
        return _boxes([str(box) for box in expr.value], voice)
    text = members(expr.value, voice)
    return Said(text, voice.say("of", x=text))


def _boxes(names: list[str], voice: Voice) -> Said:
    sheet = voice.game.sheet
    if sheet is not None and names == [box.name for box in sheet.boxes]:
        return voice.tongue.noun("boxes.all")
    name = group_name(tuple(names), voice)
    if name is not None:
        return voice.tongue.noun("boxes.group", group=voice.term(name))
    text = voice.tongue.joined(map(voice.term, names), "and")
    return Said(text, voice.say("of", x=text))


def group_name(boxes: tuple[object, ...], voice: Voice) -> str | None:
    """The name of the group these boxes are; None where they are not one."""
    groups = voice.game.sheet.groups if voice.game.sheet is not None else {}
    return next((name for name, members_of in groups.items() if members_of == boxes), None)


def _variable(expr: VariableRead, voice: Voice) -> Said:
    if voice.game.variables[expr.name].scope == "player":
        return voice.tongue.noun(f"account.{voice.me.person}", label=voice.term(expr.name), who=voice.me)
    name = voice.term(expr.name)
    return Said(name, voice.say("of", x=name))


def _filter(expr: Filter, voice: Voice) -> Said:
    """Those members of a group for which something holds; of numbers often that they show so much."""
    members_of = group(expr.group, voice)
    match expr.condition:
        case Compare(op=op, left=Local(name="it") | Convert(arg=Local(name="it")), right=right) if op not in (
            "in",
            "has",
        ):
            bound = voice.say(f"bound.{op}", n=amounts.amount(right, voice))
            return voice.tongue.noun("group.where.showing", group=members_of, bound=bound)
    key = "group.where.parts" if expr.sort is Sort.PARTS else "group.where"
    return voice.tongue.noun(key, group=members_of, condition=conditions.clause(expr.condition, voice))


def _choice(expr: Choice, voice: Voice) -> Said:
    slots = {"value": group(expr.value, voice), "condition": conditions.clause(expr.condition, voice)}
    if isinstance(expr.other, Const) and expr.other.value == ():
        text = voice.say("if", **slots)
    else:
        text = voice.say("if_else", other=group(expr.other, voice), **slots)
    return Said(text, voice.say("of", x=text))


def _arith(expr: Arith, voice: Voice) -> Said:
    found = group(expr.first, voice)
    for sign, part in expr.rest:
        key = "group.and" if sign == "+" else "group.without"
        found = voice.tongue.noun(key, first=found, second=group(part, voice))
    return found


def _call(call: Call, voice: Voice) -> Said:
    tongue = voice.tongue
    match call.name, call.args:
        case ("every", (faces_kept,)):
            return tongue.noun("every", faces=faces(faces_kept, voice))
        case ("chain", links):
            return tongue.noun("chain", links=_listed(links, voice))
        case ("open_in", (column,)):
            return tongue.noun("open_in", column=voice.term(str(getattr(column, "value", ""))))
        case ("nth", (things, place)):
            n = plain_number(place)
            said = str(n) if n is not None else amounts.amount(place, voice)
            return tongue.noun("nth" if n is not None else "nth.as", group=group(things, voice), n=said)
        case ("parts", (things, size)):
            n = plain_number(size)
            said = tongue.number(n) if n is not None else amounts.amount(size, voice)
            return tongue.noun("parts.n", group=group(things, voice), n=said)
        case ("open", (boxes,)) if isinstance(boxes, Const) and group(boxes, voice) == tongue.noun("boxes.all"):
            return tongue.noun("open.all")
        case ("first" | "last" as name, (Call(name="open"),)):
            return tongue.noun(f"{name}.open", group=group(call.args[0], voice))
        case ("open", (Const(value=tuple() as boxes),)) if (found := group_name(boxes, voice)) is not None:
            return tongue.noun("open.group", group=voice.term(found))
        case (name, (things, *_)):
            return tongue.noun(name, group=group(things, voice))
    raise TypeError(f"no phrase for {call.name}")


def _listed(exprs: Iterable[Expr], voice: Voice) -> str:
    return ", ".join(amounts.amount(expr, voice) for expr in exprs)


def _other(expr: Expr, voice: Voice) -> Said:
    match expr:
        case RangeGroup():
            low, high = amounts.amount(expr.low, voice), amounts.amount(expr.high, voice)
            return voice.tongue.noun("range", low=low, high=high)
        case GroupOf():
            text = " ".join(amounts.amount(m, voice) for m in expr.members)
        case FormulaCall():
            text = amounts.called(expr, voice)
        case Local(name="it", sort=Sort.GROUP):
            return voice.tongue.noun("it.group")
        case Local():
            text = amounts.local(expr, voice)
        case _:
            text = amounts.amount(expr, voice)
    return Said(text, voice.say("of", x=text))
