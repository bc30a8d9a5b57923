"""Findings as text of several formats: pure functions, one file each."""

from collections.abc import Callable, Iterable

from becher.dsl.diagnostics import Diagnostic
from becher.dsl.render import concise, github, json, sarif, text

Renderer = Callable[[Iterable[Diagnostic]], str]

RENDERERS: dict[str, Renderer] = {
    "text": text.render,
    "concise": concise.render,
    "json": json.render,
    "sarif": sarif.render,
    "github": github.render,
}
