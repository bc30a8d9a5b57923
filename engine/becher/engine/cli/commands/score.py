"""`becher score`."""

import click

from becher.engine.cli.commands.common import json_option, lang_option, set_option
from becher.engine.cli.out import say, say_json


@click.command()
@click.argument("file", metavar="FILE_OR_ID")
@click.option("--dice", required=True, help="The dice, such as 2,2,2,6,6,6.")
@set_option
@lang_option
@json_option
def command(file: str, dice: str, settings: tuple[str, ...], lang: str | None, as_json: bool) -> None:
    """Tell what each box would score for these dice at the start of a game."""
    from becher.engine.cli.load import find_game
    from becher.engine.cli.play import setting
    from becher.engine.cli.play.choices import read_dice
    from becher.engine.cli.play.draw import table_rows
    from becher.engine.probe import score
    from becher.engine.record import Refused

    game = find_game(file)
    faces = read_dice(dice)
    if faces is None:
        raise click.UsageError(f"--dice wants faces, such as 2,2,2,6,6,6, not {dice!r}")
    try:
        boxes = score(setting.start(game, None, setting.options(settings, game)), faces)
    except Refused as reason:
        raise click.UsageError(str(reason)) from None
    if as_json:
        say_json({"boxes": boxes})
        return
    for line in table_rows([[game.label(box, lang), str(value)] for box, value in boxes.items()]):
        say(line)
