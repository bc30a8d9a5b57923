"""Printing units as lines: what shares a line, what is broken up, where comments go."""

from becher.dsl.diagnostics import Source, Span
from becher.dsl.format.align import Cell, Line, aligned
from becher.dsl.format.comments import Remark, Remarks, remarks_of
from becher.dsl.format.units import Unit, game_unit
from becher.dsl.layout import flat, lay, row
from becher.dsl.limits import LIMITS
from becher.dsl.scan import scan_source
from becher.dsl.syntax import FileText

STEP = 2

Units = tuple[Unit, ...]


def print_games(source: Source, file: FileText) -> str:
    """The games of a file with its comments, a blank line between two games."""
    printer = _Printer(source)
    games = tuple(map(game_unit, file.games))
    whole = Span(source, 0, len(source.text))
    remarks = remarks_of(printer.scanned, whole, whole, games)
    for game in games[1:]:
        beside = remarks.beside[game.span.start]
        first = beside.above[0] if beside.above else beside
        first.blank = True
    lines = printer.body(games, remarks, 0, may_share=False)
    return "".join(f"{line}\n" for line in aligned(lines))


class _Printer:
    def __init__(self, source: Source) -> None:
        self.scanned = scan_source(source)
        self.text = source.text

    def body(self, units: Units, remarks: Remarks, indent: int, may_share: bool = True) -> list[Line]:
        """The lines between two braces."""
        lines: list[Line] = []
        neighbour: Unit | None = None
        for unit in units:
            beside = remarks.beside[unit.span.start]
            hang = indent + STEP * unit.hangs
            lines += [_own_line(remark, hang) for remark in beside.above]
            if neighbour is None or beside.above or not self._joins(lines[-1], neighbour, unit):
                new = self._on_its_own(unit, hang)
                new[0].blank = beside.blank
                lines += new
                begin = len(lines) - len(new)
            else:
                begin = len(lines) - 1
            if beside.behind:
                _put_behind(lines, begin, beside.behind, unit)
            neighbour = unit if may_share and not beside.behind else None
        lines += [_own_line(remark, indent) for remark in remarks.below]
        if lines:
            lines[0].blank = False
        return lines

    def _joins(self, line: Line, neighbour: Unit, unit: Unit) -> bool:
        """The unit was written behind its neighbour, and there is room for it."""
        start, end = neighbour.span.end, unit.span.start
        if start > end or "\n" in self.text[start:end] or not self._may_be_one_line(unit):
            return False
        return line.take(self._cell(unit), unit.group, unit.hangs)

    def _on_its_own(self, unit: Unit, indent: int) -> list[Line]:
        if self._may_be_one_line(unit):
            line = Line(indent, [self._cell(unit)], unit.group)
            if line.fits():
                return [line]
        return self._broken(unit, indent)

    def _may_be_one_line(self, unit: Unit) -> bool:
        """A block was written on one line; anything else may always be."""
        if unit.body is None:
            return True
        written = self.text[unit.span.start : unit.span.end]
        return "\n" not in written or not (unit.body or "#" in written)

    def _cell(self, unit: Unit) -> Cell:
        return flat(unit.left), flat(row(unit.right, self._braces(unit, " " if unit.right else "")))

    def _braces(self, unit: Unit, gap: str) -> str:
        if unit.body is None:
            return ""
        inner = "  ".join(" ".join(filter(None, self._cell(part))) for part in unit.body)
        return f"{gap}{{ {inner} }}" if inner else f"{gap}{{}}"

    def _broken(self, unit: Unit, indent: int) -> list[Line]:
        head = unit.head if unit.body is None else row(unit.head, " {")
        lines = [_laid(text, indent) for text in lay(head, indent, indent).split("\n")]
        lines[-1].closed = True
        if unit.body is None:
            return lines
        brace = self._brace(unit)
        inside = Span(unit.span.source, brace, unit.span.end - 1)
        remarks = remarks_of(self.scanned, unit.span, inside, unit.body)
        if remarks.header:
            _put_behind(lines, 0, remarks.header, None)
        lines += self.body(unit.body, remarks, indent + STEP)
        return [*lines, Line(indent, [("}", "")], closed=True)]

    def _brace(self, unit: Unit) -> int:
        """The offset behind the brace that opens the unit's body."""
        index = self.scanned.index_at(unit.span.start)
        while self.scanned.tokens[index].text != "{":
            index += 1
        return self.scanned.tokens[index].end


def _laid(text: str, indent: int) -> Line:
    bare = text.lstrip(" ")
    return Line(max(indent, len(text) - len(bare)), [(bare, "")])


def _own_line(remark: Remark, indent: int) -> Line:
    fits = indent + len(remark.text) <= LIMITS.line_columns
    return Line(indent if fits else 0, [(remark.text, "")], blank=remark.blank, closed=True)


def _put_behind(lines: list[Line], begin: int, comment: str, unit: Unit | None) -> None:
    """A comment behind the last line; where there is no room, above the item or, behind a }, last in the block."""
    last = lines[-1]
    last.comment = comment
    if last.fits():
        return
    last.comment = None
    if unit and unit.body is not None and len(lines) - begin > 1:
        lines.insert(-1, _own_line(Remark(comment, False), last.indent + STEP))
        return
    first = lines[begin]
    lines.insert(begin, _own_line(Remark(comment, first.blank), first.indent))
    first.blank = False
