"""`becher solve`."""

import click

from becher.engine.cli.commands.common import json_option, set_option


@click.command()
@click.argument("file", metavar="FILE_OR_ID")
@click.option("--players", type=click.IntRange(1, 2), help="1: the best total alone. 2: who wins.")
@click.option("--phase", help="One phase by itself, such as collect or 'distribute(2)'.")
@click.option("--maximize", metavar="FORMULA", help="The greatest mean of this where the phase ends.")
@click.option("--minimize", metavar="FORMULA", help="The least mean of this where the phase ends.")
@click.option("--strategy", metavar="NAME", help="Play this strategy of the file instead of the best choices.")
@click.option("--at-least", type=int, metavar="TOTAL", help="Alone: the best chance of at least this total.")
@click.option("--exact", is_flag=True, help="Also as a fraction (phases).")
@click.option("--backend", type=click.Choice(["numpy", "numba"]), help="Default: numba where it is installed.")
@click.option("--max-states", type=click.IntRange(1), default=5_000_000, show_default=True)
@set_option
@json_option
def command(**given: object) -> int:
    """Work out what perfect play is worth, exactly, from the rules alone.

    A phase: the best mean of a formula (a condition: its chance), with its distribution. A sheet alone: the best
    expected total. Two seats: how often each wins. Exit 3 with the reason where a question is out of reach.
    """
    from becher.engine.cli.solve import Wanted, solve

    return solve(Wanted(**given))  # type: ignore[arg-type]
