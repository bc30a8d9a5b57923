"""Reading a rule file: bytes to one clean Source, or the reasons why not."""

import os
import re
import stat
import unicodedata
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Source, Span
from becher.dsl.limits import LIMITS

Read = tuple[Source | None, tuple[Diagnostic, ...]]

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Longest run of accents on one letter (the "stream-safe" bound of UAX #15); longer runs make NFC quadratic.
_MOST_MARKS = 30


def read_source(path: str | Path) -> Read:
    """Read a regular file, never a device or a pipe. OSError is the caller's business."""
    return source_from_bytes(str(path), read_bytes(path))


def read_bytes(path: str | Path) -> bytes:
    """What a regular file holds, one byte more than a source may have at most. OSError is the caller's business."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(f"not a regular file: {path}")
        return file.read(LIMITS.source_bytes + 1)


def source_from_bytes(name: str, data: bytes) -> Read:
    """The text as NFC with \\n line ends and no byte order mark; None with at least one error."""
    if len(data) > LIMITS.source_bytes:
        source = Source(name, _unify(data[: LIMITS.source_bytes].decode("utf-8", "replace")))
        message = f"the file is larger than {LIMITS.source_bytes:,} bytes, the most a rule file may have"
        return None, (finding("E190", message, Span(source, len(source.text), len(source.text))),)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        return None, (_not_utf8(name, data, fault.start),)
    return _checked(Source(name, _unify(text)))


def _unify(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _not_utf8(name: str, data: bytes, start: int) -> Diagnostic:
    before = _unify(data[:start].decode("utf-8"))
    source = Source(name, before + _unify(data[start:].decode("utf-8", "replace")))
    return finding(
        "E100",
        f"the byte {data[start]:#04x} is not UTF-8",
        Span(source, len(before), len(before) + 1),
        "save the file as UTF-8 in your editor",
    )


def _checked(source: Source) -> Read:
    if findings := tuple(islice(chain(_forbidden(source), _long_lines(source)), LIMITS.findings)):
        return None, findings
    return Source(source.name, unicodedata.normalize("NFC", source.text)), ()


def _forbidden(source: Source) -> Iterator[Diagnostic]:
    """One finding for each line that holds a forbidden character."""
    for number, start in enumerate(source.line_starts, 1):
        line = source.line(number)
        if line.isascii() and line.isprintable():
            continue
        for pattern, what in (
            (_CONTROLS, "a control character"),
            (_BIDI, "a mark that turns the direction of writing"),
        ):
            if match := pattern.search(line):
                yield _refused(source, start + match.start(), what)
                break
        else:
            if (column := _piled_marks(line)) is not None:
                yield _refused(source, start + column, "a letter with more than 30 accents")


def _refused(source: Source, offset: int, what: str) -> Diagnostic:
    code_point = f"U+{ord(source.text[offset]):04X}"
    message = f"{what} ({code_point}) may not stand in a rule file"
    return finding("E101", message, Span(source, offset, offset + 1), "delete it")


def _piled_marks(line: str) -> int | None:
    """Column (from 0) of the first accent too many."""
    run = 0
    for column, char in enumerate(line):
        run = run + 1 if unicodedata.combining(char) else 0
        if run > _MOST_MARKS:
            return column
    return None


def _long_lines(source: Source) -> Iterator[Diagnostic]:
    for number, start in enumerate(source.line_starts, 1):
        length = len(source.line(number))
        if length > LIMITS.line_columns:
            message = f"this line has {length:,} characters; {LIMITS.line_columns:,} are the most"
            yield finding("E191", message, Span(source, start + LIMITS.line_columns, start + length), "break the line")
