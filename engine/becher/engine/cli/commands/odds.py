"""`becher odds`."""

import click

from becher.engine.cli.commands.common import json_option, set_option
from becher.engine.cli.out import say, say_json


@click.command()
@click.argument("file", metavar="FILE_OR_ID")
@click.option("--throw", type=click.IntRange(1), required=True, help="How many dice are thrown.")
@click.option(
    "--phase", default="turn", show_default=True, help="The phase, with its numbers if it has any: distribute(2)."
)
@set_option
@json_option
def command(file: str, throw: int, phase: str, settings: tuple[str, ...], as_json: bool) -> None:
    """Tell the exact chance that a throw of so many dice is bust: that it leaves no legal keep."""
    from becher.engine.cli.load import find_game
    from becher.engine.cli.play import setting
    from becher.engine.probe import bust_odds
    from becher.engine.record import Refused

    game = find_game(file)
    name, numbers = _phase(phase)
    try:
        chance = bust_odds(setting.start(game, None, setting.options(settings, game)), throw, name, numbers)
    except Refused as reason:
        raise click.UsageError(str(reason)) from None
    if as_json:
        say_json({"bust": float(chance), "exact": str(chance)})
    else:
        say(f"bust: {chance} = {float(chance):.6f}")


def _phase(text: str) -> tuple[str, list[int]]:
    """The name and the numbers of `distribute(2)`. Raises UsageError."""
    name, bracket, inside = text.partition("(")
    try:
        return name, [int(number) for number in inside.removesuffix(")").split(",")] if bracket else []
    except ValueError:
        raise click.UsageError(f"--phase wants a phase with numbers, such as distribute(2), not {text!r}") from None
