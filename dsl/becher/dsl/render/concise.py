"""One line a finding, as editors and grep like it."""

from collections.abc import Iterable

from becher.dsl.diagnostics import Diagnostic
from becher.dsl.render.clean import clean
from becher.dsl.render.places import region


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """`file:line:column: error E114: message`."""
    return "".join(f"{_place(found)}{found.severity} {found.code}: {clean(found.message)}\n" for found in diagnostics)


def _place(found: Diagnostic) -> str:
    if found.span is None:
        return ""
    at = region(found.span)
    return f"{clean(at.file)}:{at.line}:{at.column}: "
