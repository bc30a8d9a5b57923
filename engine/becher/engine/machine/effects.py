"""Moments compiled: which cases hold, what they ask, what they change. All reading comes before any changing."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, cast

from attrs import define, field, frozen

from becher.dsl.diagnostics import Span
from becher.dsl.model import (
    Add,
    Become,
    Case,
    Door,
    Effect,
    Local,
    Member,
    Perform,
    Pick,
    Value,
    Verb,
    canonical,
)
from becher.dsl.model.walk import walk
from becher.engine.expressions import Compiler, Formula
from becher.engine.expressions.compiler import Question, checked
from becher.engine.faults import Conflict
from becher.engine.multisets import minus
from becher.engine.state import Locals, State

if TYPE_CHECKING:
    from becher.dsl.model import Game

Seats = tuple[int, ...]
Group = tuple[Member, ...]


@frozen
class OpenedDoor:
    """Where a moment leads: a door's name, for a phase its name and arguments."""

    name: str
    target: str | None
    args: tuple[Value, ...]
    span: Span | None


@define
class Changes:
    """What the cases of one moment want changed, gathered before anything is changed."""

    adds: list[tuple[str, int, Value, int, Span | None]] = field(factory=list)
    becomes: list[tuple[str, int, Value, Span | None]] = field(factory=list)
    out: list[int] = field(factory=list)
    win: list[int] = field(factory=list)
    lose: list[int] = field(factory=list)
    reverse: bool = False
    leave: bool = False
    doors: list[OpenedDoor] = field(factory=list)


Gather = Callable[[State, int, Locals, Changes], None]


@frozen
class PickRules:
    """A choice asked by a case."""

    variable: str
    seat: Formula | None
    group: Formula
    may_pass: bool
    span: Span | None


@frozen
class OneCase:
    """A case compiled: its test, its choices in order, and the gathering of its changes. `label` names it in coverage notes."""

    source: Case
    label: str
    test: Question | None
    picks: tuple[tuple[PickRules, Callable[[State, int, Locals], Locals]], ...]
    gather: tuple[Gather, ...]


@frozen
class CaseRules:
    """All cases of one moment in order."""

    cases: tuple[OneCase, ...]

    def matching(self, s: State, me: int, loc: Locals) -> tuple[int, ...]:
        """The places of the cases that hold: those whose condition is met, those without one, else the `otherwise` case."""
        held = [i for i, c in enumerate(self.cases) if c.source.mode == "when" and c.test and c.test(s, me, loc)]
        wanted = "always" if held else "otherwise"
        found = {i for i, c in enumerate(self.cases) if c.source.mode in ("always", wanted)}
        return tuple(sorted(found.union(held)))


def compile_cases(compiler: Compiler, cases: tuple[Case, ...], place: str) -> CaseRules:
    """The cases of one moment; `place` names it: `turn, on end`."""
    return CaseRules(tuple(_compile_case(compiler, case, f"{place}: {case.name}") for case in cases))


def _compile_case(compiler: Compiler, case: Case, label: str) -> OneCase:
    picks: list[tuple[PickRules, Callable[[State, int, Locals], Locals]]] = []
    gather: list[Gather] = []
    _lay_open(compiler, case.effects, lambda s, me, loc: loc, picks, gather)
    test = None if case.condition is None else compiler.question(case.condition)
    return OneCase(case, label, test, tuple(picks), tuple(gather))


Frame = Callable[[State, int, Locals], Locals]


def _lay_open(
    compiler: Compiler,
    effects: tuple[Effect, ...],
    frame: Frame,
    picks: list[tuple[PickRules, Frame]],
    gather: list[Gather],
) -> None:
    """Effects in order, actions of the file laid open in place with their arguments bound."""
    for effect in effects:
        if isinstance(effect, Perform):
            action = compiler.game.actions[effect.action]
            names = [name for name, _ in action.params]
            args = [compiler.compile(arg) for arg in effect.args]
            _lay_open(compiler, action.effects, _inner(frame, names, args), picks, gather)
        elif isinstance(effect, Pick):
            seat = None if effect.seat is None else compiler.compile(effect.seat)
            rules = PickRules(effect.variable, seat, compiler.compile(effect.group), effect.may_pass, effect.span)
            picks.append((rules, frame))
        else:
            gather.append(_framed(frame, _gather(compiler, effect)))


def _inner(outer: Frame, names: list[str], args: list[Formula]) -> Frame:
    def bind(s: State, me: int, loc: Locals) -> Locals:
        around = outer(s, me, loc)
        return {**s.args, **{n: arg(s, me, around) for n, arg in zip(names, args, strict=True)}}

    return bind


def _framed(frame: Frame, gather: Gather) -> Gather:
    return lambda s, me, loc, out: gather(s, me, frame(s, me, loc), out)


def _gather(compiler: Compiler, effect: Add | Become | Verb | Door) -> Gather:
    if isinstance(effect, Add):
        return _gather_add(compiler, effect)
    if isinstance(effect, Become):
        return _gather_become(compiler, effect)
    if isinstance(effect, Verb):
        return _gather_verb(compiler, effect)
    name, target, span = effect.name, effect.target, effect.span
    args = [compiler.compile(arg) for arg in effect.args]

    def open_door(s: State, me: int, loc: Locals, out: Changes) -> None:
        out.doors.append(OpenedDoor(name, target, tuple(arg(s, me, loc) for arg in args), span))

    return open_door


def _whose(compiler: Compiler, variable: str, seats: Formula | None) -> Callable[[State, int, Locals], Seats]:
    """The seats whose variable changes; (0,) for a variable of the table or the turn."""
    if compiler.slots[variable][0] != "player":
        return lambda s, me, loc: (0,)
    if seats is None:
        return lambda s, me, loc: (me,)

    def find(s: State, me: int, loc: Locals) -> Seats:
        found = seats(s, me, loc)
        return (found,) if isinstance(found, int) else cast(Seats, found)

    return find


Amounts = Callable[[State, int, Locals], Iterable[tuple[int, Value]]]


def _amounts(compiler: Compiler, effect: Add | Become) -> Amounts:
    """The seats whose variable changes, each with the value of the right-hand side; `it` is that seat there."""
    seats = _whose(compiler, effect.variable, None if effect.seats is None else compiler.compile(effect.seats))
    value = compiler.compile(effect.value)
    if any(isinstance(part, Local) and part.name == "it" for part in walk(effect.value)):
        return lambda s, me, loc: ((seat, value(s, me, {**loc, "it": seat})) for seat in seats(s, me, loc))

    def alike(s: State, me: int, loc: Locals) -> Iterable[tuple[int, Value]]:
        amount = value(s, me, loc)
        return ((seat, amount) for seat in seats(s, me, loc))

    return alike


def _gather_add(compiler: Compiler, effect: Add) -> Gather:
    variable, sign, span = effect.variable, effect.sign, effect.span
    amounts = _amounts(compiler, effect)

    def add(s: State, me: int, loc: Locals, out: Changes) -> None:
        out.adds.extend((variable, seat, amount, sign, span) for seat, amount in amounts(s, me, loc))

    return add


def _gather_become(compiler: Compiler, effect: Become) -> Gather:
    variable, span = effect.variable, effect.span
    amounts = _amounts(compiler, effect)

    def become(s: State, me: int, loc: Locals, out: Changes) -> None:
        out.becomes.extend((variable, seat, amount, span) for seat, amount in amounts(s, me, loc))

    return become


def _gather_verb(compiler: Compiler, effect: Verb) -> Gather:
    name = effect.name
    seats = None if effect.seats is None else compiler.compile(effect.seats)

    def verb(s: State, me: int, loc: Locals, out: Changes) -> None:
        if name == "reverse":
            out.reverse = not out.reverse
        elif name == "leave":
            out.leave = True
        elif name != "nothing":
            found = (me,) if seats is None else seats(s, me, loc)
            getattr(out, name).extend((found,) if isinstance(found, int) else cast(Seats, found))

    return verb


# ---- changing, on a state the machine has made its own


def write(s: State, name: str, seat: int, value: Value) -> None:
    """Set a variable of a state that is being made."""
    scope, slot = s.rules.slots[name]
    if name == "pool":
        s.pool = cast(int, value)
    elif scope == "player":
        row = s.players[seat - 1]
        row = (*row[:slot], value, *row[slot + 1 :])
        s.players = (*s.players[: seat - 1], row, *s.players[seat:])
    elif scope == "shared":
        s.shared = (*s.shared[:slot], value, *s.shared[slot + 1 :])
    else:
        s.tally = (*s.tally[:slot], value, *s.tally[slot + 1 :])


def read(s: State, name: str, seat: int) -> Value:
    """The value of a variable, by the seat it belongs to (0: none)."""
    return s.account(name, seat or None)


def apply_changes(s: State, changes: Changes, game: "Game") -> None:
    """All changes at once: additions before takings away; `becomes` beside another change of the same variable is a fault."""
    touched: dict[tuple[str, int], Span | None] = {}
    for sign in (1, -1):
        for variable, seat, amount, its_sign, span in changes.adds:
            if its_sign == sign:
                touched[variable, seat] = span
                write(s, variable, seat, _changed(game, variable, read(s, variable, seat), amount, sign, span))
    for variable, seat, value, span in changes.becomes:
        if (variable, seat) in touched:
            raise Conflict(f"{variable} becomes something and is changed otherwise at the same moment", span)
        touched[variable, seat] = span
        write(s, variable, seat, value)
    if changes.reverse:
        s.direction = -s.direction


def _changed(game: "Game", name: str, old: Value, amount: Value, sign: int, span: Span | None) -> Value:
    if isinstance(old, int) and not isinstance(old, bool):
        return checked(old + sign * cast(int, amount), span)
    group, part = cast(Group, old), cast(Group, amount)
    if sign < 0:
        return minus(group, part)
    variable = game.variables[name]
    return group + part if variable.sort.value in ("pile", "boxes") else canonical(group + part)
