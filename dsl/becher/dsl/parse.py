"""From a source to its syntax, with one finding for each fault."""

from typing import TYPE_CHECKING, Any

from becher.dsl.build import build
from becher.dsl.diagnostics import Diagnostic, Source
from becher.dsl.grammar import grammar
from becher.dsl.limits import LIMITS
from becher.dsl.recovery.recover import Fault, recover
from becher.dsl.scan import over_limits, scan_source
from becher.dsl.syntax import FileText

if TYPE_CHECKING:
    from lark import Tree


def parse(source: Source) -> tuple[FileText, tuple[Diagnostic, ...]]:
    """The file as written, and the faults in the order of the text.

    Where there are faults, the syntax holds what could be read around them: good for an outline, not for play.
    Any text at all gives an answer; nothing is raised.
    """
    scanned = scan_source(source)
    findings = over_limits(scanned)
    if any(finding.code == "E192" for finding in findings):
        return FileText(()), findings
    tree, faults = recover(scanned, _attempt)
    file = FileText(())
    if tree is not None:
        file, built = build(tree, source)
        findings += built
    findings = tuple(dict.fromkeys(sorted((*findings, *faults), key=_place)))
    return FileText(file.games, scanned.comments), findings[: LIMITS.findings]


def _place(finding: Diagnostic) -> tuple[int, int, str]:
    return (finding.span.start, finding.span.end, finding.code) if finding.span else (0, 0, finding.code)


def _attempt(text: str) -> "Tree[Any] | Fault":
    """Lark's tree, or where it stopped and what it would have taken."""
    from lark import UnexpectedInput, UnexpectedToken

    try:
        return grammar().parse(text)
    except UnexpectedInput as stop:
        at_end = isinstance(stop, UnexpectedToken) and stop.token.type == "$END"
        offset = len(text) if at_end else stop.pos_in_stream or 0
        return Fault(offset, frozenset(stop.interactive_parser.accepts()))  # type: ignore[no-untyped-call]
