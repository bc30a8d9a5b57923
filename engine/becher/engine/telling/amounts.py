"""Numbers, faces and words, as the noun that stands in a sentence: "the sum of all dice", "twice the face"."""

from collections.abc import Sequence

from becher.dsl.model import (
    Arith,
    Before,
    BestPart,
    BoxRead,
    Call,
    Choice,
    Const,
    Convert,
    Expr,
    FormulaCall,
    HandAsk,
    Local,
    OfSeat,
    OptionRead,
    SeatWord,
    Sort,
    StateWord,
    TableAsk,
    VariableRead,
)
from becher.engine.telling import brackets, conditions, groups, seats
from becher.engine.telling.settle import bind
from becher.engine.telling.voice import Voice, is_seats, plain_number

_GROUPS = frozenset({Sort.GROUP, Sort.PILE, Sort.BOX, Sort.BOXES, Sort.PARTS})


def amount(expr: Expr, voice: Voice) -> str:
    """A formula as a noun. A yes/no as the condition it is."""
    if expr.sort in _GROUPS:
        return groups.group(expr, voice).plain
    if is_seats(expr.sort):
        return seats.who(expr, voice).plain
    if expr.sort is Sort.YESNO and not isinstance(expr, Const):
        return conditions.clause(expr, voice)
    match expr:
        case Const():
            return constant(expr, voice)
        case Convert() | OptionRead():
            return amount(expr.arg, voice) if isinstance(expr, Convert) else voice.term(expr.name)
        case Local():
            return local(expr, voice)
        case VariableRead():
            return _variable(expr.name, voice)
        case FormulaCall():
            return called(expr, voice)
        case StateWord():
            return voice.tongue.first(f"amount.{expr.name}.{voice.me.person}", f"amount.{expr.name}", who=voice.me)
        case BoxRead():
            return voice.say("box.written", box=voice.term(expr.box))
        case OfSeat():
            return amount(expr.value, voice.about(seats.who(expr.seat, voice)))
        case Before():
            return voice.say("before", value=amount(expr.value, voice))
        case Choice():
            return _choice(expr, voice)
        case Arith():
            return _arith(expr, voice)
    return _asked(expr, voice)


def constant(expr: Const, voice: Voice) -> str:
    match expr.value:
        case True | False:
            return voice.say("yes" if expr.value else "no")
        case int():
            return voice.tongue.digits(expr.value)
        case str():
            return voice.label(expr.value)
    return groups.members(expr.value, voice)


def local(expr: Local, voice: Voice) -> str:
    """A letter by its name here, `it`, or a parameter."""
    if expr.name in voice.letters:
        return voice.letters[expr.name].plain
    if expr.name not in ("it", "$each"):
        return voice.term(expr.name)
    return voice.say("it.group" if expr.sort is Sort.GROUP else "it")


def called(call: FormulaCall, voice: Voice) -> str:
    """A formula in place, or its name with what it is asked with."""
    if voice.in_place(call.name):
        formula = voice.game.formulas[call.name]
        return amount(bind(formula.value, dict(zip((n for n, _ in formula.params), call.args, strict=True))), voice)
    if not call.args:
        return voice.term(call.name)
    args = voice.tongue.joined([amount(arg, voice) for arg in call.args], "and")
    return voice.say("called", name=voice.term(call.name), args=args)


def bare(expr: Expr, voice: Voice) -> Expr:
    """What a formula told in place is told as."""
    match expr:
        case Convert():
            return bare(expr.arg, voice)
        case FormulaCall() if voice.in_place(expr.name):
            return bare(voice.game.formulas[expr.name].value, voice)
    return expr


def held(expr: Expr, voice: Voice) -> str:
    """A formula as a noun in the middle of a sentence: a choice is held together by brackets."""
    text = amount(expr, voice)
    return f"({text})" if isinstance(bare(expr, voice), Choice) else text


def best(value: Expr, which: str, voice: Voice) -> str:
    """Who is best at this: "whoever has the most points", "the player for whom the sum of ... is highest"."""
    match value:
        case VariableRead(name=name) if voice.counts(name):
            return voice.say(f"best.{which}.counted", label=voice.label(name))
        case VariableRead(name=name):
            return voice.say(f"best.{which}.named", label=voice.term(name))
        case StateWord(name=name) if voice.tongue.has(f"best.{which}.{name}"):
            return voice.say(f"best.{which}.{name}")
    inner = voice.about(voice.tongue.who("seat.itself", "itself"))
    return voice.say(f"best.{which}", value=amount(value, inner))


def _variable(name: str, voice: Voice) -> str:
    if name == "pool":
        return voice.say("pool")
    if voice.game.variables[name].scope != "player" or voice.me.person == "itself":
        return voice.term(name)
    return voice.say(f"account.{voice.me.person}", label=voice.term(name), who=voice.me)


def _choice(expr: Choice, voice: Voice) -> str:
    slots = {"value": amount(expr.value, voice), "condition": conditions.clause(expr.condition, voice)}
    if isinstance(expr.other, Const) and expr.other.value in (0, ()):
        return voice.say("if", **slots)
    return voice.say("if_else", other=amount(expr.other, voice), **slots)


def _arith(expr: Arith, voice: Voice) -> str:
    if _is_difference(expr, voice):
        return voice.say("difference")
    (sign, other), *more = expr.rest
    if sign == "*" and not more and plain_number(other) is not None:
        return voice.say("arith.*", left=amount(other, voice), right=_operand(expr.first, sign, voice))
    text = _operand(expr.first, sign, voice)
    for sign, part in expr.rest:
        text = voice.say(f"arith.{sign}", left=text, right=_operand(part, sign, voice))
    return text


def _is_difference(expr: Expr, voice: Voice) -> bool:
    match expr:
        case Arith(rest=(("-", other),)):
            return {expr.first, other} == set(voice.difference)
    return False


def _operand(expr: Expr, sign: str, voice: Voice) -> str:
    """A part of a sum or product, in brackets where it would fall apart."""
    text = amount(expr, voice)
    inner = bare(expr, voice)
    falls_apart = sign in "*/-" and isinstance(inner, Arith) and not _is_difference(inner, voice)
    return f"({text})" if falls_apart or isinstance(inner, Choice) else text


# ---- tables and functions


def _asked(expr: Expr, voice: Voice) -> str:
    match expr:
        case TableAsk():
            return voice.say("table.ask", table=voice.term(expr.table), key=amount(expr.arg, voice))
        case HandAsk():
            return voice.say(f"hands.{expr.how}", table=voice.term(expr.table), dice=groups.group(expr.group, voice))
        case BestPart():
            look = brackets.look(expr.pattern, voice)
            return voice.say(f"part.{expr.function}", dice=groups.group(expr.group, voice), look=look)
        case Call():
            return _call(expr, voice)
        case SeatWord():
            return seats.who(expr, voice).plain
    raise TypeError(f"no phrase for {type(expr).__name__}")


def _call(call: Call, voice: Voice) -> str:
    match call.name, call.args:
        case "min" | "max" as name, _:
            return _bounded(name, call.args, voice)
        case "abs", (value,):
            return voice.say("abs", value=amount(value, voice))
        case "sum" | "run" as name, (group,):
            return voice.say(name, group=groups.group(group, voice))
        case "count", (group,):
            return _count(group, voice)
        case "sum_of" | "count_of" as name, (group, faces):
            return _of_faces(name, group, faces, voice)
        case "written" | "written_in", (boxes, *column):
            one = isinstance(boxes, Const) and isinstance(boxes.value, tuple) and len(boxes.value) == 1
            named = groups.group(boxes, voice)
            return f"{named if one else voice.say('written', boxes=named)}{_in_column(column, voice)}"
        case name, (box, *column):
            return voice.say(name.removesuffix("_in"), box=groups.group(box, voice), where=_in_column(column, voice))
    raise TypeError(f"no phrase for {call.name}")


def _in_column(column: Sequence[Expr], voice: Voice) -> str:
    return voice.say("in_column", column=amount(column[0], voice)) if column else ""


def _of_faces(name: str, group: Expr, faces: Expr, voice: Voice) -> str:
    """`sum(dice, 1)` as "the sum of all ones"; other faces and other groups in full."""
    named = f"faces.{_single(faces)}"
    zone = group.name if isinstance(group, StateWord) else "other"
    if zone == "dice" and voice.tongue.has(named):
        return voice.say(f"{name}.named", faces=voice.say(named))
    slots = {"group": groups.group(group, voice), "faces": groups.faces(faces, voice)}
    return voice.tongue.first(f"{name}.{zone}", f"{name}.showing", **slots)


def _single(faces: Expr) -> object:
    """The one number a group of faces is; None where it is anything else."""
    match faces:
        case Const(value=(int() as face,)):
            return face
    return None


def _count(group: Expr, voice: Voice) -> str:
    if is_seats(group.sort):
        return voice.say("count.seats", seats=seats.who(group, voice))
    kind = "boxes" if group.sort is Sort.BOXES else "parts" if group.sort is Sort.PARTS else "members"
    if isinstance(group, StateWord):
        kind = "dice"
    return voice.say(f"count.{kind}", group=groups.group(group, voice))


def _bounded(name: str, args: tuple[Expr, ...], voice: Voice) -> str:
    """`min(3, chips)` as "your chips, but at most 3"."""
    numbers = [arg for arg in args if plain_number(arg) is not None]
    others = [arg for arg in args if plain_number(arg) is None]
    if len(numbers) == 1 and len(others) == 1:
        return voice.say(f"{name}.bound", value=amount(others[0], voice), bound=amount(numbers[0], voice))
    values = voice.tongue.joined([amount(arg, voice) for arg in args], "and")
    return voice.say(name, values=values)
