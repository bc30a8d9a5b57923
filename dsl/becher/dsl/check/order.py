"""Things asked for before or after their time, or for ever: values at the start, dice once the game is over, roll-offs."""

from collections.abc import Iterator

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic
from becher.dsl.model import Game
from becher.dsl.model.walk import reads

# What starts first: a variable may start with what others of a longer life hold.
_LIVES = ("shared", "player", "tally")


def untimely(game: Game) -> Iterator[Diagnostic]:
    """Starting values that read what has not started, and roll-offs where nobody throws any more."""
    yield from _starts(game)
    yield from _roll_offs(game)
    for question, keys in (("wins", game.wins), ("loses", game.loses), ("wins", game.match.wins)):
        for key in keys:
            if key.kind == "roll_off":
                message = f"when {question}: is asked the game is over and nobody throws any more"
                hint = "roll_off parts those tied in starter: and in a round"
                yield finding("E305", message, key.span, hint)


def _roll_offs(game: Game) -> Iterator[Diagnostic]:
    keys = (*game.starter, *game.round.starter, *game.round.wins, *game.round.loses, *game.match.starter)
    for cup in [key.cup for key in keys if key.cup is not None]:
        if all(len(set(game.dies[die].faces)) == 1 for _, die in cup.parts):
            yield finding("E310", "these dice always show the same, so a roll-off never ends", cup.span)


def _starts(game: Game) -> Iterator[Diagnostic]:
    for variable in game.variables.values():
        for name in sorted(reads(variable.start, game).variables):
            if _LIVES.index(game.variables[name].scope) >= _LIVES.index(variable.scope):
                message = f"{name} has no value yet where {variable.name} starts"
                hint = "shared variables start first, then those of the players, then those of each turn"
                yield finding("E212", message, variable.start.span or variable.span, hint)
