"""Dice and tables drawn with letters: nothing here knows a state."""

from collections.abc import Sequence

from becher.engine.cli.out import paint, width

# Where pips lie, row by row.
_PIPS = {
    "1": ("   ", " x ", "   "),
    "2": ("x  ", "   ", "  x"),
    "3": ("x  ", " x ", "  x"),
    "4": ("x x", "   ", "x x"),
    "5": ("x x", " x ", "x x"),
    "6": ("x x", "x x", "x x"),
}
_INNER = 5


def dice_rows(faces: Sequence[str], fancy: bool, *styles: str) -> list[str]:
    """Dice side by side, five lines high; of `6:white` the die's name stands in a sixth line."""
    drawn = [_die(*face.partition(":")[::2], fancy) for face in faces]
    return [" ".join(paint(line, *styles) for line in lines) for lines in zip(*drawn, strict=True)]


def rows_within(faces: Sequence[str], columns: int) -> list[Sequence[str]]:
    """The dice row by row, as many in each as there is room for, at least one."""
    rows: list[list[str]] = []
    left = 0
    for face in faces:
        left -= _inner(face) + 3
        if left < -1 or not rows:
            rows.append([])
            left = columns - _inner(face) - 3
        rows[-1].append(face)
    return list(rows)


def dice_width(faces: Sequence[str]) -> int:
    """The columns these dice take side by side."""
    return sum(_inner(face) + 3 for face in faces) - bool(faces)


def _inner(token: str) -> int:
    face, _, name = token.partition(":")
    return max(_INNER, len(face) + 2, len(name))


def _die(face: str, name: str, fancy: bool) -> list[str]:
    corner, line, side, pip = ("┌┐└┘", "─", "│", "●") if fancy else ("++++", "-", "|", "o")
    rows = [row.replace("x", pip) for row in _PIPS[face]] if face in _PIPS else ["", face, ""]
    inner = _inner(f"{face}:{name}")
    return [
        corner[0] + line * inner + corner[1],
        *(f"{side}{row:^{inner}}{side}" for row in rows),
        corner[2] + line * inner + corner[3],
        *([f"{name:^{inner + 2}}"] if name else []),
    ]


def beside(*blocks: Sequence[str], gap: int = 3) -> list[str]:
    """Blocks of lines side by side, tops level; empty blocks take no room."""
    blocks = tuple(block for block in blocks if block)
    wide = [max(map(width, block)) for block in blocks]
    height = max(map(len, blocks), default=0)
    rows = []
    for at in range(height):
        cells = [pad(block[at] if at < len(block) else "", w) for block, w in zip(blocks, wide, strict=True)]
        rows.append((" " * gap).join(cells).rstrip())
    return rows


def pad(text: str, columns: int, right: bool = False) -> str:
    """Text filled up to so many columns; painted text counts as its letters."""
    fill = " " * (columns - width(text))
    return fill + text if right else text + fill


def table_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Cells in columns: the first to the left, the others to the right."""
    columns = [max(width(row[at]) for row in rows if at < len(row)) for at in range(max(map(len, rows), default=0))]
    return ["  ".join(pad(cell, columns[at], right=at > 0) for at, cell in enumerate(row)).rstrip() for row in rows]
