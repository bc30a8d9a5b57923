"""From a rule file and players whose choices tables can tell to a chain of turns, where the ledger can be written down state by state."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction

from attrs import define, field, frozen

from becher.dsl.model import Game, Match, Value
from becher.engine.answer.endings import Ending
from becher.engine.answer.refused import Refused
from becher.engine.bots import OPTIMAL, STRATEGY
from becher.engine.bots.strategy import StrategyBot
from becher.engine.machine.table import points_of
from becher.engine.simulate.chain import OVER, STEPS, Chain, Step, chain_of, walk_chunk, walk_sheets
from becher.engine.simulate.own_sheet import own_sheet
from becher.engine.simulate.players import STATES, ByTheTurn, Player, players
from becher.engine.simulate.sheet_chain import sheet_chain
from becher.engine.simulate.tally import Tally
from becher.engine.state import State

Walker = Callable[[str, int, int], Tally]


def walker(game: Game, options: Mapping[str, Value], kinds: Sequence[str]) -> Walker:
    """Walks the games of one chunk, (seed, chunk, games) -> tally; seat k + 1 is played by kinds[k]. Raises Refused, LimitReached."""
    if game.match != Match():
        raise Refused("matches of several games are played one by one", game.match.span)
    if game.sheet is None:
        chain = compiled(game, options, kinds)
        return lambda seed, chunk, games: walk_chunk(chain, seed, chunk, games)
    known = {kind: compiled_sheet(game, options, kind, len(kinds)) for kind in kinds}
    chains = [known[kind] for kind in kinds]
    least = any(key.kind == "lowest" for key in game.wins)
    return lambda seed, chunk, games: walk_sheets(chains, seed, chunk, games, least)


def compiled(game: Game, options: Mapping[str, Value], kinds: Sequence[str]) -> Chain:
    """The chain of a game of one or two seats. Raises Refused, LimitReached."""
    if len(kinds) > 2:
        raise Refused("more than two seats are played one by one")
    return _Joint(tuple(players(game, options, tuple(kinds)).values()), len(kinds)).chain()


def compiled_sheet(game: Game, options: Mapping[str, Value], kind: str, seats: int = 1) -> Chain:
    """The chain of one of so many seats, each of which fills its own sheet. Raises Refused, LimitReached."""
    if kind == OPTIMAL and seats == 1:
        return sheet_chain(game, options)
    if not kind.startswith(STRATEGY):
        raise Refused(f"{kind} is played one by one on sheets")
    strategy = game.strategies[kind.removeprefix(STRATEGY)]
    alone = own_sheet(game, dict(options), strategy)
    try:
        return sheet_chain(game, options, strategy)
    except Refused:  # no sheet of single boxes: ledger by ledger
        return _Joint((ByTheTurn(alone),), 1, StrategyBot(alone.first.rules, strategy)).chain()


@define(eq=False)
class _Joint:
    """All (who moves, ledger) of a game. `players` are one for all `seats`, or one for each; where a turn ends with a box to
    be written, `writer` says which."""

    players: tuple[Player, ...]
    seats: int
    writer: StrategyBot | None = None
    reps: list[tuple[int, State]] = field(factory=list)
    keys: dict[Hashable, int] = field(factory=dict)
    turns: list[int] = field(factory=list)
    steps: int = 0

    def chain(self) -> Chain:
        start = self.players[0].game.first
        self.number(0, start)
        leads = [self.leads(kind, s, self.turns[n]) for n, (kind, s) in enumerate(self.reps)]  # grows meanwhile
        rows = []
        for number, (kind, _) in enumerate(self.reps):
            chances = self.players[kind].chances(self.turns[number])
            rows.append([leads[number][ending].step(chance) for ending, chance in chances.items()])
        return chain_of(rows, tuple(points_of(start, seat) for seat in range(1, self.seats + 1)))

    def number(self, kind: int, s: State) -> int:
        """The number of a state at rest in which player `kind` moves."""
        player = self.players[kind]
        s = player.game.ledger.relative(s)
        position = player.game.explorer.position(s)
        key = (kind, player.game.ledger.key(s), position)
        known = self.keys.get(key)
        if known is None:
            known = self.keys[key] = len(self.reps)
            self.reps.append((kind, s))
            self.turns.append(player.turn(position, s))
            if len(self.reps) > STATES:
                raise Refused(f"the game has more than {STATES:,} states")
        return known

    def leads(self, kind: int, s: State, turn: int) -> dict[Hashable, "_Lead"]:
        """Where each ending of the turn leads from this state."""
        endings = self.players[kind].endings(turn)
        self.steps += len(endings)
        if self.steps > STEPS:
            raise Refused(f"the turns of the game end in more than {STEPS:,} ways")
        return {ending: self.lead(kind, s, self.followed(kind, s, ending)) for ending in endings}

    def followed(self, kind: int, s: State, ending: Ending) -> State:
        after = self.players[kind].game.ledger.follow(s, ending)
        while self.writer is not None and after.stage == "enter":
            after = after.apply(self.writer.choose(after))
        return after

    def lead(self, kind: int, s: State, after: State) -> "_Lead":
        me = s.seat or 1  # before the first turn it is nobody's
        gain, gives = (points_of(after, seat) - points_of(s, seat) for seat in (me, self.seats + 1 - me))
        length = sum(after.turns) - sum(s.turns)
        if after.is_terminal():
            return _Lead(OVER, gain, gives, length, False, after.returns()[me - 1])
        passes = after.seat != me
        mover = len(self.players) - 1 - kind if passes else kind
        return _Lead(self.number(mover, after), gain, gives, length, passes, Fraction(0))


@frozen
class _Lead:
    then: int
    gain: int
    gives: int
    length: int
    passes: bool
    worth: Fraction

    def step(self, chance: float) -> Step:
        return Step(chance, self.then, self.gain, self.gives, self.passes, self.worth, self.length)
