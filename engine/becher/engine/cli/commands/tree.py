"""`becher tree`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from becher.engine.cli.commands.common import json_option
from becher.engine.cli.out import draws_boxes, paint, say, say_json

if TYPE_CHECKING:
    from becher.dsl.catalogue import Card


Families = dict[str, "list[Card]"]


class Lines(NamedTuple):
    """How branches are drawn: to one of several, to the last, past one of several, past the last."""

    one: str
    last: str
    past: str
    none: str = "   "


DRAWN = Lines("├─ ", "└─ ", "│  ")
PLAIN = Lines("|- ", "`- ", "|  ")


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID...]")
@json_option
def command(ids: tuple[str, ...], as_json: bool) -> None:
    """Draw the families of games on the shelf: each variant under the game it is like.

    With ids only the families of these games.
    """
    from becher.dsl.catalogue import catalogue
    from becher.dsl.shelf import default_shelf

    cards = {card.id: card for card in catalogue(default_shelf())}
    roots = _roots(cards, ids)
    families = _families(roots, cards)
    if as_json:
        say_json([_json(root, families) for root in roots])
        return
    for root in roots:
        say(_named(root))
        for line in _branches(root, families, DRAWN if draws_boxes() else PLAIN):
            say(line)


def _roots(cards: "Mapping[str, Card]", ids: Sequence[str]) -> "list[Card]":
    """The games no other game of the shelf is before; of ids those they come from. Raises UsageError for an unknown id."""
    for id in ids:
        if id not in cards:
            raise click.UsageError(f"no game is called {id}; `becher list` shows all games")
    wanted = {_root(cards[id], cards).id for id in ids or cards}
    return [card for card in cards.values() if card.id in wanted]


def _root(card: "Card", cards: "Mapping[str, Card]") -> "Card":
    seen = {card.id}
    while card.base is not None and card.base in cards and card.base not in seen:
        seen.add(card.base)
        card = cards[card.base]
    return card


def _families(roots: "Sequence[Card]", cards: "Mapping[str, Card]") -> Families:
    """The variants of each game below these roots; each game once, even where a file goes round in a circle."""
    families: Families = {}
    waiting, seen = list(roots), {root.id for root in roots}
    while waiting:
        card = waiting.pop()
        families[card.id] = [other for other in cards.values() if other.base == card.id and other.id not in seen]
        seen.update(other.id for other in families[card.id])
        waiting += families[card.id]
    return families


def _branches(card: "Card", families: Families, lines: Lines) -> Iterator[str]:
    variants = families[card.id]
    for at, variant in enumerate(variants, 1):
        last = at == len(variants)
        yield (lines.last if last else lines.one) + _named(variant)
        for inner in _branches(variant, families, lines):
            yield (lines.none if last else lines.past) + inner


def _named(card: "Card") -> str:
    return paint(card.id, "bold") + (f"  {card.name}" if card.name != card.id else "")


def _json(card: "Card", families: Families) -> dict[str, object]:
    return {"id": card.id, "name": card.name, "variants": [_json(variant, families) for variant in families[card.id]]}
