"""`becher solve`."""

from pathlib import Path

import click

from becher.engine.cli.commands.common import json_option, set_option


@click.command()
@click.argument("file", metavar="FILE_OR_ID")
@click.option("--players", type=click.IntRange(1, 20), help="One seat alone, or two against each other.")
@click.option("--phase", help="One phase by itself, with its numbers if it has any: collect, 'distribute(2)'.")
@click.option("--maximize", metavar="FORMULA", help="What is to be most where the phase ends: 'sum(dice) >= 30'.")
@click.option("--minimize", metavar="FORMULA", help="What is to be least where the phase ends.")
@click.option("--strategy", metavar="NAME", help="Choose as this strategy of the file does, and say what it costs.")
@click.option("--at-least", type=int, metavar="T", help="The best chance of a total of at least T.")
@click.option("--exact", is_flag=True, help="In fractions: phases, and games of few states.")
@click.option("--backend", type=click.Choice(["numpy", "numba"]), help="Who does the arithmetic.")
@click.option("--max-states", type=click.IntRange(1), help="How many merged states a question may take.")
@click.option("--spread", is_flag=True, help="The distribution even where it takes long.")
@click.option("--explain", is_flag=True, help="Tell what was merged, and why.")
@click.option("--fresh", is_flag=True, help="Solve again what is known already.")
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the distribution into this .svg or .png (extra `plot`).",
)
@set_option
@json_option
def command(**given: object) -> int:
    """Work out what best play is worth, exactly.

    One phase by itself (--phase and a formula), a game alone, or two seats against each other. Answers are kept in
    the user's cache folder.
    """
    from becher.engine.cli.solve import Wanted, solve

    return solve(Wanted(**given))  # type: ignore[arg-type]
