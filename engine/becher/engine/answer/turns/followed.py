"""A strategy followed through turns: what its wishes read of the ledger is settled where a turn begins, the dice decide the rest.

The ledger stays as it is while a turn is explored. So its parts of a wish are known numbers there, most conditions fall
away, and a choice among keeps depends on the dice alone: it is made once and remembered.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import cast

from attrs import define, evolve, field, frozen

from becher.dsl.model import (
    Choice,
    Const,
    EachSeat,
    Expr,
    Extreme,
    Logic,
    OfSeat,
    OfSeats,
    Sort,
    Strategy,
    Value,
    Wish,
)
from becher.engine.actions import Action
from becher.engine.answer.reading.formulas import Formulas, with_parts
from becher.engine.answer.turns.explorer import Chooser
from becher.engine.answer.turns.plan import PhasePlan
from becher.engine.bots.strategy import StrategyBot
from becher.engine.machine.rules import Rules
from becher.engine.state import State

_CANDIDATE = frozenset({"kept", "dice"})


def follower(
    rules: Rules, formulas: Formulas, plans: Mapping[str, PhasePlan], strategy: Strategy | None
) -> Chooser | None:
    """What chooses for an explorer where a strategy plays; None where the best is chosen."""
    return None if strategy is None else Followed(rules, formulas, plans, strategy).choose


@frozen(eq=False)
class _Settled:
    """The strategy on one ledger. `known` holds its keeps by the dice of all, where these decide; else None."""

    ledger: Sequence[Hashable]
    bot: StrategyBot
    known: dict[Hashable, Action] | None

    def choose(self, s: State) -> Action:
        if self.known is None or s.stage != "keep":
            return self.bot.choose(s)
        key = (s.dice, *s.args.values())
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self.bot.choose(s)
        return found


@define(eq=False)
class Followed:
    """Makes the choices of a strategy for an explorer, one turn after the other."""

    rules: Rules
    formulas: Formulas
    plans: Mapping[str, PhasePlan]
    strategy: Strategy
    _settled: dict[str, _Settled] = field(factory=dict)

    def choose(self, s: State, ledger: Sequence[Hashable]) -> Action:
        """What the strategy chooses; `ledger` holds the values of the ledger formulas of the phase's plan."""
        settled = self._settled.get(s.phase)
        if settled is None or settled.ledger != ledger:
            settled = self._settled[s.phase] = self._settle(s.phase, ledger)
        return settled.choose(s)

    def _settle(self, phase: str, ledger: Sequence[Hashable]) -> _Settled:
        if not phase:
            return _Settled(ledger, StrategyBot(self.rules, self.strategy), None)
        plan = self.plans[phase]
        asked = [condition.value for condition in plan.ledger]
        known = cast("dict[Expr, Value]", dict(zip(asked, ledger, strict=True)))
        wishes = tuple(self._on(wish, known) for wish in self.strategy.wishes if wish.place in (phase, "sheet"))
        by_dice = plan.loose and all(map(self._is_by_dice, wishes))
        return _Settled(ledger, StrategyBot(self.rules, evolve(self.strategy, wishes=wishes)), {} if by_dice else None)

    def _on(self, wish: Wish, known: Mapping[Expr, Value]) -> Wish:
        if wish.place == "sheet":
            return wish
        return evolve(wish, values=tuple(settled(self.formulas.laid_open(value), known) for value in wish.values))

    def _is_by_dice(self, wish: Wish) -> bool:
        """Does a keep depend on nothing but the dice of all?"""
        found = map(self.formulas.reads, wish.values if wish.question == "keep" else ())
        return not any(read.words - _CANDIDATE or read.variables or read.seats or read.sheet for read in found)


def settled(expr: Expr, known: Mapping[Expr, Value]) -> Expr:
    """The formula with parts whose values are known replaced by these; conditions that are decided by it fall away."""
    if expr in known:
        return Const(known[expr], expr.sort)
    if isinstance(expr, OfSeat | OfSeats | EachSeat | Extreme):  # `me` is somebody else inside
        return expr
    found = with_parts(expr, lambda part: settled(part, known))
    if isinstance(found, Choice) and isinstance(found.condition, Const):
        return found.value if found.condition.value else found.other
    return _logic(found) if isinstance(found, Logic) else found


def _logic(found: Logic) -> Expr:
    """`and`, `or`, `not` without the parts that are known."""
    decided = [part.value for part in found.parts if isinstance(part, Const)]
    if found.op == "not":
        return Const(not decided[0], Sort.YESNO) if decided else found
    decides = found.op == "or"
    if decides in decided:
        return Const(decides, Sort.YESNO)
    parts = tuple(part for part in found.parts if not isinstance(part, Const))
    if not parts:
        return Const(not decides, Sort.YESNO)
    return parts[0] if len(parts) == 1 else evolve(found, parts=parts)
