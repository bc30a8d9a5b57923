"""How well a seat stands, as far as a game's own rules tell: by what it takes to win, or to stay in."""

from functools import cached_property
from typing import cast

from becher.dsl.model.walk import reads
from becher.engine.machine.keys import worth_of
from becher.engine.machine.rules import KeyRules, Rules
from becher.engine.state import NO_LOCALS, State

# Far beyond what any account of a game holds, and what being out or having won counts beside accounts.
_FAR = 10**9
_DECIDED = 10.0**6


class Standing:
    """Measures a seat against the mean of the others: more is better.

    A seat is measured by what the first comparing key of `wins` compares, else by its sheet's total, else by the accounts that `out`
    reads, each counted in the direction that keeps a seat in.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __call__(self, state: State, seat: int) -> float:
        others = [other for other in range(1, state.count + 1) if other != seat]
        against = sum(self.own(state, other) for other in others) / len(others) if others else 0.0
        return self.own(state, seat) - against

    def own(self, state: State, seat: int) -> float:
        """What this seat has, its being out or having won included."""
        decided = _DECIDED * (state.ranking_ is not None and seat in state.ranking_[0]) - _DECIDED * state.is_out(seat)
        if self._key is not None:
            return decided + worth_of(state, self._key, seat)
        if self.rules.total is not None:
            return decided + self.rules.total(state, seat, NO_LOCALS)
        signs = self._lives if self._lives is not None else self._find_lives(state)
        row = state.players[seat - 1]
        return decided + sum(sign * cast(int, row[slot]) for slot, sign in signs)

    @cached_property
    def _key(self) -> KeyRules | None:
        return next((key for key in self.rules.wins if key.kind in ("highest", "lowest")), None)

    _lives: tuple[tuple[int, int], ...] | None = None

    def _find_lives(self, state: State) -> tuple[tuple[int, int], ...]:
        """(slot, sign) of each number that `out` reads; the sign is -1 where very much of it would put a seat out."""
        game = self.rules.game
        asked = game.out or game.round.out
        names = sorted(reads(asked, game).variables if asked is not None else ())
        slots = [slot for scope, slot in map(self.rules.slots.__getitem__, names) if scope == "player"]
        numbers = [slot for slot in slots if isinstance(state.players[0][slot], int)]
        self._lives = tuple(
            (slot, self._puts_out(state, slot, -_FAR) - self._puts_out(state, slot, _FAR)) for slot in numbers
        )
        return self._lives

    def _puts_out(self, state: State, slot: int, value: int) -> int:
        """Would the first seat be out with that much in its account?"""
        trial = state.copy()
        row = trial.players[0]
        trial.players = ((*row[:slot], value, *row[slot + 1 :]), *trial.players[1:])
        asked = self.rules.out or self.rules.round_out
        return int(asked is not None and asked(trial, 1, {"it": 1}))
