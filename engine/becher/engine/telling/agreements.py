"""What players may agree on: the options, and what other values of them change."""

from collections.abc import Mapping

from becher.dsl.model import Game, Option, Sort, Value
from becher.engine.telling import groups
from becher.engine.telling.changes import changes
from becher.engine.telling.effects import Line
from becher.engine.telling.sections import sections
from becher.engine.telling.settle import settle
from becher.engine.telling.voice import Voice, is_seats


def option_lines(game: Game, chosen: Mapping[str, Value], voice: Voice) -> tuple[Line, ...]:
    """Each option with the value this sheet is written for and what else is allowed."""
    return tuple(_option(game, option, chosen, voice) for option in game.options.values())


def _option(game: Game, option: Option, chosen: Mapping[str, Value], voice: Voice) -> Line:
    allowed = voice.tongue.joined([_allowed(entry, option, voice) for entry in option.allowed], "or")
    value = _value(chosen.get(option.name, option.default), option.sort, voice)
    text = voice.say("option", name=voice.term(option.name), value=value, allowed=allowed)
    under = _other_values(game, option, chosen, voice) if option.sort in (Sort.WORD, Sort.YESNO) else ()
    return Line(f"option {option.name}", text, option.span, under)


def _other_values(game: Game, option: Option, chosen: Mapping[str, Value], voice: Voice) -> tuple[Line, ...]:
    """What each other value of an option changes."""
    here = sections(Voice.of(settle(game, chosen), voice.tongue))
    lines = []
    for value in option.allowed:
        if value == chosen.get(option.name, option.default) or isinstance(value, tuple):
            continue
        there = sections(Voice.of(settle(game, {**chosen, option.name: value}), voice.tongue))
        found = [change for part in changes(here, there) for change in (part.changes or [part.whole]) if change]
        rules = [c.after or voice.say("change.gone", before=c.before) for c in found]
        text = voice.say("option.with", value=_value(value, option.sort, voice), rules=" ".join(rules))
        lines.append(Line(f"option {option.name} {value}", text, option.span))
    return tuple(lines)


def _allowed(entry: Value | tuple[int, int | None], option: Option, voice: Voice) -> str:
    match entry:
        case (low, None):
            return voice.say("from", low=groups.member(low, voice))
        case (low, high):
            return voice.say("range", low=groups.member(low, voice), high=groups.member(high, voice))
    return _value(entry, option.sort, voice)


def _value(value: Value, sort: Sort, voice: Voice) -> str:
    if isinstance(value, bool):
        return voice.say("yes" if value else "no")
    if is_seats(sort):
        return voice.say(f"seat.{value}")
    return groups.member(value, voice)
