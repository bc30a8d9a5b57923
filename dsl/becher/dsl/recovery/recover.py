"""Going on after a fault: the faulty line is blanked out and the rest is read again."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import frozen

from becher.dsl.diagnostics import Diagnostic
from becher.dsl.limits import LIMITS
from becher.dsl.recovery.braces import mend_braces
from becher.dsl.recovery.cut import cut_out
from becher.dsl.recovery.explain import explain
from becher.dsl.recovery.place import Place
from becher.dsl.scan import Scan, scan

if TYPE_CHECKING:
    from lark import Tree

# How many characters of a hopeless file are read again for the sake of further findings.
_MOST_CHARACTERS = 40_000


@frozen
class Fault:
    """Where the parser stopped, and the terminals it would have taken there."""

    offset: int
    accepts: frozenset[str]


Attempt = Callable[[str], "Tree[Any] | Fault"]


def recover(scanned: Scan, attempt: Attempt) -> "tuple[Tree[Any] | None, tuple[Diagnostic, ...]]":
    """The tree of the text, of what is left of it without its faults, or None; and one finding a fault."""
    result = attempt(scanned.source.text)
    if not isinstance(result, Fault):
        return result, ()
    text, brace_findings = mend_braces(scanned)
    if brace_findings:
        result = attempt(text)
    rest = Scan(scanned.source, scan(text), ())
    findings: list[Diagnostic] = []
    wants_brace: list[int] = []
    spent = 0
    while isinstance(result, Fault) and len(findings) < LIMITS.findings:
        place = Place(rest, rest.index_at(result.offset), result.accepts)
        if rest.tokens or not (findings or brace_findings):
            findings.append(explain(place))
        if "LBRACE" in result.accepts:
            wants_brace.append(result.offset)
        spent += result.offset
        shorter = cut_out(text, place)
        if shorter is None or spent > _MOST_CHARACTERS:
            break
        text, rest = shorter
        result = attempt(text)
    tree = None if isinstance(result, Fault) else result
    return tree, (*_apart_from(brace_findings, wants_brace), *findings)


def _apart_from(findings: tuple[Diagnostic, ...], wants_brace: list[int]) -> tuple[Diagnostic, ...]:
    """Without each } too many whose { was found missing already."""
    kept = list(findings)
    for offset in wants_brace:
        for fault in kept:
            if fault.code == "E113" and fault.span and fault.span.start >= offset:
                kept.remove(fault)
                break
    return tuple(kept)
