"""A light look at a source before and beside the grammar: tokens, brackets, limits.

It never fails: what the grammar cannot read is still some token here, so faults can be explained and cut out.
"""

import re
from bisect import bisect_right
from enum import Enum

from attrs import frozen

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label, Source, Span
from becher.dsl.limits import LIMITS


class Kind(Enum):
    COMMENT = "comment"
    TEXT = "text"
    WORD = "word"
    NUMBER = "number"
    OPEN = "open"
    CLOSE = "close"
    SIGN = "sign"


@frozen
class Token:
    """A piece of the source; `first` if nothing but blanks stands before it on its line, `column` from 0."""

    kind: Kind
    text: str
    start: int
    first: bool
    column: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


PARTNER = {"(": ")", "[": "]", "{": "}"}

_TOKEN = re.compile(
    r"""(?P<COMMENT>\#[^\n]*)
      | (?P<TEXT>"[^"\n]*"?)
      | (?P<NUMBER>[0-9]+(\.[0-9]+)?\w*)
      | (?P<WORD>[^\W\d]\w*)
      | (?P<OPEN>[(\[{])
      | (?P<CLOSE>[)\]}])
      | (?P<SIGN>===|!==|==|=>|->|<-|:=|<>|=<|&&|\|\||//|/\*|\*\*|\+\+|--|<=|>=|!=|\+=|-=|\*=|/=|\.\.\.|\.\.|[^\s])""",
    re.VERBOSE,
)


def scan(text: str) -> tuple[Token, ...]:
    """All tokens in order, comments among them."""
    found: list[Token] = []
    line_start, end = 0, 0
    for match in _TOKEN.finditer(text):
        start = match.start()
        newline = text.rfind("\n", end, start)
        if newline >= 0:
            line_start = newline + 1
        first = newline >= 0 or not found
        found.append(Token(Kind[match.lastgroup or "SIGN"], match.group(), start, first, start - line_start))
        end = match.end()
    return tuple(found)


@frozen
class Scan:
    """The tokens of one source without comments, and the comments by themselves."""

    source: Source
    tokens: tuple[Token, ...]
    comments: tuple[Span, ...]

    def span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)

    def index_at(self, offset: int) -> int:
        """Index of the token at or after an offset; the number of tokens at the end of the text."""
        index = bisect_right(self.tokens, offset, key=lambda token: token.start) - 1
        return index if index >= 0 and offset < self.tokens[index].end else index + 1

    def open_before(self, index: int) -> list[Token]:
        """The brackets still open before a token, outermost first; a wrong partner closes nothing."""
        open_ones: list[Token] = []
        for token in self.tokens[:index]:
            if token.kind is Kind.OPEN:
                open_ones.append(token)
            elif token.kind is Kind.CLOSE and open_ones and PARTNER[open_ones[-1].text] == token.text:
                open_ones.pop()
        return open_ones


def scan_source(source: Source) -> Scan:
    tokens = scan(source.text)
    comments = tuple(Span(source, t.start, t.end) for t in tokens if t.kind is Kind.COMMENT)
    return Scan(source, tuple(t for t in tokens if t.kind is not Kind.COMMENT), comments)


def over_limits(scanned: Scan) -> tuple[Diagnostic, ...]:
    """Names, texts and brackets beyond the limits, in order; at most one about nesting."""
    findings: list[Diagnostic] = []
    open_ones: list[Token] = []
    too_deep = False
    for token in scanned.tokens:
        if token.kind is Kind.OPEN:
            open_ones.append(token)
            if len(open_ones) > LIMITS.nesting and not too_deep:
                too_deep = True
                findings.append(_too_deep(scanned, token, open_ones[0]))
        elif token.kind is Kind.CLOSE and open_ones:
            open_ones.pop()
        elif fault := _too_long(scanned, token):
            findings.append(fault)
    return tuple(findings)


def _too_deep(scanned: Scan, token: Token, outermost: Token) -> Diagnostic:
    return finding(
        "E192",
        f"this bracket is nested {LIMITS.nesting + 1} deep; {LIMITS.nesting} are the most",
        scanned.span(token),
        "give a part of it a name of its own",
        Label(scanned.span(outermost), "the outermost bracket"),
    )


def _too_long(scanned: Scan, token: Token) -> Diagnostic | None:
    if token.kind is Kind.WORD and len(token.text) > LIMITS.name_length:
        message = f"this name has {len(token.text):,} characters; {LIMITS.name_length} are the most"
        return finding("E193", message, scanned.span(token))
    if token.kind is Kind.TEXT and len(token.text) - 2 > LIMITS.string_length:
        message = f"this text has {len(token.text) - 2:,} characters; {LIMITS.string_length} are the most"
        return finding("E194", message, scanned.span(token))
    return None
