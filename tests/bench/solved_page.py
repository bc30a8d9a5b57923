"""What two_backends.py found, as the page docs/solved.md."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

_HEAD = """# What is solved

Every game of the shelf, asked by `becher solve`: whole games, phases, strategies, other values of options. What a variant has from its parents is not
asked again. The two back ends, numpy and numba, agree to 1e-9 on each value that both found in their time, and with the fraction where one is worked
out; the largest, and other values of options, were asked of numba only. This page is made by `tests/bench/two_backends.py`.

A value is a mean, a chance, or with two seats what the first gets of the win, half of a draw.
"""
_FOLDER = re.compile(r"(?<=\()[^\s()]*/(?=[^/()]+\.dice line)")
_LATE = "More than a few seconds of one core: whoever waits is answered, or refused."


class Found(Protocol):
    """A row of results, see two_backends.py."""

    game: str
    asked: str
    refusal: str | None
    crash: str | None

    @property
    def first(self) -> Mapping[str, object] | None: ...


def page(found: Sequence[Found]) -> str:
    """The page, games by the alphabet."""
    rows = sorted(found, key=lambda row: row.game)
    solved = [(*_name(row), f"{row.first['value']:.10f}", f"{row.first['states']:,}") for row in rows if row.first]
    refused = [(*_name(row), _FOLDER.sub("", row.refusal)) for row in rows if row.refusal is not None]
    late = [_name(row) for row in rows if row.first is row.refusal is row.crash is None]
    parts = [
        _HEAD,
        _table(("Game", "Asked", "Value", "States"), solved),
        "## What is refused\n",
        _table(("Game", "Asked", "Why"), refused),
        "## What takes longer\n",
        _LATE + "\n",
        _table(("Game", "Asked"), late),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _name(row: Found) -> tuple[str, str]:
    return f"`{row.game}`", f"`{row.asked}`"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(map(str, cells)) + " |\n" for cells in lines)
