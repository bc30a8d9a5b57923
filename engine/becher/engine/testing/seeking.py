"""Playing to meet what nothing has fired yet: at every node, what leads to something new is taken."""

from attrs import define, field

from becher.dsl.model import Game
from becher.engine.actions import Action
from becher.engine.bots.greedy import GreedyBot
from becher.engine.state import CHANCE, TERMINAL, State
from becher.engine.stream import Stream
from becher.engine.testing.choosers import PLAIN
from becher.engine.testing.coverage import items, values_of
from becher.engine.testing.history import History, Options
from becher.engine.testing.playing import FAULTS, SHORT, Playing

# So many steps are looked ahead to in one test, and at most so many at one node.
BUDGET = 30_000
AT_A_NODE = 500
# So many games are played on after the last that met anything new.
PATIENCE = 8
# The greedy bot plays so far into its game: it takes its time.
PLAYED_WELL = 120


@define
class Seeker:
    """Plays on from what has been fired so far; `fired` grows."""

    playing: Playing
    fired: set[str]
    stream: Stream
    _left: int = field(default=BUDGET, init=False)
    _wanted: frozenset[str] = field(init=False)

    @_wanted.default
    def _find_wanted(self) -> frozenset[str]:
        return frozenset(item.name for item in items(self.playing.game))

    @property
    def game(self) -> Game:
        return self.playing.game

    def histories(self) -> list[History]:
        """Playthroughs: one that a bot plays well, one for each value of an option, then as long as something new comes up."""
        found = [self._play((self.playing.players(self.stream.below), ()), GreedyBot(self.stream.fork("greedy")))]
        found += [self._play(setting) for setting in self._settings()]
        idle = 0
        while idle < PATIENCE and self._left > 0 and not self._wanted <= self.fired:
            before = len(self.fired)
            found.append(self._play((self.playing.players(self.stream.below), self._options())))
            idle = 0 if len(self.fired) > before else idle + 1
        return found

    def _settings(self) -> list[tuple[int, Options]]:
        """Each value of an option once, the other options at their defaults."""
        return [
            (self.playing.players(self.stream.below), ((name, value),))
            for name, option in self.game.options.items()
            for value in values_of(option)
            if value != option.default
        ]

    def _options(self) -> Options:
        return self.playing.options(self.stream.below)

    def _play(self, setting: tuple[int, Options], bot: GreedyBot | None = None) -> History:
        start = History(*setting)
        actions: list[Action] = []
        whole = True
        try:
            state = start.start(self.game)
            while state.current_player() != TERMINAL and len(actions) < SHORT:
                plays_well = bot is not None and len(actions) < PLAYED_WELL and state.current_player() != CHANCE
                actions.append(bot.choose(state) if bot and plays_well else self._choose(state))
                state = state.apply(actions[-1])
                self.fired |= state.rules.fired
            whole = state.current_player() == TERMINAL
        except FAULTS:
            whole = False
        return History(*setting, tuple(actions), whole)

    def _choose(self, state: State) -> Action:
        """What fires something new, if anything does; else any purposeful choice."""
        new = self._new(state) if self._left > 0 and self.stream.below(3) else None
        if new is not None:
            return new
        if state.current_player() == CHANCE:
            return self.playing.throw(state, self.stream.below, fair=self.stream.below(2) == 1)
        chooser = PLAIN[self.stream.below(len(PLAIN))]
        return chooser(state, self.stream.below)

    def _new(self, state: State) -> Action | None:
        missing = self._wanted - self.fired
        if not missing:
            return None
        candidates = self._candidates(state)
        known = state.rules.fired
        for action in candidates:
            self._left -= 1
            before = len(known)
            try:
                state.apply(action)
            except FAULTS:
                return action
            if len(known) > before and known & missing:
                return action
        return None

    def _candidates(self, state: State) -> list[Action]:
        if state.current_player() != CHANCE:
            return list(state.legal_actions())
        if state.rules.machine.chance_size(state) > AT_A_NODE:
            return [self.playing.throw(state, self.stream.below, fair=False) for _ in range(16)]
        return [action for action, _ in state.chance_outcomes()]
