"""Seats: who."""

from becher.dsl.model import (
    Arith,
    Call,
    Choice,
    Const,
    Convert,
    Expr,
    Extreme,
    Filter,
    FormulaCall,
    Local,
    OfSeat,
    OptionRead,
    SeatWord,
    Sort,
    VariableRead,
)
from becher.dsl.schema import SEAT_WORDS
from becher.engine.telling import amounts, conditions
from becher.engine.telling.settle import bind
from becher.engine.telling.tongue import Who
from becher.engine.telling.voice import Voice, plain_number

# Groups by their sort, but commonly one seat.
_COMMONLY_ONE = frozenset({"winner", "loser", "last_in", "first_out"})


def who(expr: Expr, voice: Voice) -> Who:
    """The seat or seats a formula means."""
    match expr:
        case Convert():
            return who(expr.arg, voice)
        case SeatWord(name="me"):
            return voice.me
        case SeatWord():
            return _word(expr.name, voice)
        case Local(name="it" | "$each"):
            return voice.tongue.who("seat.it", "one")
        case Extreme():
            return voice.tongue.who("seat.best", "one", best=amounts.best(expr.value, expr.which, voice))
        case OfSeat():
            return who(expr.value, voice.about(who(expr.seat, voice)))
        case Filter():
            condition = conditions.clause(expr.condition, voice)
            return voice.tongue.who("seat.where", "many", seats=who(expr.group, voice), condition=condition)
        case FormulaCall() if voice.in_place(expr.name):
            return who(_body(expr, voice), voice)
        case Local() | FormulaCall() | VariableRead() | OptionRead():
            return voice.tongue.who("seat.named", "one", name=voice.term(expr.name))
    return _composed(expr, voice)


def _word(name: str, voice: Voice) -> Who:
    person = "one" if SEAT_WORDS[name][0] or name in _COMMONLY_ONE else "many"
    if voice.me.person != "you" and voice.tongue.has(f"seat.{name}.from"):
        return voice.tongue.who(f"seat.{name}.from", person, seat=voice.me)
    return voice.tongue.who(f"seat.{name}", person)


def _composed(expr: Expr, voice: Voice) -> Who:
    tongue = voice.tongue
    match expr:
        case Const(value=()):
            return tongue.who("seat.none", "many")
        case Call(name="first" | "last" as name):
            return tongue.who(f"seat.{name}", "one", seats=who(expr.args[0], voice))
        case Call(name="nth"):
            n = plain_number(expr.args[1])
            place = amounts.amount(expr.args[1], voice) if n is None else str(n)
            return tongue.who("seat.nth", "one", seats=who(expr.args[0], voice), n=place)
        case Choice():
            slots = {"condition": conditions.clause(expr.condition, voice), "other": who(expr.other, voice)}
            person = "one" if expr.sort is Sort.SEAT else "many"
            if isinstance(expr.other, Const):
                return tongue.who("seat.if", person, seat=who(expr.value, voice), **slots)
            return tongue.who("seat.if_else", person, seat=who(expr.value, voice), **slots)
        case Arith():
            found = who(expr.first, voice)
            for sign, part in expr.rest:
                key = "seat.and" if sign == "+" else "seat.without"
                found = tongue.who(key, "many", first=found, second=who(part, voice))
            return found
    raise TypeError(f"no phrase for {type(expr).__name__}")


def _body(call: FormulaCall, voice: Voice) -> Expr:
    formula = voice.game.formulas[call.name]
    return bind(formula.value, dict(zip((name for name, _ in formula.params), call.args, strict=True)))
