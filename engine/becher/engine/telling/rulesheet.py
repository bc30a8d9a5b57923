"""The whole rule sheet of a game, as one would hand it round the table."""

from collections.abc import Iterator, Mapping

import attrs
from attrs import frozen

from becher.dsl.model import Formula, Game, Option, Sort, Value
from becher.engine.telling import amounts, conditions, frame, groups, sheets
from becher.engine.telling.changes import Change, Part, PartChange, changes
from becher.engine.telling.effects import Line, told
from becher.engine.telling.markdown import capital, escape, heading, sentence
from becher.engine.telling.phrases import tongue_of
from becher.engine.telling.settle import settle
from becher.engine.telling.story import phase_lines
from becher.engine.telling.voice import Voice, is_seats


@frozen
class Section:
    """A part of the sheet: paragraphs or lists of lines under a title."""

    key: str
    title: str
    lines: tuple[Line, ...] = ()
    style: str = "bullets"
    heads: tuple[str, str] = ("", "")
    level: int = 2


# Where the questions of the game itself are told.
_TOLD_UNDER = {
    **dict.fromkeys(("out", "over", "finish", "wins", "loses", "endless", "end"), "end"),
    **dict.fromkeys(("players", "dice"), "need"),
    **dict.fromkeys(("player", "shared", "tally", "start"), "setup"),
    "void": "table",
    "total": "sheet",
    "enter": "sheet",
}


def rule_sheet(
    game: Game, language: str, base: Game | None = None, options: Mapping[str, Value] | None = None
) -> str:
    """The rule sheet in Markdown, for these option values (others at their defaults). With the base of a variant it also
    says what the variant changes. Raises KeyError for a language there are no phrases in."""
    voice = Voice.of(settle(game, options or {}), tongue_of(language))
    parts = [_head(game, voice), *(_printed(section) for section in sections(voice) if section.lines)]
    if base is not None:
        parts.append(_variant_part(game, base, voice))
    parts += [_options_part(game, voice), _remarks_part(game, voice)]
    return "\n\n".join(part for part in parts if part) + "\n"


def sections(voice: Voice) -> tuple[Section, ...]:
    """All rules of the game in the order they are told."""
    return (
        Section("need", voice.say("title.need"), frame.needs(voice)),
        Section("setup", voice.say("title.setup"), frame.setup(voice)),
        *_phase_sections(voice),
        *_sheet_sections(voice),
        *_table_sections(voice),
        Section("words", voice.say("title.words"), tuple(_named(voice))),
        Section("round", voice.say("title.round"), frame.rounds(voice)),
        Section("end", voice.say("title.end"), frame.ending(voice)),
        Section("match", voice.say("title.match"), frame.match(voice)),
        Section("table", voice.say("title.table"), frame.void(voice.game, voice)),
    )


# ---- parts of the game


def _phase_sections(voice: Voice) -> Iterator[Section]:
    """Opening, who starts, the turn, then the phases a case leads to."""
    phases = voice.game.phases
    reached = [name for name in phases if name not in ("opening", "turn")]
    if "opening" in phases:
        yield _phase_section("opening", voice)
    yield Section("starter", voice.say("title.starter"), frame.starter(voice))
    for name in ("turn", *reached):
        if name in phases and (name == "turn" or is_reached(name, voice)):
            yield _phase_section(name, voice)


def is_reached(name: str, voice: Voice) -> bool:
    """Does any case lead to this phase?"""
    from becher.dsl.model import Door
    from becher.dsl.model.walk import walk

    return any(isinstance(node, Door) and node.target == name for node in walk(voice.game))


def _phase_section(name: str, voice: Voice) -> Section:
    lines = phase_lines(voice.game.phases[name], voice)
    title = voice.label(name) if voice.has_label(name) or name not in ("opening", "turn") else voice.say(f"title.{name}")
    return Section(name, title, lines, "steps")


def _sheet_sections(voice: Voice) -> Iterator[Section]:
    if voice.game.sheet is None:
        return
    yield Section("sheet", voice.say("title.sheet"), sheets.sheet_lines(voice))
    heads = (voice.say("head.box"), voice.say("head.scores"))
    for group, rows in sheets.box_rows(voice):
        yield Section(f"boxes {group}", group or voice.say("title.boxes"), tuple(rows), "table", heads, 3)


def _table_sections(voice: Voice) -> Iterator[Section]:
    for found in voice.game.tables.values():
        rows = sheets.table_rows(found, voice)
        answer = "head.answer" if found.sort is Sort.NUMBER else "head.is"
        heads = (voice.say("head.dice" if found.hands else "head.key"), voice.say(answer))
        title = voice.say("title.of_table", name=voice.label(found.name))
        yield Section(f"table {found.name}", title, tuple(rows), "table", heads)
        wild = sheets.wild_text(found, voice)
        if wild is not None:
            yield Section(f"wild {found.name}", "", (Line(f"wild {found.name}", sentence(wild)),), "plain")


def _named(voice: Voice) -> Iterator[Line]:
    """Formulas and actions told by name."""
    for formula in voice.named_formulas():
        yield Line(f"name {formula.name}", sentence(_meaning(formula, voice)), formula.span)
    for action in voice.game.actions.values():
        if not voice.laid_open(action.name):
            text = voice.say("name.does", name=_title(action.name, action.params, voice), effects=told(action.effects, voice))
            yield Line(f"name {action.name}", sentence(text), action.span)


def _meaning(formula: Formula, voice: Voice) -> str:
    name = _title(formula.name, formula.params, voice)
    if formula.value.sort is Sort.YESNO:
        return voice.say("name.holds", name=name, condition=conditions.clause(formula.value, voice))
    return voice.say("name.is", name=name, value=amounts.amount(formula.value, voice))


def _title(name: str, params: tuple[tuple[str, Sort], ...], voice: Voice) -> str:
    shown = voice.term(name)
    return f"{shown} ({', '.join(voice.term(param) for param, _ in params)})" if params else shown


# ---- about the game


def _head(game: Game, voice: Voice) -> str:
    parts = [heading(1, title_of(game, voice))]
    also = next((w["also"] for w in (game.words.get(c, {}) for c in (voice.tongue.code, "en")) if "also" in w), ())
    if also:
        parts.append(voice.say("also", names=voice.tongue.joined([escape(name) for name in also], "or")))
    if voice.has_label("about"):
        parts.append(sentence(voice.label("about")))
    return "\n\n".join(parts)


def _options_part(game: Game, voice: Voice) -> str:
    if not game.options:
        return ""
    lines = [_option(game, option, voice) for option in game.options.values()]
    return "\n\n".join([heading(2, voice.say("title.options")), voice.say("options"), _listed(lines)])


def _option(game: Game, option: Option, voice: Voice) -> Line:
    allowed = voice.tongue.joined([_allowed(entry, option, voice) for entry in option.allowed], "or")
    slots = {"name": voice.term(option.name), "value": _value(option.default, option.sort, voice), "allowed": allowed}
    under = _other_values(game, option, voice) if option.sort in (Sort.WORD, Sort.YESNO) else ()
    return Line(f"option {option.name}", sentence(voice.say("option", **slots)), option.span, under)


def _other_values(game: Game, option: Option, voice: Voice) -> tuple[Line, ...]:
    """What each other value of an option changes."""
    here = _parts(Voice.of(settle(game, {}), voice.tongue))
    lines = []
    for value in option.allowed:
        if value == option.default or isinstance(value, tuple):
            continue
        there = _parts(Voice.of(settle(game, {option.name: value}), voice.tongue))
        found = changes(here, there)
        new = [change.after for part in found for change in part.changes if change.after]
        gone = [voice.say("change.gone", before=c.before) for part in found for c in part.changes if not c.after]
        text = voice.say("option.with", value=_value(value, option.sort, voice), rules=" ".join([*new, *gone]))
        lines.append(Line(f"option {option.name} {value}", text, option.span))
    return tuple(lines)


def _allowed(entry: Value | tuple[int, int | None], option: Option, voice: Voice) -> str:
    match entry:
        case (low, None):
            return voice.say("from", low=groups.member(low, voice))
        case (low, high):
            return voice.say("range", low=groups.member(low, voice), high=groups.member(high, voice))
    return _value(entry, option.sort, voice)  # type: ignore[arg-type]


def _value(value: Value, sort: Sort, voice: Voice) -> str:
    if isinstance(value, bool):
        return voice.say("yes" if value else "no")
    if is_seats(sort):
        return voice.say(f"seat.{value}")
    return groups.member(value, voice)


def _variant_part(game: Game, base: Game, voice: Voice) -> str:
    """Both are told with the variant's words, so that a new label alone is no change."""
    earlier = Voice.of(settle(attrs.evolve(base, words=_merged(base, game)), {}), voice.tongue)
    later = Voice.of(settle(game, {}), voice.tongue)
    found = changes(_parts(earlier), _parts(later))
    lines = [_part_change(part, voice) for part in found] or [Line("", voice.say("change.nothing"))]
    return "\n\n".join([heading(2, voice.say("title.changes", base=title_of(base, voice))), _listed(lines)])


def _parts(voice: Voice) -> list[Part]:
    """The sections for comparing."""
    return [
        Part(s.key, s.title, tuple(_row_of(line) for line in s.lines) if s.style == "table" else s.lines)
        for s in sections(voice)
        if s.lines
    ]


def _row_of(line: Line) -> Line:
    first, second = sheets.cells(line)
    return Line(line.key, f"{first}: {second}", line.span)


def title_of(game: Game, voice: Voice) -> str:
    """What the game is called in the voice's language."""
    own = Voice.of(game, voice.tongue)
    return own.label("title") if own.has_label("title") else escape(game.id.replace("-", " ").capitalize())


def _merged(base: Game, variant: Game) -> dict[str, dict[str, tuple[str, ...]]]:
    codes = [*base.words, *(code for code in variant.words if code not in base.words)]
    return {code: {**base.words.get(code, {}), **variant.words.get(code, {})} for code in codes}


def _part_change(part: PartChange, voice: Voice) -> Line:
    if part.whole is not None:
        return Line("", _change(part.whole, voice))
    under = tuple(Line("", _change(change, voice)) for change in part.changes)
    return Line("", f"**{capital(part.title)}**", None, under)


def _change(change: Change, voice: Voice) -> str:
    if change.before is None:
        return voice.say("change.new", after=change.after)
    if change.after is None:
        return voice.say("change.gone", before=change.before)
    return voice.say("change.instead", before=change.before, after=change.after)


def _remarks_part(game: Game, voice: Voice) -> str:
    parts = []
    for kind in ("source", "assumed"):
        lines = [Line("", _remark(r.text, r.about, game, voice)) for r in game.remarks if r.kind == kind]
        if lines:
            parts += [heading(2, voice.say(f"title.{kind}")), _listed(lines)]
    return "\n\n".join(parts)


def _remark(text: str, about: str, game: Game, voice: Voice) -> str:
    """A remark on the whole game (or on the whole of a game it is like) stands alone, any other says what it is on."""
    on = _subject(about, voice)
    if on is None or about in (game.id, game.base):
        return escape(text)
    return voice.say("remark", about=on, text=escape(text))


def _subject(about: str, voice: Voice) -> str | None:
    """What a remark is on: a name of the game, or the part of the sheet where a question is answered."""
    names = about.split(".")
    for name in reversed(names):
        if voice.knows(name):
            return voice.term(name)
    for name in names:
        title = f"title.{_TOLD_UNDER.get(name, name)}"
        if voice.tongue.has(title):
            return f"*{voice.say(title)}*"
    return None


# ---- printing


def _printed(section: Section) -> str:
    parts = [heading(section.level, capital(section.title))] if section.title else []
    if section.style == "table":
        parts.append(sheets.as_table(section.heads, list(section.lines)))
    elif section.style == "plain":
        parts += [line.whole for line in section.lines]
    else:
        parts.append(_listed(section.lines, numbered=section.style == "steps"))
    return "\n\n".join(parts)


def _listed(lines: "list[Line] | tuple[Line, ...]", numbered: bool = False, indent: str = "") -> str:
    found = []
    for n, line in enumerate(lines, 1):
        mark = f"{n}. " if numbered else "- "
        found.append(f"{indent}{mark}{line.whole if line.key else line.text}")
        if line.under:
            found.append(_listed(line.under, indent=indent + " " * len(mark)))
    return "\n".join(found)


