"""A phase whose pool can grow without end, where only its mean is asked for: throw by throw.

If nothing but the question reads the pool, what is added to it is a reward, and the pool need not be remembered. Each
throw is a turn of its own that leads to the next; so refilling for ever becomes a loop of states, not endless states.
"""

from collections.abc import Hashable
from fractions import Fraction

from attrs import define, field, frozen

from becher.dsl.model import Arith, Expr, VariableRead
from becher.engine.answer.reading.caps import Caps
from becher.engine.answer.reading.formulas import Formulas
from becher.engine.answer.refused import Refused
from becher.engine.answer.turns.explorer import Explorer
from becher.engine.answer.turns.plan import PhasePlan
from becher.engine.expressions import Formula
from becher.engine.machine.rules import Rules
from becher.engine.solve.backends.backup import Backend
from becher.engine.solve.ledgers.explore import seat_game
from becher.engine.solve.ledgers.seat_spread import ending_chances
from becher.engine.solve.ledgers.seat_values import SeatValues
from becher.engine.solve.ledgers.seats import Over, SeatGame, To
from becher.engine.solve.turns.passes import finish
from becher.engine.state import State

POOL = "pool"
REST = 1e-13


@frozen
class Reward:
    """A formula that is `pool` divided by something that stays what it is, plus something that does not read it."""

    value: Formula
    by: Formula | None

    def gain(self, s: State) -> int:
        """What the pool makes of the formula."""
        part = 1 if self.by is None else int(self.by(s, s.seat, s.args))  # type: ignore[arg-type]
        found = Fraction(s.pool, part)
        if found.denominator != 1:
            raise Refused("the pool is divided by something that does not divide what is added to it")
        return int(found)

    def rest(self, s: State) -> int:
        """The formula without the pool."""
        t = s.copy()
        t.pool = 0
        return int(self.value(t, t.seat, t.args))  # type: ignore[arg-type]


def find_reward(formulas: Formulas, rules: Rules, caps: Caps, plan: PhasePlan, value: Expr) -> Reward | None:
    """The formula as a reward, where the pool has no bound and nothing else reads it (`plan` is without the formula)."""
    if caps.range(POOL).high is not None or POOL in plan.tallies:
        return None
    laid = formulas.laid_open(value)
    by = None
    if (
        isinstance(laid, Arith)
        and len(laid.rest) == 1
        and laid.rest[0][0] == "/"
        and formulas.is_fixed(laid.rest[0][1])
    ):
        by = rules.compiler.compile(laid.rest[0][1])
        laid = laid.first
        if not isinstance(laid, VariableRead):
            return None
    parts = [laid.first, *(part for _, part in laid.rest)] if isinstance(laid, Arith) else [laid]
    signs = [sign for sign, _ in laid.rest] if isinstance(laid, Arith) else []
    reading = [place for place, part in enumerate(parts) if POOL in formulas.reads(part).variables]
    whole = len(reading) == 1 and parts[reading[0]] == VariableRead(POOL, parts[reading[0]].sort)
    if not whole or any(sign not in "+-" for sign in signs) or "-" in signs[max(0, reading[0] - 1) : reading[0]]:
        return None
    return Reward(rules.compiler.compile(value), by)


@frozen
class Leads:
    """The next throw, from position `then` (None: the phase is over and the formula has `rest` more)."""

    then: int | None
    gain: int
    rest: int = 0


@define(eq=False)
class RewardTurns:
    """The throws of a phase as turns that lead to one another; each begins with an empty pool."""

    explorer: Explorer
    reward: Reward
    roots: list[int] = field(factory=list)
    _states: list[State] = field(factory=list)
    _keys: dict[Hashable, int] = field(factory=dict)

    def explore(self, first: State) -> None:
        """Explore from the beginning of the phase; every throw is explored by itself."""
        self.explorer.last = self.lead
        self._states.append(first)
        for s in self._states:  # grows meanwhile
            self.roots.append(self.explorer.explore_after(s))

    def lead(self, s: State) -> Leads | None:
        """The leaf for a state in which a throw is over."""
        if s.stage not in ("throw", "end"):
            most = "--maximize" if self.explorer.mover_gains else "--minimize"
            asked = f"{most} 'min({POOL}, N)' for a number N"
            raise Refused("the pool can grow without end, and a bust loses it", instead=asked)
        if s.stage == "throw":
            ahead = s.copy()
            ahead.pool = 0
            key = self.explorer.position(ahead)
            if key not in self._keys:
                self._keys[key] = len(self._states)
                self._states.append(ahead)
            return Leads(self._keys[key], self.reward.gain(s))
        return Leads(None, self.reward.gain(s), self.reward.rest(s))

    def tables(self) -> SeatGame:
        graph = finish(self.explorer.draft, self.roots).graph

        def follow(state: Hashable, ending: Hashable) -> To | Over:
            assert isinstance(ending, Leads)
            return Over(float(ending.rest)) if ending.then is None else To(ending.then, again=True)

        return seat_game(
            graph,
            [[number] for number in range(len(self.roots))],
            0,
            follow,
            turn=lambda state: state,  # type: ignore[arg-type, return-value]
            gain=lambda ending: float(ending.gain),  # type: ignore[attr-defined]
            theirs=0.0,
        )

    def chances(self, solved: SeatValues, backend: Backend) -> dict[int, float]:
        """How likely each value is; what is less likely than REST in all is left out."""
        game = solved.game
        steps = [ending_chances(solved, backend, state=number) for number in range(len(game.turn))]
        mass: dict[tuple[int, int], float] = {(0, 0): 1.0}
        found: dict[int, float] = {}
        while sum(mass.values()) > REST:
            ahead: dict[tuple[int, int], float] = {}
            for (place, amount), chance in mass.items():
                for ending, share in steps[place].items():
                    assert isinstance(ending, Leads)
                    total = amount + ending.gain + ending.rest
                    if ending.then is None:
                        found[total] = found.get(total, 0.0) + chance * share
                    else:
                        state = game.states.index(ending.then)
                        ahead[state, total] = ahead.get((state, total), 0.0) + chance * share
            mass = ahead
        return dict(sorted(found.items()))
