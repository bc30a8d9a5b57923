"""SARIF 2.1.0, the format of code scanners."""

import json
from collections.abc import Iterable
from urllib.parse import quote

from becher.dsl.codes import CODES
from becher.dsl.diagnostics import Diagnostic, Label, Span
from becher.dsl.render.places import region


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """One run with one result a finding; its rules are the codes that occur."""
    found = list(diagnostics)
    codes = sorted({one.code for one in found})
    driver = {"name": "becher", "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(one, codes.index(one.code)) for one in found],
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2) + "\n"


def _rule(code: str) -> dict[str, object]:
    known = CODES.get(code)
    if known is None:
        return {"id": code}
    return {"id": code, "shortDescription": {"text": known.title}, "fullDescription": {"text": known.explanation}}


def _result(found: Diagnostic, index: int) -> dict[str, object]:
    text = found.message if found.hint is None else f"{found.message} (hint: {found.hint})"
    result: dict[str, object] = {
        "ruleId": found.code,
        "ruleIndex": index,
        "level": found.severity.value,
        "message": {"text": text},
    }
    if found.span:
        result["locations"] = [_location(found.span)]
    if found.labels:
        result["relatedLocations"] = [_related(number, label) for number, label in enumerate(found.labels, 1)]
    return result


def _location(span: Span) -> dict[str, object]:
    at = region(span)
    lines = {"startLine": at.line, "startColumn": at.column, "endLine": at.end_line, "endColumn": at.end_column}
    uri = quote(at.file.replace("\\", "/"))
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": lines}}


def _related(number: int, label: Label) -> dict[str, object]:
    return {"id": number, "message": {"text": label.text}, **_location(label.span)}
