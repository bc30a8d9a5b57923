"""Dice as they are written: `6d6`, `4 * white + 1 * black`, `min(3, chips) * lrc`."""

import re

from becher.dsl.limits import LIMITS
from becher.dsl.model import Const, Cup, Die, Expr
from becher.dsl.model.values import Member
from becher.dsl.resolve import formulas
from becher.dsl.resolve.convert import NUMBER
from becher.dsl.resolve.desk import Desk, Fault, Scope, fault
from becher.dsl.resolve.outline import Drawer
from becher.dsl.suggest import did_you_mean
from becher.dsl.syntax import Chain, DiceOf, Number, Op, Ref
from becher.dsl.syntax import Expr as Written

_PLAIN = re.compile(r"d([1-9][0-9]{0,8})")


def resolve_cup(desk: Desk, expr: Written, scope: Scope) -> Cup:
    """An amount of each die. Raises Fault."""
    terms = _terms(expr)
    parts = tuple(_part(desk, term, scope) for term in terms)
    constant = sum(amount.value for amount, _ in parts if isinstance(amount, Const) and isinstance(amount.value, int))
    if constant > LIMITS.dice:
        raise fault("E196", f"{constant} dice are too many: {LIMITS.dice} are the most", expr.span)
    return Cup(parts, expr.span)


def _terms(expr: Written) -> tuple[Written, ...]:
    if isinstance(expr, Chain) and expr.rest[0][0] in "+-":
        for sign, part in expr.rest:
            if sign == "-":
                raise fault("E310", "dice are added, never taken away", part.span)
        return (expr.first, *(part for _, part in expr.rest))
    return (expr,)


def _part(desk: Desk, term: Written, scope: Scope) -> tuple[Expr, str]:
    if isinstance(term, DiceOf):
        return Const(term.count, NUMBER, term.span), f"d{term.sides}"
    if isinstance(term, Ref) and term.args is None and is_die(desk, term.name):
        return Const(1, NUMBER, term.span), _die(desk, term)
    if isinstance(term, Chain) and all(sign == "*" for sign, _ in term.rest):
        factors = (term.first, *(part for _, part in term.rest))
        for index in (len(factors) - 1, 0):
            die = factors[index]
            if isinstance(die, Ref) and die.args is None and is_die(desk, die.name):
                amount = factors[:index] + factors[index + 1 :]
                return _amount(desk, amount, term, scope), _die(desk, die)
    raise _no_dice(desk, term)


def _amount(desk: Desk, factors: tuple[Written, ...], term: Chain, scope: Scope) -> Expr:
    written = factors[0] if len(factors) == 1 else Chain(factors[0], tuple(("*", f) for f in factors[1:]), term.span)
    return formulas.resolve(desk, written, scope, NUMBER, "the number of dice")


def is_die(desk: Desk, name: str) -> bool:
    """Is this a die of the game's own, or a plain one such as d6?"""
    found = desk.names.get(name)
    return found.kind == "die" if found is not None else _PLAIN.fullmatch(name) is not None


def _die(desk: Desk, ref: Ref) -> str:
    match = _PLAIN.fullmatch(ref.name)
    if desk.names.get(ref.name) is None and match is not None and int(match[1]) > LIMITS.faces:
        raise fault("E196", f"{ref.name} has too many faces: {LIMITS.faces:,} are the most", ref.span)
    return ref.name


def _no_dice(desk: Desk, term: Written) -> Fault:
    dice = [name.name for name in desk.names.of("die")]
    refs = [term] if isinstance(term, Ref) else []
    if isinstance(term, Chain):
        refs = [part for part in (term.first, *(p for _, p in term.rest)) if isinstance(part, Ref)]
    hint = next((found for ref in refs if (found := did_you_mean(ref.name, dice))), None)
    return fault(
        "E310",
        "these are no dice",
        term.span,
        hint or "dice are written 6d6, or 2 * white with die white { faces: ... }",
    )


# ---- dice themselves


def resolve_dies(desk: Desk, used: set[str]) -> dict[str, Die]:
    """The dice of the file, and those such as d6 that are used without a block."""
    dies: dict[str, Die] = {}
    for drawer in desk.game.of("die"):
        die = desk.attempt(lambda drawer=drawer: _faces(drawer))  # type: ignore[misc]
        if die is not None:
            dies[drawer.name] = die
    for name in sorted(used - dies.keys()):
        match = _PLAIN.fullmatch(name)
        if match is not None:
            dies[name] = Die(name, tuple(range(1, int(match[1]) + 1)))
    return dies


def _faces(drawer: Drawer) -> Die:
    setting = drawer.settings.get("faces")
    if setting is None:
        raise fault("E502", f"the die {drawer.name} has no faces", drawer.span, "faces: 1, 2, 3, 4, 5, 6")
    faces: list[Member] = []
    for value in setting.values:
        faces.extend(_face(value))
    if len(faces) > LIMITS.faces:
        raise fault("E196", f"{len(faces)} faces are too many: {LIMITS.faces:,} are the most", setting.span)
    return Die(drawer.name, tuple(faces), drawer.span)


def _face(value: Written) -> tuple[Member, ...]:
    match value:
        case Number():
            return (value.value,)
        case Op(name="neg", parts=(Number() as number,)):
            return (-number.value,)
        case Ref(args=None) if len(value.name) > 1:
            return (value.name,)
        case Op(name="..", parts=(Number() as low, Number() as high)) if high.value - low.value < LIMITS.faces:
            return tuple(range(low.value, high.value + 1))
    raise fault("E310", "faces are numbers, ranges of numbers, and words", value.span, "faces: 1..5, worm")
