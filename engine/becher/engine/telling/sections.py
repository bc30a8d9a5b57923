"""The parts of a rule sheet in the order they are told."""

from collections.abc import Iterator

from attrs import frozen

from becher.dsl.model import Door, Formula, Sort
from becher.dsl.model.walk import walk
from becher.engine.telling import amounts, conditions, frame, sheets
from becher.engine.telling.effects import Line, phase_title, told
from becher.engine.telling.markdown import sentence
from becher.engine.telling.story import phase_lines
from becher.engine.telling.voice import Voice


@frozen
class Section:
    """A part of the sheet: paragraphs or lists of lines under a title."""

    key: str
    title: str
    lines: tuple[Line, ...] = ()
    style: str = "bullets"
    heads: tuple[str, str] = ("", "")
    level: int = 2
    intro: str = ""


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
    told = (voice.game.phases, voice.game.actions)
    return any(isinstance(node, Door) and node.target == name for node in walk(told))


def _phase_section(name: str, voice: Voice) -> Section:
    lines = phase_lines(voice.game.phases[name], voice)
    return Section(name, phase_title(name, voice), lines, "steps")


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
            text = voice.say(
                "name.does", name=_title(action.name, action.params, voice), effects=told(action.effects, voice)
            )
            yield Line(f"name {action.name}", sentence(text), action.span)


def _meaning(formula: Formula, voice: Voice) -> str:
    name = _title(formula.name, formula.params, voice)
    if formula.value.sort is Sort.YESNO:
        return voice.say("name.holds", name=name, condition=conditions.clause(formula.value, voice))
    return voice.say("name.is", name=name, value=amounts.amount(formula.value, voice))


def _title(name: str, params: tuple[tuple[str, Sort], ...], voice: Voice) -> str:
    shown = voice.term(name)
    return f"{shown} ({', '.join(voice.term(param) for param, _ in params)})" if params else shown
