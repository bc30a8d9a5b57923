"""Why an action is not legal, in the rule file's words, with the line that says so."""

from becher.dsl.diagnostics import Span
from becher.engine.actions import Action
from becher.engine.expressions.words import faces_of
from becher.engine.multisets import contains
from becher.engine.state import State

DUE = {
    "keep": "dice are to be kept now: keep([...])",
    "stop": "it is time to say stop or throw_again",
    "together_stop": "it is time to say stop or throw_again",
    "enter": "a box is to be written now: enter(box)",
    "inherit": "the dice left lying may be taken: take_dice or throw_afresh",
    "pick_seat": "a seat is to be chosen: seat(n)",
    "terminal": "the game is over",
}


def where(span: Span | None) -> str:
    """`, file line n: the text of that line`; empty without a place."""
    if span is None:
        return ""
    line, _ = span.source.position(span.start)
    return f" ({span.source.name} line {line}: {' '.join(span.source.line(line).split())})"


def reason(s: State, action: Action) -> str:
    """Why this action cannot be taken in this state. It is not among the legal ones."""
    stage = s.stage
    if action.name == "keep" and stage == "keep":
        return _keep(s, action)
    if action.name == "enter" and stage == "enter":
        return _enter(s, action)
    if action.name == "stop" and stage in ("throw", "draw", "keep"):
        phase = s.rules.game.phases.get(s.phase)
        asked = phase.stop.span if phase is not None and phase.stop is not None else None
        return f"stopping is not allowed now{where(asked)}" if asked else "this phase cannot be stopped early"
    if stage == "pick":
        return f"this is no choice now; there are: {', '.join(a.text for a in s.legal_actions())}"
    due = DUE.get(stage, "it is chance's turn")
    return f"{action.text} is not asked now; {due}"


def _keep(s: State, action: Action) -> str:
    asked = action.args[0] if action.args and isinstance(action.args[0], tuple) else ()
    there = faces_of(s.dice if s.rules.phases[s.phase].retake else s.thrown)
    if not contains(there, asked) and not contains(tuple(map(str, there)), tuple(map(str, asked))):
        return f"keep asks for {' '.join(map(str, asked))}, but the dice show {' '.join(map(str, there))}"
    phase = s.rules.game.phases[s.phase]
    answers = phase.keep or ()
    span = answers[0].span if answers else phase.must_keep.span if phase.must_keep is not None else phase.span
    kept = " ".join(map(str, asked)) or "nothing"
    return f"keeping {kept} is not allowed here{where(span)}"


def _enter(s: State, action: Action) -> str:
    sheet = s.rules.game.sheet
    box = action.args[0] if action.args else ""
    assert sheet is not None
    names = [b.name for b in sheet.boxes]
    if box not in names:
        return f"there is no box {box}; the boxes are {', '.join(names)}"
    cells = [i for i, (name, _) in enumerate(s.rules.cell_names()) if name == box]
    if all(s.hits[s.seat - 1][cell] >= s.rules.fills(s) for cell in cells):
        return f"{box} is already written"
    span = sheet.enter[0].span if sheet.enter else sheet.span
    return f"{box} may not be written now{where(span)}"
