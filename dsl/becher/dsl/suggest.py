"""Did you mean: the nearest of the names in scope."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The one name most like this one, or None if none is near; the same on every run."""
    candidates = sorted({n for n in names if n and n != name})
    found = get_close_matches(name, candidates, 1, 0.6)
    return found[0] if found else None


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
