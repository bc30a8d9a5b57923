"""Lines of JSON, each sealed by a chain: no line can be changed, dropped, moved or put in without breaking those after it.

The chain of a line is the hash of the chain before it and of the line's own bytes. It holds no secret: it finds accidents and
careless changes. What a forger cannot mend by working the chain out anew is the dice, for the seed at the end must give every throw.
"""

import json
import re
from hashlib import sha256
from typing import cast

from becher.dsl.limits import LIMITS

Json = dict[str, object]

# A bracket, or a text that may hold some.
_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]')
_SEALED = re.compile(rb'(\{.*), "chain": "([0-9a-f]{16})"\}', re.DOTALL)


class RecordError(Exception):
    """A save or log that cannot be read, was altered, or does not follow the rules; `line` counts from 1, None is the whole file."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.message = message
        self.line = line


def seal(data: Json, chain: str) -> tuple[bytes, str]:
    """The line that says this after a line with that chain, and its own chain."""
    body = json.dumps(data, ensure_ascii=False)[:-1].encode()
    link = _link(body, chain)
    return body + f', "chain": "{link}"}}\n'.encode(), link


def read_lines(data: bytes) -> tuple[list[Json], str, int]:
    """All whole lines, the last chain, and how many bytes they are; a last line that breaks off is left out. Raises RecordError."""
    if len(data) > LIMITS.save_bytes:
        raise RecordError(f"longer than save_bytes = {LIMITS.save_bytes:,} bytes")
    *whole, rest = data.split(b"\n")
    chain, lines = "", []
    for number, line in enumerate(whole, 1):
        match = _SEALED.fullmatch(line)
        if match is None:
            raise RecordError("not a line of a save or log", number)
        body, found = match.groups()
        chain = _link(body, chain)
        if found.decode() != chain:
            raise RecordError("this line or one before it was altered", number)
        lines.append(_loads(body + b"}", number))
    return lines, chain, len(data) - len(rest)


def _link(body: bytes, chain: str) -> str:
    return sha256(chain.encode() + body).hexdigest()[:16]


def plain_json(text: bytes) -> object:
    """JSON of whole numbers, no key twice, not too deep. Raises ValueError."""
    _refuse_depth(text)
    data = json.loads(
        text.decode(),
        object_pairs_hook=_unique,
        parse_constant=_refuse_number,
        parse_float=_refuse_number,
    )
    json.dumps(data, ensure_ascii=False).encode()
    return cast(object, data)


def _loads(text: bytes, number: int) -> Json:
    try:
        data = plain_json(text)
    except ValueError as error:
        raise RecordError(f"not plain JSON: {error}", number) from None
    if not isinstance(data, dict):
        raise RecordError("not a JSON object", number)
    return data


def _unique(pairs: list[tuple[str, object]]) -> Json:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("a key stands twice")
    return data


def _refuse_depth(text: bytes) -> None:
    """How deep Python itself reads depends on its version, so the limit is ours."""
    depth = 0
    for found in _BRACKETS.findall(text):
        depth += (found in b"[{") - (found in b"]}")
        if depth > LIMITS.nesting:
            raise ValueError(f"nested deeper than {LIMITS.nesting}")


def _refuse_number(text: str) -> object:
    raise ValueError(f"{text} is not a whole number")
