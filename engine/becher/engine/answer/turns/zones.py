"""What has to be remembered of dice that lie: the sums and counts that later formulas ask for, else every die.

A *summary* of a zone is a formula whose value for two groups laid together follows from its values for each: sum,
count, the different faces, the largest. Where formulas reach a zone only through summaries, positions that agree in
their values are one position.
"""

from collections.abc import Iterable, Iterator
from typing import cast

from attrs import evolve, frozen

from becher.dsl.model import (
    Arith,
    Call,
    Compare,
    Const,
    Convert,
    Expr,
    Filter,
    FormulaCall,
    HandAsk,
    Member,
    Sort,
    StateWord,
    Table,
    TableAsk,
)
from becher.dsl.model.walk import reads
from becher.engine.answer.reading.formulas import Formulas, free_names, parts_of

_SUMMARIES = frozenset({"sum", "count", "sum_of", "count_of", "distinct", "largest", "smallest"})
_SINGLE = (Sort.FACE, Sort.NUMBER, Sort.WORD)
Names = frozenset[str]


def summaries(formulas: Formulas, asked: Iterable[Expr], zone: str, as_zone: str, params: Names) -> tuple[Expr, ...]:
    """The formulas whose values say all that `asked` can learn of `zone`, asked of `as_zone`; the zone itself at worst.

    Formulas are in the order in which they were met, each once.
    """
    whole: Expr = StateWord(as_zone, Sort.GROUP)
    found: dict[Expr, None] = {}
    for expr in asked:
        for summary in _Search(formulas, zone, params).of(formulas.laid_open(expr)):
            if summary is None:
                return (whole,)
            found.setdefault(_renamed(summary, zone, as_zone))
    return tuple(found)


@frozen
class _Search:
    """One zone looked for in formulas; `params` are the phase's parameters, which stay what they are."""

    formulas: Formulas
    zone: str
    params: Names

    def of(self, expr: Expr) -> Iterator[Expr | None]:
        """The summaries met in one formula; None where something else reads the zone."""
        work: list[Expr] = [expr]
        while work:
            part = work.pop()
            if not self.reads_zone(part):
                continue
            known = self.summary(part)
            if self.is_hidden(part) and known is None:
                yield None
            elif known is not None:
                found, rest = known
                yield from found
                work += rest
            elif isinstance(part, StateWord | FormulaCall):
                yield None
            else:
                inside = [*parts_of(part)]
                work += inside
                if not any(map(self.reads_zone, inside)):
                    yield None

    def reads_zone(self, part: Expr) -> bool:
        return self.zone in self.formulas.reads(part).words

    def is_hidden(self, part: Expr) -> bool:
        """Does this reach the zone otherwise than through its parts?"""
        if isinstance(part, TableAsk | HandAsk):
            rows = self.formulas.game.tables[part.table]
            return self.zone in reads((*(row.value for row in rows.rows), *_otherwise(rows)), self.formulas.game).words
        return isinstance(part, Call) and (
            (part.name == "chain" and self.zone in ("aside", "thrown"))
            or (part.name == "every" and self.zone == "thrown")
        )

    def is_zone(self, expr: Expr) -> bool:
        return isinstance(expr, StateWord) and expr.name == self.zone

    def is_settled(self, expr: Expr) -> bool:
        """Does it stay what it is for the whole phase, so that it may be part of a summary?"""
        return self.formulas.is_fixed(expr) and free_names(expr) <= self.params

    def summary(self, part: Expr) -> tuple[list[Expr], list[Expr]] | None:
        """(summaries, parts still to be looked at) where `part` reads the zone through summaries only."""
        if isinstance(part, Call) and part.name in _SUMMARIES:
            return self.call(part)
        if isinstance(part, Call) and part.name == "chain" and self.zone == "aside":
            return self.of_faces(part.args)
        if isinstance(part, Convert) and part.sort is Sort.YESNO and self.is_zone(part.arg):
            return [Call("count", (part.arg,), Sort.NUMBER)], []
        return self.compare(part) if isinstance(part, Compare) else None

    def call(self, part: Call) -> tuple[list[Expr], list[Expr]] | None:
        group, rest = part.args[0], list(part.args[1:])
        if not all(map(self.is_settled, rest)):
            return None
        pieces = _laid_together(group)
        reading = [piece for piece in pieces if self.reads_zone(piece)]
        if not all(map(self.each_alike, reading)):
            return None
        others = [piece for piece in pieces if not self.reads_zone(piece)]
        return [evolve(part, args=(piece, *rest)) for piece in reading], others

    def each_alike(self, piece: Expr) -> bool:
        """Is it the zone, or what a table answers for each of its dice?"""
        while isinstance(piece, TableAsk | Filter):
            if isinstance(piece, TableAsk):
                table = self.formulas.game.tables[piece.table]
                asked = [*(row.value for row in table.rows), *_otherwise(table)]
                piece = piece.arg
            else:
                asked, piece = [piece.condition], piece.group
            if not all(map(self.formulas.is_fixed, asked)):
                return False
        return self.is_zone(piece)

    def compare(self, part: Compare) -> tuple[list[Expr], list[Expr]] | None:
        left, right = (part.right, part.left) if part.op == "in" else (part.left, part.right)
        if not self.is_zone(left):
            return None
        if part.op in ("has", "in"):
            if isinstance(right, Const) and isinstance(right.value, tuple):
                return self.of_faces(tuple(Const(cast(Member, face), Sort.FACE) for face in right.value))
            if isinstance(right, Convert) and right.arg.sort in _SINGLE and self.formulas.is_fixed(right):
                return [Call("distinct", (left,), Sort.GROUP)], []
            return None
        if isinstance(right, Const) and right.value == ():
            return [Call("count", (left,), Sort.NUMBER)], []
        return None

    def of_faces(self, faces: tuple[Expr, ...]) -> tuple[list[Expr], list[Expr]] | None:
        """How many dice show each of these faces."""
        if not all(map(self.is_settled, faces)):
            return None
        zone = StateWord(self.zone, Sort.GROUP)
        return [Call("count_of", (zone, Convert(face, Sort.GROUP)), Sort.NUMBER) for face in faces], []


def _otherwise(table: Table) -> tuple[Expr, ...]:
    return () if table.otherwise is None else (table.otherwise,)


def _laid_together(group: Expr) -> list[Expr]:
    """The groups a sum of groups puts together."""
    if isinstance(group, Arith) and all(sign == "+" for sign, _ in group.rest):
        return [group.first, *(part for _, part in group.rest)]
    return [group]


def _renamed(expr: Expr, zone: str, as_zone: str) -> Expr:
    """The summary asked of another zone."""
    if zone == as_zone:
        return expr
    if isinstance(expr, StateWord):
        return evolve(expr, name=as_zone) if expr.name == zone else expr
    if isinstance(expr, Call):
        return evolve(expr, args=tuple(_renamed(arg, zone, as_zone) for arg in expr.args))
    if isinstance(expr, TableAsk):
        return evolve(expr, arg=_renamed(expr.arg, zone, as_zone))
    return evolve(expr, group=_renamed(expr.group, zone, as_zone)) if isinstance(expr, Filter) else expr
