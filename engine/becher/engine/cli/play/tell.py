"""What an event did, in words: one line for the event, more for what changed."""

from collections.abc import Sequence

from becher.engine.actions import Action
from becher.engine.cli.play.choices import Label, short
from becher.engine.cli.play.result import text
from becher.engine.machine.together import asked
from becher.engine.record import Event, Seat
from becher.engine.state import CHANCE, State
from becher.engine.view import names_of, seats_of, turn_seat

# Where nothing may be kept, nobody needs to be told so after each throw.
_NOTHING_KEPT = Action("keep", ((),))


def tell(before: State, event: Event, after: State, seats: Sequence[Seat], label: Label) -> list[str]:
    """The event and what it changed, a line each."""
    if before.stage == "together_stop":
        return [*_answers(before, event, after, seats), *_changes(before, event, after, seats, label)]
    said = _event(before, event, seats, label)
    return [said] if event.kind == "undo" else [said, *_changes(before, event, after, seats, label)]


def _answers(before: State, event: Event, after: State, seats: Sequence[Seat]) -> list[str]:
    """Who all answer at once are told of each other once all have answered."""
    if event.kind == "undo" or event.action is None:
        return [f"{seats[event.seat - 1].name} takes the answer back"]
    if len(after.answers) > len(before.answers):
        return [f"{seats[event.seat - 1].name} has answered"]
    answers = zip(asked(before), (*before.answers, event.action), strict=True)
    return [f"{seats[seat - 1].name}: {short(action)}" for seat, action in answers]


def _event(before: State, event: Event, seats: Sequence[Seat], label: Label) -> str:
    name = seats[(event.seat or turn_seat(before)) - 1].name
    said = _said(event.action, label)
    if event.kind == "undo":
        return f"{name} takes back: {said}"
    if event.kind == "void":
        return f"{name}: the throw is void and is thrown again"
    if event.kind == "correct":
        return f"{name}: corrected to {_said(event.instead, label)}"
    return f"{name} {said}" if event.seat == CHANCE else f"{name}: {said}"


def _said(action: Action | None, label: Label) -> str:
    if action is None:
        return ""
    if action.name in ("throw", "draw"):
        return f"{action.name}s {short(action)}"
    if action.name == "keep":
        return f"keep {short(action)}"
    return label(short(action)) if action.name not in ("enter", "seat") else f"{action.name} {label(short(action))}"


def _changes(before: State, event: Event, after: State, seats: Sequence[Seat], label: Label) -> list[str]:
    """What the event did to accounts, sheets and seats; busts, and moves taken unasked."""
    lines = []
    forced = [action for action in after.forced if action != _NOTHING_KEPT]
    if forced:
        lines.append(f"  of itself: {', '.join(_said(action, label) for action in forced)}")
    if after.busted and event.seat == CHANCE and _turn_passed(before, after):
        lines.append("  bust")
    if len(after.results) > len(before.results) and not after.is_terminal():
        places = "; ".join(" and ".join(seats[s - 1].name for s in place) for place in after.results[-1].ranking)
        return [*lines, f"  game {len(after.results)} is over, best first: {places}"]
    for name in names_of(after, "shared"):
        lines += _change(label(name), before.account(name), after.account(name))
    for seat in seats_of(after):
        lines += _seat_changes(before, after, seat, seats[seat - 1].name, label)
    if after.direction != before.direction:
        lines.append("  the direction of play turns round")
    return lines


def _seat_changes(before: State, after: State, seat: int, who: str, label: Label) -> list[str]:
    lines = []
    for name in names_of(after, "player"):
        lines += _change(f"{who}: {label(name)}", before.account(name, seat), after.account(name, seat))
    cells = zip(after.rules.cell_names(), before.cells[seat - 1], after.cells[seat - 1], strict=True)
    for (box, column), old, new in cells:
        if old != new:
            lines.append(f"  {who} writes {label(box)}{f', {label(column)}' if column else ''}: {new}")
    if after.is_out(seat) and not before.is_out(seat):
        lines.append(f"  {who} is out")
    return lines


def _change(what: str, old: object, new: object) -> list[str]:
    return [] if old == new else [f"  {what} {text(old)} -> {text(new)}"]


def _turn_passed(before: State, after: State) -> bool:
    return before.turns != after.turns or before.setup != after.setup
