"""Did you mean: the nearest of the names in scope."""

from collections.abc import Iterable
from difflib import get_close_matches
from heapq import nlargest

_MOST_CANDIDATES = 50


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The one name most like this one, or None if none is near; the same on every run."""
    candidates = sorted({n for n in names if n and n != name and abs(len(n) - len(name)) <= 1 + len(name) // 2})
    if len(candidates) > _MOST_CANDIDATES:
        candidates = nlargest(_MOST_CANDIDATES, candidates, key=lambda other: _shared(name, other))
    found = get_close_matches(name, candidates, 1, 0.68)
    return found[0] if found else None


def _shared(a: str, b: str) -> int:
    """How many letters two names begin and end with alike."""
    return _same_start(a, b) + _same_start(a[::-1], b[::-1])


def _same_start(a: str, b: str) -> int:
    return next((place for place, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def did_you_mean(name: str, names: Iterable[str]) -> str | None:
    """A hint, or None."""
    found = nearest(name, names)
    return f"did you mean {found}?" if found else None


def listed(words: Iterable[str], last: str = "or") -> str:
    """`a, b or c`."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
