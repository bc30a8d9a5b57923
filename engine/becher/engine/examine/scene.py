"""What a formula may be worth at one place of the rules, all dice and all accounts considered.

Formulas that read nothing but dice are asked of every group of dice there is, by the engine's own closures; what else they read is
known as a range. The answer never leaves out a value that can come up.
"""

from collections.abc import Callable, Mapping
from typing import cast

from attrs import define, evolve, field

from becher.dsl.model import (
    Arith,
    BoxRead,
    Call,
    Choice,
    Compare,
    Const,
    Convert,
    EachSeat,
    Expr,
    Extreme,
    Filter,
    FormulaCall,
    Game,
    HandAsk,
    KeyRow,
    Letter,
    Local,
    Logic,
    OfSeat,
    OfSeats,
    Sort,
    StateWord,
    TableAsk,
    Value,
    VariableRead,
    Within,
)
from becher.dsl.model.walk import Reads, reads, walk
from becher.engine.examine import possible as p
from becher.engine.examine.possible import ANY, MAYBE, NO, NUMBERS, YES, Between, Few, Possible
from becher.engine.expressions.words import SeatWanted
from becher.engine.faults import LimitReached, RuleFault
from becher.engine.machine.rules import Rules
from becher.engine.state import Dice, State

# What a formula asked out of play may run into: no answer is known then.
_NO_ANSWER = (RuleFault, LimitReached, SeatWanted, KeyError)
ZONES = ("thrown", "kept", "aside", "dice")


@define
class Scene:
    """A place of the rules: which dice may lie in each zone, what variables and boxes may hold.

    `fixed` are the words of the state whose value in `state` is the one meant. `zones` lists the groups of dice the others may hold
    (None: not known). `locals` are parameters and letters.
    """

    rules: Rules
    state: State
    zones: Mapping[str, tuple[Dice, ...] | None]
    variables: Mapping[str, Possible]
    boxes: Mapping[str, Possible]
    words: Mapping[str, Possible] = field(factory=dict)
    locals: Mapping[str, Possible] = field(factory=dict)
    fixed: frozenset[str] = frozenset()
    _reads: dict[int, tuple[Expr, Reads]] = field(factory=dict)
    _listed: dict[tuple[int, str], Possible] = field(factory=dict)

    def with_dice(self, zone: str, dice: Dice) -> "Scene":
        """The scene in which these dice lie there."""
        state = self.state.copy()
        setattr(state, zone, dice)
        return evolve(self, state=state, fixed=self.fixed | {zone}, listed={})

    def with_word(self, word: str, value: int) -> "Scene":
        """The scene in which a word of the state, such as throw_no, has this value."""
        state = self.state.copy()
        setattr(state, word, value)
        return evolve(self, state=state, fixed=self.fixed | {word}, listed={})

    def with_locals(self, values: Mapping[str, Possible]) -> "Scene":
        """The scene with these parameters; those known for sure are the phase's own."""
        state = self.state.copy()
        merged = {**self.locals, **values}
        state.args = {name: _only(value) for name, value in merged.items() if _is_one(value)}
        return evolve(self, state=state, locals=merged, listed={})

    def reads(self, expr: Expr) -> Reads:
        known = self._reads.get(id(expr))
        if known is None:
            known = self._reads[id(expr)] = (expr, reads(expr, self.rules.game))
        return known[1]

    def _free(self, expr: Expr) -> frozenset[str]:
        if not self.reads(expr).locals:
            return frozenset()
        return free_locals(expr, self.rules.game)

    # ---- asking

    def ask(self, expr: Expr) -> Possible:
        """Everything this formula may be worth here."""
        found = self._exactly(expr)
        if found is None:
            work = _STRUCTURE.get(type(expr))
            found = work(self, expr) if work is not None else None
        return found if found is not None else _unknown(expr.sort)

    def _exactly(self, expr: Expr) -> Possible | None:
        """The answer by the engine's closures, where all that is read is known or one zone is gone through."""
        read = self.reads(expr)
        loose = read.words - self.fixed
        if read.variables or read.seats or read.sheet or loose - set(ZONES) or len(loose) > 1:
            return None
        if not all(_is_one(self.locals.get(name, ANY)) for name in self._free(expr)):
            return None
        if not loose:
            return self._evaluate(expr, self.state)
        (zone,) = loose
        key = (id(expr), zone)
        if key not in self._listed:
            found = self._through(expr, zone)
            if found is None:
                return None
            self._listed[key] = found
        return self._listed[key]

    def _through(self, expr: Expr, zone: str) -> Possible | None:
        groups = self.zones.get(zone)
        if groups is None:
            return None
        state = self.state.copy()
        values: set[Value] = set()
        formula = self.rules.compiler.compile(expr)
        for dice in groups:
            setattr(state, zone, dice)
            try:
                values.add(formula(state, 1, self._locals()))
            except _NO_ANSWER:
                return None
        return p.of(values)

    def _locals(self) -> dict[str, Value]:
        return {name: _only(value) for name, value in self.locals.items() if _is_one(value)}

    def _evaluate(self, expr: Expr, state: State) -> Possible | None:
        try:
            return p.just(self.rules.compiler.compile(expr)(state, 1, self._locals()))
        except _NO_ANSWER:
            return None

    def truth(self, expr: Expr | None) -> Possible:
        """YES, NO or MAYBE; a condition that is not written holds."""
        if expr is None:
            return YES
        found = self.ask(expr)
        return found if isinstance(found, Few) and found.values <= {True, False} and found.values else MAYBE


def free_locals(expr: object, game: Game, seen: frozenset[str] = frozenset()) -> frozenset[str]:
    """The parameters and letters a formula reads but does not itself give a value."""
    found: set[str] = set()
    bound: set[str] = set()
    for node in walk(expr):
        if isinstance(node, Local):
            found.add(node.name)
        elif isinstance(node, Letter):
            bound.add(node.name)
        elif isinstance(node, Filter | Extreme | KeyRow):
            bound.add("it")
        elif isinstance(node, EachSeat):
            bound.add("$each")
        elif isinstance(node, FormulaCall) and node.name not in seen:
            formula = game.formulas[node.name]
            inner = free_locals(formula.value, game, seen | {node.name})
            found |= inner - {name for name, _ in formula.params}
        elif isinstance(node, TableAsk | HandAsk) and f"table {node.table}" not in seen:
            found |= free_locals(game.tables[node.table], game, seen | {f"table {node.table}"}) - {"it"}
    return frozenset(found - bound)


def _is_one(value: Possible) -> bool:
    return isinstance(value, Few) and len(value.values) == 1


def _only(value: Possible) -> Value:
    assert isinstance(value, Few)
    return next(iter(value.values))


def _unknown(sort: Sort) -> Possible:
    return MAYBE if sort is Sort.YESNO else NUMBERS if sort is Sort.NUMBER else ANY


# ---- by structure


def _const(scene: Scene, expr: Const) -> Possible:
    return p.just(expr.value)


def _local(scene: Scene, expr: Local) -> Possible:
    return scene.locals.get(expr.name, _unknown(expr.sort))


def _variable(scene: Scene, expr: VariableRead) -> Possible:
    return scene.variables.get(expr.name, _unknown(expr.sort))


def _word(scene: Scene, expr: StateWord) -> Possible:
    if expr.name in scene.words:
        return scene.words[expr.name]
    return Between(0, None) if expr.name in ("throw_no", "rounds", "turns", "games_won") else _unknown(expr.sort)


def _formula(scene: Scene, expr: FormulaCall) -> Possible:
    formula = scene.rules.game.formulas[expr.name]
    names = [name for name, _ in formula.params]
    inner = {name: scene.ask(arg) for name, arg in zip(names, expr.args, strict=True)}
    return (scene.with_locals(inner) if inner else scene).ask(formula.value)


def _choice(scene: Scene, expr: Choice) -> Possible:
    truth = scene.truth(expr.condition)
    parts = []
    if p.may_be(truth, True):
        parts.append(scene.ask(expr.value))
    if p.may_be(truth, False):
        parts.append(scene.ask(expr.other))
    return p.join(*parts)


def _compare(scene: Scene, expr: Compare) -> Possible:
    left, right = scene.ask(expr.left), scene.ask(expr.right)
    if expr.op in ("in", "has"):
        from becher.engine.multisets import contains

        if expr.op == "in":
            left, right = right, left
        return p.combine((left, right), lambda a, b: contains(a, b)) or MAYBE
    return p.compared(expr.op, left, right)


def _within(scene: Scene, expr: Within) -> Possible:
    value = scene.ask(expr.value)
    above = p.compared(">=", value, scene.ask(expr.low))
    below = YES if expr.high is None else p.compared("<=", value, scene.ask(expr.high))
    return _both([above, below])


def _both(parts: list[Possible]) -> Possible:
    if any(not p.may_be(part, True) for part in parts):
        return NO
    return YES if all(not p.may_be(part, False) for part in parts) else MAYBE


def _logic(scene: Scene, expr: Logic) -> Possible:
    if expr.op == "not":
        found = scene.truth(expr.parts[0])
        return NO if found == YES else YES if found == NO else MAYBE
    parts: list[Possible] = [scene.truth(part) for part in expr.parts]
    if expr.op == "and":
        return _both(parts)
    if any(not p.may_be(part, False) for part in parts):
        return YES
    return NO if all(not p.may_be(part, True) for part in parts) else MAYBE


def _arith(scene: Scene, expr: Arith) -> Possible:
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


def _call(scene: Scene, expr: Call) -> Possible:
    if expr.name in ("min", "max"):
        return p.extreme([scene.ask(arg) for arg in expr.args], expr.name)
    if expr.name in _SHEET:
        return _SHEET[expr.name](scene, expr)
    parts = [scene.ask(arg) for arg in expr.args]
    if expr.name in _PURE and all(_is_one(part) for part in parts):
        args = tuple(Const(_only(part), arg.sort) for part, arg in zip(parts, expr.args, strict=True))
        found = scene._evaluate(evolve(expr, args=args), scene.state)
        if found is not None:
            return found
    if expr.name in ("count", "count_of", "run"):
        return Between(0, None)
    if expr.name in ("sum", "sum_of"):
        return _sum(scene, expr)
    return _unknown(expr.sort)


# Functions of their arguments alone.
_PURE = frozenset(
    {"sum", "sum_of", "count", "count_of", "distinct", "largest", "smallest", "first", "last", "nth", "top", "run", "parts", "abs"}
)


def _sum(scene: Scene, expr: Call) -> Possible:
    """A sum over dice that cannot be listed, or over what each seat has."""
    group = expr.args[0]
    if isinstance(group, OfSeats):
        low, high = p.limits(scene.ask(group.value))
        return Between(0 if low is not None and low >= 0 else None, 0 if high is not None and high <= 0 else None)
    if scene.reads(group).words & set(ZONES) and all(
        isinstance(face, int) and face >= 0 for die in scene.rules.game.dies.values() for face in die.faces
    ):
        return Between(0, None)
    return NUMBERS


def _written(scene: Scene, expr: Call) -> Possible:
    names = scene.ask(expr.args[0])
    every = next(iter(names.values)) if _is_one(names) else None  # type: ignore[union-attr]
    total: Possible = p.just(0)
    if every is None:
        return NUMBERS
    for box in cast("tuple[str, ...]", every):
        total = p.added(total, p.join(p.just(0), scene.boxes.get(box, NUMBERS)))
    return total


def _worth(scene: Scene, expr: Call) -> Possible:
    return p.join(*scene.boxes.values()) if scene.boxes else NUMBERS


_SHEET: dict[str, Callable[[Scene, Call], Possible]] = {
    "written": _written,
    "worth": _worth,
    "worth_in": _worth,
    "filled": lambda scene, expr: MAYBE,
    "hits": lambda scene, expr: Between(0, None),
    "hits_in": lambda scene, expr: Between(0, None),
}


def _box(scene: Scene, expr: BoxRead) -> Possible:
    return p.join(p.just(0), scene.boxes.get(expr.box, NUMBERS))


def _of_seat(scene: Scene, expr: OfSeat) -> Possible:
    return scene.ask(expr.value) if expr.sort in (Sort.NUMBER, Sort.YESNO) else ANY


def _table(scene: Scene, expr: TableAsk) -> Possible:
    table = scene.rules.game.tables[expr.table]
    asked = scene.ask(expr.arg)
    if expr.many:
        return ANY
    if isinstance(asked, Few) and len(asked.values) <= p.FEW // 8:
        single = [evolve(expr, arg=Const(value, expr.arg.sort)) for value in asked.values]
        found = [scene._exactly(one) for one in single]
        if found and all(found):
            return p.join(*cast("list[Possible]", found))
    parts = [scene.with_locals({"it": asked}).ask(row.value) for row in table.rows]
    parts.append(scene.ask(table.otherwise) if table.otherwise is not None else _none(table.sort))
    return p.join(*parts)


def _none(sort: Sort) -> Possible:
    return p.just(0) if sort is Sort.NUMBER else NO if sort is Sort.YESNO else p.just(())


def _hand(scene: Scene, expr: HandAsk) -> Possible:
    return MAYBE if expr.how == "sets" else NUMBERS


def _convert(scene: Scene, expr: Convert) -> Possible:
    arg = scene.ask(expr.arg)
    if _is_one(arg):
        found = scene._evaluate(evolve(expr, arg=Const(_only(arg), expr.arg.sort)), scene.state)
        if found is not None:
            return found
    if expr.sort is Sort.NUMBER and isinstance(arg, Few):
        faces = [value[0] if isinstance(value, tuple) and value else value for value in arg.values]
        if all(p.is_number(face) or face == () for face in faces):
            return p.of(0 if face == () else cast(Value, face) for face in faces)
    return _unknown(expr.sort)


_STRUCTURE: dict[type, Callable[..., Possible]] = {
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
