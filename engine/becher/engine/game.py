"""The public way in: a checked game, started."""

from becher.dsl.limits import LIMITS
from becher.dsl.model import Game, Value
from becher.engine.machine.machine import Machine
from becher.engine.machine.rules import Rules
from becher.engine.state import State

_MACHINE = Machine()


def start(game: Game, players: int | None = None, options: dict[str, Value] | None = None) -> State:
    """The first node of a game. players None is the least number the file allows.

    Raises ValueError for a number of seats or an option value the file does not allow, naming what it does allow.
    """
    low, high = game.players
    count = low if players is None else players
    if count > LIMITS.seats:
        raise ValueError(f"at most {LIMITS.seats} players sit at a table, not {count}")
    if count < low or (high is not None and count > high):
        raise ValueError(f"{game.id} is for {low}..{'many' if high is None else high} players, not {count}")
    for name, value in (options or {}).items():
        if name not in game.options:
            raise ValueError(f"{game.id} has no option {name}; there are: {', '.join(game.options) or 'none'}")
        if not game.options[name].allows(value):
            raise ValueError(f"{name} = {value} is not allowed; allowed: {allowed_text(game, name)}")
    return _MACHINE.start(game, count, options or {})


def rules_of(game: Game, options: dict[str, Value] | None = None) -> Rules:
    """The game compiled under these options, the others at their defaults."""
    return _MACHINE.rules(game, options or {})


def allowed_text(game: Game, name: str) -> str:
    """What an option may be, as the file writes it: `30 | 6..36`."""
    entries = []
    for entry in game.options[name].allowed:
        if isinstance(entry, tuple) and len(entry) == 2:
            entries.append(f"{entry[0]}..{'many' if entry[1] is None else entry[1]}")
        else:
            entries.append({True: "yes", False: "no"}.get(entry, str(entry)) if isinstance(entry, bool) else str(entry))
    return " | ".join(entries)
