"""From a rule file and fixed strategies to a chain of turns, where the ledger can be written down state by state."""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction

import numpy as np
from attrs import define, field, frozen

from becher.dsl.model import Expr, Game, Strategy, Value
from becher.engine.answer.endings import Ending
from becher.engine.answer.refused import Refused
from becher.engine.answer.seats import LedgerGame, ledger_player
from becher.engine.bots.strategy import StrategyBot
from becher.engine.machine.table import points_of
from becher.engine.simulate.chain import OVER, Chain, Step, chain_of, walk_chunk, walk_sheets
from becher.engine.simulate.own_sheet import own_sheet
from becher.engine.simulate.tally import Tally
from becher.engine.solve.backup import choose_backend
from becher.engine.solve.explore import one_turn
from becher.engine.solve.passes import finish
from becher.engine.solve.seat_spread import ending_chances
from becher.engine.solve.seat_values import SeatValues
from becher.engine.state import State

# More states than this are played one by one.
STATES = 50_000


Walker = Callable[[str, int, int], Tally]


def walker(game: Game, options: dict[str, Value], strategies: Sequence[Strategy]) -> Walker:
    """Walks the games of one chunk, (seed, chunk, games) -> tally. Raises Refused, LimitReached."""
    if game.sheet is None:
        chain = compiled(game, options, strategies)
        return lambda seed, chunk, games: walk_chunk(chain, seed, chunk, games)
    known = {strategy.name: compiled_sheet(game, options, strategy) for strategy in strategies}
    chains = [known[strategy.name] for strategy in strategies]
    return lambda seed, chunk, games: walk_sheets(chains, seed, chunk, games)


def compiled(game: Game, options: dict[str, Value], strategies: Sequence[Strategy]) -> Chain:
    """The chain of a game of one or two seats, seat k + 1 playing strategies[k]. Raises Refused, LimitReached."""
    if len(strategies) > 2:
        raise Refused("more than two seats are played one by one")
    asked = tuple(key.value for key in game.wins if key.kind in ("highest", "lowest") and key.value is not None)
    players = tuple(_player(game, options, strategy, len(strategies), asked) for strategy in strategies)
    bots = tuple(StrategyBot(player.first.rules, s) for player, s in zip(players, strategies, strict=True))
    return _Joint(players, bots).chain()


def compiled_sheet(game: Game, options: dict[str, Value], strategy: Strategy) -> Chain:
    """The chain of one seat that fills its own sheet. Raises Refused, LimitReached."""
    player = own_sheet(game, options, strategy)
    return _Joint((player,), (StrategyBot(player.first.rules, strategy),)).chain()


def _player(
    game: Game, options: dict[str, Value], strategy: Strategy, players: int, asked: tuple[Expr, ...]
) -> LedgerGame:
    return ledger_player(
        game, players, lambda s, seat: float(s.returns()[seat - 1]), options=options, strategy=strategy, asked=asked
    )


@define(eq=False)
class _Joint:
    """All (who moves, ledger) of a game. `players[k]` explores the turns of seat k + 1 as if it were seat 1; where a turn ends with a box
    to be written, bots[k] says which."""

    players: tuple[LedgerGame, ...]
    bots: tuple[StrategyBot, ...]
    reps: list[tuple[int, State]] = field(factory=list)
    keys: dict[Hashable, int] = field(factory=dict)
    classes: list[int] = field(factory=list)

    def chain(self) -> Chain:
        start = self.players[0].first
        self.number(0, start)
        leads = [self.leads(kind, s, self.classes[n]) for n, (kind, s) in enumerate(self.reps)]  # grows meanwhile
        chances = [self.chances(player) for player in self.players]
        rows = []
        for number, (kind, _) in enumerate(self.reps):
            of_class = chances[kind][self.classes[number]]
            rows.append([leads[number][ending].step(chance) for ending, chance in of_class.items()])
        return chain_of(rows, tuple(points_of(start, seat) for seat in range(1, len(self.players) + 1)))

    def number(self, kind: int, s: State) -> int:
        player = self.players[kind]
        s = player.ledger.relative(s)
        position = player.explorer.position(s)
        key = (kind, player.ledger.key(s), position)
        known = self.keys.get(key)
        if known is None:
            known = self.keys[key] = len(self.reps)
            self.reps.append((kind, s))
            self.classes.append(player.turn_class(position, s))
            if len(self.reps) > STATES:
                raise Refused(f"the game has more than {STATES:,} states")
        return known

    def leads(self, kind: int, s: State, turn: int) -> dict[Hashable, "_Lead"]:
        """Where each ending of the turn leads from this state."""
        player = self.players[kind]
        return {ending: self.lead(kind, s, self.followed(kind, s, ending)) for ending in player.endings[turn]}

    def followed(self, kind: int, s: State, ending: Ending) -> State:
        after = self.players[kind].ledger.follow(s, ending)
        while after.stage == "enter":
            after = after.apply(self.bots[kind].choose(after))
        return after

    def lead(self, kind: int, s: State, after: State) -> "_Lead":
        other = 2 if len(self.players) > 1 else 1
        passes = after.seat != s.seat and not after.is_terminal()
        gain = points_of(after, 1) - points_of(s, 1)
        gives = points_of(after, other) - points_of(s, other) if other > 1 else 0
        if after.is_terminal():
            return _Lead(OVER, gain, gives, False, after.returns()[0])
        return _Lead(self.number(1 - kind if passes else kind, after), gain, gives, passes, Fraction(0))

    def chances(self, player: LedgerGame) -> list[dict[Hashable, float]]:
        """How likely each ending is, for every class of turns."""
        graph, backend = finish(player.explorer.draft, player.roots).graph, choose_backend("numpy")
        found = []
        for root in range(len(player.roots)):
            turn = one_turn(graph, lambda ending: 0.0, root=root)
            values = np.zeros((1, turn.entries))
            found.append(ending_chances(SeatValues(turn, values, values, 0, 0.0), backend))
        return found


@frozen
class _Lead:
    then: int
    gain: int
    gives: int
    passes: bool
    worth: Fraction

    def step(self, chance: float) -> Step:
        return Step(chance, self.then, self.gain, self.gives, self.passes, self.worth)
