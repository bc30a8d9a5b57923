"""What a game is like, measured over games of equal bots and of unequal ones."""

from math import sqrt

from attrs import frozen

from becher.dsl.model import Game, Value
from becher.engine.faults import LimitReached, RuleFault
from becher.engine.measure.ablate import ablations
from becher.engine.simulate.plain import play_chunk
from becher.engine.simulate.tally import summary, wilson


@frozen
class Figures:
    """Over games of equal bots: the first seat's share of wins with its interval, the length in turns, the mean and spread of points."""

    first_seat: float
    interval: tuple[float, float]
    length: float
    points: float
    spread: float
    unfinished: int


@frozen
class Measures:
    """`skill` is the share of wins of the better bot against a random one, seats changing, with its interval (None with one seat)."""

    games: int
    seats: int
    figures: Figures
    skill: tuple[float, float, float] | None
    ablated: tuple[tuple[str, Figures | None], ...]


def measure(
    game: Game, options: dict[str, Value], players: int, bot: str, seed: str, games: int, ablate: bool = False
) -> Measures:
    """All measures; an ablation whose games do not come to an end or break a rule has None."""
    base = figures(game, options, players, bot, seed, games)
    assert base is not None
    changed = ablations(game, options) if ablate else ()
    return Measures(
        games,
        players,
        base,
        skill(game, options, bot, seed, games) if players > 1 else None,
        tuple((one.label, figures(one.game, dict(one.options), players, bot, seed, games)) for one in changed),
    )


def figures(game: Game, options: dict[str, Value], players: int, bot: str, seed: str, games: int) -> Figures | None:
    """The figures of equal bots; None where no game came to its end."""
    try:
        tally = play_chunk(game, options, [bot] * players, seed, 0, games)
    except (RuleFault, LimitReached):
        return None
    if not tally.games:
        return None
    found = summary(tally)
    return Figures(
        found.win_share[0],
        found.interval[0],
        found.length,
        sum(found.mean) / players,
        sqrt(sum(sd * sd for sd in found.sd) / players),
        tally.unfinished,
    )


def skill(game: Game, options: dict[str, Value], bot: str, seed: str, games: int) -> tuple[float, float, float]:
    """How often the bot beats a random player, each opening half of the games: (share, low, high)."""
    low, _ = game.players
    others = max(2, low) - 1
    half = max(1, games // 2)
    opens = play_chunk(game, options, [bot, *["random"] * others], seed, 1, half)
    follows = play_chunk(game, options, [*["random"] * others, bot], seed, 2, half)
    share = summary(opens).win_share[0] / 2 + summary(follows).win_share[-1] / 2
    return (share, *wilson(share, opens.games + follows.games))
