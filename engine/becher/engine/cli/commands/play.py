"""`becher play`."""

from pathlib import Path

import click

from becher.engine.cli.commands.common import lang_option, set_option


@click.command()
@click.argument("file", required=False, metavar="FILE_OR_ID")
@click.option(
    "--players", type=click.IntRange(1), help="How many sit at the table (default: as many as the game needs)."
)
@click.option(
    "--seats",
    help="Who sits there, with commas: human, random, greedy, strategy:NAME of the file; the last is repeated.",
)
@click.option("--all-bots", is_flag=True, help="Play unattended: --seats greedy.")
@click.option("--seed", help="The dice follow from this text; without it a new one is made and printed.")
@set_option
@click.option(
    "--dice", type=click.Choice(["drawn", "typed"]), default="drawn", help="typed: real dice, typed in as they fall."
)
@lang_option
@click.option("--save", type=click.Path(path_type=Path), help="Keep a private save in this new file, to go on later.")
@click.option("--log", type=click.Path(path_type=Path), help="Write a public log to this file.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a save, to the very same dice.")
@click.option(
    "--protocol", type=click.Choice(["jsonl"]), help="Talk JSON, one object a line, with a program as player."
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON at the end, and nothing else.")
def command(**given: object) -> int:
    """Play a game at the terminal, with real dice or drawn ones, against people and bots.

    Through a pipe it reads moves line by line. With bots in every seat it runs unattended.
    """
    from becher.engine.cli.play.run import Wanted, play

    return play(Wanted(**given))  # type: ignore[arg-type]
