"""How seats play their turns, where tables can tell: by a strategy, at random, or without a mistake."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Protocol

import numpy as np
from attrs import define, evolve, field

from becher.dsl.model import Game, Strategy, Value
from becher.engine.answer.ledgers.seat_tables import as_tables
from becher.engine.answer.ledgers.seats import LedgerGame, ledger_player
from becher.engine.answer.refused import Refused
from becher.engine.answer.turns.plan import Asked
from becher.engine.answer.ways import in_players_words, solve_tables
from becher.engine.bots import OPTIMAL, STRATEGY
from becher.engine.machine.table import points_of
from becher.engine.simulate.chain import STEPS, Points
from becher.engine.solve.backends.backup import choose_backend
from becher.engine.solve.ledgers.explore import one_turn
from becher.engine.solve.ledgers.seat_spread import ending_chances, turn_chances
from becher.engine.solve.ledgers.seat_values import SeatValues
from becher.engine.solve.turns.draft import Draft
from becher.engine.solve.turns.graph import Cut, Floats
from becher.engine.solve.turns.passes import finish
from becher.engine.state import State

# More positions within turns, states of the ledger, and chances of endings than these take longer than playing move by move.
NODES = 50_000
STATES = 50_000
CHANCES = 20_000_000

RANDOM = "random"
Chances = Mapping[Hashable, float]


class Player(Protocol):
    """Plays the turns of one kind of seat."""

    def chances(self, state: int, entry: int) -> Chances:
        """How likely each ending is of the turn that begins in this state of the explored game at this entry."""
        ...


@define(eq=False)
class Results:
    """What ends of games are worth, by number: the share of the win and the points of the mover, then of the other seat."""

    alone: bool
    known: dict[tuple[float, Points], int] = field(factory=dict)

    def __call__(self, s: State, seat: int) -> float:
        """The number of an end, which stands for it where a game is explored."""
        share = 1.0 if self.alone else float(s.returns()[seat - 1])
        return float(self.known.setdefault((share, points_for(s, seat)), len(self.known)))

    def all(self) -> list[tuple[float, Points]]:
        return list(self.known)


def points_for(s: State, seat: int) -> Points:
    """The points of a seat and of the other one, of two; alone nothing is the other's."""
    return points_of(s, seat), points_of(s, 3 - seat) if s.count > 1 else 0


@define(eq=False)
class Table:
    """An explored game of one or two seats and who plays it: `players[found.kind[n]]` moves in state n."""

    found: LedgerGame
    results: Results
    players: tuple[Player, ...]


def seated(game: Game, options: Mapping[str, Value], kinds: Sequence[str]) -> Table:
    """The table of a game without a sheet. Raises Refused, LimitReached."""
    results = Results(len(kinds) == 1)
    games = [_ledger(game, options, kind, kinds, results) for kind in dict.fromkeys(kinds)]
    found = games[0]
    if len(games) > 1:
        second = games[1].explorer
        second.draft = found.explorer.draft
        found.explorers = (found.explorer, second)
    _explore(found)
    players: list[Player] = []
    for kind, own in zip(dict.fromkeys(kinds), games, strict=True):
        if kind != OPTIMAL:
            players.append(_Roots(found, len(players)))
            continue
        if len(games) > 1:
            own = _ledger(game, options, kind, kinds, results)
            _explore(own)
        players.append(_WithoutMistake(found, own, results))
    return Table(found, results, tuple(players))


def _explore(found: LedgerGame) -> None:
    def look(states: int) -> None:
        if sum(len(found.endings[turn]) for turn in found.turn) > STEPS:
            raise Refused(f"the turns of the game end in more than {STEPS:,} ways")

    found.progress = look
    found.explore()
    if len(found.reps) * len(found.lying) > STATES:
        raise Refused(f"with what may be left lying the game has more than {STATES:,} states")


def _ledger(game: Game, options: Mapping[str, Value], kind: str, kinds: Sequence[str], results: Results) -> LedgerGame:
    """The game as one kind of player plays it, nothing explored yet; what any of them reads is kept apart, and the points."""
    points = [key.value for key in game.wins if key.kind in ("highest", "lowest") and key.value is not None]
    read = [formula for other in kinds for formula in Asked((), _strategy(game, other)).formulas()]
    found = ledger_player(
        game,
        len(kinds),
        results,
        options=dict(options),
        strategy=_strategy(game, kind),
        asked=(*points, *read),
        least=results.alone and any(key.kind == "lowest" for key in game.wins),
        limit=STATES,
    )
    explorer = found.explorer
    explorer.limit = NODES
    mixed = len(set(kinds)) > 1
    if kind == RANDOM:
        explorer.draws = lambda s: _of_the_mover(s, mixed).legal_actions()
    elif mixed and (choose := explorer.choose) is not None:
        explorer.choose = lambda s, *known: choose(_of_the_mover(s, mixed), *known)
    return found


def _strategy(game: Game, kind: str) -> Strategy | None:
    if kind not in (RANDOM, OPTIMAL) and not kind.startswith(STRATEGY):
        raise Refused(f"{kind} makes up its mind move by move")
    return game.strategies[kind.removeprefix(STRATEGY)] if kind.startswith(STRATEGY) else None


def _of_the_mover(s: State, mixed: bool) -> State:
    """The state, unless it is another seat, playing otherwise, that chooses in it."""
    if mixed and s.current_player() != s.seat:
        raise Refused("seats that choose in each other's turns are played one by one")
    return s


def by_the_turn(draft: Draft, roots: Sequence[int]) -> list[Chances]:
    """How likely each ending is of the turn from each root, where nothing is chosen."""
    graph, backend = finish(draft, roots).graph, choose_backend("numpy")
    turns = [one_turn(graph, lambda ending: 0.0, root=root) for root in range(len(roots))]
    blank = np.zeros((1, turns[0].entries))
    return [ending_chances(SeatValues(turn, blank, blank, 0, 0.0), backend) for turn in turns]


@define(eq=False)
class _Roots:
    """Players whose choices depend on the turn alone, strategies and chance: one row of chances for each way a turn begins."""

    found: LedgerGame
    kind: int
    _known: dict[int, Chances] = field(init=False)

    @_known.default
    def _work_out(self) -> dict[int, Chances]:
        turns = {turn for turn, kind in zip(self.found.turn, self.found.kind, strict=True) if kind == self.kind}
        nodes = list(dict.fromkeys(node for turn in sorted(turns) for node in self.found.entries[turn]))
        return dict(zip(nodes, by_the_turn(self.found.explorer.draft, nodes), strict=True))

    def chances(self, state: int, entry: int) -> Chances:
        nodes = self.found.entries[self.found.turn[state]]
        return self._known[nodes[entry if entry < len(nodes) else 0]]


@define(eq=False)
class _WithoutMistake:
    """A player whose choices depend on the whole ledger: those of the solver, where all seats make no mistake (`own`)."""

    found: LedgerGame
    own: LedgerGame
    results: Results
    _solved: SeatValues = field(init=False)
    _table: Floats = field(init=False)

    @_solved.default
    def _solve(self) -> SeatValues:
        alone = self.results.alone
        known = [(float(points[0]) if alone else share) for share, points in self.results.all()]
        tables, _ = as_tables(self.own, 0.0 if alone else 1.0, None)
        if not known:
            raise Refused("the game never comes to an end")
        tables = evolve(tables, constants=np.array([known[int(number)] for number in tables.constants]))
        if tables.unknowns * tables.graph.leaves > CHANCES:
            raise Refused("the tables of best play are too large to draw turns from")
        shared = 0.5 if not alone and self.own.ledger.rules.game.endless == "share" else None
        return in_players_words(lambda: solve_tables(tables, choose_backend("numpy"), shared))

    @_table.default
    def _work_out(self) -> Floats:
        states = np.arange(len(self.own.reps), dtype=np.int32)
        return turn_chances(self._solved, states, choose_backend("numpy"))

    def chances(self, state: int, entry: int) -> Chances:
        number, _ = self.own.place(self.found.reps[state])
        row = self._table[number, self.own.entry(self.found.lying[entry])]
        graph = self._solved.game.graph
        possible = np.flatnonzero(row > 0).tolist()
        return {e: float(row[leaf]) for leaf in possible if not isinstance(e := graph.endings[leaf], Cut)}
