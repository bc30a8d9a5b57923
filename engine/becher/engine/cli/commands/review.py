"""`becher review`."""

from pathlib import Path

import click

from becher.engine.cli.commands.common import json_option


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--game", metavar="FILE_OR_ID", help="The rules, where they do not lie where the log says.")
@click.option("--worst", type=click.IntRange(1), default=10, show_default=True, help="How many mistakes are listed.")
@json_option
def command(log: Path, game: str | None, worst: int, as_json: bool) -> int:
    """List the costliest mistakes of a game that was played, from its save or log."""
    from becher.engine.cli.review import review

    return review(log, game, worst, as_json)
