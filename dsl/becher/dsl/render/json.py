"""For programs: one array, pure ASCII."""

import json
from collections.abc import Iterable

from becher.dsl.diagnostics import Diagnostic
from becher.dsl.render.places import region

_NOWHERE: dict[str, None] = dict.fromkeys(("file", "line", "column", "end_line", "end_column"))


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """`code severity message file line column end_line end_column hint` of each; null where there is none."""
    return json.dumps([_object(found) for found in diagnostics], indent=2) + "\n"


def _object(found: Diagnostic) -> dict[str, str | int | None]:
    place: dict[str, str | int | None] = {**_NOWHERE}
    if found.span:
        at = region(found.span)
        place = {key: getattr(at, key) for key in _NOWHERE}
    return {
        "code": found.code,
        "severity": found.severity.value,
        "message": found.message,
        **place,
        "hint": found.hint,
    }
