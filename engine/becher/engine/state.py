"""The state of a game: one value, copied and changed only by the machine.

A state always rests at a node: a seat chooses, chance decides, or the game is over. Seats count from 1; tuples indexed by seat start
with seat 1 at index 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from becher.dsl.model import Member, Value
from becher.engine.actions import Action
from becher.engine.contract import CHANCE as CHANCE
from becher.engine.contract import TERMINAL as TERMINAL
from becher.engine.contract import Random

if TYPE_CHECKING:
    from becher.engine.machine.rules import Rules

Locals = Mapping[str, Value]
NO_LOCALS: Locals = {}


class Side(NamedTuple):
    """One side of one die, where dice of several kinds are thrown together; sorts by the order of the game's faces."""

    order: int
    face: Member
    die: str

    def __str__(self) -> str:
        return f"{self.face}:{self.die}"


Token = int | str | Side
Dice = tuple[Token, ...]
Numbers = tuple[int, ...]


class Pending(NamedTuple):
    """A moment that waits for a choice: whose moments, which, the cases that hold, how many choices are made, what comes then."""

    owner: str
    moment: str
    cases: tuple[int, ...]
    picks: int
    then: str


class RollOff(NamedTuple):
    """Seats that throw to break a tie: what it decides, who is still tied, what they threw so far, which key asks."""

    purpose: str
    seats: Numbers
    results: Numbers
    key: int


class GameResult(NamedTuple):
    """One finished game of a match: places (best first) and each seat's result in points."""

    ranking: tuple[Numbers, ...]
    points: Numbers
    first_out: Numbers


class State:
    """A node of the game tree. Read the public methods; the fields are the machine's.

    Ledger (constant inside a throw loop): players, shared, cells, hits, direction, leader, had_turn, turns, rounds, out_order, lying,
    winner, loser, final, results, ranking. Turn: all fields from `seat` on.
    """

    rules: Rules
    count: int
    players: tuple[tuple[Value, ...], ...]
    shared: tuple[Value, ...]
    cells: tuple[tuple[int | None, ...], ...]
    hits: tuple[Numbers, ...]
    direction: int
    leader: int
    had_turn: tuple[bool, ...]
    turns: Numbers
    rounds: int
    out_order: tuple[Numbers, ...]
    lying: Dice
    winner: Numbers
    loser: Numbers
    final: Numbers | None
    results: tuple[GameResult, ...]
    ranking_: tuple[Numbers, ...] | None
    setup: bool
    stage: str
    seat: int
    phase: str
    args: Locals
    hand: Numbers
    bag: Numbers
    thrown: Dice
    kept: Dice
    aside: Dice
    dice: Dice
    entering: tuple[Dice, ...]
    throw_no: int
    pool: int
    tally: tuple[Value, ...]
    must_throw: bool
    busted: bool
    chosen: int
    pending: Pending | None
    roll: RollOff | None
    left: Dice
    decided: tuple[Numbers, Numbers] | None
    standing: Numbers
    pools: tuple[tuple[int, tuple[Value, ...]], ...]
    answers: tuple[Action, ...]
    forced: tuple[Action, ...]
    picker: int
    _legal: tuple[Action, ...] | None

    def copy(self) -> State:
        """A new state with the same values, for the machine to change."""
        new: State = object.__new__(State)
        new.__dict__.update(self.__dict__)
        new._legal = None
        return new

    # ---- the contract

    def current_player(self) -> int:
        """The seat that chooses (from 1), CHANCE or TERMINAL."""
        return self.rules.machine.current_player(self)

    def legal_actions(self) -> tuple[Action, ...]:
        """All actions of the seat that chooses, in a stable order; empty at chance and terminal states."""
        if self._legal is None:
            self._legal = self.rules.machine.legal_actions(self)
        return self._legal

    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...]:
        """All outcomes with their probabilities, which add up to exactly 1."""
        return self.rules.machine.chance_outcomes(self)

    def sample(self, random: Random) -> Action:
        """One outcome of chance, drawn with the probabilities of `chance_outcomes`."""
        return self.rules.machine.sample(self, random)

    def apply(self, action: Action) -> State:
        """The state after this action of the seat that chooses or of chance. Raises IllegalAction."""
        return self.rules.machine.apply(self, action)

    def meant(self, action: Action) -> Action | None:
        """The legal action that this one stands for, None if there is none: a keep may leave out the dice kept by force."""
        return self.rules.machine.meant(self, action)

    def why_not(self, action: Action) -> str | None:
        """Why this action is not legal now, in the rule file's words with its line; None if it is legal."""
        return self.rules.machine.why_not(self, action)

    def is_terminal(self) -> bool:
        return self.ranking_ is not None

    def ranking(self) -> list[list[int]]:
        """Seats best first, those tied together. Raises ValueError before the end."""
        if self.ranking_ is None:
            raise ValueError("the game is not over")
        return [list(place) for place in self.ranking_]

    def returns(self) -> list[Fraction]:
        """1 shared among the winners, 0 for the others, by seat. Zeros before the end."""
        winners = self.ranking_[0] if self.ranking_ else ()
        return [Fraction(1, len(winners)) if seat in winners else Fraction(0) for seat in range(1, self.count + 1)]

    # ---- what the table sees

    def in_play(self) -> Numbers:
        """The seats still in the game, in order."""
        if not self.out_order:
            return self.rules.seats(self.count)
        gone = {seat for place in self.out_order for seat in place}
        return tuple(seat for seat in range(1, self.count + 1) if seat not in gone)

    def is_out(self, seat: int) -> bool:
        return any(seat in place for place in self.out_order)

    def account(self, name: str, seat: int | None = None) -> Value:
        """The value of a variable: of `seat` for a player variable, of the table or turn else. Raises KeyError."""
        scope, slot = self.rules.slots[name]
        if scope == "player":
            if seat is None:
                raise KeyError(name)
            return self.players[seat - 1][slot]
        return self.shared[slot] if scope == "shared" else self.pool if name == "pool" else self.tally[slot]

    def total(self, seat: int) -> int | None:
        """The sheet's total of a seat, None without a sheet."""
        return self.rules.total(self, seat, NO_LOCALS) if self.rules.total else None


# What a state is made of, the memo of its legal actions left out.
FIELDS = tuple(name for name in State.__annotations__ if name != "_legal")
