"""`becher test`."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from becher.engine.cli.commands.common import json_option
from becher.engine.cli.out import paint, say, say_json

if TYPE_CHECKING:
    from becher.dsl.model import Game
    from becher.engine.testing.report import Report, Result


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE_OR_ID...")
@click.option(
    "--examples", type=click.IntRange(0), default=60, show_default=True, help="How many playthroughs are made up."
)
@click.option("--seed", type=int, help="Make up other playthroughs; without it they are the same every time.")
@json_option
def command(files: tuple[str, ...], examples: int, seed: int | None, as_json: bool) -> int:
    """Test games: their examples, their properties, and the laws of all games on playthroughs that are made up.

    A folder stands for all rule files in it. What fails is told with the shortest log found, for `becher replay`.
    Exit 1: something failed.
    """
    from becher.engine.cli.exits import DONE, NO
    from becher.engine.cli.load import rule_files
    from becher.engine.testing.run import test_game

    games = [(name, game) for name in rule_files(files) for game in _games(name)]
    reports = []
    with _nothing_left_behind():
        for name, game in games:
            report = test_game(game, examples=examples, seed=seed, file=_called(name, game))
            reports.append(report)
            if not as_json:
                _tell(report)
    if as_json:
        say_json(reports_json(reports))
    return DONE if all(report.ok for report in reports) else NO


@contextmanager
def _nothing_left_behind() -> Iterator[None]:
    """What hypothesis notes for itself goes to a folder that is thrown away, not into the user's."""
    from tempfile import TemporaryDirectory

    from hypothesis.configuration import set_hypothesis_home_dir

    with TemporaryDirectory() as folder:
        set_hypothesis_home_dir(folder)
        try:
            yield
        finally:
            set_hypothesis_home_dir(None)


def _games(name: str) -> "tuple[Game, ...]":
    """All games of a file, or the one that is named."""
    from becher.dsl.shelf import wanted
    from becher.engine.cli.load import find_game, load_named

    game = find_game(name)
    asked = wanted(name)
    return (game,) if asked.id is not None else load_named(name).games


def _called(name: str, game: "Game") -> str:
    """How a log names this game: the file it stands in, or its id on the shelf."""
    return name if name == game.id or "#" in name else f"{name}#{game.id}"


def reports_json(reports: "list[Report]") -> dict[str, object]:
    """The shape of `becher test --json` (docs/protocol.md). With several games each name begins with its game's id."""
    several = len(reports) > 1
    results = [(report, result) for report in reports for result in report.results]
    unfired = [(report, item.name) for report in reports for item in report.unfired]
    return {
        "passed": sum(result.ok for _, result in results),
        "failed": sum(not result.ok for _, result in results),
        "cases": [_case(result, f"{report.game}: " if several else "") for report, result in results],
        "unfired": [f"{report.game}: {name}" if several else name for report, name in unfired],
    }


def _case(result: "Result", prefix: str) -> dict[str, object]:
    span = result.span
    return {
        "file": span.source.name if span else None,
        "line": span.source.position(span.start)[0] if span else None,
        "name": prefix + result.name,
        "kind": result.kind,
        "ok": result.ok,
        "message": "\n".join(part for part in (result.message, result.log) if part),
    }


def _tell(report: "Report") -> None:
    passed = len(report.results) - len(report.failed)
    say(f"{paint(report.game, 'bold')}: {passed} passed, {len(report.failed)} failed", end="")
    say(f"  ({report.playthroughs} playthroughs, {report.steps:,} steps)")
    for result in report.failed:
        span = result.span
        place = f"{span.source.name}:{span.source.position(span.start)[0]}: " if span else ""
        say(f"  {paint('failed', 'red')} {result.kind}: {result.name}\n    {place}{result.message}")
        if result.log is not None:
            say("    save these lines to a file and `becher replay` shows them:")
            say(result.log, end="")
    for item in report.unfired:
        say(f"  {paint('never fired', 'yellow')}: {item.name}")
