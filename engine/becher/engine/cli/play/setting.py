"""Who sits down to play what: seats, players and options from the command line. Every slip is a usage error."""

from collections.abc import Sequence

import click

from becher.dsl.limits import LIMITS
from becher.dsl.model import Game, Sort, Value
from becher.engine.bots import OPTIMAL, kinds_of
from becher.engine.game import allowed_text
from becher.engine.game import start as begin
from becher.engine.record import Seat
from becher.engine.state import State

HUMAN = "human"


def seat_kinds(wanted: str | None, players: int | None, game: Game) -> tuple[str, ...]:
    """The kind of each seat: those listed, the last repeated up to the number of players. Without a list all are human."""
    kinds = listed(wanted or HUMAN)
    for kind in kinds:
        if kind != HUMAN and kind not in kinds_of(game):
            raise click.UsageError(f"there is no player {kind!r}; there are {', '.join([HUMAN, *kinds_of(game)])}")
    count = players if players is not None else max(len(kinds), game.players[0])
    if count > LIMITS.seats:
        raise click.UsageError(f"at most {LIMITS.seats} players sit at a table, not {count}")
    if len(kinds) > count:
        raise click.UsageError(f"--seats lists {len(kinds)} players, but --players says {count}")
    return (*kinds, *[kinds[-1]] * (count - len(kinds)))


def listed(wanted: str) -> list[str]:
    """The kinds that `--seats` lists."""
    return [kind.strip() for kind in wanted.split(",")]


def seats(kinds: Sequence[str]) -> tuple[Seat, ...]:
    """Seats with names to show."""
    return tuple(Seat(f"seat {n}" if kind == HUMAN else f"seat {n} ({kind})", kind) for n, kind in enumerate(kinds, 1))


def remarks(state: State, kinds: Sequence[str]) -> tuple[str, ...]:
    """Make ready who sits there; what is to be said of how they play. Raises Says where one cannot play this game."""
    if OPTIMAL not in kinds:
        return ()
    from becher.engine.cli.play.best import manner_of_optimal  # brings the solver along

    return manner_of_optimal(state)


def options(settings: Sequence[str], game: Game) -> dict[str, Value]:
    """The options set by name=value."""
    found: dict[str, Value] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise click.UsageError(f"--set wants name=value, not {setting!r}")
        if name in found:
            raise click.UsageError(f"--set gives {name} twice")
        found[name] = _value(game, name, text)
    return found


def start(game: Game, players: int | None, chosen: dict[str, Value]) -> State:
    """The first state of a game; what the file does not allow is a usage error."""
    try:
        return begin(game, players, chosen)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _value(game: Game, name: str, text: str) -> Value:
    option = game.options.get(name)
    if option is None:
        raise click.UsageError(f"{game.id} has no option {name!r}; there are: {', '.join(game.options) or 'none'}")
    value: Value = text
    if option.sort is Sort.YESNO:
        value = {"yes": True, "no": False, "true": True, "false": False}.get(text.lower(), text)
    elif text.removeprefix("-").isdecimal() and text.isascii():
        value = int(text)
    if not option.allows(value):
        raise click.UsageError(f"{name} = {text} is not allowed; allowed: {allowed_text(game, name)}")
    return value


def plain_options(state: State) -> dict[str, int | bool | str]:
    """All options of a game under way, as a record holds them."""
    return {name: value for name, value in state.rules.options.items() if isinstance(value, int | str)}
