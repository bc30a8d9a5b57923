"""What every part of the resolver shares: names, sorts known so far, findings; and where a formula stands."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from attrs import define, evolve, field, frozen

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label, Span
from becher.dsl.model import ActionDef, Expr, Formula, Sort, Table
from becher.dsl.resolve.names import Names
from becher.dsl.resolve.outline import Drawer

T = TypeVar("T")
# More faults than this in one game help nobody.
MOST_FAULTS = 50
SortKey = tuple[str, str]


class Fault(Exception):
    """A line that makes no sense. The finding is None where it has been reported already."""

    def __init__(self, found: Diagnostic | None) -> None:
        super().__init__(found)
        self.found = found


def fault(code: str, message: str, span: Span | None, hint: str | None = None, *labels: Label) -> Fault:
    return Fault(finding(code, message, span, hint, *labels))


REPORTED = Fault(None)


@define
class Each:
    """The seats a condition on `x of others` is asked for, once met."""

    seats: Expr | None = None


@frozen
class Scope:
    """Where a formula stands: its locals, the block its name belongs to, and what it may say there.

    `place`: formula, box, table, effect, condition, question or claim. `answers`: the words that may be answered here.
    `before`: what `before` stands for. `sheet`: names of boxes mean the boxes, not what is written in them.
    """

    place: str
    home: str | None = None
    locals: dict[str, Sort] = field(factory=dict)
    answers: tuple[str, ...] = ()
    before: Expr | None = None
    each: Each | None = None
    example: bool = False

    def with_locals(self, **more: Sort) -> "Scope":
        return evolve(self, locals=self.locals | more)

    def plain(self) -> "Scope":
        """The same place, with nothing to lift `x of others` to."""
        return self if self.each is None else evolve(self, each=None)


@define(eq=False)
class Desk:
    """One pass over one game. `sorts` holds what earlier passes learnt about variables and parameters."""

    id: str
    game: Drawer
    names: Names
    sorts: dict[SortKey, Sort]
    findings: dict[Diagnostic, None] = field(factory=dict)
    formulas: dict[str, Formula] = field(factory=dict)
    tables: dict[str, Table] = field(factory=dict)
    actions: dict[str, ActionDef] = field(factory=dict)
    broken: set[str] = field(factory=set)
    open: list[str] = field(factory=list)
    used_sorts: dict[SortKey, Sort] = field(factory=dict)
    singles: frozenset[str] = frozenset()
    faults: int = 0

    def report(self, found: Diagnostic | None) -> None:
        if found is not None:
            self.findings.setdefault(found)

    def attempt(self, work: Callable[[], T]) -> T | None:
        """The result, or None with the fault reported. After many faults nothing more is looked at."""
        if self.faults >= MOST_FAULTS:
            return None
        try:
            return work()
        except Fault as stop:
            self.report(stop.found)
            self.faults += stop.found is not None
            return None

    def require(self, results: "list[T | None]") -> tuple[T, ...]:
        """All results that are there."""
        return tuple(result for result in results if result is not None)

    # ---- sorts learnt on the way

    def sort_of(self, key: SortKey, default: Sort) -> Sort:
        """The sort of a variable or parameter in this pass."""
        sort = self.sorts.get(key, default)
        self.used_sorts.setdefault(key, sort)
        return self.used_sorts[key]

    def learn(self, key: SortKey, sort: Sort) -> None:
        """What a change, choice or call shows about a sort; a wider one makes another pass necessary."""
        self.sorts[key] = joined(self.sorts[key], sort) if key in self.sorts else sort

    def is_single(self, variable: str) -> bool:
        """Does this variable only ever hold one chosen member? `singles` are those that are chosen and nothing else."""
        return variable in self.singles and self.sort_of(("parts", variable), Sort.FACE) is not Sort.PARTS

    @property
    def settled(self) -> bool:
        """Was every sort used in this pass the one known at its end?"""
        return all(self.sorts.get(key, sort) == sort for key, sort in self.used_sorts.items())

    @contextmanager
    def inside(self, name: str, span: Span | None, code: str) -> Iterator[None]:
        """Refuse a name that asks for itself."""
        if name in self.open:
            path = [*self.open[self.open.index(name) :], name]
            message = f"{name} depends on itself: {' -> '.join(path)}"
            raise fault(code, message, span, "a formula or an action may not come back to itself")
        self.open.append(name)
        try:
            yield
        finally:
            self.open.pop()


_WIDER: dict[tuple[Sort, Sort], Sort] = {
    (Sort.SEAT, Sort.SEATS): Sort.SEATS,
    (Sort.BOX, Sort.BOXES): Sort.BOXES,
    (Sort.NUMBER, Sort.FACE): Sort.FACE,
    (Sort.WORD, Sort.FACE): Sort.FACE,
    (Sort.NUMBER, Sort.GROUP): Sort.GROUP,
    (Sort.FACE, Sort.GROUP): Sort.GROUP,
    (Sort.WORD, Sort.GROUP): Sort.GROUP,
    (Sort.PILE, Sort.GROUP): Sort.GROUP,
    (Sort.NUMBER, Sort.PILE): Sort.PILE,
    (Sort.FACE, Sort.PILE): Sort.PILE,
}


def joined(a: Sort, b: Sort) -> Sort:
    """The sort that holds both; the first where there is none, so that the conversion is what is reported."""
    if a == b:
        return a
    return _WIDER.get((a, b)) or _WIDER.get((b, a)) or a


def can_join(a: Sort, b: Sort) -> bool:
    return a == b or (a, b) in _WIDER or (b, a) in _WIDER
