"""What `becher measure` prints."""

import click
from attrs import asdict, frozen

from becher.engine.bots import kinds_of
from becher.engine.cli.load import find_game, with_seats
from becher.engine.cli.out import say, say_json
from becher.engine.cli.play.setting import options, start
from becher.engine.cli.progress import hundredths
from becher.engine.measure.best import Best, Counts
from becher.engine.measure.measures import Figures, Measures, Measuring
from becher.engine.measure.skill import Skill

WIDE = 46


@frozen
class Wanted:
    """The command line."""

    file: str
    players: int | None
    bot: str | None
    games: int
    seed: str
    ablate: bool
    settings: tuple[str, ...]
    as_json: bool


def report(wanted: Wanted) -> int:
    """Exit 0 with the measures printed."""
    bots = [] if wanted.bot is None else [wanted.bot]
    game = with_seats(find_game(wanted.file), bots)
    if wanted.bot is not None and wanted.bot not in kinds_of(game):
        raise click.UsageError(f"there is no player {wanted.bot!r}; there are {', '.join(kinds_of(game))}")
    chosen = options(wanted.settings, game)
    players = wanted.players or max(2, game.players[0]) if game.players[1] != 1 else 1
    start(game, players, chosen)
    measuring = Measuring(game, chosen, players, wanted.bot, wanted.seed, wanted.games, keep=True)
    with hundredths("measuring") as progress:
        found = measuring.measure(wanted.ablate, progress)
    if wanted.as_json:
        say_json({"game": game.id, "seed": wanted.seed, **asdict(found)})
    else:
        _say(game.id, found)
    return 0


def _say(game: str, found: Measures) -> None:
    base = found.figures
    say(f"{game}: {base.games:,} games of {found.seats} times {found.player}")
    say(f"  best play  {_best(found.best)}")
    low, high = base.interval
    share, even = base.first_seat, 1 / found.seats
    say(f"  opening    {share:.1%} of the wins are the first seat's ({low:.1%} .. {high:.1%}; even is {even:.1%})")
    say(f"  length     {base.length:.1f} turns")
    say(f"  points     {base.points:.1f} a seat, spread {base.spread:.1f}")
    if found.skill is not None:
        say(f"  decisions  {_skill(found.skill)}")
    if any(one.best is not None for one in found.ablated):
        _say_solved(found)
    if any(one.best is None for one in found.ablated):
        _say_simulated(found)


def _best(best: Best | None) -> str:
    if best is None:
        return "out of reach here"
    if best.counts is Counts.WIN:
        return f"{best.value:.3%} of the wins are the first seat's"
    return f"{best.value:.2f} points for a seat alone"


def _skill(skill: Skill) -> str:
    if skill.random is None:
        return f"{skill.player} wins {skill.value:.1%} against random players ({skill.low:.1%} .. {skill.high:.1%})"
    return f"best play makes {skill.value:.2f}, random choices {skill.random:.2f} ({skill.low:.2f} .. {skill.high:.2f})"


def _say_solved(found: Measures) -> None:
    percent = found.best is not None and found.best.counts is Counts.WIN
    value, change = ("10.3%", "+10.3%") if percent else ("10.2f", "+10.2f")
    say()
    say(f"  {'changed':<{WIDE}}{'best play':>10}{'change':>10}")
    for one in found.ablated:
        if one.best is not None and one.change is not None:
            say(f"  {_short(one.changed)}{one.best:>{value}}{f'{one.change:{change}}':>10}")


def _say_simulated(found: Measures) -> None:
    base = found.simulated
    say()
    say(f"  {'changed, by games played':<{WIDE}}{'opening':>10}{'length':>10}{'points':>10}{'spread':>10}")
    for one in found.ablated:
        if one.best is None:
            say(f"  {_short(one.changed)}{_change(base, one.figures)}")


def _short(text: str) -> str:
    return f"{text if len(text) < WIDE else text[: WIDE - 2] + '…':<{WIDE}}"


def _change(base: Figures | None, changed: Figures | None) -> str:
    """By how much each figure changes."""
    if base is None or changed is None:
        return "   these games do not come to an end"
    return (
        f"{changed.first_seat - base.first_seat:>+10.1%}{changed.length - base.length:>+10.1f}"
        f"{changed.points - base.points:>+10.1f}{changed.spread - base.spread:>+10.1f}"
    )
