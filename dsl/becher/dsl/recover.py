"""Going on after a fault: the faulty line is blanked out and the rest is read again."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import frozen

from becher.dsl.braces import blank, mend_braces
from becher.dsl.diagnostics import Diagnostic
from becher.dsl.explain import Place, explain
from becher.dsl.scan import Kind, Scan, Token, scan

if TYPE_CHECKING:
    from lark import Tree

# Bounds of the work on a hopeless file: messages, and characters read again because of them.
_MOST_FAULTS = 20
_MOST_CHARACTERS = 200_000

# A line that begins with one of these words, or follows one of these, goes on with the line before.
_JOINING_WORDS = frozenset({"and", "or", "when", "else", "where", "in", "has", "of", "becomes", "like"})
_JOINING_SIGNS = frozenset(
    {",", "(", "[", "|", ":", "=", "+", "-", "*", "/", "<", ">", "<=", ">=", "!=", "..", "+=", "-="}
)


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
    findings: list[Diagnostic] = []
    wants_brace: list[int] = []
    spent = 0
    while len(findings) < _MOST_FAULTS and spent < _MOST_CHARACTERS:
        result = attempt(text)
        if not isinstance(result, Fault):
            return result, (*_apart_from(brace_findings, wants_brace), *findings)
        rest = Scan(scanned.source, scan(text), ())
        place = Place(rest, rest.index_at(result.offset), result.accepts)
        if rest.tokens or not (findings or brace_findings):
            findings.append(explain(place))
        if "LBRACE" in result.accepts:
            wants_brace.append(result.offset)
        spent += result.offset
        cut = _without_fault(text, place)
        if cut == text:
            break
        text = cut
    return None, (*_apart_from(brace_findings, wants_brace)[:_MOST_FAULTS], *findings)


def _apart_from(findings: tuple[Diagnostic, ...], wants_brace: list[int]) -> tuple[Diagnostic, ...]:
    """Without each } too many whose { was found missing already."""
    kept = list(findings)
    for offset in wants_brace:
        for fault in kept:
            if fault.code == "E113" and fault.span and fault.span.start >= offset:
                kept.remove(fault)
                break
    return tuple(kept)


def _without_fault(text: str, place: Place) -> str:
    """The text without the lines of the block that hold the fault, so with less in it unless nothing is left."""
    tokens = place.scanned.tokens
    depths = _depths(tokens)
    index, depth = place.index, depths[place.index]
    if depth == 0:
        return _outside(text, tokens, depths, index)
    brackets = [bracket for bracket in place.open() if bracket.text != "{"]
    if brackets:
        index = place.scanned.index_at(brackets[0].start)
    begin = end = index
    if not ("RBRACE" in place.accepts and _starts_line(tokens, index)):
        begin = _back(tokens, depths, index, depth)
    if brackets or begin == index or not _bounds(tokens, depths, index, depth):
        end = _forth(tokens, depths, index + 1, depth)
    if tokens[begin:end]:
        return blank(text, tokens[begin].start, tokens[end - 1].end)
    return text


def _depths(tokens: tuple[Token, ...]) -> list[int]:
    """How many braces are open before each token, and at the end."""
    depths = [0]
    for token in tokens:
        depths.append(max(0, depths[-1] + (token.text == "{") - (token.text == "}")))
    return depths


def _starts_line(tokens: tuple[Token, ...], index: int) -> bool:
    """A token that can begin an item and stands first on its line."""
    if index == len(tokens) or not tokens[index].first:
        return False
    token = tokens[index]
    begins = token.kind in (Kind.WORD, Kind.NUMBER) or token.text == "["
    joined = token.text in _JOINING_WORDS or (
        index > 0 and tokens[index - 1].text in _JOINING_SIGNS | _JOINING_WORDS | {"not"}
    )
    return begins and not joined


def _bounds(tokens: tuple[Token, ...], depths: list[int], index: int, depth: int) -> bool:
    """An item of this depth cannot go on at this token."""
    if index == len(tokens):
        return True
    return depths[index] == depth and (tokens[index].text == "}" or _starts_line(tokens, index))


def _back(tokens: tuple[Token, ...], depths: list[int], index: int, depth: int) -> int:
    """Where the item begins that leads to this token: on its line, or after the { of its block."""
    for k in range(index - 1, -1, -1):
        if depths[k] < depth:
            return k + 1
        if depths[k] == depth and _starts_line(tokens, k):
            return k
    return 0


def _forth(tokens: tuple[Token, ...], depths: list[int], index: int, depth: int) -> int:
    """The first token from `index` on that belongs to another item."""
    return next((k for k in range(index, len(tokens)) if _bounds(tokens, depths, k, depth)), len(tokens))


def _outside(text: str, tokens: tuple[Token, ...], depths: list[int], index: int) -> str:
    """A fault outside of all braces: in the head of a game, which gets a stand-in, or between games."""
    head = next((k for k in range(index - 1, -1, -1) if depths[k] == 0 and tokens[k].text in ("game", "}")), -1)
    brace = next((k for k in range(index, len(tokens)) if tokens[k].text in ("game", "{")), len(tokens))
    in_head = head >= 0 and tokens[head].text == "game"
    if in_head and brace < len(tokens) and tokens[brace].text == "{":
        start, end = tokens[head].end, tokens[brace].start
        if end - start >= 2 and text[start:end].strip() != "a":
            return text[:start] + " a" + blank(text, start + 2, end)[start + 2 :]
    begin = head if in_head else head + 1
    until = (k for k in range(index + 1, len(tokens)) if depths[k] == 0 and tokens[k].text == "game")
    end = next(until, len(tokens))
    return blank(text, tokens[begin].start, tokens[end - 1].end) if tokens[begin:end] else text
