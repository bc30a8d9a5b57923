"""Pieces of text that may be broken into lines, and how they are laid out within a width."""

from collections.abc import Iterable, Sequence

from attrs import frozen

WIDTH = 100
# How far the lines after the first are indented below it.
HANG = 4


@frozen
class Break:
    """A space, or the end of a line where the piece around it does not fit."""


BREAK = Break()


@frozen
class Piece:
    """Parts in a row. If they do not fit, every break ends a line; with `fill` only those that must."""

    parts: "tuple[Doc, ...]"
    fill: bool = False


Doc = str | Break | Piece


def row(*parts: Doc) -> Piece:
    return Piece(parts)


def separated(docs: Iterable[Doc], sign: str = "", fill: bool = False) -> Piece:
    """Docs with a sign after each but the last, and a break behind it."""
    parts: list[Doc] = []
    for doc in docs:
        if parts:
            parts += [sign, BREAK]
        parts.append(doc)
    return Piece(tuple(parts), fill)


def flat(doc: Doc) -> str:
    """All on one line."""
    if isinstance(doc, str):
        return doc
    return " " if isinstance(doc, Break) else "".join(map(flat, doc.parts))


def lay(doc: Doc, column: int, indent: int) -> str:
    """As lines that fit where they can; the first begins at `column`, the others are indented below `indent`."""
    text = flat(doc)
    if column + len(text) <= WIDTH or not isinstance(doc, Piece):
        return text
    if BREAK not in doc.parts:
        return _in_a_row(doc.parts, column, indent)
    inner = indent + HANG
    laid = ""
    for number, segment in enumerate(_segments(doc.parts)):
        if number and doc.fill and _column(laid, column) + 1 + len(flat(Piece(tuple(segment)))) <= WIDTH:
            laid += " "
        elif number:
            laid += "\n" + " " * inner
        laid += _in_a_row(segment, _column(laid, column), inner)
    return laid


def _in_a_row(parts: Sequence[Doc], column: int, indent: int) -> str:
    laid = ""
    for part in parts:
        laid += lay(part, _column(laid, column), indent)
    return laid


def _segments(parts: Iterable[Doc]) -> list[list[Doc]]:
    segments: list[list[Doc]] = [[]]
    for part in parts:
        if part == BREAK:
            segments.append([])
        else:
            segments[-1].append(part)
    return segments


def _column(laid: str, column: int) -> int:
    """Where the next character would stand, after text that began at `column`."""
    newline = laid.rfind("\n")
    return column + len(laid) if newline < 0 else len(laid) - newline - 1
