"""`becher measure`."""

import click

from becher.engine.cli.commands.common import json_option, set_option


@click.command()
@click.argument("file", metavar="FILE_OR_ID")
@click.option("--players", type=click.IntRange(1), help="How many sit at the table.")
@click.option(
    "--bot", help="Who plays in all seats: optimal, greedy, random, strategy:NAME. By default optimal where it can."
)
@click.option("--games", type=click.IntRange(2), default=200, show_default=True, help="Games for each figure.")
@click.option("--seed", default="measure", show_default=True, help="The figures follow from this text.")
@click.option("--ablate", is_flag=True, help="Also what each option, line of a variant, and named case changes.")
@set_option
@json_option
def command(**given: object) -> int:
    """Measure a game: what it is to open it, how long it takes, how much decisions matter.

    What best play is worth is solved where that is in reach; the other figures come from games and have an interval.
    With --ablate every option is set to its other values, and every line of a variant and every named case is left
    out in turn.
    """
    from becher.engine.cli.measure import Wanted, report

    return report(Wanted(**given))  # type: ignore[arg-type]
