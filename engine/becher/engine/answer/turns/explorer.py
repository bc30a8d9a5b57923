"""From the rules of a phase to the nodes of a turn graph: every position once, worked through from a list.

Positions are states of the machine. Two states are one position if they agree in everything that later formulas can
read of the turn and, of the ledger, in the values of the formulas that the turn asks. Any state may stand for its
position, so formulas are asked of states as they are; only the keys abstract.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import prod
from typing import cast

from attrs import define, field

from becher.dsl.model import Compare, Const, Sort, VariableRead
from becher.engine.actions import Action, Arg
from becher.engine.answer.reading.caps import Caps
from becher.engine.answer.refused import Refused
from becher.engine.answer.turns.endings import Ending, Endings
from becher.engine.answer.turns.plan import ENDS, PhasePlan
from becher.engine.answer.turns.positions import Positions
from becher.engine.answer.turns.steps import has_moved, taken, without_dice
from becher.engine.answer.turns.throws import weighted_draws, weighted_throws, with_one_less, with_one_more, without
from becher.engine.machine import cycle, table
from becher.engine.machine.keeps import lies_unasked
from becher.engine.machine.machine import CHOICES, STAGES
from becher.engine.machine.moments import PHASE_OWNER
from becher.engine.machine.rules import Rules
from becher.engine.solve.errors import TooManyStates
from becher.engine.solve.turns.draft import Draft
from becher.engine.state import Dice, State

RESTS = frozenset({"throw", "inherit", "pick", "pick_seat", "roll_off"})
MOST_POSITIONS = 1_000_000
MOST_STEPS = 1_000_000_000
NOTHING = -1  # no part passes
Chooser = Callable[[State, Sequence[Hashable]], Action]  # given a choice and the ledger values of its phase
Last = Callable[[State], Hashable | None]


@define(eq=False)
class Explorer:
    """Grows a draft. `choose` plays a fixed strategy instead of the best choices; `draws` takes one of several actions, each
    as likely as the others; `last` ends the exploration early.

    `mover_gains` false: the seat to move wants the least. `last(state)` is asked at the stages
    `last_stages`; what it answers is a leaf. `most_steps` is how often the machine may be asked what follows.
    """

    rules: Rules
    plans: Mapping[str, PhasePlan]
    endings: Endings
    caps: Caps
    draft: Draft = field(factory=Draft)
    mover_gains: bool = True
    choose: Chooser | None = None
    draws: Callable[[State], Sequence[Action]] | None = None
    last: Last = lambda state: None
    last_stages: frozenset[str] = frozenset()
    limit: int = MOST_POSITIONS
    most_steps: int = MOST_STEPS
    steps: int = 0
    positions: dict[Hashable, int] = field(factory=dict)
    _waiting: list[tuple[int, State]] = field(factory=list)
    _lattices: dict[Hashable, dict[Dice, int]] = field(factory=dict)
    _keeps: dict[Hashable, int] = field(factory=dict)
    _ended: dict[Hashable, Ending] = field(factory=dict)
    keys: Positions = field(init=False)

    @keys.default
    def _make_keys(self) -> Positions:
        return Positions(self.rules, self.plans, self.caps)

    def explore(self, root: State) -> int:
        """The node of a state, at rest or about to run on, everything behind it explored."""
        self.keys.forget_ledger()
        return self._through(self.settle(root.copy(), root, Action("start")))

    def explore_after(self, root: State) -> int:
        """The node of a state that rests before a throw, where throws end the exploration."""
        self.keys.forget_ledger()
        return self._through(self.node_of(root) if root.stage in RESTS else self.explore(root))

    def _through(self, node: int) -> int:
        while self._waiting:
            number, s = self._waiting.pop()
            self.draft.fill(number, self.expand(s))
            if len(self.positions) > self.limit:
                raise TooManyStates(self.limit, len(self.positions), exact=False, what="positions of a turn")
        return node

    def count_step(self) -> None:
        """The machine is asked once more. Raises TooManyStates."""
        self.steps += 1
        if self.steps > self.most_steps:
            raise TooManyStates(self.most_steps, self.steps, exact=False, what="steps of the machine")

    def node_of(self, s: State) -> int:
        """The node of a state at rest; it is explored later."""
        key = self.keys.key(s)
        known = self.positions.get(key)
        if known is None:
            known = self.positions[key] = self.draft.reserve()
            self._waiting.append((known, s))
            self.must_stay_near(s)
        return known

    def must_stay_near(self, s: State) -> None:
        """Refuse a turn in which a tally that nothing stops has grown beyond all measure."""
        if s.phase and s.rules.phases[s.phase].throws is None:
            for name in self.keys.of_phase(s.phase).endless:
                value = s.account(name)
                if isinstance(value, int) and abs(value) > self.caps.bounds.far:
                    reason = f"{name} can grow without end within one turn, and {self.caps.why_open(name)}"
                    raise Refused(reason, s.rules.phases[s.phase].source.span, self.instead(s, name))

    def instead(self, s: State, tally: str) -> str | None:
        """What can be asked of this phase by itself, if a known number of the tally is the last that counts there."""
        asked = Compare(">=", VariableRead(tally, Sort.NUMBER), Const(1, Sort.NUMBER))
        if self.caps.phase is not None or Caps(self.caps.formulas, (asked,), s.phase).range(tally).is_open:
            return None
        phase = f"'{s.phase}({', '.join(map(str, s.args.values()))})'" if s.args else s.phase
        return f"--phase {phase} --maximize '{tally} >= N' for a number N"

    def position(self, s: State) -> Hashable:
        """The key of a state whose ledger may be another than that of the root."""
        self.keys.forget_ledger()
        return self.keys.key(s)

    # ---- one position

    def expand(self, s: State) -> int:
        """The node of a position, made of the nodes of what may follow."""
        stage = s.stage
        if stage == "throw":
            return self.thrown(s)
        if stage == "draw":
            return self.drawn(s)
        if stage == "roll_off":
            outcomes = s.chance_outcomes()
            whole = prod({p.denominator for _, p in outcomes})
            return self.draft.mean([self.outside(s, a) for a, _ in outcomes], [int(p * whole) for _, p in outcomes])
        if self.choose is not None:
            return self.chosen(s, self.choose(s, self.keys.ledger_values(s) if s.phase else ()))
        if self.draws is not None:
            children = [self.chosen(s, action) for action in self.draws(s)]
            return self.draft.mean(children, [1] * len(children))
        plan = self.plans.get(s.phase)
        if stage == "keep" and plan is not None and plan.by_part and plan.by_kept:
            return self.best_part(s)
        actions = self.keys.legal(s) if stage == "keep" else s.legal_actions()
        mine = s.current_player() == s.seat
        pick = self.draft.best if mine == self.mover_gains else self.draft.worst
        return pick([self.chosen(s, action) for action in actions])

    def outside(self, s: State, action: Action) -> int:
        """What follows a choice or a throw between turns is left to the machine."""
        return self.draft.leaf(Ending(("between", self.keys.key(s), action), None, s, action))

    def chosen(self, s: State, action: Action) -> int:
        """What follows a choice."""
        if not s.phase or self.waits_to_change(s):
            if self.last_stages:
                raise Refused("what is chosen here changes accounts, which a question about a phase leaves as they are")
            return self.outside(s, action)
        if s.stage == "keep" and self.plans[s.phase].by_kept:
            return self.kept(s, action)
        return self.settle(taken(s, action), s, action)

    def waits_to_change(self, s: State) -> bool:
        """Is this a choice within a moment that changes the ledger?"""
        pending = s.pending
        if pending is None:
            return False
        return pending.owner != PHASE_OWNER or (pending.moment in ENDS and pending.moment in self.plans[s.phase].outer)

    def thrown(self, s: State) -> int:
        """A throw of the cup."""
        if self.plans[s.phase].loose:
            return self.loosely(s)
        outcomes = weighted_throws(self.rules.phases[s.phase].cup, cycle.cup(s))
        children = [self.after_throw(s, dice) for dice, _ in outcomes]
        return self.draft.mean(children, [weight for _, weight in outcomes])

    def after_throw(self, s: State, dice: Dice) -> int:
        t = s.copy()
        t.forced = ()
        cycle.take_throw(t, dice)
        return self.settle(t, s, Action("throw", (dice,)))  # type: ignore[arg-type]

    def drawn(self, s: State) -> int:
        outcomes = weighted_draws(s)
        children = []
        for kinds, _ in outcomes:
            t = s.copy()
            t.forced = ()
            cycle.take_draw(t, kinds)
            children.append(self.settle(t, s, Action("draw", (kinds,))))
        return self.draft.mean(children, [weight for _, weight in outcomes])

    def loosely(self, s: State) -> int:
        """Loose dice: the mean over one more die, shared by all groups that lie."""
        sides = self.rules.phases[s.phase].cup.sides[0]
        number = len(s.aside) + sum(cycle.cup(s))
        formulas = self.keys.of_phase(s.phase)
        known = self._lattices.setdefault(("throw", self.keys.base_key(s, self.plans[s.phase], formulas), number), {})
        work = [s.aside]
        while work:
            group = work[-1]
            if group in known:
                work.pop()
            elif len(group) == number:
                known[work.pop()] = self.after_throw(s, without(group, s.aside))
            else:
                ahead = with_one_more(group, sides)
                missing = [more for more in ahead if more not in known]
                work += missing
                if not missing:
                    known[work.pop()] = self.draft.mean([known[more] for more in ahead], [often for _, often in sides])
        return known[s.aside]

    def best_part(self, s: State) -> int:
        """The best of all parts that may be kept: the running maximum over smaller groups, shared by all throws."""
        plan, formulas = self.plans[s.phase], self.keys.of_phase(s.phase)
        base = self.keys.base_key(s, plan, formulas)
        context = ("keep", base) if plan.loose else ("keep", base, cycle.cup(s), formulas.aside(s))
        known = self._lattices.setdefault(context, {})
        pick = self.draft.best if self.mover_gains else self.draft.worst
        group = s.dice if plan.loose or self.rules.phases[s.phase].retake is not None else s.thrown
        work = [group]
        while work:
            part = work[-1]
            smaller = () if part in known else with_one_less(part)
            missing = [less for less in smaller if less not in known]
            work += missing
            if missing:
                continue
            work.pop()
            if part not in known:
                options = [self.kept(s, Action("keep", (cast(Arg, part),)))] if self.keys.passes(s, part) else []
                options += [known[less] for less in smaller if known[less] != NOTHING]
                known[part] = pick(options) if options else NOTHING
        if known[group] == NOTHING:  # another answer of `keep:` says what may be kept
            return pick([self.kept(s, action) for action in self.keys.legal(s)])
        return known[group]

    def kept(self, s: State, action: Action) -> int:
        """What follows a keep, where the dice that go back do not matter."""
        plan, formulas = self.plans[s.phase], self.keys.of_phase(s.phase)
        lying = () if self.rules.phases[s.phase].retake is not None else (cycle.cup(s), formulas.aside(s))
        key = (self.keys.base_key(s, plan, formulas), lying, action.args[0])
        known = self._keeps.get(key)
        if known is None:
            known = self._keeps[key] = self.settle(taken(s, action), s, action)
        return known

    # ---- from one rest to the next

    def settle(self, s: State, before: State, action: Action) -> int:
        """Run a state on, which is used up, to its next rest or to an ending."""
        self.count_step()
        while True:
            if has_moved(s, before):
                return self.draft.leaf(self.moved(s, before, action))
            stage = s.stage
            if stage in self.last_stages and (found := self.last(s)) is not None:
                return self.draft.leaf(found)
            if stage in RESTS or (stage == "draw" and cycle.to_draw(s)):
                return self.node_of(s)
            ending = self.ending(s)
            if ending is not None:
                return self.draft.leaf(ending)
            if stage == "keep":
                if self.keep(s):
                    return self.node_of(s)
                continue
            STAGES[stage](s)
            if s.stage == stage and stage in CHOICES:
                return self.node_of(s)

    def moved(self, s: State, before: State, action: Action) -> Hashable:
        """The ending where a word has changed the game itself.

        Before the end of a phase nothing but words changes it, so where the turn is over they are all that is left of it.
        """
        if self.last_stages:
            return self.last(s)
        if s.stage not in ("turn_over", "game_over"):
            return Ending(("words", self.keys.key(before), action), None, before, action)
        words = (s.out_order[len(before.out_order) :], s.decided, s.direction != before.direction, s.left)
        return Ending(("over", s.stage, before.phase, self.keys.ledger_values(before), words), None, before, action)

    def ending(self, s: State) -> Ending | None:
        """How the turn ends here, if it does."""
        if s.stage in ENDS:
            plan = self.plans[s.phase]
            moment = s.stage
            if moment not in plan.outer:
                return None
            if self.last_stages:
                raise Refused(f"accounts change as {s.phase} begins", self.rules.phases[s.phase].source.span)
            at = without_dice(s) if moment == "start" else s
            settled = moment in plan.settled
            if settled and not self.endings.is_outer(at, moment):
                return None
            return self.ended(at, lambda: self.endings.of_moment(at, moment, settled))
        if s.stage == "enter":
            return self.ended(s, lambda: self.endings.enter(s))
        return self.endings.nothing(s) if s.stage in table.STAGES else None

    def ended(self, s: State, work: Callable[[], Ending]) -> Ending:
        """An ending, worked out once for all dice alike where only they matter."""
        if s.stage not in ("end", "enter") or not self.plans[s.phase].ends_by_dice:
            return work()
        key = (s.phase, s.stage, s.seat, *s.args.values(), s.dice, s.entering, s.pool, s.tally)
        if key not in self._ended:
            self._ended[key] = work()
        return self._ended[key]

    def keep(self, s: State) -> bool:
        """As the machine does it, legal keeps remembered; true where the player has a choice."""
        phase = self.rules.phases[s.phase]
        if lies_unasked(s, phase):
            cycle.lie(s, s.thrown, s.dice)
            return False
        options = self.keys.legal(s)
        if len(options) > 1:
            return True
        if options:
            cycle.take_keep(s, options[0])
        else:
            s.stage = "bust"
        return False
