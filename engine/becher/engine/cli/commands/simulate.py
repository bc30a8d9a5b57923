"""`becher simulate`."""

from pathlib import Path

import click

from becher.engine.cli.commands.common import json_option, set_option


@click.command()
@click.argument("file", metavar="FILE_OR_ID")
@click.option("--games", type=click.IntRange(1), default=10_000, show_default=True, help="How many games.")
@click.option("--players", type=click.IntRange(1), help="How many sit at the table.")
@click.option("--seats", help="Who plays: random, greedy, strategy:NAME, optimal, with commas; the last is repeated.")
@click.option("--seed", help="The result follows from this text and the number of games.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes of this machine.")
@click.option("--plain", is_flag=True, help="Play every game move by move, also where turns could be drawn whole.")
@click.option("--scheduler", help="Address of a running Dask cluster (extra `cluster`).")
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the results into this .svg or .png (extra `plot`), or with - here.",
)
@set_option
@json_option
def command(**given: object) -> int:
    """Play many games unattended and count.

    Win shares with 95 % intervals, points, length, histogram. Seats whose choices tables can tell (strategies,
    random, optimal) are drawn turn by turn from exact chances where the game allows it, everything else is played
    move by move. The same seed and number of games give the same result on any number of workers.
    """
    from becher.engine.cli.simulate import Wanted, simulate

    return simulate(Wanted(**given))  # type: ignore[arg-type]
