"""Text of files as Markdown that shows it and nothing else; headings, lists and tables."""

import re
from collections.abc import Iterable, Sequence

from becher.dsl.render.clean import clean

_MARKS = re.compile(r"([\\`*_\[\]|#~])")
_EMPHASIS = re.compile(r"\\(.)|\*+")
_LEADING = re.compile(r"^(\s*)([-+=>]|\d+(?=[.)]))")


def escape(text: str) -> str:
    """The text so that Markdown (and HTML inside it) shows it as written, on one line."""
    text = _MARKS.sub(r"\\\1", clean(text))
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _LEADING.sub(lambda m: m[1] + (m[2] + "\\" if m[2].isdigit() else "\\" + m[2]), text)


def plain(text: str) -> str:
    """Markdown of one line without its marks, for a terminal."""
    text = _EMPHASIS.sub(lambda m: m[1] or "", text)
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def sentence(text: str) -> str:
    """With a capital first and a full stop last."""
    text = capital(text).rstrip(",")
    return text if text.endswith((".", "!", "?", ":", "”", "“", "|")) else text + "."


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def heading(level: int, text: str) -> str:
    return f"{'#' * level} {text}"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; cells are Markdown already, with every `|` of theirs escaped."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
