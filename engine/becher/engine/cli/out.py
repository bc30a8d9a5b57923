"""What goes to the terminal: one door, through which nothing passes that could steer it."""

import json
import os
import re
import sys
from typing import TextIO

# Controls (but tab and newline), marks that turn the direction of writing, line separators, halves of surrogate pairs.
_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)
_STYLE = re.compile(r"(\x1b\[[0-9;]*m)")
_STYLES = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "blue": 34, "cyan": 36, "reverse": 7}


def clean(text: str) -> str:
    """The text with every character that could steer a terminal written out, as \\x1b or \\u202e."""
    return _STEERING.sub(lambda match: ascii(match[0])[1:-1], text)


def say(text: str = "", *, error: bool = False, end: str = "\n") -> None:
    """Print cleaned text; styles made by `paint` pass where colour is on."""
    stream = sys.stderr if error else sys.stdout
    pieces = _STYLE.split(text)
    coloured = has_colour(stream)
    kept = [clean(piece) if at % 2 == 0 else piece if coloured else "" for at, piece in enumerate(pieces)]
    stream.write("".join(kept) + end)


def say_json(value: object) -> None:
    """Print a value as JSON in plain ASCII, readable by people too."""
    sys.stdout.write(json.dumps(value, indent=2, allow_nan=False) + "\n")


def paint(text: str, *styles: str) -> str:
    """The cleaned text in bold, dim, a colour; `say` drops the style where it is not wanted."""
    codes = ";".join(str(_STYLES[style]) for style in styles)
    return f"\x1b[{codes}m{clean(text)}\x1b[0m" if styles else clean(text)


def width(text: str) -> int:
    """How many columns painted text takes."""
    return len(_STYLE.sub("", text))


def has_colour(stream: TextIO) -> bool:
    """Colour goes to a terminal that can show it and whose user did not forbid it (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def draws_boxes() -> bool:
    """Can lines and pips be drawn with more than ASCII?"""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return encoding == "utf8" and os.environ.get("TERM") != "dumb"
