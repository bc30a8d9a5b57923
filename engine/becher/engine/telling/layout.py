"""Sections as Markdown: headings, numbered steps, lists, tables."""

from collections.abc import Sequence

from becher.engine.telling import sheets
from becher.engine.telling.effects import Line
from becher.engine.telling.markdown import capital, heading, table
from becher.engine.telling.sections import Section


def printed(section: Section) -> str:
    """A section under its heading."""
    parts = [heading(section.level, capital(section.title))] if section.title else []
    if section.intro:
        parts.append(section.intro)
    if section.style == "table":
        parts.append(table(section.heads, [sheets.cells(line) for line in section.lines]))
    elif section.style == "plain":
        parts += [line.whole for line in section.lines]
    else:
        parts.append(listed(section.lines, numbered=section.style == "steps"))
    return "\n\n".join(parts)


def listed(lines: Sequence[Line], numbered: bool = False, indent: str = "") -> str:
    """Lines as a list, those under a line as a list inside it."""
    found = []
    for n, line in enumerate(lines, 1):
        mark = f"{n}. " if numbered else "- "
        found.append(f"{indent}{mark}{line.whole}")
        if line.under:
            found.append(listed(line.under, indent=indent + " " * len(mark)))
    return "\n".join(found)
