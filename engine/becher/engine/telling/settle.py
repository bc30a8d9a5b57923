"""A game under one setting of its options: option values in place, what follows from them worked out."""

from collections.abc import Callable, Mapping
from typing import TypeVar, cast

import attrs

from becher.dsl.diagnostics import Span
from becher.dsl.model import (
    Arith,
    Call,
    Choice,
    Compare,
    Const,
    Convert,
    Expr,
    FormulaCall,
    Game,
    Local,
    Logic,
    OptionRead,
    SeatWord,
    Sort,
    Value,
)
from becher.dsl.schema import SEAT_WORDS

T = TypeVar("T")
_KEPT = frozenset({"span", "examples", "strategies", "words", "remarks", "options", "always"})


def settle(game: Game, options: Mapping[str, Value]) -> Game:
    """The game with these options (others at their defaults) put in; formulas that are plain values stand as values."""
    values = {name: options.get(name, option.default) for name, option in game.options.items()}
    settled = _settle_once(game, values)
    while settled != game:
        game, settled = settled, _settle_once(settled, values)
    return settled


def _settle_once(game: Game, values: Mapping[str, Value]) -> Game:
    return rewrite(game, lambda node: _fold(_put_in(node, game, values)))


def bind(value: T, args: Mapping[str, Expr]) -> T:
    """The value with its parameters replaced, and what follows from that worked out."""
    return rewrite(value, lambda node: args.get(node.name, node) if isinstance(node, Local) else _fold(node))


def rewrite(value: T, change: Callable[[object], object]) -> T:
    """The value with every attrs value inside it changed, innermost first."""
    if isinstance(value, tuple):
        return cast(T, tuple(rewrite(item, change) for item in value))
    if isinstance(value, dict):
        return cast(T, {key: rewrite(item, change) for key, item in value.items()})
    if not attrs.has(type(value)) or isinstance(value, Span):
        return value
    fields = [a.name for a in attrs.fields(type(value)) if a.name not in _KEPT]  # type: ignore[arg-type]
    new = {name: rewrite(getattr(value, name), change) for name in fields}
    changed = {name: item for name, item in new.items() if item is not getattr(value, name)}
    return cast(T, change(attrs.evolve(value, **changed) if changed else value))  # type: ignore[misc]


def _put_in(node: object, game: Game, values: Mapping[str, Value]) -> object:
    if isinstance(node, OptionRead):
        value = values[node.name]
        if node.sort not in (Sort.SEAT, Sort.SEATS):
            return Const(value, node.sort, node.span)
        seat = SeatWord(str(value), Sort.SEAT if SEAT_WORDS[str(value)][0] else Sort.SEATS, node.span)
        return seat if seat.sort is node.sort else Convert(seat, node.sort, node.span)
    if isinstance(node, FormulaCall) and not node.args and node.name in game.formulas:
        value_of = game.formulas[node.name].value
        return value_of if isinstance(value_of, Const) else node
    return node


def _fold(node: object) -> object:
    match node:
        case Compare(op=op, left=Const(value=left), right=Const(value=right)) if op in ("=", "!="):
            return Const((left == right) == (op == "="), Sort.YESNO, node.span)
        case Compare(op=op, left=Const(value=int() as low), right=Const(value=int() as high)):
            held = {"<": low < high, "<=": low <= high, ">": low > high, ">=": low >= high}
            return Const(held[op], Sort.YESNO, node.span) if op in held else node
        case Choice(condition=Const(value=bool() as held)):
            return node.value if held else node.other
        case Logic():
            return _fold_logic(node)
        case Arith(first=Const(value=int() as first), sort=Sort.NUMBER) if all(
            isinstance(p, Const) for _, p in node.rest
        ):
            return _fold_arith(node, first)
        case Arith(sort=Sort.NUMBER):
            return _without_neutral(node)
        case Call(name="count", args=(Convert(arg=arg, sort=Sort.SEATS),)) if arg.sort is Sort.SEAT:
            return Const(1, Sort.NUMBER, node.span)
    return node


def _fold_logic(node: Logic) -> Expr:
    known = [part.value for part in node.parts if isinstance(part, Const)]
    if node.op == "not":
        return Const(not known[0], Sort.YESNO, node.span) if known else node
    if (node.op == "or") in known:
        return Const(node.op == "or", Sort.YESNO, node.span)
    rest = tuple(part for part in node.parts if not isinstance(part, Const))
    if not rest:
        return Const(node.op == "and", Sort.YESNO, node.span)
    return rest[0] if len(rest) == 1 else attrs.evolve(node, parts=rest)


def _without_neutral(node: Arith) -> Expr:
    """Without times 1 and plus 0."""
    rest = tuple((sign, part) for sign, part in node.rest if not _is_neutral(sign, part))
    return attrs.evolve(node, rest=rest) if rest else node.first


def _is_neutral(sign: str, part: Expr) -> bool:
    return isinstance(part, Const) and part.value == (1 if sign in "*/" else 0) and part.value is not False


def _fold_arith(node: Arith, total: int) -> Expr:
    for sign, part in node.rest:
        if not isinstance(part, Const) or not isinstance(part.value, int) or (sign == "/" and part.value == 0):
            return node
        n = part.value
        total = {"+": total + n, "-": total - n, "*": total * n, "/": total // n if n else 0}[sign]
    return Const(total, Sort.NUMBER, node.span)
