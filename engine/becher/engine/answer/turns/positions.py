"""What tells the positions of a turn from one another: the keys under which an explorer remembers them."""

from collections.abc import Callable, Hashable, Mapping, Sequence

from attrs import define, field

from becher.dsl.model import Expr, Value
from becher.dsl.model.walk import reads
from becher.engine.actions import Action
from becher.engine.answer.reading.caps import Caps
from becher.engine.answer.reading.ranges import Range
from becher.engine.answer.turns.plan import PhasePlan, clock
from becher.engine.expressions import Formula
from becher.engine.machine import cycle
from becher.engine.machine.keeps import legal_keeps
from becher.engine.machine.rules import Rules
from becher.engine.state import Dice, State


@define(eq=False)
class Positions:
    """Keys of states whose turns are on one ledger, that of the root, until `forget_ledger`."""

    rules: Rules
    plans: Mapping[str, PhasePlan]
    caps: Caps
    _ledger: dict[str, tuple[Hashable, ...]] = field(factory=dict)
    _ledger_read: dict[tuple[str, int], tuple[Hashable, ...]] = field(factory=dict)
    _formulas: dict[str, "PhaseFormulas"] = field(factory=dict)
    _legal: dict[Hashable, tuple[Action, ...]] = field(factory=dict)

    def forget_ledger(self) -> None:
        """Another root stands on another ledger."""
        self._ledger.clear()
        self._ledger_read.clear()

    def key(self, s: State) -> Hashable:
        """What tells a position from others."""
        if not s.phase:
            return (s.stage, s.roll, s.pending, s.picker)
        plan, formulas = self.plans[s.phase], self.of_phase(s.phase)
        stage = s.stage
        base = self.base_key(s, plan, formulas)
        if stage in ("throw", "draw"):
            return (stage, base, cycle.cup(s), formulas.aside(s), s.bag)
        if stage == "keep":
            return (stage, base, s.dice) if plan.loose else (stage, base, s.thrown, formulas.aside(s), s.bag)
        if stage == "stop":
            return (stage, base, cycle.cup(s), formulas.aside(s), formulas.resting(s), s.bag)
        whole = (s.thrown, s.kept, s.aside, s.dice, s.entering, s.hand, s.bag, s.must_throw, s.throw_no, s.entering)
        return (stage, base, whole, s.pending, s.picker, s.pool, s.tally, s.lying if stage == "inherit" else ())

    def base_key(self, s: State, plan: PhasePlan, formulas: "PhaseFormulas") -> Hashable:
        """Phase, parameters, the ledger as far as it is still read, number of the throw, tallies."""
        ledger = self.ledger_still_read(s, plan)
        throw_no = s.throw_no if plan.counts_throws else 0
        tallies = [capped(s.account(name)) for name, capped in formulas.tallies]
        return (s.phase, *s.args.values(), ledger, s.hand, throw_no, *tallies)

    def of_phase(self, name: str) -> "PhaseFormulas":
        if name not in self._formulas:
            self._formulas[name] = PhaseFormulas(self.rules, self.plans[name], self.caps)
        return self._formulas[name]

    def ledger_values(self, s: State) -> tuple[Hashable, ...]:
        """The values of the phase's formulas of the ledger, which stays as it is while the root is explored."""
        if s.phase not in self._ledger:
            asked = self.of_phase(s.phase).ledger
            self._ledger[s.phase] = tuple(formula(s, s.seat, s.args) for formula in asked)
        return self._ledger[s.phase]

    def ledger_still_read(self, s: State, plan: PhasePlan) -> tuple[Hashable, ...]:
        """Of these values those that may be asked for from here on."""
        now = clock(s.stage, s.throw_no)
        if (s.phase, now) not in self._ledger_read:
            values = zip(self.ledger_values(s), plan.ledger, strict=True)
            read = tuple(value for value, asked in values if asked.until is None or now <= asked.until)
            self._ledger_read[s.phase, now] = read
        return self._ledger_read[s.phase, now]

    # ---- keeps

    def legal(self, s: State) -> tuple[Action, ...]:
        """The legal keeps, remembered where the throw alone decides them."""
        phase, formulas = self.rules.phases[s.phase], self.of_phase(s.phase)
        if not formulas.keeps_alike:
            return legal_keeps(s, phase)
        key = (s.phase, *s.args.values(), s.dice if phase.retake is not None else s.thrown, self.ledger_values(s))
        if key not in self._legal:
            self._legal[key] = legal_keeps(s, phase)
        return self._legal[key]

    def passes(self, s: State, part: Dice) -> bool:
        """May this part be kept by the first answer of `keep:`?"""
        answers = self.rules.phases[s.phase].keep
        if answers is None or answers[0].kind == "any":
            return True
        condition = answers[0].condition
        if answers[0].kind == "some" or condition is None:
            return bool(part)
        trial = s.copy()
        trial.kept = part
        return condition(trial, s.seat, s.args)


class PhaseFormulas:
    """The formulas of a plan, compiled."""

    def __init__(self, rules: Rules, plan: PhasePlan, caps: Caps) -> None:
        self.tallies = tuple((name, _capping(caps.range(name))) for name in plan.tallies)
        self.endless = tuple(name for name in plan.tallies if caps.range(name).is_open)
        self.ledger: tuple[Formula, ...] = tuple(rules.compiler.compile(c.value) for c in plan.ledger)
        self.aside = _asked_together(rules, plan.aside)
        self.resting = _asked_together(rules, plan.resting)
        phase = rules.phases[plan.name].source
        tests = tuple(keep.condition for keep in phase.keep or () if keep.condition is not None)
        asked = (*tests, *(() if phase.must_keep is None else (phase.must_keep,)))
        asked += () if phase.retake is None else (phase.retake,)
        read = reads(asked, rules.game)
        self.keeps_alike = read.words <= {"thrown", "kept"} and not read.variables & _tallies(rules)


def _capping(known: Range) -> Callable[[Value], Value]:
    """A function that leaves of a value what matters."""
    if known.high is None and known.low is None:
        return lambda value: value
    return lambda value: known.capped(value) if isinstance(value, int) else value


def _tallies(rules: Rules) -> set[str]:
    return {name for name, (scope, _) in rules.slots.items() if scope == "tally"}


def _asked_together(rules: Rules, asked: Sequence[Expr]) -> Callable[[State], tuple[Hashable, ...]]:
    """One function that answers several formulas; quick where there is nothing to ask."""
    formulas = tuple(map(rules.compiler.compile, asked))
    if not formulas:
        return lambda s: ()
    if len(formulas) == 1:
        (only,) = formulas
        return lambda s: (only(s, s.seat, s.args),)
    return lambda s: tuple(formula(s, s.seat, s.args) for formula in formulas)
