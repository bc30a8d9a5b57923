"""What goes to the terminal: one door, through which nothing passes that could steer it."""

import json
import os
import re
import sys
from textwrap import wrap
from typing import TextIO

# A style made by `paint` bears a mark that no text of a file, a record or the command line can know.
_MARK = os.urandom(8).hex()
_STYLE = re.compile(rf"(\x1b{_MARK}\[[0-9;]*m)")
_STYLES = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "blue": 34, "cyan": 36, "reverse": 7}


def clean(text: str) -> str:
    """The text with every character that could steer a terminal spelled out; it keeps its lines."""
    if text.isascii() and text.isprintable():
        return text
    from becher.dsl.render.clean import clean as clean_line

    return "\n".join(map(clean_line, text.split("\n")))


def say(text: str = "", *, error: bool = False, end: str = "\n") -> None:
    """Print cleaned text; styles made by `paint` pass where colour is on."""
    stream = sys.stderr if error else sys.stdout
    pieces = _STYLE.split(text)
    coloured = has_colour(stream)
    kept = [clean(p) if at % 2 == 0 else p.replace(_MARK, "") if coloured else "" for at, p in enumerate(pieces)]
    stream.write("".join(kept) + end)


def clear_screen() -> None:
    """A blank screen, where the terminal can blank it."""
    if sys.stdout.isatty() and os.environ.get("TERM") not in ("dumb", None):
        sys.stdout.write("\x1b[H\x1b[2J")


def say_json(value: object) -> None:
    """Print a value as JSON in plain ASCII, readable by people too."""
    sys.stdout.write(json.dumps(value, indent=2, allow_nan=False) + "\n")


def paint(text: str, *styles: str) -> str:
    """The cleaned text in bold, dim, a colour; `say` drops the style where it is not wanted."""
    codes = ";".join(str(_STYLES[style]) for style in styles)
    return f"\x1b{_MARK}[{codes}m{clean(text)}\x1b{_MARK}[0m" if styles else clean(text)


def folded(text: str, columns: int) -> list[str]:
    """Text in lines of at most so many columns, broken between words; what follows is set in deeper than the first."""
    if width(text) <= columns:
        return [text]
    indent = " " * (len(text) - len(text.lstrip()))
    broken = wrap(
        text.strip(), max(20, columns), initial_indent=indent, subsequent_indent=indent + "  ", break_long_words=False
    )
    return broken or [text]


def width(text: str) -> int:
    """How many columns painted text takes."""
    plain = _STYLE.sub("", text)
    if plain.isascii():
        return len(plain)
    from becher.dsl.render.clean import width as columns

    return columns(plain)


def has_colour(stream: TextIO) -> bool:
    """Colour goes to a terminal that can show it and whose user did not forbid it (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def draws_boxes() -> bool:
    """Can lines and pips be drawn with more than ASCII?"""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return encoding == "utf8" and os.environ.get("TERM") != "dumb"
