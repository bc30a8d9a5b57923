"""Making up a playthrough: who plays, under which options, with which dice and which ways of choosing."""

from bisect import bisect
from collections.abc import Callable
from itertools import accumulate
from math import lcm

from attrs import define, field

from becher.dsl.model import Game
from becher.engine.actions import Action
from becher.engine.bots.strategy import StrategyBot
from becher.engine.faults import IllegalAction, LimitReached, RuleFault
from becher.engine.machine.rules import Rules
from becher.engine.state import CHANCE, TERMINAL, State
from becher.engine.stream import Stream
from becher.engine.testing.choosers import PLAIN, Below, Chooser
from becher.engine.testing.coverage import values_of
from becher.engine.testing.history import History, Options

# So many steps are drawn one by one; what follows is played on from one number drawn.
DRAWN = 300
# One playthrough in so many is played to its end, or to this many steps; the others are broken off sooner.
PLAYED_OUT = 8
LONGEST = 10_000
SHORT = 1_500
# Throws with more outcomes than this are drawn die by die.
LISTED = 2_000
_SEATS_TRIED = 4

FAULTS = (RuleFault, LimitReached, IllegalAction)


@define
class Playing:
    """Plays games of one file. Equal draws make equal playthroughs, whatever was played before."""

    game: Game
    _outcomes: dict[object, tuple[tuple[Action, ...], tuple[int, ...]]] = field(factory=dict, init=False)
    _bots: dict[tuple[int, str], tuple[Rules, Chooser]] = field(factory=dict, init=False)

    def history(self, below: Below, longest: int | None = None) -> History:
        """One playthrough from start to end, or to what the rules cannot answer, or of so many steps."""
        players, options = self.players(below), self.options(below)
        start = History(players, options)
        actions: list[Action] = []
        longest = longest or (LONGEST if below(PLAYED_OUT) == 0 else SHORT)
        fair = below(2) == 1
        choosers = self._choosers(below)
        try:
            state = start.start(self.game)
            whole = self._play(state, below, fair, choosers, actions, longest)
        except FAULTS:
            whole = False
        return History(players, options, tuple(actions), whole)

    def players(self, below: Below) -> int:
        """Mostly few seats, each number the file allows up to three more than the least."""
        low, high = self.game.players
        most = low + _SEATS_TRIED - 1 if high is None else min(high, low + _SEATS_TRIED - 1)
        return low + below(most - low + 1)

    def options(self, below: Below) -> Options:
        """The defaults in half of all games; else each option on its own."""
        if not self.game.options or below(2) == 0:
            return ()
        found = []
        for option in self.game.options.values():
            values = values_of(option)
            found.append((option.name, values[below(len(values))]))
        return tuple(found)

    # ---- choosing

    def _choosers(self, below: Below) -> list[Chooser]:
        """The ways of choosing of this playthrough: one for all, or another one each turn."""
        known = [*PLAIN, *(self._strategy(name) for name in self.game.strategies)]
        which = below(len(known) + 1)
        return known if which == 0 else [known[which - 1]]

    def _strategy(self, name: str) -> Chooser:
        def choose(state: State, below: Below) -> Action:
            key = (id(state.rules), name)
            if key not in self._bots:
                bot = StrategyBot(state.rules, self.game.strategies[name])
                self._bots[key] = (state.rules, lambda s, below: bot.choose(s))
            return self._bots[key][1](state, below)

        return choose

    def _play(
        self, state: State, below: Below, fair: bool, choosers: list[Chooser], actions: list[Action], longest: int
    ) -> bool:
        """Play on to the end, noting each action before it is taken. Was the end reached?"""
        chooser = choosers[0]
        turns: object = None
        draw = below
        while state.current_player() != TERMINAL:
            if len(actions) == DRAWN:
                draw, fair, choosers = Stream(below(2**16)).below, True, self._finishing(choosers)
            if len(actions) >= longest:
                return False
            if turns is not state.turns:
                turns = state.turns
                chooser = choosers[draw(len(choosers))] if len(choosers) > 1 else choosers[0]
            chance = state.current_player() == CHANCE
            action = self.throw(state, draw, fair) if chance else chooser(state, draw)
            actions.append(action)
            state = state.apply(action)
        return True

    def _finishing(self, choosers: list[Chooser]) -> list[Chooser]:
        """A game that one way of choosing prolongs is ended by another."""
        return [*PLAIN, *(self._strategy(name) for name in self.game.strategies), *choosers]

    # ---- chance

    def throw(self, state: State, below: Below, fair: bool) -> Action:
        """What chance brings: with its true odds, or any outcome as likely as any other, so that rare throws are met."""
        if state.rules.machine.chance_size(state) > LISTED:
            return state.sample(_Draws(below))
        actions, sums = self._listed(state)
        if not fair:
            return actions[below(len(actions))]
        return actions[bisect(sums, below(sums[-1]))]

    def _listed(self, state: State) -> tuple[tuple[Action, ...], tuple[int, ...]]:
        """All outcomes and the running sums of their weights."""
        key = chance_key(state)
        if key not in self._outcomes:
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            whole = lcm(*(chance.denominator for chance in chances))
            self._outcomes[key] = (actions, tuple(accumulate(int(chance * whole) for chance in chances)))
        return self._outcomes[key]


def chance_key(state: State) -> object:
    """Equal for states in which chance may bring the same with the same odds."""
    if state.stage == "draw":
        return (id(state.rules), "draw", state.phase, state.bag, state.hand, state.aside)
    if state.stage == "roll_off":
        assert state.roll is not None
        return (id(state.rules), "roll_off", state.roll.purpose, state.roll.key)
    return (id(state.rules), state.phase, state.hand, tuple(map(_kind, state.aside)))


def _kind(token: object) -> str:
    return str(token[2]) if isinstance(token, tuple) else ""


class _Draws:
    """`below` as the source of numbers that `State.sample` asks."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below

    def several(self, n: int, count: int) -> list[int]:
        return [self.below(n) for _ in range(count)]
