"""`becher rules`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from becher.engine.cli.commands.common import set_option
from becher.engine.cli.out import say

if TYPE_CHECKING:
    from becher.dsl.model import Game

# The languages of becher.engine.telling.phrases, named here so that --help need not import them.
LANGUAGES = ("de", "en", "nl")


@click.command()
@click.argument("file", metavar="FILE_OR_ID")
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language to tell it in."
)
@set_option
def command(file: str, lang: str, settings: tuple[str, ...]) -> None:
    """Write a rule sheet in Markdown, made from the rules of the game.

    Names are those of the file's words in this language, else its English ones.
    """
    from becher.engine.cli.load import find_game
    from becher.engine.cli.play.setting import options
    from becher.engine.telling.rulesheet import rule_sheet

    game = find_game(file)
    say(rule_sheet(game, lang, base_of(game), options(settings, game)), end="")


def base_of(game: "Game") -> "Game | None":
    """The game a variant is like: of the same folder, else of the shelf; None where it cannot be read on its own."""
    from becher.dsl.load import load
    from becher.dsl.shelf import beside

    if game.base is None:
        return None
    path = Path(game.span.source.name) if game.span is not None else None
    near = [entry for entry in beside(path) if entry.id == game.base] if path is not None and path.is_file() else []
    return load(f"{near[0].path}#{game.base}" if near else game.base).game
