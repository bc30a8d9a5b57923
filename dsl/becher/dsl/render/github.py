"""Workflow commands that GitHub shows beside the changed lines."""

from collections.abc import Iterable

from becher.dsl.diagnostics import Diagnostic, Severity
from becher.dsl.render.clean import clean
from becher.dsl.render.places import region

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """`::error file=...,line=...,title=E114::message`, one line a finding."""
    return "".join(_command(found) for found in diagnostics)


def _command(found: Diagnostic) -> str:
    fields = {"title": found.code}
    if found.span:
        at = region(found.span)
        fields = {"file": at.file, "line": str(at.line), "col": str(at.column), "endLine": str(at.end_line)} | fields
    properties = ",".join(f"{key}={_property(value)}" for key, value in fields.items())
    text = found.message if found.hint is None else f"{found.message} (hint: {found.hint})"
    return f"::{_COMMANDS[found.severity]} {properties}::{_data(text)}\n"


def _data(text: str) -> str:
    return clean(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
