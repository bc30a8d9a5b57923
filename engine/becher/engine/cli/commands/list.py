"""`becher list`."""

from typing import TYPE_CHECKING

import click

from becher.engine.cli.commands.common import json_option
from becher.engine.cli.out import paint, say, say_json, width

if TYPE_CHECKING:
    from becher.dsl.catalogue import Card


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List the games on the shelf."""
    from becher.dsl.catalogue import catalogue
    from becher.dsl.shelf import default_shelf
    from becher.engine.cli.play.draw import pad

    cards = catalogue(default_shelf())
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
