"""For people at a terminal: the message, the line with carets, the second place, the hint."""

from collections.abc import Iterable

from becher.dsl.diagnostics import Diagnostic, Label, Severity, Span
from becher.dsl.render.clean import clean, width
from becher.dsl.render.places import region

_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTE: "36"}
# Longest piece of a source line shown.
_WINDOW = 100


def render(diagnostics: Iterable[Diagnostic], colour: bool = False) -> str:
    """Each finding as a paragraph, an empty line between two; an empty text for none."""
    return "\n".join(_paragraph(diagnostic, colour) for diagnostic in diagnostics)


def _paragraph(found: Diagnostic, colour: bool) -> str:
    paint = _COLOURS[found.severity]
    lines = [f"{_painted(found.severity.value, paint, colour)}: {clean(found.message)} [{found.code}]"]
    if found.span:
        lines += _excerpt(found.span, "^", "", "-->", paint if colour else None)
    for label in found.labels:
        lines += _second_place(label, found.span, colour)
    if found.hint:
        lines.append(f"    hint: {clean(found.hint)}")
    return "\n".join(lines) + "\n"


def _second_place(label: Label, first: Span | None, colour: bool) -> list[str]:
    arrow = "" if first and first.source is label.span.source else ":::"
    return _excerpt(label.span, "-", f" {clean(label.text)}", arrow, "36" if colour else None)


def _excerpt(span: Span, mark: str, words: str, arrow: str, paint: str | None) -> list[str]:
    """The first line of the span with marks below; the place itself before it where an arrow is given."""
    place = region(span)
    line = span.source.line(place.line)
    start = place.column - 1
    end = place.end_column - 1 if place.end_line == place.line else len(line)
    before, marked, shown = _window(line, start, max(end, start))
    marks = _painted(mark * max(1, width(marked)), paint or "", paint is not None)
    head = [f"   {arrow} {clean(place.file)}:{place.line}:{place.column}"] if arrow else []
    return [*head, f"{place.line:5} | {shown}".rstrip(), f"      | {' ' * width(before)}{marks}{words}"]


def _window(line: str, start: int, end: int) -> tuple[str, str, str]:
    """What stands before the marks, what is marked, and the whole piece of the line shown."""
    first = max(0, min(start - _WINDOW // 2, len(line) - _WINDOW))
    last = min(len(line), first + _WINDOW)
    left, right = "…" if first else "", "…" if last < len(line) else ""
    before = left + clean(line[first:start])
    marked = clean(line[start : min(end, last)])
    return before, marked, before + marked + clean(line[min(end, last) : last]) + right


def _painted(text: str, paint: str, colour: bool) -> str:
    return f"\x1b[1;{paint}m{text}\x1b[0m" if colour else text
