"""Players that are programs: one question, `choose`, asked in a state in which a seat chooses."""

from collections.abc import Callable
from typing import Protocol

from becher.dsl.model import Game
from becher.engine.actions import Action
from becher.engine.bots.greedy import GreedyBot
from becher.engine.bots.random import RandomBot
from becher.engine.bots.strategy import StrategyBot
from becher.engine.machine.rules import Rules
from becher.engine.state import State
from becher.engine.stream import Stream


class Bot(Protocol):
    """Chooses for the seat that is on. Every bot is given a stream of its own, so that no bot changes the dice."""

    def choose(self, state: State) -> Action:
        """One of the legal actions."""
        ...


# By the name that `--seats` knows; `made` is how many choices the seat has made before.
BOTS: dict[str, Callable[[Stream, int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}

STRATEGY = "strategy:"
OPTIMAL = "optimal"


def kinds_of(game: Game) -> tuple[str, ...]:
    """The bots that can play this game, by the names `--seats` knows."""
    return (*BOTS, OPTIMAL, *(STRATEGY + name for name in game.strategies))


def make_bot(kind: str, rules: Rules, stream: Stream, made: int = 0) -> Bot:
    """A bot of one of `kinds_of`. Raises KeyError for another name."""
    if kind.startswith(STRATEGY):
        return StrategyBot(rules, rules.game.strategies[kind.removeprefix(STRATEGY)])
    if kind == OPTIMAL:
        from becher.engine.bots.optimal import OptimalBot

        return OptimalBot(rules)
    return BOTS[kind](stream, made)


# Turns a hint may play out: about a second of thinking.
_THINKING = 2_000


def hint(state: State) -> Action:
    """What to do here, for a player who asks: the advice of the bot that thinks most."""
    return GreedyBot(Stream("hint"), tries=_THINKING, whims=False).choose(state)


__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "StrategyBot", "hint", "kinds_of", "make_bot"]
