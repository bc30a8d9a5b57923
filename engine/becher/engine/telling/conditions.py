"""Yes/no formulas as the clause behind "if": "if the sum of all dice is at least 30"."""

import attrs

from becher.dsl.model import (
    Call,
    Choice,
    Compare,
    Const,
    Convert,
    EachSeat,
    Expr,
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
from becher.engine.telling import acts, amounts, brackets, comparisons, groups, seats
from becher.engine.telling.settle import bind
from becher.engine.telling.voice import Voice, is_seats, letters_of


def clause(expr: Expr, voice: Voice, yes: bool = True) -> str:
    """What must hold, or must not."""
    match expr:
        case Convert():
            return is_any(expr.arg, voice, yes)
        case Logic(op="not"):
            return clause(expr.parts[0], voice, not yes)
        case Logic():
            return _logic(expr, voice, yes)
        case Compare():
            return comparisons.compare(expr, voice, yes)
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
            return said("always", voice, yes == bool(expr.value))
        case Fits():
            return _fits(expr, voice, yes)
        case HandAsk():
            slots = {"dice": groups.group(expr.group, voice), "table": voice.term(expr.table)}
            return said("sets", voice, yes, **slots)
        case Within():
            return comparisons.within(expr, voice, yes)
        case Call(name="filled"):
            boxes = groups.group(expr.args[0], voice)
            return said("filled" if _is_one_box(expr.args[0], voice) else "filled.all", voice, yes, boxes=boxes)
        case IsOut():
            who = seats.who(expr.seats, voice)
            return said(f"is_out.{who.person}", voice, yes, who=who)
        case Legal():
            return said("legal", voice, yes, act=acts.told(expr.action, voice))
        case WasBust():
            return said("was_bust", voice, yes)
        case FormulaCall():
            return said("named", voice, yes, name=amounts.called(expr, voice))
        case Local() | VariableRead():
            return said("named", voice, yes, name=voice.term(expr.name))
    return said("named", voice, yes, name=amounts.amount(attrs.evolve(expr, sort=Sort.NUMBER), voice))


def said(key: str, voice: Voice, yes: bool, **slots: object) -> str:
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
    return said("each", voice, yes, seats=seats.who(expr.seats, voice), clause=body)


# ---- is there any


def is_any(group: Expr, voice: Voice, yes: bool) -> str:
    """A group as a condition: is there any?"""
    while isinstance(group, Convert):
        group = group.arg
    where = zone(group)
    if voice.tongue.has(f"any.{where}"):
        return said(f"any.{where}", voice, yes)
    if isinstance(group, VariableRead) or (isinstance(group, FormulaCall) and not voice.in_place(group.name)):
        return said("any.left", voice, yes, group=groups.group(group, voice))
    if is_seats(group.sort):
        return said("any.seats", voice, yes, seats=seats.who(group, voice))
    kind = {Sort.BOXES: "any.boxes", Sort.BOX: "any.boxes", Sort.PARTS: "any.parts"}.get(group.sort, "any")
    return said(kind, voice, yes, group=groups.group(group, voice))


def zone(expr: Expr) -> str:
    """The word for dice or seats this is, `other` for any other group: some things are said of them in their own way."""
    match expr:
        case Convert():
            return zone(expr.arg)
        case StateWord() | SeatWord():
            return expr.name
    return "other"


# ---- dice


def _is_one_box(expr: Expr, voice: Voice) -> bool:
    boxes = amounts.bare(expr, voice)
    match boxes:
        case Const(value=tuple() as value):
            return len(value) == 1
        case Call(name=name):
            return name in ("nth", "first", "last")
    return boxes.sort is Sort.BOX


def _fits(expr: Fits, voice: Voice, yes: bool) -> str:
    if expr.whole and zone(expr.group) == "other" and len(letters_of(expr.pattern.members)) == 1:
        return said("fits.same", voice, yes, group=groups.group(expr.group, voice))
    size = "whole" if expr.whole else "some"
    look = brackets.look(expr.pattern, voice)
    special = f"fits.{size}.{zone(expr.group)}"
    key = special if voice.tongue.has(special) else f"fits.{size}"
    return said(key, voice, yes, look=look, group=groups.group(expr.group, voice))
