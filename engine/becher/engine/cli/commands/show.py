"""`becher show`."""

import click

from becher.engine.cli.commands.common import json_option
from becher.engine.cli.out import say, say_json


@click.command()
@click.argument("file", metavar="FILE_OR_ID")
@json_option
@click.option("--origin", is_flag=True, help="Say behind each line which file and line set it.")
def command(file: str, as_json: bool, origin: bool) -> None:
    """Show a game with everything its parents say."""
    from becher.engine.cli.load import find_game
    from becher.engine.cli.shown import game_json, game_lines

    game = find_game(file)
    if as_json:
        say_json(game_json(game))
    else:
        for line in game_lines(file, game.id, origin):
            say(line)
