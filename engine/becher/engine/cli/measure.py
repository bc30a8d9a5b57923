"""What `becher measure` prints."""

import click
from attrs import asdict, frozen

from becher.engine.bots import kinds_of
from becher.engine.cli.load import find_game, with_seats
from becher.engine.cli.out import say, say_json
from becher.engine.cli.play.setting import options, start
from becher.engine.measure.measures import Figures, Measures, measure


@frozen
class Wanted:
    """The command line."""

    file: str
    players: int | None
    bot: str
    games: int
    seed: str
    ablate: bool
    settings: tuple[str, ...]
    as_json: bool


def report(wanted: Wanted) -> int:
    """Exit 0 with the measures printed."""
    game = with_seats(find_game(wanted.file), [wanted.bot])
    if wanted.bot not in kinds_of(game):
        raise click.UsageError(f"there is no player {wanted.bot!r}; there are {', '.join(kinds_of(game))}")
    chosen = options(wanted.settings, game)
    players = wanted.players or max(2, game.players[0]) if game.players[1] != 1 else 1
    start(game, players, chosen)
    found = measure(game, chosen, players, wanted.bot, wanted.seed, wanted.games, wanted.ablate)
    if wanted.as_json:
        say_json({"game": game.id, "bot": wanted.bot, "seed": wanted.seed, **asdict(found)})
    else:
        _say(game.id, wanted.bot, found)
    return 0


def _say(game: str, bot: str, found: Measures) -> None:
    base = found.figures
    say(f"{game}: {found.games} games of {found.seats} times {bot}")
    low, high = base.interval
    even = 1 / found.seats
    say(
        f"  opening    {base.first_seat:.1%} of the wins are the first seat's ({low:.1%} .. {high:.1%}; even is {even:.1%})"
    )
    say(f"  length     {base.length:.1f} turns")
    say(f"  points     {base.points:.1f} a seat, spread {base.spread:.1f}")
    if found.skill is not None:
        share, low, high = found.skill
        say(f"  decisions  {bot} against random players wins {share:.1%} ({low:.1%} .. {high:.1%})")
    if found.ablated:
        say()
        say(f"  {'changed':<36}{'opening':>10}{'length':>10}{'points':>10}{'spread':>10}")
        for label, figures in found.ablated:
            say(f"  {label:<36}{_change(base, figures)}")


def _change(base: Figures, changed: Figures | None) -> str:
    """By how much each figure changes."""
    if changed is None:
        return "   these games do not come to an end"
    return (
        f"{changed.first_seat - base.first_seat:>+10.1%}{changed.length - base.length:>+10.1f}"
        f"{changed.points - base.points:>+10.1f}{changed.spread - base.spread:>+10.1f}"
    )
