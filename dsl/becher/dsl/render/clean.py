"""No text of a file reaches a terminal raw."""

import unicodedata

_TURNS = {"\u061c", "\u200e", "\u200f", *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))}


def clean(text: str) -> str:
    """The text with control characters and marks of direction spelled out, so on one line."""
    return "".join(_spelled(char) if _is_unsafe(char) else char for char in text)


def _is_unsafe(char: str) -> bool:
    return char in _TURNS or unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")


def _spelled(char: str) -> str:
    return " " if char in "\t\n" else f"\\u{ord(char):04x}"


def width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
