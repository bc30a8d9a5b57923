"""What a variant changes: the lines of its sheet beside those of its base."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from becher.engine.telling.effects import Line
from becher.engine.telling.markdown import sentence


@frozen
class Part:
    """A part of a sheet: a key that stays the same whatever it says, its title, its rules."""

    key: str
    title: str
    lines: tuple[Line, ...]


@frozen
class Change:
    """One rule that is new (before None), gone (after None) or different."""

    before: str | None
    after: str | None


@frozen
class PartChange:
    """What changed in one part; `whole` says that the part itself is new or gone."""

    title: str
    whole: Change | None
    changes: tuple[Change, ...] = ()


def changes(before: Sequence[Part], after: Sequence[Part]) -> tuple[PartChange, ...]:
    """The parts in which something differs, in the order of the variant; parts that are gone come last."""
    old, new = {part.key: part for part in before}, {part.key: part for part in after}
    found = [
        _within(old[key], part) if key in old else PartChange(part.title, Change(None, part.title))
        for key, part in new.items()
    ]
    found += [PartChange(part.title, Change(part.title, None)) for key, part in old.items() if key not in new]
    return tuple(change for change in found if change.whole or change.changes)


def _within(before: Part, after: Part) -> PartChange:
    old, new = dict(_rules(before.lines)), dict(_rules(after.lines))
    found = [Change(old.get(key), text) for key, text in new.items() if old.get(key) != text]
    found += [Change(text, None) for key, text in old.items() if key not in new]
    return PartChange(after.title, None, tuple(found))


def _rules(lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """Every rule by its key. A line that only leads others in says nothing itself."""
    for line in lines:
        if not line.under:
            yield line.key, line.whole
        for inner in line.under:
            yield inner.key, sentence(f"{line.text} {inner.text}")
