"""The functions of the language as closures over their compiled arguments."""

import operator
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, cast

from becher.dsl.diagnostics import Span
from becher.dsl.model import Game, Member, Value, canonical
from becher.engine.actions import Action, Arg
from becher.engine.expressions.convert import number
from becher.engine.expressions.words import faces_of
from becher.engine.faults import RuleFault
from becher.engine.multisets import parts

if TYPE_CHECKING:
    from becher.engine.expressions.compiler import Compiler, Formula, GroupFormula
    from becher.engine.state import Locals, State

Group = tuple[Member, ...]
Builder = Callable[["Compiler", "list[Formula]", Span | None], "Formula"]


def variable_slots(game: Game) -> dict[str, tuple[str, int]]:
    """Where each variable is kept: its scope and its place in that scope's tuple."""
    slots: dict[str, tuple[str, int]] = {"pool": ("tally", -1)}
    for scope in ("player", "shared", "tally"):
        names = [v.name for v in game.variables.values() if v.scope == scope]
        slots.update({name: (scope, place) for place, name in enumerate(names) if name != "pool"})
    return slots


def pips(members: Iterable[Member], span: Span | None) -> int:
    """The sum of the members. Raises RuleFault where one is a symbol."""
    try:
        return sum(members)  # type: ignore[arg-type]
    except TypeError:
        return sum(number(member, span) for member in members)


def action_arg(value: Value) -> Arg:
    return cast(Arg, value)


def same_action(asked: Action, legal: Action) -> bool:
    """Is `legal` what `asked` means? Dice compare by the faces they show; an example may leave out a column."""
    if asked.name != legal.name or len(asked.args) > len(legal.args):
        return False
    return all(_same_arg(a, b) for a, b in zip(asked.args, legal.args, strict=False)) and (
        len(asked.args) == len(legal.args) or bool(asked.args)
    )


def _same_arg(asked: Arg, legal: Arg) -> bool:
    if isinstance(asked, tuple) and isinstance(legal, tuple):
        return canonical(asked) == faces_of(legal) or sorted(map(str, asked)) == sorted(map(str, legal))
    if isinstance(legal, tuple):
        return legal == (asked,)
    if isinstance(asked, tuple):
        return asked == (legal,)
    return asked == legal


def _compare(operate: Callable[[Value, Value], bool]) -> "Callable[[Formula, Formula], Formula]":
    def build(left: "Formula", right: "Formula") -> "Formula":
        return lambda s, me, loc: operate(left(s, me, loc), right(s, me, loc))

    return build


COMPARISONS: "dict[str, Callable[[Formula, Formula], Formula]]" = {
    "=": _compare(operator.eq),
    "!=": _compare(operator.ne),
    "<": _compare(cast("Callable[[Value, Value], bool]", operator.lt)),
    "<=": _compare(cast("Callable[[Value, Value], bool]", operator.le)),
    ">": _compare(cast("Callable[[Value, Value], bool]", operator.gt)),
    ">=": _compare(cast("Callable[[Value, Value], bool]", operator.ge)),
}


def _divide(a: int, b: int, span: Span | None) -> int:
    if b == 0:
        raise RuleFault("division by zero", span)
    return a // b


ARITHMETIC: dict[str, Callable[[int, int, Span | None], int]] = {
    "+": lambda a, b, span: a + b,
    "-": lambda a, b, span: a - b,
    "*": lambda a, b, span: a * b,
    "/": _divide,
}


def _of_one(read: Callable[[Group, Span | None], Value]) -> Builder:
    """A function of one group."""

    def build(compiler: "Compiler", args: "list[Formula]", span: Span | None) -> "Formula":
        group = cast("GroupFormula", args[0])
        return lambda s, me, loc: read(group(s, me, loc), span)

    return build


def _of_many(read: Callable[..., Value]) -> Builder:
    """A function of several plain values."""

    def build(compiler: "Compiler", args: "list[Formula]", span: Span | None) -> "Formula":
        return lambda s, me, loc: read(*(arg(s, me, loc) for arg in args))

    return build


def _showing(of: Callable[[Group, Span | None], int]) -> Builder:
    """A function of the members that show one of the faces named."""

    def build(compiler: "Compiler", args: "list[Formula]", span: Span | None) -> "Formula":
        group, faces = cast("list[GroupFormula]", args)

        def read(s: "State", me: int, loc: "Locals") -> Value:
            wanted = faces(s, me, loc)
            return of(tuple([m for m in group(s, me, loc) if m in wanted]), span)

        return read

    return build


def longest_run(group: Group) -> int:
    """The length of the longest run of consecutive numbers."""
    numbers = sorted({member for member in group if isinstance(member, int)})
    best = length = 0
    for index, value in enumerate(numbers):
        length = length + 1 if index and value == numbers[index - 1] + 1 else 1
        best = max(best, length)
    return best


def _nth(group: Group, place: int) -> Value:
    return group[place - 1 : place] if place >= 1 else ()


def _every(compiler: "Compiler", args: "list[Formula]", span: Span | None) -> "Formula":
    (faces,) = args

    def read(s: "State", me: int, loc: "Locals") -> Value:
        wanted = cast(Group, faces(s, me, loc))
        return tuple(face for face in faces_of(s.thrown) if face in wanted)

    return read


def _chain(compiler: "Compiler", args: "list[Formula]", span: Span | None) -> "Formula":
    def read(s: "State", me: int, loc: "Locals") -> Value:
        lying, thrown = list(faces_of(s.aside)), list(faces_of(s.thrown))
        taken: list[Member] = []
        for arg in args:
            face = cast(Member, arg(s, me, loc))
            if face in lying and not taken:
                lying.remove(face)
            elif face in thrown:
                thrown.remove(face)
                taken.append(face)
            else:
                break
        return canonical(taken)

    return read


def _parts(compiler: "Compiler", args: "list[Formula]", span: Span | None) -> "Formula":
    group, work = args[0], compiler.work

    def every(s: "State", me: int, loc: "Locals") -> Value:
        found = parts(cast(Group, group(s, me, loc)))
        work.begin(len(found), span)
        work.end()
        return cast(Value, found)

    if len(args) == 1:
        return every
    size = args[1]

    def of_size(s: "State", me: int, loc: "Locals") -> Value:
        wanted = size(s, me, loc)
        return tuple(part for part in cast("tuple[Group, ...]", every(s, me, loc)) if len(part) == wanted)

    return of_size


# ---- the sheet. A cell is a box in a column: index column * boxes + box.


def cells_of(compiler: "Compiler", boxes: Iterable[str], loc: "Locals") -> list[tuple[str, list[int]]]:
    """The cells of each box: one in the column asked about, else one in every column."""
    count, columns = len(compiler.boxes), max(1, len(compiler.columns))
    which = [cast(int, loc["$column"])] if "$column" in loc else list(range(columns))
    return [(box, [column * count + compiler.boxes[box] for column in which]) for box in boxes]


def _written(compiler: "Compiler", args: "list[Formula]", span: Span | None) -> "Formula":
    (boxes,) = args

    def read(s: "State", me: int, loc: "Locals") -> Value:
        cells = s.cells[me - 1]
        asked = cast("tuple[str, ...]", boxes(s, me, loc))
        return sum(cells[cell] or 0 for _, where in cells_of(compiler, asked, loc) for cell in where)

    return read


def _open(compiler: "Compiler", args: "list[Formula]", span: Span | None) -> "Formula":
    (boxes,) = args

    def read(s: "State", me: int, loc: "Locals") -> Value:
        hits, fills = s.hits[me - 1], s.rules.fills(s)
        asked = cast("tuple[str, ...]", boxes(s, me, loc))
        return tuple(box for box, where in cells_of(compiler, asked, loc) if any(hits[cell] < fills for cell in where))

    return read


def _filled(compiler: "Compiler", args: "list[Formula]", span: Span | None) -> "Formula":
    (boxes,) = args

    def read(s: "State", me: int, loc: "Locals") -> Value:
        hits = s.hits[me - 1]
        asked = cast("tuple[str, ...]", boxes(s, me, loc))
        return bool(asked) and all(hits[cell] > 0 for _, where in cells_of(compiler, asked, loc) for cell in where)

    return read


def _hits(compiler: "Compiler", args: "list[Formula]", span: Span | None) -> "Formula":
    (box,) = args

    def read(s: "State", me: int, loc: "Locals") -> Value:
        hits = s.hits[me - 1]
        return sum(hits[cell] for _, where in cells_of(compiler, [cast(str, box(s, me, loc))], loc) for cell in where)

    return read


def _worth(compiler: "Compiler", args: "list[Formula]", span: Span | None) -> "Formula":
    (box,) = args
    return lambda s, me, loc: s.rules.box_values[cast(str, box(s, me, loc))](s, me, loc)


def _in_column(build: Builder) -> Builder:
    """The same function in the column its last argument names."""

    def wrapped(compiler: "Compiler", args: "list[Formula]", span: Span | None) -> "Formula":
        inner, column = build(compiler, args[:-1], span), args[-1]
        return lambda s, me, loc: inner(s, me, {**loc, "$column": compiler.columns[cast(str, column(s, me, loc))]})

    return wrapped


def _open_in(compiler: "Compiler", args: "list[Formula]", span: Span | None) -> "Formula":
    every = tuple(compiler.boxes)
    return _in_column(_open)(compiler, [lambda s, me, loc: every, *args], span)


def _ends(pick: Callable[[Group], Value]) -> Builder:
    return _of_one(lambda group, span: pick(group))


FUNCTIONS: dict[str, Builder] = {
    "sum": _of_one(pips),
    "sum_of": _showing(pips),
    "count": _of_one(lambda group, span: len(group)),
    "count_of": _showing(lambda group, span: len(group)),
    "distinct": _of_one(lambda group, span: tuple(dict.fromkeys(group))),
    "largest": _ends(lambda group: canonical(group)[-1:]),
    "smallest": _ends(lambda group: canonical(group)[:1]),
    "first": _ends(lambda group: group[:1]),
    "last": _ends(lambda group: group[-1:]),
    "top": _ends(lambda group: group[-1:]),
    "nth": _of_many(_nth),
    "run": _of_one(lambda group, span: longest_run(group)),
    "parts": _parts,
    "every": _every,
    "chain": _chain,
    "min": _of_many(lambda *values: min(values)),
    "max": _of_many(lambda *values: max(values)),
    "abs": _of_many(abs),
    "written": _written,
    "written_in": _in_column(_written),
    "open": _open,
    "open_in": _open_in,
    "filled": _filled,
    "hits": _hits,
    "hits_in": _in_column(_hits),
    "worth": _worth,
    "worth_in": _in_column(_worth),
}
