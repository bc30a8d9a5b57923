"""How a seat plays its turns, where tables can tell: by a strategy, at random, or without a mistake."""

from collections.abc import Collection, Hashable, Mapping
from typing import Protocol

import numpy as np
from attrs import define, field

from becher.dsl.model import Expr, Game, Strategy, Value
from becher.engine.answer.endings import Ending
from becher.engine.answer.plan import Asked
from becher.engine.answer.refused import Refused
from becher.engine.answer.seat_tables import as_tables
from becher.engine.answer.seats import LedgerGame, ledger_player
from becher.engine.answer.ways import in_players_words, solve_tables
from becher.engine.bots import OPTIMAL, STRATEGY
from becher.engine.machine.table import points_of
from becher.engine.solve.backup import choose_backend
from becher.engine.solve.explore import one_turn
from becher.engine.solve.graph import Cut, Floats, TurnGraph
from becher.engine.solve.passes import finish
from becher.engine.solve.seat_spread import ending_chances, turn_chances
from becher.engine.solve.seat_values import SeatValues
from becher.engine.state import State

# More positions within turns, states of the ledger, and chances of endings than these take longer than playing move by move.
NODES = 50_000
STATES = 50_000
CHANCES = 20_000_000

RANDOM = "random"


class Player(Protocol):
    """Plays the turns of one seat, explored as if it were the first of `game`."""

    game: LedgerGame

    def turn(self, position: Hashable, s: State) -> int:
        """Which of his turns begins in this state at rest; turns of one number have the same chances."""
        ...

    def endings(self, turn: int) -> Collection[Ending]:
        """How it may end."""
        ...

    def chances(self, turn: int) -> Mapping[Hashable, float]:
        """How likely each ending is. Asked once no turn is new any more."""
        ...


@define(eq=False)
class ByTheTurn:
    """What he does depends on the turn alone: a strategy, or chance."""

    game: LedgerGame
    _chances: list[Mapping[Hashable, float]] = field(factory=list)

    def turn(self, position: Hashable, s: State) -> int:
        return self.game.turn_class(position, s)

    def endings(self, turn: int) -> Collection[Ending]:
        return self.game.endings[turn]

    def chances(self, turn: int) -> Mapping[Hashable, float]:
        if not self._chances:
            graph = finish(self.game.explorer.draft, self.game.roots).graph
            self._chances = [_without_choice(graph, root) for root in range(len(self.game.roots))]
        return self._chances[turn]


def _without_choice(graph: TurnGraph, root: int) -> Mapping[Hashable, float]:
    turn = one_turn(graph, lambda ending: 0.0, root=root)
    values = np.zeros((1, turn.entries))
    return ending_chances(SeatValues(turn, values, values, 0, 0.0), choose_backend("numpy"))


@define(eq=False)
class WithoutMistake:
    """What he does depends on the whole ledger, which is explored and solved: the choices are those of the solver."""

    game: LedgerGame
    _solved: SeatValues = field(init=False)
    _table: Floats = field(init=False)

    @_solved.default
    def _solve(self) -> SeatValues:
        self.game.explore()
        two = self.game.first.count == 2
        endless = 0.5 if two and self.game.ledger.rules.game.endless == "share" else None
        tables, _ = as_tables(self.game, 1.0 if two else 0.0, None)
        if tables.unknowns * tables.graph.leaves > CHANCES:
            raise Refused("the tables of best play are too large to draw turns from")
        return in_players_words(lambda: solve_tables(tables, choose_backend("numpy"), endless))

    @_table.default
    def _work_out(self) -> Floats:
        states = np.arange(len(self.game.reps), dtype=np.int32)
        return turn_chances(self._solved, states, choose_backend("numpy")).reshape(-1, self._solved.game.graph.leaves)

    def turn(self, position: Hashable, s: State) -> int:
        state, entry = self.game.place(s)
        return state * self._solved.game.entries + entry

    def endings(self, turn: int) -> Collection[Ending]:
        return self.chances(turn)  # type: ignore[return-value]

    def chances(self, turn: int) -> dict[Hashable, float]:
        graph, row = self._solved.game.graph, self._table[turn]
        possible = np.flatnonzero(row > 0).tolist()
        return {e: float(row[leaf]) for leaf in possible if not isinstance(e := graph.endings[leaf], Cut)}


# ---- made from what a seat is called


def players(game: Game, options: Mapping[str, Value], kinds: tuple[str, ...]) -> dict[str, Player]:
    """Who plays the seats of a game for one or two without a sheet, by kind. Raises Refused, LimitReached."""
    seated = {kind: _strategy(game, kind) for kind in kinds}
    points = tuple(key.value for key in game.wins if key.kind in ("highest", "lowest") and key.value is not None)
    looked_at = [formula for strategy in seated.values() for formula in Asked((), strategy).formulas()]
    asked = (*points, *looked_at)
    return {kind: _player(game, options, kind, strategy, asked, kinds) for kind, strategy in seated.items()}


def _strategy(game: Game, kind: str) -> Strategy | None:
    if kind not in (RANDOM, OPTIMAL) and not kind.startswith(STRATEGY):
        raise Refused(f"{kind} makes up its mind move by move")
    return game.strategies[kind.removeprefix(STRATEGY)] if kind.startswith(STRATEGY) else None


def _player(
    game: Game,
    options: Mapping[str, Value],
    kind: str,
    strategy: Strategy | None,
    asked: tuple[Expr, ...],
    kinds: tuple[str, ...],
) -> Player:
    alone = len(kinds) == 1
    found = ledger_player(
        game,
        len(kinds),
        (lambda s, seat: float(points_of(s, seat))) if alone else (lambda s, seat: float(s.returns()[seat - 1])),
        options=dict(options),
        strategy=strategy,
        asked=asked,
        least=alone and any(key.kind == "lowest" for key in game.wins),
        limit=STATES,
    )
    found.explorer.limit = NODES
    if kind == OPTIMAL:
        return WithoutMistake(found)
    mixed = len(set(kinds)) > 1
    if strategy is None:
        found.explorer.draws = lambda s: _of_the_mover(s, mixed).legal_actions()
    elif mixed and (choose := found.explorer.choose) is not None:
        found.explorer.choose = lambda s, *known: choose(_of_the_mover(s, mixed), *known)
    return ByTheTurn(found)


def _of_the_mover(s: State, mixed: bool) -> State:
    """The state, unless it is another seat, playing otherwise, that chooses in it."""
    if mixed and s.current_player() != s.seat:
        raise Refused("seats that choose in each other's turns are played one by one")
    return s
