"""The score sheet and the tables: what each box and each row is worth."""

from becher.dsl.model import BestPart, Box, HandRow, KeyRow, Table
from becher.dsl.model.walk import walk
from becher.engine.telling import amounts, brackets, groups
from becher.engine.telling.effects import Line
from becher.engine.telling.markdown import capital, sentence, table
from becher.engine.telling.voice import Voice, letters_of, plain_number

Rows = list[tuple[str, str, str]]


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
    return Line(f"box {box.name}", row(capital(voice.label(box.name)), value), box.span)


def row(*cells: str) -> str:
    """Cells as one text; `cells` takes it apart again."""
    return " | ".join(cells)


def cells(line: Line) -> list[str]:
    return line.text.split(" | ")


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


def _enter_text(answers: tuple[object, ...], voice: Voice) -> str:
    said = [groups.group(answer, voice).plain for answer in answers]  # type: ignore[arg-type]
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
    rows = _together([_table_row(found, item, voice) for item in found.rows])
    if found.otherwise is not None:
        rows.append(Line(f"{found.name} otherwise", row(voice.say("otherwise"), amounts.amount(found.otherwise, voice))))
    return rows


def _together(rows: list[Line]) -> list[Line]:
    """Rows beside each other with the same answer as one."""
    found: list[Line] = []
    for line in rows:
        key, answer = cells(line)
        if found and cells(found[-1])[1] == answer:
            found[-1] = Line(f"{found[-1].key}, {key}", row(f"{cells(found[-1])[0]}, {key}", answer), found[-1].span)
        else:
            found.append(line)
    return found


def _table_row(found: Table, item: KeyRow | HandRow, voice: Voice) -> Line:
    if isinstance(item, HandRow):
        inner = voice.with_letters(brackets.letter_names(item.pattern, voice, item.value))
        look = brackets.look(item.pattern, voice, item.value)
        shape = " ".join(sorted(letters_of(item.pattern.members))) + str(item.pattern)
        return Line(f"{found.name} {shape}", row(look, amounts.amount(item.value, inner)), item.span)
    key = _key(item, voice)
    return Line(f"{found.name} {item.low}", row(key, amounts.amount(item.value, voice)), item.span)


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


def as_table(heads: tuple[str, str], lines: list[Line]) -> str:
    return table(heads, [cells(line) for line in lines])
