"""The chain of one seat that fills a sheet of its own by a strategy, its ledger written down state by state."""

from collections.abc import Hashable

from attrs import define, field, frozen

from becher.dsl.model import Strategy
from becher.engine.answer.ledgers.seats import LedgerGame
from becher.engine.answer.refused import Refused
from becher.engine.answer.turns.endings import Ending
from becher.engine.bots.strategy import StrategyBot
from becher.engine.machine.table import points_of
from becher.engine.simulate.chain import OVER, STEPS, Chain, Step, chain_of
from becher.engine.simulate.players import STATES, by_the_turn
from becher.engine.state import State


def own_chain(game: LedgerGame, strategy: Strategy) -> Chain:
    """Raises Refused where there are too many states."""
    return _Sheet(game, StrategyBot(game.first.rules, strategy)).chain()


@define(eq=False)
class _Sheet:
    """All ledgers of the seat; `writer` says which box is written where a turn ends with one."""

    game: LedgerGame
    writer: StrategyBot
    reps: list[State] = field(factory=list)
    keys: dict[Hashable, int] = field(factory=dict)
    turns: list[int] = field(factory=list)
    steps: int = 0

    def chain(self) -> Chain:
        self.number(self.game.first)
        leads = [self.leads(s, self.turns[n]) for n, s in enumerate(self.reps)]  # grows meanwhile
        chances = by_the_turn(self.game.explorer.draft, self.game.roots)
        rows = [
            [Step(chance, leads[n][ending].then, leads[n][ending].gain) for ending, chance in chances[turn].items()]
            for n, turn in enumerate(self.turns)
        ]
        return chain_of(rows, (points_of(self.game.first, 1),))

    def number(self, s: State) -> int:
        """The number of a state at rest."""
        s = self.game.ledger.relative(s)
        position = self.game.explorer.position(s)
        key = (self.game.ledger.key(s), position)
        known = self.keys.get(key)
        if known is None:
            known = self.keys[key] = len(self.reps)
            self.reps.append(s)
            self.turns.append(self.game.turn_class(position, s))
            if len(self.reps) > STATES:
                raise Refused(f"the game has more than {STATES:,} states")
        return known

    def leads(self, s: State, turn: int) -> dict[Hashable, "_Lead"]:
        """Where each ending of the turn leads from this state."""
        endings = self.game.endings[turn]
        self.steps += len(endings)
        if self.steps > STEPS:
            raise Refused(f"the turns of the game end in more than {STEPS:,} ways")
        return {ending: self.lead(s, ending) for ending in endings}

    def lead(self, s: State, ending: Ending) -> "_Lead":
        after = self.game.ledger.follow(s, ending)
        while after.stage == "enter":
            after = after.apply(self.writer.choose(after))
        return _Lead(OVER if after.is_terminal() else self.number(after), points_of(after, 1) - points_of(s, 1))


@frozen
class _Lead:
    then: int
    gain: int
