"""Playing a record again: every event is checked against the rules, every drawn throw against the seed where it is known."""

from collections.abc import Callable
from typing import TypeVar

from becher.engine.contract import CHANCE, TERMINAL, Node, Startable
from becher.engine.record.course import Course, Refused
from becher.engine.record.events import Event, Record
from becher.engine.record.lines import RecordError
from becher.engine.stream import Stream, seed_digest

N = TypeVar("N", bound=Node)


def replay(record: Record, game: Startable[N]) -> N:
    """The state the record leads to. Raises RecordError where an event does not follow from the rules or the seed."""
    return replay_course(record, game).state


def replay_course(record: Record, game: Startable[N], hears: Callable[[N, Event, N], None] | None = None) -> Course[N]:
    """The course the record tells, ready to go on: its stream stands where it stood. Raises RecordError.

    `hears` is told each event that held, with the states before and after it.
    """
    _check_seed(record)
    course = Course(_start(record, game), None if record.seed is None else Stream(record.seed))
    for line, event in enumerate(record.events, 2):
        before = course.state
        try:
            if event.typed and record.header.dice == "drawn":
                raise Refused("a throw of real dice, but the dice of this game are drawn")
            _follow(course, event)
        except Refused as reason:
            raise RecordError(str(reason), line) from None
        if hears is not None:
            hears(before, event, course.state)
    _check_end(course, record)
    return course


def _start(record: Record, game: Startable[N]) -> N:
    """The first state. Raises RecordError where the rules do not allow these seats or options."""
    try:
        return game.start(len(record.header.seats), record.header.options)
    except ValueError as error:
        raise RecordError(str(error), 1) from None


def _follow(course: Course[N], event: Event) -> None:
    """Let the course do what the event says. Raises Refused."""
    if event.kind == "do":
        _follow_action(course, event)
    elif event.kind == "correct":
        said = course.correct(event.instead)  # type: ignore[arg-type]
        _same(said, event)
    else:
        _same(course.undo() if event.kind == "undo" else course.void(), event)


def _follow_action(course: Course[N], event: Event) -> None:
    turn = course.state.current_player()
    if turn == TERMINAL:
        raise Refused("the game is over already")
    if event.seat != turn:
        raise Refused(
            f"seat {event.seat} acts, but {'chance is to decide' if turn == CHANCE else f'seat {turn} is on'}"
        )
    if turn != CHANCE or event.typed or course.stream is None:
        course.act(event.action, event.typed)  # type: ignore[arg-type]
    else:
        _same(course.throw(), event)


def _same(said: Event, event: Event) -> None:
    if said.to_json() != event.to_json():
        expected, found = (e.action.text if e.action else "no throw" for e in (said, event))
        raise Refused(f"{found} is told, but it was {expected}")


def _check_seed(record: Record) -> None:
    """The seed told at the end is the one line 1 holds or promised; drawn dice have one. Raises RecordError."""
    promised = record.header.public().digest
    if record.header.dice == "drawn" and promised is None:
        raise RecordError("the dice are drawn, but no seed is promised", 1)
    if record.header.dice == "drawn" and record.end and record.end.seed is None:
        raise RecordError("the seed is not told", len(record.events) + 2)
    if record.end and record.end.seed is not None and promised not in (None, seed_digest(record.end.seed)):
        raise RecordError("the seed told here is not the one promised in line 1", len(record.events) + 2)


def _check_end(course: Course[N], record: Record) -> None:
    line = len(record.events) + 2
    if record.end is None and course.over and record.header.seed is None:
        raise RecordError("the game is over, but the last line with the result is missing", line)
    if record.end is None or (record.end.ranking is None and not course.over):
        return
    if record.end.ranking is None:
        raise RecordError("the game is over, not broken off", line)
    if not course.over:
        raise RecordError("the game is not over", line)
    ranking = tuple(tuple(place) for place in course.state.ranking())
    if ranking != record.end.ranking:
        raise RecordError(f"the ranking told is not what comes out: {[list(place) for place in ranking]}", line)
