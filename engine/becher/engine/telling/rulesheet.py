"""The whole rule sheet of a game, as one would hand it round the table."""

from collections.abc import Iterator, Mapping

import attrs
from attrs import frozen

from becher.dsl.model import Formula, Game, Option, Sort, Value
from becher.engine.telling import amounts, conditions, frame, groups, sheets
from becher.engine.telling.changes import Change, changes
from becher.engine.telling.effects import Line, told
from becher.engine.telling.markdown import capital, escape, heading, sentence
from becher.engine.telling.phrases import tongue_of
from becher.engine.telling.settle import settle
from becher.engine.telling.story import phase_lines
from becher.engine.telling.voice import Voice, is_seats


@frozen
class Section:
    """A part of the sheet: paragraphs or lists of lines under a title."""

    title: str
    lines: tuple[Line, ...] = ()
    style: str = "bullets"
    heads: tuple[str, str] = ("", "")
    level: int = 2


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
        Section(voice.say("title.need"), frame.needs(voice)),
        Section(voice.say("title.setup"), frame.setup(voice)),
        *_phase_sections(voice),
        *_sheet_sections(voice),
        *_table_sections(voice),
        Section(voice.say("title.words"), tuple(_named(voice))),
        Section(voice.say("title.round"), frame.rounds(voice)),
        Section(voice.say("title.end"), frame.ending(voice)),
        Section(voice.say("title.match"), frame.match(voice)),
        Section(voice.say("title.table"), frame.void(voice.game, voice)),
    )


def all_lines(voice: Voice) -> list[Line]:
    """Every rule, for comparing games."""
    return [line for section in sections(voice) for line in section.lines]


# ---- parts of the game


def _phase_sections(voice: Voice) -> Iterator[Section]:
    """Opening, who starts, the turn, then the phases a case leads to."""
    phases = voice.game.phases
    reached = [name for name in phases if name not in ("opening", "turn")]
    if "opening" in phases:
        yield _phase_section("opening", voice)
    yield Section(voice.say("title.starter"), frame.starter(voice))
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
    return Section(title, lines, "steps")


def _sheet_sections(voice: Voice) -> Iterator[Section]:
    if voice.game.sheet is None:
        return
    yield Section(voice.say("title.sheet"), sheets.sheet_lines(voice))
    heads = (voice.say("head.box"), voice.say("head.scores"))
    for group, rows in sheets.box_rows(voice):
        yield Section(group or voice.say("title.boxes"), tuple(rows), "table", heads, 3)


def _table_sections(voice: Voice) -> Iterator[Section]:
    for found in voice.game.tables.values():
        rows = sheets.table_rows(found, voice)
        heads = (voice.say("head.dice" if found.hands else "head.key"), voice.say("head.answer"))
        yield Section(voice.say("title.of_table", name=voice.label(found.name)), tuple(rows), "table", heads)
        wild = sheets.wild_text(found, voice)
        if wild is not None:
            yield Section("", (Line(f"wild {found.name}", sentence(wild)),), "plain")


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
    lines = [_option(option, voice) for option in game.options.values()]
    return "\n\n".join([heading(2, voice.say("title.options")), voice.say("options"), _listed(lines)])


def _option(option: Option, voice: Voice) -> Line:
    allowed = voice.tongue.joined([_allowed(entry, option, voice) for entry in option.allowed], "or")
    slots = {"name": voice.term(option.name), "value": _value(option.default, option.sort, voice), "allowed": allowed}
    return Line(f"option {option.name}", sentence(voice.say("option", **slots)), option.span)


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
    found = changes(all_lines(earlier), all_lines(later))
    lines = [Line("", _change(change, voice)) for change in found] or [Line("", voice.say("change.nothing"))]
    return "\n\n".join([heading(2, voice.say("title.changes", base=title_of(base, voice))), _listed(lines)])


def title_of(game: Game, voice: Voice) -> str:
    """What the game is called in the voice's language."""
    own = Voice.of(game, voice.tongue)
    return own.label("title") if own.has_label("title") else escape(game.id.replace("-", " ").capitalize())


def _merged(base: Game, variant: Game) -> dict[str, dict[str, tuple[str, ...]]]:
    codes = [*base.words, *(code for code in variant.words if code not in base.words)]
    return {code: {**base.words.get(code, {}), **variant.words.get(code, {})} for code in codes}


def _change(change: Change, voice: Voice) -> str:
    before, after = (_flat(text) for text in (change.before, change.after))
    if before is None:
        return voice.say("change.new", after=after)
    if after is None:
        return voice.say("change.gone", before=before)
    return voice.say("change.instead", before=before, after=after)


def _flat(text: str | None) -> str | None:
    return None if text is None else sentence(text.replace(" | ", ": "))


def _remarks_part(game: Game, voice: Voice) -> str:
    parts = []
    for kind in ("source", "assumed"):
        lines = [Line("", _remark(r.text, r.about, game, voice)) for r in game.remarks if r.kind == kind]
        if lines:
            parts += [heading(2, voice.say(f"title.{kind}")), _listed(lines)]
    return "\n\n".join(parts)


def _remark(text: str, about: str, game: Game, voice: Voice) -> str:
    if about == game.id or not about:
        return escape(text)
    return voice.say("remark", about=voice.term(about), text=escape(text))


# ---- printing


def _printed(section: Section) -> str:
    parts = [heading(section.level, capital(section.title))] if section.title else []
    if section.style == "table":
        parts.append(sheets.as_table(section.heads, list(section.lines)))
    elif section.style == "plain":
        parts += [line.text for line in section.lines]
    else:
        parts.append(_listed(section.lines, numbered=section.style == "steps"))
    return "\n\n".join(parts)


def _listed(lines: "list[Line] | tuple[Line, ...]", numbered: bool = False, indent: str = "") -> str:
    found = []
    for n, line in enumerate(lines, 1):
        mark = f"{n}. " if numbered else "- "
        found.append(f"{indent}{mark}{line.text}")
        if line.under:
            found.append(_listed(line.under, indent=indent + " " * len(mark)))
    return "\n".join(found)


