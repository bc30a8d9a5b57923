"""From what the command line names to checked games; what is wrong with them becomes an exit code."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from becher.dsl.codes import CODES
from becher.dsl.diagnostics import Diagnostic, Severity, has_errors
from becher.dsl.limits import LIMITS
from becher.dsl.load import Loaded, load, load_text
from becher.dsl.model import Game
from becher.dsl.render.text import render
from becher.dsl.source import source_from_bytes
from becher.engine.cli.exits import DONE, LIMIT, NO, Says
from becher.engine.cli.out import has_colour

STDIN = "-"
_UNKNOWN = "E417"


def find_game(name: str) -> Game:
    """The game this names. Raises UsageError for an unknown id, Says for a file with errors."""
    loaded = load_named(name)
    if loaded.game is None:
        sys.stderr.write(render(loaded.diagnostics, has_colour(sys.stderr)))
        raise Says(exit_code(loaded.diagnostics), f"{name} has errors; `becher check {name}` tells them")
    return loaded.game


def with_seats(game: Game, kinds: Iterable[str]) -> Game:
    """The game with the strategies that seats bring along in files (`strategy:FILE:NAME`). Raises UsageError."""
    from becher.engine.bots.borrowed import seated

    try:
        return seated(game, kinds)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def recorded_game(named: str, asked: str | None, kinds: Iterable[str] = ()) -> Game:
    """The game asked for, else the one a record names, with what its seats bring along.

    Raises RecordError, with nothing of a file shown that is no rule file.
    """
    from becher.engine.record import RecordError

    if asked is not None:
        return with_seats(find_game(asked), kinds)
    try:
        loaded = load_named(named)
        if loaded.game is None:
            raise RecordError(f"{named} holds no rules without errors; another FILE_OR_ID may be named", 1)
        return with_seats(loaded.game, kinds)
    except click.UsageError as error:
        raise RecordError(error.message, 1) from None


def load_named(name: str) -> Loaded:
    """The games of a file, of the standard input (`-`) or of an id. Raises UsageError for an id that is not there."""
    if name == STDIN:
        source, findings = source_from_bytes(STDIN, sys.stdin.buffer.read(LIMITS.source_bytes + 1))
        return Loaded((), None, findings) if source is None else load_text(source)
    loaded = load(name)
    unknown = next((found for found in loaded.diagnostics if found.code == _UNKNOWN), None)
    if unknown is not None:
        raise click.UsageError(f"{unknown.message}{f'; {unknown.hint}' if unknown.hint else ''}")
    return loaded


def rule_files(names: Sequence[str]) -> tuple[str, ...]:
    """The names, each folder among them replaced by the rule files in it."""
    found: list[str] = []
    for name in names:
        folder = Path(name)
        inside = sorted(str(path) for path in folder.rglob("*.dice")) if folder.is_dir() else [name]
        if not inside:
            raise click.UsageError(f"{name} holds no .dice file")
        found += inside
    return tuple(found)


def exit_code(diagnostics: Iterable[Diagnostic], strict: bool = False) -> int:
    """A limit that was crossed counts most, then errors (and warnings if strict)."""
    found = list(diagnostics)
    if any(CODES[one.code].is_limit for one in found if one.severity is Severity.ERROR):
        return LIMIT
    warned = strict and any(one.severity is Severity.WARNING for one in found)
    return NO if warned or has_errors(found) else DONE
