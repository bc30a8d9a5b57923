"""Lines of a formatted file, and columns common to neighbouring lines of one kind."""

from collections.abc import Callable, Iterator, Sequence

from attrs import define, field

from becher.dsl.layout import WIDTH

Cell = tuple[str, str]

# Kinds of item that form a grid when several share a line; the others line up only where each has a line of its own.
_GRIDS = ("setting", "define", "row")


@define
class Line:
    """Cells of left and right text. Lines of one `group` in a row are aligned; `closed` ends a broken item."""

    indent: int
    cells: list[Cell]
    group: str = ""
    comment: str | None = None
    blank: bool = False
    closed: bool = False
    padded: str | None = field(default=None, init=False)
    comment_column: int = field(default=0, init=False)

    @property
    def text(self) -> str:
        if self.padded is not None:
            return self.padded
        gap = "   " if self.group in _GRIDS else "  "
        return gap.join(_joined(cell) for cell in self.cells)

    @property
    def end(self) -> int:
        """The column behind the text."""
        return self.indent + len(self.text)

    def fits(self) -> bool:
        return self.end + (2 + len(self.comment) if self.comment else 0) <= WIDTH

    def take(self, cell: Cell, group: str, hangs: bool) -> bool:
        """Put one more item on this line if it fits; a hanging one belongs to the last item there."""
        if self.closed and not hangs:
            return False
        before = self.cells, self.group
        if hangs:
            left, right = self.cells[-1]
            self.cells = [*self.cells[:-1], (left, f"{right}  {_joined(cell)}")]
        else:
            self.cells = [*self.cells, cell]
            self.group = group if group == self.group and group in _GRIDS else ""
        if self.fits():
            return True
        self.cells, self.group = before
        return False

    def __str__(self) -> str:
        line = " " * self.indent + self.text
        if self.comment:
            line = line.ljust(self.comment_column) + "  " + self.comment
        return ("\n" if self.blank else "") + line


def _joined(cell: Cell) -> str:
    left, right = cell
    return f"{left} {right}" if left and right else left or right


def aligned(lines: Sequence[Line]) -> Sequence[Line]:
    """The same lines with common columns wherever that fits the width."""
    for run in _runs(lines, lambda line: (line.indent, line.group) if line.group else None):
        _align_cells(run)
    for run in _runs(lines, lambda line: line.indent if line.comment else None):
        column = max(line.end for line in run)
        if all(column + 2 + len(line.comment or "") <= WIDTH for line in run):
            for line in run:
                line.comment_column = column
    return lines


def _runs(lines: Sequence[Line], kind: Callable[[Line], object]) -> Iterator[list[Line]]:
    """Neighbouring lines of one kind, None being no kind, up to the next blank line."""
    run: list[Line] = []
    for line in lines:
        if run and (line.blank or kind(line) != kind(run[-1])):
            yield run
            run = []
        if kind(line) is not None:
            run.append(line)
    if run:
        yield run


def _align_cells(run: list[Line]) -> None:
    columns = max(len(line.cells) for line in run)
    lefts = [max(len(line.cells[n][0]) for line in run if n < len(line.cells)) for n in range(columns)]
    rights = [
        max((len(line.cells[n][1]) for line in run if n + 1 < len(line.cells)), default=0) for n in range(columns)
    ]
    for line in run:
        pairs = (f"{left.ljust(lefts[n])} {right.ljust(rights[n])}" for n, (left, right) in enumerate(line.cells))
        line.padded = "   ".join(pairs).rstrip()
    if not all(line.fits() for line in run):
        for line in run:
            line.padded = None
