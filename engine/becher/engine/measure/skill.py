"""How much decisions matter: what a player has of them against chance."""

from collections.abc import Mapping
from math import sqrt

from attrs import frozen

from becher.dsl.model import Game, Value
from becher.engine.answer.refused import Refused
from becher.engine.bots import OPTIMAL
from becher.engine.faults import LimitReached
from becher.engine.measure.best import Best, Counts
from becher.engine.simulate.plain import play_chunk
from becher.engine.simulate.tally import Tally, summary, wilson

WALKED = 20_000  # games of each kind where turns can be drawn whole
RANDOM, SURE = "random", 1.959964


@frozen
class Skill:
    """`value` is what `player` makes of it.

    `win`: the share it wins against random players, every seat opening. `points`: the mean result of a seat alone, and
    `random` is what random choices make of it. `low` and `high` are the 95 % interval of the figure that is simulated:
    the share, or what random choices make.
    """

    player: str
    counts: Counts
    value: float
    low: float
    high: float
    random: float | None = None


def skill(game: Game, options: Mapping[str, Value], player: str, seed: str, games: int) -> Skill:
    """The player against random ones, each opening half of the games."""
    others = max(2, game.players[0]) - 1
    half = max(1, games // 2)
    opens = played(game, options, [player, *[RANDOM] * others], seed, 1, half)
    follows = played(game, options, [*[RANDOM] * others, player], seed, 2, half)
    share = summary(opens).win_share[0] / 2 + summary(follows).win_share[-1] / 2
    return Skill(player, Counts.WIN, share, *wilson(share, opens.games + follows.games))


def skill_alone(game: Game, options: Mapping[str, Value], best: Best, seed: str, games: int) -> Skill:
    """What best play makes of a game alone, and what random choices make of it."""
    chance = summary(play_chunk(game, dict(options), [RANDOM], seed, 1, games))
    half = SURE * chance.sd[0] / sqrt(chance.games)
    return Skill(OPTIMAL, best.counts, best.value, chance.mean[0] - half, chance.mean[0] + half, chance.mean[0])


def played(game: Game, options: Mapping[str, Value], kinds: list[str], seed: str, chunk: int, games: int) -> Tally:
    """Games of these players: many where best play is among them and turns can be drawn whole, else as many as asked for."""
    if OPTIMAL in kinds:
        from becher.engine.simulate.compiled import walker

        try:
            return walker(game, options, kinds)(seed, chunk, WALKED)
        except (Refused, LimitReached):
            pass
    return play_chunk(game, dict(options), kinds, seed, chunk, games)
