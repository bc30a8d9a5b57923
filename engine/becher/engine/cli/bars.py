"""Distributions drawn at the terminal: bars side by side, drawn by rich."""

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from itertools import count
from typing import TYPE_CHECKING

from becher.engine.cli.out import draws_boxes, say

if TYPE_CHECKING:
    from rich.console import RenderableType

ROWS = 32
BESIDE = 3  # distributions side by side
WIDEST = 100
LEAST = 5e-5  # chances that would be told as 0.00 % at the ends are left out

Shares = Mapping[int, float]


def say_bars(label: str, names: Sequence[str], shares: Sequence[Shares]) -> None:
    """Print distributions beside each other, all of one scale; many values are put together, several to a row."""
    groups = grouped(shares)
    most = max((sum(of.get(value, 0.0) for value in group) for of in shares for group in groups), default=1.0)
    for first in range(0, len(shares), BESIDE):
        some = slice(first, first + BESIDE)
        say(_drawn(label, names[some], shares[some], groups, most))


def grouped(shares: Sequence[Shares]) -> list[range]:
    """The whole numbers from the least to the greatest value that shows, in at most ROWS equal groups; empty ones left out."""
    shown = [value for of in shares for value, share in of.items() if share >= LEAST]
    if not shown:
        return []
    low, high = min(shown), max(shown)
    step = next(step for step in _round_numbers() if high // step - low // step < ROWS)
    groups = [range(number * step, number * step + step) for number in range(low // step, high // step + 1)]
    return [group for group in groups if any(value in of for of in shares for value in group)]


def _round_numbers() -> Iterator[int]:
    return (digit * 10**power for power in count() for digit in (1, 2, 5))


def _drawn(label: str, names: Sequence[str], shares: Sequence[Shares], groups: Sequence[range], most: float) -> str:
    from rich.console import Console
    from rich.table import Table

    columns = min(WIDEST, shutil.get_terminal_size().columns if sys.stdout.isatty() else 80)
    width = max(8, (columns - 12) // len(names) - 12)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(label, justify="right")
    for name in names:
        table.add_column("", justify="right")
        table.add_column(name, width=width, overflow="fold")
    for group in groups:
        cells: list[RenderableType] = [_told(group)]
        for of in shares:
            share = sum(of.get(value, 0.0) for value in group)
            cells += [f"{share:.2%}", _bar(share / most, width)]
        table.add_row(*cells)
    text = StringIO()
    Console(file=text, width=max(columns, 40), color_system=None, legacy_windows=False).print(table)
    return "\n".join(line.rstrip() for line in text.getvalue().rstrip().split("\n"))


def _told(group: range) -> str:
    return str(group[0]) if len(group) == 1 else f"{group[0]}..{group[-1]}"


def _bar(share: float, width: int) -> "RenderableType":
    from rich.bar import Bar

    return Bar(1.0, 0.0, share, width=width) if draws_boxes() else "#" * round(width * share)
