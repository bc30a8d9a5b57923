"""`becher replay`."""

from pathlib import Path

import click

from becher.engine.cli.commands.common import json_option, lang_option


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--game", metavar="FILE_OR_ID", help="The rules, where they do not lie where the log says.")
@lang_option
@json_option
def command(log: Path, game: str | None, lang: str | None, as_json: bool) -> int:
    """Play a save or log again: check each event against the rules, each throw against the seed, and show the result.

    Exit 4 where something does not follow.
    """
    from becher.engine.cli.play.again import replay_file

    return replay_file(log, game, lang, as_json)
