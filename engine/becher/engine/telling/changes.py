"""What a variant changes: the lines of its sheet beside those of its base."""

from collections.abc import Iterable

from attrs import frozen

from becher.engine.telling.effects import Line


@frozen
class Change:
    """One rule that is new (before None), gone (after None) or different."""

    before: str | None
    after: str | None


def changes(before: Iterable[Line], after: Iterable[Line]) -> list[Change]:
    """The differences, in the order of the variant; what is gone comes last."""
    old, new = _texts(before), _texts(after)
    found = [Change(old.get(key), text) for key, text in new.items() if old.get(key) != text]
    return found + [Change(text, None) for key, text in old.items() if key not in new]


def _texts(lines: Iterable[Line]) -> dict[str, str]:
    """Every line by its key; a line that only leads others in says nothing itself."""
    texts: dict[str, str] = {}
    for line in lines:
        if not line.under:
            texts[line.key] = line.text
        texts.update(_texts(line.under))
    return texts
