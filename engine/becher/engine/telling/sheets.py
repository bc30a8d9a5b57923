"""The score sheet and the tables: what each box and each row is worth."""

from becher.dsl.diagnostics import Span
from becher.dsl.model import BestPart, Box, Expr, HandRow, KeyRow, Table
from becher.dsl.model.walk import walk
from becher.engine.telling import amounts, brackets, groups
from becher.engine.telling.effects import Line
from becher.engine.telling.markdown import capital, sentence
from becher.engine.telling.voice import Voice, plain_number


def box_rows(voice: Voice) -> list[tuple[str | None, list[Line]]]:
    """The boxes by group, in the order of the sheet: (label of the group, rows `box | what it scores`)."""
    sheet = voice.game.sheet
    found: list[tuple[str | None, list[Line]]] = []
    for box in sheet.boxes if sheet is not None else ():
        group = None if box.group is None else voice.label(box.group)
        if not found or found[-1][0] != group:
            found.append((group, []))
        found[-1][1].append(_box(box, voice))
    return found


def _box(box: Box, voice: Voice) -> Line:
    value = amounts.amount(box.value, voice)
    return _row(f"box {box.name}", capital(voice.label(box.name)), value, box.span)


def _row(key: str, name: str, value: str, span: Span | None) -> Line:
    """A row of two cells, as a rule "name: value"."""
    return Line(key, value.rstrip(","), span, lead=f"{name}:")


def cells(line: Line) -> tuple[str, str]:
    """The two cells of a row."""
    return line.lead.removesuffix(":"), line.text


def sheet_lines(voice: Voice) -> tuple[Line, ...]:
    """How the sheet is filled and added up."""
    sheet = voice.game.sheet
    if sheet is None:
        return ()
    lines = [Line("enter", _enter_text(sheet.enter, voice), sheet.enter[0].span if sheet.enter else None)]
    lines += [_column(column.name, voice) for column in sheet.columns]
    if plain_number(sheet.fills) != 1:
        text = voice.say("fills", n=amounts.amount(sheet.fills, voice))
        lines.append(Line("fills", sentence(text), sheet.fills.span))
    if any(isinstance(node, BestPart) for node in walk(sheet.boxes)):
        lines.append(Line("best part", voice.say("part.best")))
    if sheet.total is None:
        lines.append(Line("total", voice.say("total.sum")))
    else:
        text = sentence(voice.say("total", value=amounts.amount(sheet.total, voice)))
        lines.append(Line("total", text, sheet.total.span))
    return tuple(lines)


def _enter_text(answers: tuple[Expr, ...], voice: Voice) -> str:
    said = [groups.group(answer, voice).plain for answer in answers]
    if len(said) <= 1:
        anything = voice.say("open.all")
        return voice.say("enter.any") if said in ([], [anything]) else sentence(voice.say("enter", boxes=said[0]))
    numbered = "; ".join(f"({n}) {text}" for n, text in enumerate(said, 1))
    return sentence(voice.say("enter.first", answers=numbered))


def _column(name: str, voice: Voice) -> Line:
    sheet = voice.game.sheet
    assert sheet is not None
    column = next(column for column in sheet.columns if column.name == name)
    text = voice.say("column", name=voice.term(name))
    if column.enter is not None:
        boxes = "; ".join(groups.group(answer, voice).plain for answer in column.enter)
        text = voice.say("column.enter", name=voice.term(name), boxes=boxes)
    if plain_number(column.times) != 1:
        text += voice.say("column.times", n=amounts.amount(column.times, voice))
    return Line(f"column {name}", sentence(text), column.span)


# ---- tables


def table_rows(found: Table, voice: Voice) -> list[Line]:
    """The rows of a table: what is thrown or asked, what it answers."""
    rows = [_table_row(found, item, voice) for item in found.rows]
    rows = rows if found.hands else _together(rows)
    if found.otherwise is not None:
        answer = amounts.amount(found.otherwise, voice)
        rows.append(_row(f"{found.name} otherwise", voice.say("otherwise"), answer, None))
    return rows


def _together(rows: list[Line]) -> list[Line]:
    """Rows beside each other with the same answer as one."""
    found: list[Line] = []
    for line in rows:
        key, answer = cells(line)
        if found and found[-1].text == answer:
            first = found[-1]
            found[-1] = _row(f"{first.key}, {key}", f"{cells(first)[0]}, {key}", answer, first.span)
        else:
            found.append(line)
    return found


def _table_row(found: Table, item: KeyRow | HandRow, voice: Voice) -> Line:
    if isinstance(item, HandRow):
        inner = voice.with_letters(brackets.letter_names(item.pattern, voice, item.value))
        look = brackets.look(item.pattern, voice, item.value)
        return _row(f"{found.name} {item.pattern}", look, amounts.amount(item.value, inner), item.span)
    return _row(f"{found.name} {item.low}", _key(item, voice), amounts.amount(item.value, voice), item.span)


def _key(item: KeyRow, voice: Voice) -> str:
    low = groups.member(item.low, voice)
    if item.high is None:
        return voice.say("from", low=low)
    return low if item.high == item.low else voice.say("range", low=low, high=groups.member(item.high, voice))


def wild_text(found: Table, voice: Voice) -> str | None:
    """Which faces may stand for others in this table."""
    if not found.wild:
        return None
    faces = voice.tongue.joined([groups.member(face, voice) for face in found.wild], "or")
    return voice.say("wild", faces=faces)
