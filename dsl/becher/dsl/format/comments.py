"""Which comment belongs where: above an item, behind it, behind an opening brace, or below the last item."""

from bisect import bisect_left
from collections.abc import Iterable

from attrs import define, field

from becher.dsl.diagnostics import Span
from becher.dsl.format.units import Unit
from becher.dsl.scan import Scan


@define
class Remark:
    """A comment on a line of its own, and whether a blank line stands before it."""

    text: str
    blank: bool


@define
class Beside:
    """What stands above a unit and behind it, and whether a blank line stands right before it."""

    above: list[Remark] = field(factory=list)
    behind: str | None = None
    blank: bool = False


@define
class Remarks:
    """The comments of one block, by the unit they belong to (the offset where it begins)."""

    header: str | None = None
    beside: dict[int, Beside] = field(factory=dict)
    below: list[Remark] = field(factory=list)


def remarks_of(scanned: Scan, whole: Span, inside: Span, units: Iterable[Unit]) -> Remarks:
    """All comments of a block but those inside the braces of its units.

    `whole` is the block with its head, `inside` what stands between its braces; a file has no head, so no header.
    """
    found = Remarks()
    reader = _Reader(scanned, inside.start, found, may_have_header=whole != inside)
    place = whole.start
    for unit in sorted(units, key=lambda unit: unit.span.start):
        reader.comments(place, unit.span.start)
        reader.unit(unit)
        place = unit.span.end
    reader.comments(place, inside.end)
    found.below = reader.waiting
    return found


@define
class _Reader:
    """Goes through a block in the order of the text; `previous` is where the last thing ended."""

    scanned: Scan
    previous: int
    found: Remarks
    may_have_header: bool
    waiting: list[Remark] = field(factory=list)
    last: Beside | None = None

    def unit(self, unit: Unit) -> None:
        beside = Beside(self.waiting, None, self._between(unit.span.start).count("\n") > 1)
        if unit.body is None:
            beside.above += [Remark(_text(c), False) for c in self._comments(unit.span.start, unit.span.end)]
        self.found.beside[unit.span.start] = self.last = beside
        self.waiting = []
        self.previous = unit.span.end

    def comments(self, start: int, end: int) -> None:
        for comment in self._comments(start, end):
            between = self._between(comment.start)
            if "\n" in between or self.waiting:
                self.waiting.append(Remark(_text(comment), between.count("\n") > 1))
            elif self.last is not None:
                self.last.behind = _text(comment)
            elif self.may_have_header and self.found.header is None:
                self.found.header = _text(comment)
            else:
                self.waiting.append(Remark(_text(comment), False))
            self.previous = max(self.previous, comment.end)

    def _comments(self, start: int, end: int) -> tuple[Span, ...]:
        first = bisect_left(self.scanned.comments, start, key=lambda comment: comment.start)
        last = bisect_left(self.scanned.comments, end, key=lambda comment: comment.start)
        return self.scanned.comments[first:last]

    def _between(self, offset: int) -> str:
        return self.scanned.source.text[self.previous : offset]


def _text(comment: Span) -> str:
    return comment.source.text[comment.start : comment.end].rstrip()
