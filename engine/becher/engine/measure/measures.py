"""What a game is like: what best play is worth, how games of equal players go, how much decisions matter, what each rule is worth."""

from collections.abc import Callable, Mapping
from functools import cache
from math import sqrt

from attrs import frozen

from becher.dsl.model import Game, Value
from becher.engine.bots import OPTIMAL
from becher.engine.faults import LimitReached, RuleFault
from becher.engine.measure.ablate import Ablation, ablations
from becher.engine.measure.best import Best, Counts, best_value
from becher.engine.measure.skill import Skill, played, skill, skill_alone
from becher.engine.simulate.plain import ACTIONS
from becher.engine.simulate.tally import summary

GREEDY = "greedy"  # plays where best play is out of reach
Progress = Callable[[int, int], None]


@frozen
class Figures:
    """Over games of equal players: the first seat's share of wins with its interval, the length in turns, the mean and spread of points."""

    games: int
    first_seat: float
    interval: tuple[float, float]
    length: float
    points: float
    spread: float
    unfinished: int


@frozen
class Ablated:
    """A game with one thing changed. `best` and by how much it is more than that of the game as it is; where one of them is
    out of reach `figures` of the simulated player instead, None also there if no game came to its end."""

    changed: str
    best: float | None
    change: float | None
    figures: Figures | None


@frozen
class Measures:
    """`figures` are of games of `player`, who sits in all seats; `simulated` are those that the figures of ablations compare
    with, None where there are none. `best` is None where best play is out of reach."""

    seats: int
    player: str
    best: Best | None
    figures: Figures
    skill: Skill | None
    ablated: tuple[Ablated, ...]
    simulated: Figures | None = None


@frozen
class Measuring:
    """One game that is measured. `player` sits in all seats: by default the one without mistakes, or the greedy one where best
    play is out of reach. `keep`: solved answers are looked up and kept in the user's cache folder."""

    game: Game
    options: Mapping[str, Value]
    players: int
    player: str | None
    seed: str
    games: int
    keep: bool = False

    def measure(self, ablate: bool = False, progress: Progress = lambda done, of: None) -> Measures:
        """All measures. Raises LimitReached where no game comes to its end."""
        best = best_value(self.game, self.players, self.options, self.keep)
        player = self.player or (OPTIMAL if best is not None else GREEDY)
        base = self.figures(self.game, self.options, player)
        if base is None:
            raise LimitReached("actions", ACTIONS, f"every game of {self.game.id}")
        changed = tuple(ablations(self.game, dict(self.options))) if ablate else ()
        simulated = cache(lambda: self.figures(self.game, self.options, self.stand_in))
        ablated = []
        for done, one in enumerate(changed):
            progress(done, len(changed))
            ablated.append(self.ablated(one, best))
        by_games = any(one.best is None for one in ablated)
        return Measures(
            self.players, player, best, base, self.skill(best), tuple(ablated), simulated() if by_games else None
        )

    @property
    def stand_in(self) -> str:
        """Who plays where best play is out of reach."""
        return self.player if self.player not in (None, OPTIMAL) else GREEDY

    def skill(self, best: Best | None) -> Skill | None:
        """How much decisions matter; None where a seat alone has nobody and nothing to be measured by."""
        if best is not None and best.counts is Counts.POINTS:
            return skill_alone(self.game, self.options, best, self.seed, self.games)
        if self.players == 1:
            return None
        return skill(self.game, self.options, self.stand_in if best is None else OPTIMAL, self.seed, self.games)

    def ablated(self, one: Ablation, best: Best | None) -> Ablated:
        options = dict(one.options)
        found = None if best is None else best_value(one.game, self.players, options, self.keep)
        if best is not None and found is not None and found.counts is best.counts:
            return Ablated(one.label, found.value, found.value - best.value, None)
        return Ablated(one.label, None, None, self.figures(one.game, options, self.stand_in))

    def figures(self, game: Game, options: Mapping[str, Value], player: str) -> Figures | None:
        """The figures of equal players; None where no game came to its end."""
        try:
            tally = played(game, options, [player] * self.players, self.seed, 0, self.games)
        except (RuleFault, LimitReached):
            return None
        if not tally.games:
            return None
        found = summary(tally)
        return Figures(
            tally.games,
            found.win_share[0],
            found.interval[0],
            found.length,
            sum(found.mean) / self.players,
            sqrt(sum(sd * sd for sd in found.sd) / self.players),
            tally.unfinished,
        )
