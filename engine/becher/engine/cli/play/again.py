"""`becher replay`: a record told once more, and what came out."""

from functools import partial
from pathlib import Path

from becher.dsl.model import Game
from becher.engine.cli.exits import DONE, RECORD
from becher.engine.cli.load import recorded_game
from becher.engine.cli.out import say, say_json
from becher.engine.cli.play.choices import Label
from becher.engine.cli.play.result import result_json, say_result, turns_of
from becher.engine.cli.play.tell import tell
from becher.engine.record import Course, Event, Record, RecordError, read_record, replay_course
from becher.engine.rulebook import Rulebook
from becher.engine.state import State


def replay_file(path: Path, game: str | None, language: str | None, as_json: bool) -> int:
    """Tell the game and its result; as JSON the result only, with `ok` false where the record does not hold."""
    try:
        record = read_record(path)
        rules = recorded_game(record.header.file, game)
        label = partial(rules.label, language=language)
        course = _replayed(record, rules, None if as_json else label)
    except RecordError as error:
        if not as_json:
            raise
        say_json({"ok": False, "error": error.message, "line": error.line})
        return RECORD
    turns = turns_of([*(step.before for step in course.steps), course.state])
    if as_json:
        result = result_json(course.state, record.seed, turns)
        say_json({"ok": True, "finished": course.over, "events": len(record.events), **result})
        return DONE
    say_result(course.state, record.header.seats, label)
    seed = "the seed is not told yet" if record.seed is None else f"seed {record.seed}"
    say(f"{turns} turns, {seed}; everything follows from the rules")
    return DONE


def _replayed(record: Record, rules: Game, label: Label | None) -> Course[State]:
    """The course of the record; with labels each event is told."""
    rulebook = Rulebook(rules)
    rulebook.check(record)

    def hear(before: State, event: Event, after: State) -> None:
        if label is not None:
            for line in tell(before, event, after, record.header.seats, label):
                say(line)

    return replay_course(record, rulebook, hear)
