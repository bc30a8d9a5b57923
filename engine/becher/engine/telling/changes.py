"""What a variant changes: the rules of its sheet beside those of its base."""

from collections.abc import Iterator, Sequence

import attrs
from attrs import frozen

from becher.dsl.model import Game
from becher.engine.telling.effects import Line
from becher.engine.telling.markdown import capital, sentence
from becher.engine.telling.sections import Section, sections
from becher.engine.telling.settle import settle
from becher.engine.telling.voice import Voice


@frozen
class Change:
    """One rule, or a whole part, that is new (before None), gone (after None) or different."""

    before: str | None
    after: str | None


@frozen
class PartChange:
    """What changed in one part; `whole` says that the part itself is new or gone."""

    title: str
    whole: Change | None
    changes: tuple[Change, ...] = ()


def changes(before: Sequence[Section], after: Sequence[Section]) -> tuple[PartChange, ...]:
    """The parts in which something differs, in the order of the variant; parts that are gone come last."""
    old, new = ({part.key: part for part in parts if part.lines} for parts in (before, after))
    found = [
        _within(old[key], part) if key in old else PartChange(part.title, Change(None, part.title))
        for key, part in new.items()
    ]
    found += [PartChange(part.title, Change(part.title, None)) for key, part in old.items() if key not in new]
    return tuple(change for change in found if change.whole or change.changes)


def _within(before: Section, after: Section) -> PartChange:
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


def change_lines(game: Game, base: Game, voice: Voice) -> tuple[Line, ...]:
    """What a variant changes. Both are told with the variant's words, so that a new label alone is no change."""
    earlier = Voice.of(settle(attrs.evolve(base, words=_merged(base, game)), {}), voice.tongue)
    later = Voice.of(settle(game, {}), voice.tongue)
    found = changes(sections(earlier), sections(later))
    return tuple(_part_change(part, voice) for part in found) or (Line("", voice.say("change.nothing")),)


def _merged(base: Game, variant: Game) -> dict[str, dict[str, tuple[str, ...]]]:
    codes = [*base.words, *(code for code in variant.words if code not in base.words)]
    return {code: {**base.words.get(code, {}), **variant.words.get(code, {})} for code in codes}


def _part_change(part: PartChange, voice: Voice) -> Line:
    if part.whole is not None:
        return Line("", _change(part.whole, voice))
    under = tuple(Line("", _change(change, voice)) for change in part.changes)
    return Line("", f"**{capital(part.title)}:**", None, under)


def _change(change: Change, voice: Voice) -> str:
    if change.before is None:
        return voice.say("change.new", after=change.after)
    if change.after is None:
        return voice.say("change.gone", before=change.before)
    return voice.say("change.instead", before=change.before, after=change.after)
