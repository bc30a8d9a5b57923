"""Questions about one throw, asked of a state laid out for it."""

from collections.abc import Sequence
from fractions import Fraction

from becher.dsl.model import Member, Value
from becher.engine.machine.cycle import phase_of
from becher.engine.machine.machine import as_tokens
from becher.engine.record.course import Refused
from becher.engine.state import State
from becher.engine.view import box_values


def score(state: State, dice: Sequence[Member]) -> dict[str, int]:
    """What each box would score for these dice at the start of a game. Raises Refused."""
    sheet = state.rules.game.sheet
    if sheet is None:
        raise Refused(f"{state.rules.game.id} has no sheet")
    s = _in_phase(state, "turn", {})
    cup = phase_of(s).cup
    counts = cup.counts(s, 1, s.args)
    tokens = as_tokens(dice, cup.sides, counts)
    if len(dice) != sum(counts) or tokens is None:
        raise Refused(f"{' '.join(map(str, dice))} is no throw of the {sum(counts)} dice of {state.rules.game.id}")
    s.thrown = s.aside = s.dice = tokens
    s.throw_no = 1
    return box_values(s, 1)


def bust_odds(state: State, throw: int, phase: str = "turn", args: Sequence[int] = ()) -> Fraction:
    """The exact chance that a throw of so many dice, the first of the phase, leaves no legal keep or is bust otherwise. Raises Refused."""
    s = _in_phase(state, phase, _arguments(state, phase, args))
    kinds = len(phase_of(s).cup.kinds)
    if kinds > 1:
        raise Refused("dice of several kinds are thrown in this phase: it does not tell which of them so many are")
    s.hand, s.stage = (throw,), "throw"
    return sum((chance for action, chance in s.chance_outcomes() if s.apply(action).busted), Fraction(0))


def _arguments(state: State, phase: str, args: Sequence[int]) -> dict[str, Value]:
    phases = state.rules.game.phases
    if phase not in phases:
        raise Refused(f"{state.rules.game.id} has no phase {phase}; there are: {', '.join(phases)}")
    names = [name for name, _ in phases[phase].params]
    if len(names) != len(args):
        wanted = f"{phase}({', '.join(names)})" if names else phase
        raise Refused(f"the phase is {wanted}")
    return dict(zip(names, args, strict=True))


def _in_phase(state: State, phase: str, args: dict[str, Value]) -> State:
    """The start of this phase in seat 1's first turn, its dice not yet thrown."""
    s = state.copy()
    s.setup, s.seat, s.phase, s.args, s.roll, s.pending = False, 1, phase, args, None, None
    s.tally = tuple(start(s, 1, args) for start in s.rules.starts["tally"])
    s.aside = s.thrown = s.kept = s.dice = ()
    s.pool = s.throw_no = 0
    return s
