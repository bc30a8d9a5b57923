"""What each choice in a state is worth, if all goes on as well as can be."""

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

from attrs import define, field, frozen

from becher.dsl.model import Game, Value
from becher.engine.actions import Action
from becher.engine.answer.refused import Refused
from becher.engine.answer.solution import LedgerSolution, SheetSolution, solution
from becher.engine.answer.turns.explorer import Explorer
from becher.engine.answer.ways import Ways, in_players_words
from becher.engine.machine import table
from becher.engine.machine.table import points_of
from becher.engine.solve.backends.backup import choose_backend
from becher.engine.solve.ledgers.seat_spread import seat_nodes
from becher.engine.solve.sheets.sheet_policy import look
from becher.engine.solve.turns.graph import Floats, Index
from becher.engine.state import State

T = TypeVar("T")


@frozen
class Priced:
    """A choice, what it is worth, and how much less that is than the best choice's worth (never negative)."""

    action: Action
    value: float
    regret: float


@frozen
class Advice:
    """The choices of a state, best first; equals in the order of the legal actions.

    `value` counts as the question does: the chance to win with draws halved, or alone the final result expected.
    """

    choices: tuple[Priced, ...]

    @property
    def best(self) -> Action:
        return self.choices[0].action


@define(eq=False)
class Adviser:
    """Prices choices in the states of one game under one setting, of one seat alone or of two."""

    game: Game
    players: int
    options: Mapping[str, Value]
    ways: Ways = field(factory=lambda: Ways(choose_backend()))
    _prices: "SheetPrices | LedgerPrices" = field(init=False)

    @_prices.default
    def _solve(self) -> "SheetPrices | LedgerPrices":
        if self.players > 2:
            raise Refused(f"{self.players} seats have no single best play")
        found = in_players_words(lambda: solution(self.game, self.players, self.options, self.ways))
        return SheetPrices(found) if isinstance(found, SheetSolution) else LedgerPrices(found)

    def advise(self, state: State) -> Advice:
        """Raises Refused for a state that no play of this game comes to, ValueError where nobody chooses."""
        legal = state.legal_actions()
        if not legal:
            raise ValueError("nobody chooses here")
        values = [self._prices.value(state, action) for action in legal]
        least = self._prices.least
        best = min(values) if least else max(values)
        priced = [Priced(action, value, abs(best - value)) for action, value in zip(legal, values, strict=True)]
        return Advice(tuple(sorted(priced, key=lambda choice: choice.regret)))


# ---- sheets


@define(eq=False)
class SheetPrices:
    """Prices on sheets: values to come are added to what the sheet has already."""

    found: SheetSolution
    _nodes: dict[tuple[int, int, int], Floats] = field(factory=dict)

    @property
    def least(self) -> bool:
        return self.found.asked.least

    def value(self, state: State, action: Action) -> float:
        seen = self.seen(state)
        if state.stage == "enter":
            return self.after(state, state.apply(action))
        tables = self.found.made.tables
        explorer = self.found.made.maker.explorer
        place = tables.place(seen)
        if place not in self._nodes:
            self._nodes[place] = _known(lambda: look(self.found.solved, *place).nodes)
        node = _node_after(explorer, tables.node_of, seen, action)
        return self.total(seen) + self.sign * float(self._nodes[place][node])

    @property
    def sign(self) -> int:
        return -1 if self.least else 1

    def total(self, s: State) -> float:
        """What the seat to move has for sure; nothing where a chance is asked."""
        tables = self.found.made.tables
        return 0.0 if tables.counts_plain else float(tables.plain_so_far(s))

    def after(self, before: State, state: State) -> float:
        """The worth of a state between turns to the seat that has just written a box."""
        tables = self.found.made.tables
        if state.is_terminal():
            return (
                float(state.returns()[before.seat - 1]) if tables.seats == 2 else float(points_of(state, before.seat))
            )
        s = self.seen(state)
        ahead = _known(lambda: self.found.solved.of(*tables.place(s)))
        return 1 - ahead if tables.seats == 2 else self.total(s) + self.sign * ahead

    def seen(self, state: State) -> State:
        """The state as the seat to move sees it."""
        return _turned(state) if state.seat == 2 else state


def _turned(state: State) -> State:
    s = state.copy()
    for name in ("players", "cells", "hits"):
        setattr(s, name, getattr(state, name)[::-1])
    s.seat, s.picker = 1, 1
    return s


# ---- ledgers


@define(eq=False)
class LedgerPrices:
    """Prices where ledgers were explored."""

    found: LedgerSolution
    _nodes: dict[int, Floats] = field(factory=dict)
    _by_ledger: dict[Hashable, list[int]] = field(init=False)

    @_by_ledger.default
    def _sort_by_ledger(self) -> dict[Hashable, list[int]]:
        found: dict[Hashable, list[int]] = {}
        for (_, ledger, _), number in self.found.made.found.keys.items():
            found.setdefault(ledger, []).append(number)
        return found

    @property
    def least(self) -> bool:
        return self.found.asked.least

    def value(self, state: State, action: Action) -> float:
        game = self.found.made.found
        if game.explorer.waits_to_change(state):
            return self.after(state, state.apply(action))
        s = game.ledger.relative(state)
        game.explorer.position(s)  # from here on formulas of the ledger are asked of this state
        node = game.explorer.chosen(s, action)
        number = self.number_with(s, node)
        if number not in self._nodes:
            self._nodes[number] = seat_nodes(self.found.solved, number)
        return float(self._nodes[number][self.found.made.node_of[node]])

    def number_with(self, s: State, node: int) -> int:
        """A state of this ledger in whose turn the node lies: phases that begin on a changed ledger are states too."""
        game = self.found.made.found
        taken_up = s.copy()
        taken_up.lying = ()
        keys = dict.fromkeys(map(game.ledger.key, (s, taken_up)))
        for number in (number for key in keys for number in self._by_ledger.get(key, ())):
            if game.comes_to(number, node) and self.found.made.node_of[node] >= 0:
                return number
        raise Refused("no play of this game comes to this state")

    def after(self, before: State, state: State) -> float:
        """The worth of a state that a choice between turns led to, for the seat that had its turn before."""
        game, tables = self.found.made.found, self.found.made.game
        if state.is_terminal():
            return game.worth(state, before.seat)
        s = game.ledger.relative(state)
        if game.explorer.waits_to_change(state):
            mine = (state.current_player() == state.seat) != self.least
            ahead = (max if mine else min)(self.after(state, state.apply(a)) for a in state.legal_actions())
        elif s.stage == "inherit" and s.lying in game.lying:
            ahead = float(self.found.solved.values[self.number(_turn_start(s)), game.lying.index(s.lying)])
        else:
            ahead = float(self.found.solved.values[self.number(s), 0])
        return ahead if state.seat == before.seat else tables.theirs - ahead

    def number(self, s: State) -> int:
        """The ledger on which this turn began."""
        game = self.found.made.found
        for start in (s, _turn_start(s)):
            position = game.explorer.position(start)
            known = game.keys.get((0, game.ledger.key(start), position))
            if known is not None:
                return known
        raise Refused("no play of this game comes to this state")


def _turn_start(s: State) -> State:
    """The same ledger once the turn has begun, dice left lying not taken."""
    t = s.copy()
    t.lying = ()
    table.begin_turn(t, "turn")
    t = t.rules.machine.run(t)
    t.players, t.shared = s.players, s.shared  # what happens as a turn starts has happened
    return t


def _node_after(explorer: Explorer, node_of: Index, s: State, action: Action) -> int:
    """The node of what follows a choice."""
    explorer.position(s)  # from here on formulas of the ledger are asked of this state
    node = explorer.chosen(s, action)
    if node >= len(node_of) or node_of[node] < 0:
        raise Refused("no play of this game comes to this state")
    return int(node_of[node])


def _known(work: Callable[[], T]) -> T:
    """The result, or a refusal where the solver has no such state."""
    try:
        return work()
    except KeyError:
        raise Refused("no play of this game comes to this state") from None
