"""What a formula may be worth, worked out from what its parts may be worth: one function for each kind of formula."""

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from attrs import evolve

from becher.dsl.model import (
    Arith,
    BoxRead,
    Call,
    Choice,
    Compare,
    Const,
    Convert,
    FormulaCall,
    HandAsk,
    Local,
    Logic,
    OfSeat,
    OfSeats,
    Sort,
    StateWord,
    TableAsk,
    VariableRead,
    Within,
)
from becher.engine.examine import possible as p
from becher.engine.examine.possible import ANY, MAYBE, NO, NUMBERS, YES, Between, Few, Possible, is_one, only, unknown
from becher.engine.multisets import contains

if TYPE_CHECKING:
    from becher.engine.examine.scene import Scene

ZONES = ("thrown", "kept", "aside", "dice")


def _const(scene: "Scene", expr: Const) -> Possible:
    return p.just(expr.value)


def _local(scene: "Scene", expr: Local) -> Possible:
    return scene.locals.get(expr.name, unknown(expr.sort))


def _variable(scene: "Scene", expr: VariableRead) -> Possible:
    return scene.variables.get(expr.name, unknown(expr.sort))


def _word(scene: "Scene", expr: StateWord) -> Possible:
    if expr.name in scene.words:
        return scene.words[expr.name]
    return Between(0, None) if expr.name in ("throw_no", "rounds", "turns", "games_won") else unknown(expr.sort)


def _formula(scene: "Scene", expr: FormulaCall) -> Possible:
    formula = scene.rules.game.formulas[expr.name]
    names = [name for name, _ in formula.params]
    inner = {name: scene.ask(arg) for name, arg in zip(names, expr.args, strict=True)}
    return (scene.with_locals(inner) if inner else scene).ask(formula.value)


def _choice(scene: "Scene", expr: Choice) -> Possible:
    truth = scene.truth(expr.condition)
    parts = []
    if p.may_be(truth, True):
        parts.append(scene.ask(expr.value))
    if p.may_be(truth, False):
        parts.append(scene.ask(expr.other))
    return p.join(*parts)


def _compare(scene: "Scene", expr: Compare) -> Possible:
    left, right = scene.ask(expr.left), scene.ask(expr.right)
    if expr.op in ("in", "has"):
        if expr.op == "in":
            left, right = right, left
        return p.combine((left, right), lambda a, b: contains(a, b)) or MAYBE
    return p.compared(expr.op, left, right)


def _within(scene: "Scene", expr: Within) -> Possible:
    value = scene.ask(expr.value)
    above = p.compared(">=", value, scene.ask(expr.low))
    below = YES if expr.high is None else p.compared("<=", value, scene.ask(expr.high))
    return _both([above, below])


def _both(parts: list[Possible]) -> Possible:
    if any(not p.may_be(part, True) for part in parts):
        return NO
    return YES if all(not p.may_be(part, False) for part in parts) else MAYBE


def _logic(scene: "Scene", expr: Logic) -> Possible:
    if expr.op == "not":
        found = scene.truth(expr.parts[0])
        return NO if found == YES else YES if found == NO else MAYBE
    parts: list[Possible] = [scene.truth(part) for part in expr.parts]
    if expr.op == "and":
        return _both(parts)
    if any(not p.may_be(part, False) for part in parts):
        return YES
    return NO if all(not p.may_be(part, True) for part in parts) else MAYBE


def _arith(scene: "Scene", expr: Arith) -> Possible:
    if expr.sort is not Sort.NUMBER:
        return ANY
    value = scene.ask(expr.first)
    for sign, part in expr.rest:
        other = scene.ask(part)
        if sign in "+-":
            value = p.added(value, other, 1 if sign == "+" else -1)
        elif sign == "*":
            value = p.multiplied(value, other)
        else:
            value = _divided(value, other)
    return value


def _divided(a: Possible, b: Possible) -> Possible:
    if isinstance(b, Few) and 0 not in b.values:
        found = p.combine((a, b), lambda x, y: x // y)
        if found is not None:
            return found
    low, high = p.limits(a)
    by, _ = p.limits(b)
    return Between(0, high) if low is not None and low >= 0 and by is not None and by > 0 else NUMBERS


def _call(scene: "Scene", expr: Call) -> Possible:
    if expr.name in ("min", "max"):
        return p.extreme([scene.ask(arg) for arg in expr.args], expr.name)
    if expr.name in _SHEET:
        return _SHEET[expr.name](scene, expr)
    parts = [scene.ask(arg) for arg in expr.args]
    if expr.name in _PURE and all(is_one(part) for part in parts):
        args = tuple(Const(only(part), arg.sort) for part, arg in zip(parts, expr.args, strict=True))
        found = scene.evaluate(evolve(expr, args=args), scene.state)
        if found is not None:
            return found
    if expr.name in ("count", "count_of", "run"):
        return Between(0, None)
    if expr.name in ("sum", "sum_of"):
        return _sum(scene, expr)
    return unknown(expr.sort)


# Functions of their arguments alone.
_PURE = frozenset(
    {
        "sum",
        "sum_of",
        "count",
        "count_of",
        "distinct",
        "largest",
        "smallest",
        "first",
        "last",
        "nth",
        "top",
        "run",
        "parts",
        "abs",
    }
)


def _sum(scene: "Scene", expr: Call) -> Possible:
    """A sum over dice that cannot be listed, or over what each seat has."""
    group = expr.args[0]
    if isinstance(group, OfSeats) and group.value.sort is not Sort.GROUP:
        low, high = p.limits(scene.ask(group.value))
        return Between(0 if low is not None and low >= 0 else None, 0 if high is not None and high <= 0 else None)
    if scene.reads(group).words & set(ZONES) and all(
        isinstance(face, int) and face >= 0 for die in scene.rules.game.dies.values() for face in die.faces
    ):
        return Between(0, None)
    return NUMBERS


def _written(scene: "Scene", expr: Call) -> Possible:
    names = scene.ask(expr.args[0])
    every = next(iter(names.values)) if is_one(names) else None  # type: ignore[union-attr]
    total: Possible = p.just(0)
    if every is None:
        return NUMBERS
    for box in cast("tuple[str, ...]", every):
        total = p.added(total, p.join(p.just(0), scene.boxes.get(box, NUMBERS)))
    return total


def _worth(scene: "Scene", expr: Call) -> Possible:
    return p.join(*scene.boxes.values()) if scene.boxes else NUMBERS


_SHEET: dict[str, Callable[["Scene", Call], Possible]] = {
    "written": _written,
    "written_in": _written,
    "worth": _worth,
    "worth_in": _worth,
    "filled": lambda scene, expr: MAYBE,
    "hits": lambda scene, expr: Between(0, None),
    "hits_in": lambda scene, expr: Between(0, None),
}


def _box(scene: "Scene", expr: BoxRead) -> Possible:
    return p.join(p.just(0), scene.boxes.get(expr.box, NUMBERS))


def _of_seat(scene: "Scene", expr: OfSeat) -> Possible:
    return scene.ask(expr.value) if expr.sort in (Sort.NUMBER, Sort.YESNO) else ANY


def _table(scene: "Scene", expr: TableAsk) -> Possible:
    table = scene.rules.game.tables[expr.table]
    asked = scene.ask(expr.arg)
    if expr.many:
        return ANY
    if isinstance(asked, Few) and len(asked.values) <= p.FEW // 8:
        single = [evolve(expr, arg=Const(value, expr.arg.sort)) for value in asked.values]
        found = [scene.exactly(one) for one in single]
        if found and all(found):
            return p.join(*cast("list[Possible]", found))
    parts = [scene.with_locals({"it": asked}).ask(row.value) for row in table.rows]
    parts.append(scene.ask(table.otherwise) if table.otherwise is not None else _none(table.sort))
    return p.join(*parts)


def _none(sort: Sort) -> Possible:
    return p.just(0) if sort is Sort.NUMBER else NO if sort is Sort.YESNO else p.just(())


def _hand(scene: "Scene", expr: HandAsk) -> Possible:
    return MAYBE if expr.how == "sets" else NUMBERS


def _convert(scene: "Scene", expr: Convert) -> Possible:
    arg = scene.ask(expr.arg)
    if is_one(arg):
        found = scene.evaluate(evolve(expr, arg=Const(only(arg), expr.arg.sort)), scene.state)
        if found is not None:
            return found
    if expr.sort is Sort.NUMBER and isinstance(arg, Few):
        faces = [value[0] if isinstance(value, tuple) and value else value for value in arg.values]
        if all(p.is_number(face) or face == () for face in faces):
            return p.of(0 if face == () else face for face in faces)
    return unknown(expr.sort)


STRUCTURE: dict[type, Callable[..., Possible]] = {
    Const: _const,
    Local: _local,
    VariableRead: _variable,
    StateWord: _word,
    FormulaCall: _formula,
    Choice: _choice,
    Compare: _compare,
    Within: _within,
    Logic: _logic,
    Arith: _arith,
    Call: _call,
    BoxRead: _box,
    OfSeat: _of_seat,
    TableAsk: _table,
    HandAsk: _hand,
    Convert: _convert,
}
