"""`becher advise`."""

from pathlib import Path

import click

from becher.engine.cli.commands.common import json_option, set_option


@click.command()
@click.argument("file", metavar="FILE_OR_ID")
@click.option(
    "--state",
    type=click.Path(allow_dash=True, path_type=Path),
    required=True,
    help="The state, as `state` prints it in play, or as JSON; - for the standard input.",
)
@click.option("--players", type=click.IntRange(1, 20), help="How many sit at the table, where the state does not tell.")
@click.option("--max-states", type=click.IntRange(1), help="How many merged states solving may take.")
@set_option
@json_option
def command(**given: object) -> int:
    """Price every choice in a state: what it is worth if all goes on as well as can be, and what it costs."""
    from becher.engine.cli.advise import Wanted, advise

    return advise(Wanted(**given))  # type: ignore[arg-type]
