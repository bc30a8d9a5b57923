"""Yes/no formulas as the clause behind "if": "if the sum of all dice is at least 30"."""

from collections.abc import Iterable

import attrs

from becher.dsl.model import (
    BoxRead,
    Call,
    Choice,
    Compare,
    Const,
    Convert,
    EachSeat,
    Expr,
    Filter,
    Fits,
    FormulaCall,
    HandAsk,
    IsOut,
    Legal,
    Local,
    Logic,
    OfSeat,
    SeatWord,
    Sort,
    StateWord,
    VariableRead,
    WasBust,
    Within,
)
from becher.engine.telling import amounts, brackets, groups, seats
from becher.engine.telling.settle import bind
from becher.engine.telling.tongue import Who
from becher.engine.telling.voice import Voice, is_seats, plain_number

ZONES = frozenset({"dice", "thrown", "kept", "aside"})
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_TURNED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_NUMBERS = frozenset({Sort.NUMBER, Sort.FACE})


def clause(expr: Expr, voice: Voice, yes: bool = True) -> str:
    """What must hold, or must not."""
    match expr:
        case Convert():
            return _any(expr.arg, voice, yes)
        case Logic(op="not"):
            return clause(expr.parts[0], voice, not yes)
        case Logic():
            return _logic(expr, voice, yes)
        case Compare():
            return _compare(expr, voice, yes)
        case Choice():
            return clause(_spelt_out(expr), voice, yes)
        case OfSeat():
            return clause(expr.value, voice.about(seats.who(expr.seat, voice)), yes)
        case EachSeat():
            return _each(expr, voice, yes)
        case FormulaCall() if voice.in_place(expr.name):
            formula = voice.game.formulas[expr.name]
            args = dict(zip((name for name, _ in formula.params), expr.args, strict=True))
            return clause(bind(formula.value, args), voice, yes)
    return _plain(expr, voice, yes)


def _plain(expr: Expr, voice: Voice, yes: bool) -> str:
    match expr:
        case Const():
            return _say("always", voice, yes == bool(expr.value))
        case Fits():
            return _fits(expr, voice, yes)
        case HandAsk():
            slots = {"dice": groups.group(expr.group, voice), "table": voice.term(expr.table)}
            return _say("sets", voice, yes, **slots)
        case Within():
            return _within(expr, voice, yes)
        case Call(name="filled"):
            return _say("filled", voice, yes, boxes=groups.group(expr.args[0], voice))
        case IsOut():
            who = seats.who(expr.seats, voice)
            return _say(f"is_out.{who.person}", voice, yes, who=who)
        case Legal():
            args = " ".join(amounts.amount(arg, voice) for arg in expr.action.args)
            act = voice.tongue.first(f"act.{expr.action.name}", "act", name=voice.term(expr.action.name), args=args)
            return _say("legal", voice, yes, act=act)
        case WasBust():
            return _say("was_bust", voice, yes)
        case FormulaCall():
            return _say("named", voice, yes, name=amounts.called(expr, voice))
        case Local() | VariableRead():
            return _say("named", voice, yes, name=voice.term(expr.name))
    return _say("named", voice, yes, name=amounts.amount(attrs.evolve(expr, sort=Sort.NUMBER), voice))


def _say(key: str, voice: Voice, yes: bool, **slots: object) -> str:
    return voice.say(key if yes else f"{key}.not", **slots)


# ---- and, or, each


def _logic(expr: Logic, voice: Voice, yes: bool) -> str:
    """Not (a and b) is not a or not b."""
    key = expr.op if yes else {"and": "or", "or": "and"}[expr.op]
    parts = [_inner(part, key, voice, yes) for part in expr.parts]
    return voice.tongue.joined(parts, f"clauses.{key}")


def _inner(part: Expr, outer: str, voice: Voice, yes: bool) -> str:
    """A part; where and stands in or, or the other way round, it is held together."""
    text = clause(part, voice, yes)
    if outer == "and" and _is_choice_of_clauses(part, voice, yes):
        return voice.say("either", clause=text)
    return text


def _is_choice_of_clauses(expr: Expr, voice: Voice, yes: bool) -> bool:
    match expr:
        case Logic(op="not"):
            return _is_choice_of_clauses(expr.parts[0], voice, not yes)
        case Logic():
            return (expr.op == "or") == yes
        case FormulaCall() if voice.in_place(expr.name):
            return _is_choice_of_clauses(voice.game.formulas[expr.name].value, voice, yes)
    return False


def _spelt_out(expr: Choice) -> Expr:
    """`a when c else b` of yes/nos as (c and a) or (not c and b)."""
    first = Logic("and", (expr.condition, expr.value))
    if isinstance(expr.other, Const) and expr.other.value is False:
        return first
    return Logic("or", (first, Logic("and", (Logic("not", (expr.condition,)), expr.other))))


def _each(expr: EachSeat, voice: Voice, yes: bool) -> str:
    body = clause(expr.body, voice)
    return _say("each", voice, yes, seats=seats.who(expr.seats, voice), clause=body)


# ---- is there any


def _any(group: Expr, voice: Voice, yes: bool) -> str:
    """A group as a condition: is there any?"""
    zone = _zone(group)
    if voice.tongue.has(f"any.{zone}"):
        return _say(f"any.{zone}", voice, yes)
    if isinstance(group, VariableRead) or (isinstance(group, FormulaCall) and not voice.in_place(group.name)):
        return _say("any.left", voice, yes, group=groups.group(group, voice))
    if is_seats(group.sort):
        return _say("any.seats", voice, yes, seats=seats.who(group, voice))
    kind = {Sort.BOXES: "any.boxes", Sort.BOX: "any.boxes", Sort.PARTS: "any.parts"}.get(group.sort, "any")
    return _say(kind, voice, yes, group=groups.group(group, voice))


def _zone(expr: Expr) -> str:
    match expr:
        case Convert():
            return _zone(expr.arg)
        case StateWord():
            return expr.name
        case Filter():
            return _zone(expr.group)
    return "other"


# ---- comparisons


def _compare(expr: Compare, voice: Voice, yes: bool) -> str:
    if expr.op in ("in", "has"):
        part, whole = (expr.left, expr.right) if expr.op == "in" else (expr.right, expr.left)
        return _lies_in(part, whole, voice, yes)
    op = expr.op if yes else _OPPOSITE[expr.op]
    left, right = expr.left, expr.right
    if isinstance(left, Const) and not isinstance(right, Const):
        left, right, op = right, left, _TURNED[op]
    if left.sort in _NUMBERS or right.sort in _NUMBERS:
        return _numbers(left, op, right, voice)
    return _same(left, right, voice, op == "=")


def _lies_in(part: Expr, whole: Expr, voice: Voice, yes: bool) -> str:
    """`whole has part`. A letter of keep is one face; boxes, seats and dice are said each their own way."""
    zone = _zone(whole)
    if is_seats(whole.sort):
        who = seats.who(part, voice)
        return _say(f"among.{who.person}", voice, yes, who=who, whole=seats.who(whole, voice))
    slots = {"part": _shown(part, voice), "whole": groups.group(whole, voice)}
    key = f"has.{zone}" if voice.tongue.has(f"has.{zone}") else "has"
    return _say(key, voice, yes, **slots)


def _shown(part: Expr, voice: Voice) -> str:
    """What dice show: a number with its article."""
    match part:
        case Const(value=(int() as face,)):
            return voice.say("one_face", face=face)
    return groups.group(part, voice).plain


def _same(left: Expr, right: Expr, voice: Voice, yes: bool) -> str:
    if isinstance(right, Const) and right.value == ():
        return _any(left, voice, not yes)
    if is_seats(left.sort):
        who = seats.who(left, voice)
        return _say(f"same_seat.{who.person}", voice, yes, who=who, other=seats.who(right, voice))
    zone = _zone(left)
    if voice.tongue.has(f"shows.{zone}"):
        return _say(f"shows.{zone}", voice, yes, dice=groups.group(right, voice))
    return _say("same", voice, yes, left=amounts.amount(left, voice), right=amounts.amount(right, voice))


def _numbers(left: Expr, op: str, right: Expr, voice: Voice) -> str:
    """A comparison of numbers, in the words that go with what is compared."""
    n = plain_number(right)
    known = _well_known(left, op, n, voice)
    if known is not None:
        return known
    account = _account(left, voice)
    if account is not None:
        return _has(*account, op, right, voice)
    if isinstance(left, StateWord) and voice.tongue.has(f"compare.{left.name}"):
        return voice.say(f"compare.{left.name}", bound=voice.say(f"counted.{op}", n=amounts.amount(right, voice)))
    counted = _counted(left, op, right, voice)
    if counted is not None:
        return counted
    bound = voice.say(f"bound.{op}", n=amounts.amount(right, voice))
    if isinstance(left, BoxRead):
        return voice.say("compare.box", box=voice.term(left.box), bound=bound)
    return voice.tongue.first(f"compare.{_plural(left)}", "compare", left=amounts.amount(left, voice), bound=bound)


def _well_known(left: Expr, op: str, n: int | None, voice: Voice) -> str | None:
    """Comparisons with words of their own: the first throw, only one player left."""
    match left:
        case StateWord(name=name):
            pass
        case Call(name="count", args=(SeatWord(name=seats_named),)):
            name = f"count.{seats_named}"
        case _:
            return None
    key = f"known.{name}{op}{n}"
    return voice.say(key) if voice.tongue.has(key) else None


def _account(expr: Expr, voice: Voice) -> tuple[str, Who] | None:
    """A variable of a seat, and whose."""
    match expr:
        case VariableRead(name=name) if name != "pool" and voice.game.variables[name].scope == "player":
            return name, voice.me
        case OfSeat(value=VariableRead() as value):
            return _account(value, voice.about(seats.who(expr.seat, voice)))
        case Convert():
            return _account(expr.arg, voice)
    return None


def _has(name: str, who: Who, op: str, right: Expr, voice: Voice) -> str:
    """You have at least 30 points; your score is at least 100."""
    n = plain_number(right)
    label = voice.label(name)
    if voice.counts(name) and n == 0 and op in ("=", "<=", "!=", ">"):
        return _say(f"has_any.{who.person}", voice, op in ("!=", ">"), who=who, label=label)
    if voice.counts(name) and n is not None and n != 1:
        bound = voice.say(f"counted.{op}", n=n)
        return voice.say(f"has_counted.{who.person}", who=who, bound=bound, label=label)
    bound = voice.say(f"bound.{op}", n=amounts.amount(right, voice))
    number = "many" if voice.counts(name) else "one"
    key = f"has_bound.{who.person}"
    return voice.tongue.first(f"{key}.{number}", key, who=who, bound=bound, label=voice.term(name))


def _counted(left: Expr, op: str, right: Expr, voice: Voice) -> str | None:
    """So many dice show a face, lie aside, are kept; so many players are left."""
    n = plain_number(right)
    said = amounts.amount(right, voice) if n is None else voice.tongue.number(n)
    bound = voice.say(f"counted.{op}", n=said)
    match left:
        case Call(name="count_of", args=(group, faces)):
            slots = {"bound": bound, "group": groups.group(group, voice), "faces": groups.faces(faces, voice)}
            return voice.say("count_showing", **slots) if _zone(group) in ZONES else None
        case Call(name="count", args=(Filter(group=among, condition=condition),)) if is_seats(among.sort):
            slots = {"seats": seats.who(among, voice), "condition": clause(condition, voice)}
            return voice.say("count_where", bound=bound, **slots)
        case Call(name="count", args=(group,)):
            key = f"count_is.{_zone(group)}"
            return voice.say(key, bound=bound) if voice.tongue.has(key) else None
        case Call(name="run", args=(group,)) if voice.tongue.has(f"run.{op}"):
            return voice.say(f"run.{op}", group=groups.group(group, voice), n=said)
    return None


def _plural(expr: Expr) -> str:
    """Is this a name of the table's or turn's that stands for several things? The verb goes with it."""
    match expr:
        case VariableRead(name="pool"):
            return "many"
    return "one"


def _within(expr: Within, voice: Voice, yes: bool) -> str:
    low = amounts.amount(expr.low, voice)
    value = amounts.amount(expr.value, voice)
    if expr.high is None:
        bound = voice.say("bound.>=" if yes else "bound.<", n=low)
        return voice.say("compare", left=value, bound=bound)
    return _say("within", voice, yes, value=value, low=low, high=amounts.amount(expr.high, voice))


def _fits(expr: Fits, voice: Voice, yes: bool) -> str:
    zone = _zone(expr.group)
    size = "whole" if expr.whole else "some"
    look = brackets.look(expr.pattern, voice)
    key = f"fits.{size}.{zone}" if voice.tongue.has(f"fits.{size}.{zone}") else f"fits.{size}"
    return _say(key, voice, yes, look=look, group=groups.group(expr.group, voice))


def all_of(exprs: Iterable[Expr], voice: Voice) -> str:
    """These conditions, all of them."""
    return voice.tongue.joined([clause(expr, voice) for expr in exprs], "clauses.and")
