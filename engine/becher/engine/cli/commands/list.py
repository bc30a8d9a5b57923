"""`becher list`."""

from typing import TYPE_CHECKING

import click

from becher.engine.cli.commands.common import json_option
from becher.engine.cli.out import paint, say, say_json, width

if TYPE_CHECKING:
    from becher.dsl.catalogue import Card


@click.command()
@click.option(
    "--mechanic", "mechanics", multiple=True, metavar="NAME", help="Games with this mechanic; `?` lists them."
)
@click.option("--dice", metavar="DICE", help="Games with these dice: 6d6, d6 or 6.")
@click.option("--players", type=click.IntRange(1), metavar="N", help="Games for so many players.")
@click.option("--language", metavar="LANG", help="Games with labels in this language, such as de.")
@json_option
def command(
    mechanics: tuple[str, ...], dice: str | None, players: int | None, language: str | None, as_json: bool
) -> None:
    """List the games on the shelf, all of them or those that fit."""
    from becher.dsl.catalogue import catalogue
    from becher.dsl.shelf import default_shelf
    from becher.engine.cli.choosing import Wish, chosen, mechanic_rows
    from becher.engine.cli.play.draw import pad

    if "?" in mechanics:
        for name, about in mechanic_rows():
            say(f"{paint(pad(name, 24), 'bold')}{about}")
        return

    cards = chosen(catalogue(default_shelf()), Wish(players, dice, language, mechanics))
    if as_json:
        say_json([_json(card) for card in cards])
        return
    rows = [(card.id, card.name, f"like {card.base}" if card.base else "", _players(card), card.dice) for card in cards]
    columns = [max((width(row[at]) for row in rows), default=0) for at in range(5)]
    for row in rows:
        cells = [pad(cell, columns[at]) for at, cell in enumerate(row)]
        say("  ".join([paint(cells[0], "bold"), *cells[1:]]).rstrip())


def _json(card: "Card") -> dict[str, object]:
    return {
        "id": card.id,
        "name": card.name,
        "kind": "variant" if card.base else "game",
        "base": card.base,
        "players": list(card.players),
        "dice": card.dice or None,
        "sources": list(card.sources),
        "file": card.file,
    }


def _players(card: "Card") -> str:
    low, high = card.players
    return f"{low}..{'many' if high is None else high} players" if low != high else f"{low} players"
