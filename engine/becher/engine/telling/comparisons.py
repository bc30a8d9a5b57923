"""Comparisons as clauses, in the words that go with what is compared: "you have at least 30 points"."""

from becher.dsl.model import (
    BoxRead,
    Call,
    Compare,
    Const,
    Convert,
    Expr,
    Filter,
    OfSeat,
    SeatWord,
    Sort,
    StateWord,
    VariableRead,
    Within,
)
from becher.engine.telling import amounts, conditions, groups, seats
from becher.engine.telling.tongue import Who
from becher.engine.telling.voice import Voice, is_seats, plain_number

_ZONES = frozenset({"dice", "thrown", "kept", "aside"})
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_TURNED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_NUMBERS = frozenset({Sort.NUMBER, Sort.FACE})


def compare(expr: Compare, voice: Voice, yes: bool) -> str:
    """Two things compared, as a clause."""
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
    zone = conditions.zone(whole)
    if is_seats(whole.sort):
        who = seats.who(part, voice)
        return conditions.said(f"among.{who.person}", voice, yes, who=who, whole=seats.who(whole, voice))
    slots = {"part": _shown(part, voice), "whole": groups.group(whole, voice)}
    key = f"has.{zone}" if voice.tongue.has(f"has.{zone}") else "has"
    return conditions.said(key, voice, yes, **slots)


def _shown(part: Expr, voice: Voice) -> str:
    """What dice show: a number with its article."""
    match part:
        case Const(value=(int() as face,)):
            return voice.say("one_face", face=face)
    return groups.group(part, voice).plain


def _same(left: Expr, right: Expr, voice: Voice, yes: bool) -> str:
    if isinstance(right, Const) and right.value == ():
        return conditions.is_any(left, voice, not yes)
    if is_seats(left.sort):
        who = seats.who(left, voice)
        return conditions.said(f"same_seat.{who.person}", voice, yes, who=who, other=seats.who(right, voice))
    zone = conditions.zone(left)
    if voice.tongue.has(f"shows.{zone}"):
        return conditions.said(f"shows.{zone}", voice, yes, dice=groups.group(right, voice))
    return conditions.said("same", voice, yes, left=amounts.amount(left, voice), right=amounts.amount(right, voice))


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
        return conditions.said(f"has_any.{who.person}", voice, op in ("!=", ">"), who=who, label=label)
    if voice.counts(name) and n is not None and n != 1:
        bound = voice.say(f"counted.{op}", n=voice.tongue.digits(n))
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
            return voice.say("count_showing", **slots) if conditions.zone(group) in _ZONES else None
        case Call(name="count", args=(Filter(group=among, condition=condition),)) if is_seats(among.sort):
            slots = {"seats": seats.who(among, voice), "condition": conditions.clause(condition, voice)}
            return voice.say("count_where", bound=bound, **slots)
        case Call(name="count", args=(group,)):
            key = f"count_is.{conditions.zone(group)}"
            return voice.say(key, bound=bound) if voice.tongue.has(key) else None
        case Call(name="run", args=(group,)) if voice.tongue.has(f"run.{op}"):
            return voice.tongue.first(
                f"run.{op}.{conditions.zone(group)}", f"run.{op}", group=groups.group(group, voice), n=said
            )
    return None


def _plural(expr: Expr) -> str:
    """Is this a name of the table's or turn's that stands for several things? The verb goes with it."""
    match expr:
        case VariableRead(name="pool"):
            return "many"
    return "one"


def within(expr: Within, voice: Voice, yes: bool) -> str:
    """A number between bounds, as a clause."""
    low = amounts.amount(expr.low, voice)
    value = amounts.amount(expr.value, voice)
    number = _plural(expr.value)
    if expr.high is None:
        bound = voice.say("bound.>=" if yes else "bound.<", n=low)
        return voice.tongue.first(f"compare.{number}", "compare", left=value, bound=bound)
    key = "within.many" if number == "many" else "within"
    return conditions.said(key, voice, yes, value=value, low=low, high=amounts.amount(expr.high, voice))
