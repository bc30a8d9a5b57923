"""How a game ended, as JSON and in words."""

from collections.abc import Iterable, Sequence

from becher.engine.cli.out import paint, say
from becher.engine.cli.play.choices import Label
from becher.engine.record import Seat
from becher.engine.record.lines import Json
from becher.engine.state import State
from becher.engine.view import accounts_json


def result_json(state: State, seed: str | None, turns: int) -> Json:
    """The shape of `becher play --json`; ranking is null where the game was broken off."""
    ranking = state.ranking() if state.is_terminal() else None
    return {"game": state.rules.game.id, "seed": seed, "turns": turns, "ranking": ranking, **accounts_json(state)}


def turns_of(states: Iterable[State]) -> int:
    """How many turns were finished, those of all games of a match together."""
    counted = before = games = 0
    for state in states:
        now = sum(state.turns)
        if len(state.results) > games and now < before:
            games, before = len(state.results), 0
            counted += 1
        counted, before = counted + max(0, now - before), now
    return counted


def say_result(state: State, seats: Sequence[Seat], label: Label) -> None:
    """The places, best first, with what each seat has."""
    if not state.is_terminal():
        say("The game is not over.")
        return
    data = accounts_json(state)
    place = 1
    for together in state.ranking():
        for seat in together:
            say(f"{paint(f'{place}.', 'bold')} {seats[seat - 1].name}{_holdings(data, seat, label)}")
        place += len(together)


def _holdings(data: Json, seat: int, label: Label) -> str:
    accounts, totals = data["accounts"], data["totals"]
    assert isinstance(accounts, dict)
    held = [f"{label(name)} {text(values[seat - 1])}" for name, values in accounts.items()]
    if isinstance(totals, list):
        held.insert(0, f"total {totals[seat - 1]}")
    return f"  {', '.join(held)}" if held else ""


def text(value: object) -> str:
    """A value as a player reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(text, value)) or "-"
    return str(value)
