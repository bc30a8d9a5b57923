"""`becher play`: from the command line to a table, and from the end of the game to the result."""

import sys
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from shutil import get_terminal_size

import click
from attrs import frozen

from becher.dsl.model import Game
from becher.engine.bots import kinds_of
from becher.engine.cli.exits import DONE
from becher.engine.cli.load import find_game, recorded_game, with_seats
from becher.engine.cli.out import draws_boxes, say, say_json
from becher.engine.cli.play import setting
from becher.engine.cli.play.board import Board
from becher.engine.cli.play.jsonl import Protocol
from becher.engine.cli.play.result import result_json, say_result, turns_of
from becher.engine.cli.play.session import Manner, Quit, Session
from becher.engine.cli.play.setting import HUMAN
from becher.engine.cli.play.table import Table
from becher.engine.record import (
    Course,
    Header,
    RecordError,
    RecordFile,
    create_log,
    create_save,
    open_save,
    replay_course,
)
from becher.engine.rulebook import Rulebook
from becher.engine.state import State
from becher.engine.stream import Stream, new_seed

# The longest line read from a pipe.
_LINE = 10_000


@frozen(kw_only=True)
class Wanted:
    """What the command line asks for."""

    file: str | None
    players: int | None
    seats: str | None
    all_bots: bool
    seed: str | None
    settings: tuple[str, ...]
    dice: str
    lang: str | None
    save: Path | None
    log: Path | None
    resume: Path | None
    protocol: str | None
    as_json: bool


@frozen
class Opened:
    """A game about to be played: what its records begin with, its course so far, what is to be said of it, how it is kept."""

    game: Game
    header: Header
    course: Course[State]
    remarks: tuple[str, ...] = ()
    saved: bool = False
    ended: bool = False

    @property
    def unattended(self) -> bool:
        """Nobody has to be asked anything."""
        return self.header.dice == "drawn" and all(seat.kind != HUMAN for seat in self.header.seats)


def play(wanted: Wanted) -> int:
    """Play to the end, or until somebody quits. Returns the exit code."""
    with ExitStack() as files:
        opened = _resume(wanted, files) if wanted.resume else _begin(wanted, files)
        table = Table(opened.course, opened.header.seats, opened.header.dice == "typed")
        end = _drive(table, opened, wanted, files)
        if not opened.ended and (table.course.over or not end.saved):
            table.close()
    end.report(table)
    return DONE


def _begin(wanted: Wanted, files: ExitStack) -> Opened:
    """A new game as the command line says."""
    if wanted.file is None:
        raise click.UsageError("which game? Name a rule file or an id; `becher list` lists them")
    if wanted.all_bots and wanted.seats is not None:
        raise click.UsageError("--all-bots is --seats greedy; give one of them")
    asked = "greedy" if wanted.all_bots else wanted.seats
    game = with_seats(find_game(wanted.file), setting.listed(asked or setting.HUMAN))
    kinds = setting.seat_kinds(asked, wanted.players, game)
    state = setting.start(game, len(kinds), setting.options(wanted.settings, game))
    remarks = setting.remarks(state, kinds)
    seed = new_seed() if wanted.seed is None else wanted.seed
    header = Header(
        game.id,
        wanted.file,
        Rulebook(game).hash,
        setting.plain_options(state),
        setting.seats(kinds),
        wanted.dice,
        seed,
        None,
    )
    opened = Opened(game, header, Course(state, Stream(seed)), remarks, saved=wanted.save is not None)
    durable = not opened.unattended
    if wanted.save:
        _keep(opened.course, files.enter_context(create_save(wanted.save, header, durable)))
    if wanted.log:
        _keep(opened.course, files.enter_context(create_log(wanted.log, header, durable)))
    return opened


def _resume(wanted: Wanted, files: ExitStack) -> Opened:
    """A game gone on with. What the save says already cannot be said again."""
    assert wanted.resume is not None
    said = (wanted.players, wanted.seats, wanted.all_bots, wanted.seed, wanted.settings, wanted.save)
    if any(value not in (None, False, ()) for value in said):
        raise click.UsageError(
            "--resume takes players, seats, seed and options from the save; it goes on writing to it"
        )
    save, record = open_save(wanted.resume)
    files.enter_context(save)
    kinds = [seat.kind for seat in record.header.seats]
    game = recorded_game(record.header.file, wanted.file, kinds)
    rulebook = Rulebook(game)
    rulebook.check(record)
    for kind in kinds:
        if kind not in (HUMAN, *kinds_of(game)):
            raise RecordError(f"no player of kind {kind!r} is known here", 1)
    course = replay_course(record, rulebook)
    remarks = setting.remarks(course.state, kinds)
    _keep(course, save)
    if wanted.log:
        _keep(course, files.enter_context(create_log(wanted.log, record.header)))
    return Opened(game, record.header, course, remarks, saved=True, ended=record.end is not None)


def _keep(course: Course[State], file: RecordFile) -> None:
    """From now on this file is written too; a new one first gets what has happened."""
    if file.is_new:
        for event in course.history:
            file.write(event)
    course.keepers = (*course.keepers, file)


def _drive(table: Table, opened: Opened, wanted: Wanted, files: ExitStack) -> "Ending":
    """Play on with whoever sits there."""
    if wanted.protocol and not opened.ended:
        protocol = Protocol(table, _read_line)
        protocol.play()
        return Ending(opened, wanted, opened.saved, protocol)
    quiet = wanted.as_json or opened.unattended
    session = _session(table, opened, wanted, files, quiet)
    session.note(f"{opened.game.id}, seed {opened.header.seed}", *opened.remarks)
    with suppress(Quit):
        session.play()
    return Ending(opened, wanted, session.saved)


def _session(table: Table, opened: Opened, wanted: Wanted, files: ExitStack, quiet: bool) -> Session:
    screen = sys.stdin.isatty() and sys.stdout.isatty() and not quiet
    size = get_terminal_size()
    board = Board(
        opened.header.seats,
        partial(opened.game.label, language=wanted.lang),
        size.columns,
        draws_boxes(),
    )
    return Session(
        table,
        board,
        Manner(screen, quiet, wanted.lang, size.lines),
        _prompt if screen else lambda _: _read_line(),
        lambda path: _keep(opened.course, files.enter_context(create_save(path, opened.header))),
        opened.saved,
    )


@frozen
class Ending:
    """What is said once the game is over or left."""

    opened: Opened
    wanted: Wanted
    saved: bool
    protocol: Protocol | None = None

    def report(self, table: Table) -> None:
        course, header = table.course, self.opened.header
        turns = turns_of([*(step.before for step in course.steps), course.state])
        result = result_json(course.state, header.seed, turns)
        if self.protocol:
            self.protocol.end(result)
        elif self.wanted.as_json:
            say_json(result)
        elif course.over:
            say_result(course.state, header.seats, partial(self.opened.game.label, language=self.wanted.lang))
            say(f"{turns} turns, seed {header.seed}")
        elif self.saved:
            say(f"Left the table; the game is saved. {len(course.steps)} actions so far.")
        else:
            say(f"Left the table. The seed was {header.seed}.")


def _prompt(text: str) -> str | None:
    """A line typed at the terminal; None at its end (Ctrl-D)."""
    with suppress(ImportError):
        import readline  # noqa: F401  (lets one edit the line)
    say(text)
    sys.stdout.flush()
    try:
        return input("> ")
    except EOFError:
        say()
        return None


def _read_line() -> str | None:
    """A line of the input; None at its end."""
    sys.stdout.flush()
    line = sys.stdin.readline(_LINE)
    return line or None
