"""Which games of the shelf somebody means: by players, dice, language and mechanics."""

import re
from collections.abc import Iterable, Sequence

import click
from attrs import frozen

from becher.dsl.catalogue import Card
from becher.dsl.suggest import did_you_mean


@frozen
class Wish:
    """What a game must be like; None and () where it does not matter."""

    players: int | None = None
    dice: str | None = None
    language: str | None = None
    mechanics: tuple[str, ...] = ()


def chosen(cards: Iterable[Card], wish: Wish) -> tuple[Card, ...]:
    """The cards that fit. Games are read only where mechanics are asked for. Raises UsageError for an unknown mechanic."""
    found = [card for card in cards if _fits(card, wish)]
    return tuple(_with_mechanics(found, wish.mechanics)) if wish.mechanics else tuple(found)


def _fits(card: Card, wish: Wish) -> bool:
    low, high = card.players
    if wish.players is not None and not (
        low is not None and low <= wish.players and (high is None or wish.players <= high)
    ):
        return False
    if wish.language is not None and wish.language not in card.languages:
        return False
    return wish.dice is None or _has_dice(card.dice, wish.dice)


def _has_dice(written: str, wanted: str) -> bool:
    """`6d6` are these dice, `d6` such dice however many, `6` as many of whatever kind."""
    parts = [part.strip().replace("*", "") for part in written.split("+")] if written else []
    if wanted.isdecimal():
        counts = [re.match(r"\d+", part) for part in parts]
        return bool(parts) and all(counts) and sum(int(count[0]) for count in counts if count) == int(wanted)
    return any(part == wanted or part.lstrip("0123456789") == wanted for part in parts)


def mechanic_rows() -> list[tuple[str, str]]:
    """Every mechanic one can ask for, and what it means."""
    from becher.engine.mechanics import MECHANICS

    return [(name, mechanic.about) for name, mechanic in MECHANICS.items()]


def _with_mechanics(cards: Sequence[Card], wanted: Sequence[str]) -> list[Card]:
    from becher.dsl.load import load
    from becher.engine.mechanics import MECHANICS, mechanics_of

    for name in wanted:
        if name not in MECHANICS:
            hint = did_you_mean(name, MECHANICS) or "`becher list --mechanic ?` tells all"
            raise click.UsageError(f"there is no mechanic {name!r}; {hint}")
    games = {card.id: load(card.id).game for card in cards}
    return [card for card in cards if (game := games[card.id]) is not None and set(wanted) <= set(mechanics_of(game))]
