"""May this box be written? Asked one box at a time, reading no more of the sheet than it takes."""

from collections.abc import Iterator

from attrs import define, field

from becher.dsl.model import Call, Choice, Const, Convert, Expr, Sort
from becher.engine.answer.reading.formulas import Formulas
from becher.engine.expressions import Formula
from becher.engine.machine.rules import Rules
from becher.engine.state import Locals, State


@define(eq=False)
class Choices:
    """The answers of `enter:`, asked lazily. The machine asks the same of all boxes at once (cycle.py)."""

    formulas: Formulas
    rules: Rules
    _laid: dict[int | None, tuple[Expr, ...]] = field(factory=dict)
    _compiled: dict[int, tuple[Expr, Formula]] = field(factory=dict)

    def allows(self, s: State, box: str, column: int | None) -> bool:
        """Is this open box among the open ones of the first answer that has any?"""
        loc = s.args if column is None else {**s.args, "$column": column}
        for answer in self.answers(column):
            if self.has(answer, s, loc, box):
                return True
            if any(self.is_open(s, other, column) for other in self.members(answer, s, loc)):
                return False
        return False

    def compiled(self, expr: Expr) -> Formula:
        """The closure of a part of an answer, made once; parts are known by identity, which is quick."""
        if id(expr) not in self._compiled:
            self._compiled[id(expr)] = (expr, self.rules.compiler.compile(expr))
        return self._compiled[id(expr)][1]

    def answers(self, column: int | None) -> tuple[Expr, ...]:
        if column not in self._laid:
            sheet = self.formulas.game.sheet
            assert sheet is not None
            own = None if column is None else sheet.columns[column].enter
            self._laid[column] = tuple(map(self.formulas.laid_open, sheet.enter if own is None else own))
        return self._laid[column]

    def is_open(self, s: State, box: str, column: int | None) -> bool:
        compiler = self.rules.compiler
        place = (column or 0) * len(compiler.boxes) + compiler.boxes[box]
        return s.hits[s.seat - 1][place] < self.rules.fills(s)

    def has(self, answer: Expr, s: State, loc: Locals, box: str) -> bool:
        """Is this open box a member?"""
        match answer:
            case Choice(value, condition, other):
                holds = self.compiled(condition)(s, s.seat, loc)
                return self.has(value if holds else other, s, loc, box)
            case Call("open", (group,)):
                return self.has(group, s, loc, box)
            case Convert(arg, Sort.BOXES) if arg.sort is Sort.BOXES:
                return self.has(arg, s, loc, box)
        return box in self.members(answer, s, loc)

    def members(self, answer: Expr, s: State, loc: Locals) -> Iterator[str]:
        """The members in order, one at a time."""
        column = loc.get("$column")
        match answer:
            case Const(value):
                yield from value  # type: ignore[misc]
            case Choice(value, condition, other):
                holds = self.compiled(condition)(s, s.seat, loc)
                yield from self.members(value if holds else other, s, loc)
            case Call("open", (group,)):
                inside = self.members(group, s, loc)
                yield from (box for box in inside if self.is_open(s, box, column))  # type: ignore[arg-type]
            case Call("first", (group,)):
                yield from (box for box, _ in zip(self.members(group, s, loc), range(1), strict=False))
            case Call("last", (Call("open", (Const(value),)),)):
                backward = (box for box in reversed(value) if self.is_open(s, box, column))  # type: ignore[arg-type]
                yield from (box for box, _ in zip(backward, range(1), strict=False))  # type: ignore[misc]
            case _:
                found = self.compiled(answer)(s, s.seat, loc)
                yield from (found,) if isinstance(found, str) else found  # type: ignore[misc]
