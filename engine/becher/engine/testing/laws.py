"""The laws every game keeps, checked along a history. A law that is broken is an exception that says which, where and how."""

import json
from collections.abc import Callable
from fractions import Fraction
from operator import attrgetter

from attrs import define, field

from becher.dsl.model import Always, Game
from becher.engine.actions import PASS, STOP, THROW_AGAIN, Action, action_from_json, parse_action
from becher.engine.examine.bounds import Bounds
from becher.engine.expressions.compiler import Question
from becher.engine.expressions.functions import same_action
from becher.engine.faults import IllegalAction, LimitReached, RuleFault
from becher.engine.machine.rules import Rules
from becher.engine.state import CHANCE, FIELDS, NO_LOCALS, State
from becher.engine.testing.history import History
from becher.engine.testing.playing import chance_key
from becher.engine.testing.seats import rotated, rotated_action

# By keys that no property of a file can have for a name.
LAWS: dict[str, str] = {
    "law legal": "a legal action always exists",
    "law answer": "the rules always have an answer",
    "law chance": "chances add up to exactly 1",
    "law range": "accounts, boxes and totals stay in their range",
    "law values": "no action changes a past state",
    "law why": "every action is legal or there is a reason why not",
    "law text": "actions read back from text and JSON are the same",
    "law replay": "a history played again leads to the same state",
    "law ends": "the game comes to an end",
}
SYMMETRY = "no seat is named: the same game with the seats moved on is the same game"

_STRANGE = (
    STOP,
    THROW_AGAIN,
    PASS,
    Action("keep", ((),)),
    Action("seat", (1,)),
    Action("enter", ("",)),
    Action("take_dice"),
)
# Checks that cost more than a step are made at the first steps of a history, and then at every so manieth.
_EVERY_STEP_UP_TO = 60
_THEN_EVERY = 7
# Throws with more outcomes than this are not added up.
_SUMMED = 20_000


class Broken(Exception):
    """A law or property that does not hold after `step` actions of a history."""

    def __init__(self, name: str, message: str, step: int) -> None:
        super().__init__(message)
        self.name, self.message, self.step = name, message, step


@define
class Laws:
    """Checks histories of one game. `bounds` are asked once for each setting of the options; None where they are not known."""

    game: Game
    bounds: Callable[[Rules], Bounds | None]
    symmetric: str | None = field(init=False)
    _always: dict[int, tuple[Rules, list[tuple[Always, Question]]]] = field(factory=dict, init=False)
    _bounds: dict[int, tuple[Rules, Bounds | None]] = field(factory=dict, init=False)
    _sums: set[object] = field(factory=set, init=False)

    @symmetric.default
    def _find_symmetric(self) -> str | None:
        """The name of the property that claims symmetry of seats."""
        return next((name for name, claim in self.game.always.items() if claim.value is None), None)

    def check(self, history: History, thorough: bool = False) -> None:
        """Play the history again under the eyes of the laws. Raises Broken at the first step that breaks one."""
        state = self._first(history)
        snapshots = [snapshot(state)]
        states = [state]
        self.between_turns(state, 0)
        for step, action in enumerate(history.actions, 1):
            heavy = thorough or step <= _EVERY_STEP_UP_TO or step % _THEN_EVERY == 0
            after = self.step(state, action, step, heavy)
            if snapshot(state) != snapshots[-1]:
                raise Broken("law values", f"{action.text} changed the state it was taken in", step)
            if after.turns != state.turns or after.setup != state.setup or after.is_terminal():
                self.between_turns(after, step)
            state = after
            snapshots.append(snapshot(state))
            states.append(state)
        for step, (old, seen) in enumerate(zip(states, snapshots, strict=True)):
            if snapshot(old) != seen:
                raise Broken("law values", "a later action changed this state", step)
        self._replay(history, snapshots[-1])

    def _first(self, history: History) -> State:
        try:
            return history.start(self.game)
        except RuleFault as fault:
            raise Broken("law answer", str(fault), 0) from None

    def step(self, state: State, action: Action, step: int, heavy: bool = True) -> State:
        """The state after an action; the laws are looked at before. Raises Broken."""
        try:
            if heavy:
                self._at_node(state, action, step)
            after = state.apply(action)
            if heavy and self.symmetric is not None:
                self._seats(state, action, after, step)
            return after
        except RuleFault as fault:
            raise Broken("law answer", f"{action.text}: {fault}", step) from None
        except LimitReached as fault:
            raise Broken("law ends", f"{action.text}: {fault}", step) from None
        except IllegalAction as fault:
            raise Broken("law legal", f"{action.text}: {fault}", step) from None

    # ---- at each node

    def _at_node(self, state: State, action: Action, step: int) -> None:
        legal = state.legal_actions()
        if state.current_player() == CHANCE:
            self._chance(state, step)
        elif not legal:
            raise Broken("law legal", f"seat {state.current_player()} has nothing to choose ({state.stage})", step - 1)
        for one in {*legal[:2], *legal[-2:], action}:
            self._text(state, one, step)
            if (reason := state.why_not(one)) is not None:
                raise Broken("law why", f"{one.text} is legal, but {reason}", step)
        for one in _STRANGE:
            if not any(same_action(one, known) for known in legal) and one != action:
                self._refused(state, one, step)

    def _refused(self, state: State, action: Action, step: int) -> None:
        if not state.why_not(action):
            raise Broken("law why", f"{action.text} is not legal, but no reason is given", step)
        try:
            state.apply(action)
        except IllegalAction:
            return
        raise Broken("law why", f"{action.text} is not legal, but can be taken", step)

    def _chance(self, state: State, step: int) -> None:
        key = chance_key(state)
        if key in self._sums:
            return
        self._sums.add(key)
        if state.rules.machine.chance_size(state) > _SUMMED:
            return
        outcomes = state.chance_outcomes()
        total = sum((chance for _, chance in outcomes), Fraction(0))
        if total != 1:
            raise Broken("law chance", f"the chances of {len(outcomes)} outcomes add up to {total}", step - 1)

    def _text(self, state: State, action: Action, step: int) -> None:
        read = parse_action(action.text)
        through_json = action_from_json(json.loads(json.dumps(action.to_json())))
        for copy in (read, through_json):
            if copy.text != action.text or state.why_not(copy) is not None:
                raise Broken("law text", f"{action.text} is read back as {copy.text}", step)

    def _seats(self, state: State, action: Action, after: State, step: int) -> None:
        if state.setup or state.stage == "together_stop" or after.stage == "together_stop":
            return
        assert self.symmetric is not None
        moved = rotated(state)
        mine = sorted(a.text for a in moved.legal_actions())
        theirs = sorted(rotated_action(a, state).text for a in state.legal_actions())
        if mine != theirs:
            raise Broken(self.symmetric, "with the seats moved on by one other actions are legal", step - 1)
        found, wanted = moved.apply(rotated_action(action, state)), rotated(after)
        if len(after.results) == len(state.results) and (why := _difference(found, wanted)):
            raise Broken(self.symmetric, f"{action.text} with the seats moved on by one: {why}", step)

    # ---- between turns

    def between_turns(self, state: State, step: int) -> None:
        """What must hold between turns. Raises Broken."""
        if state.setup:
            return
        self._ranges(state, step)
        for claim, holds in self._claims(state.rules):
            for seat in range(1, state.count + 1):
                try:
                    held = holds(state, seat, NO_LOCALS)
                except RuleFault as fault:
                    raise Broken(claim.name, str(fault), step) from None
                if not held:
                    raise Broken(claim.name, f"{claim.name} does not hold for seat {seat}: {_facts(state)}", step)

    def _claims(self, rules: Rules) -> list[tuple[Always, Question]]:
        known = self._always.get(id(rules))
        if known is None:
            claims = [(c, rules.compiler.question(c.value)) for c in self.game.always.values() if c.value is not None]
            known = self._always[id(rules)] = (rules, claims)
        return known[1]

    def _ranges(self, state: State, step: int) -> None:
        rules = state.rules
        if id(rules) not in self._bounds:
            self._bounds[id(rules)] = (rules, self.bounds(rules))
        bounds = self._bounds[id(rules)][1]
        if bounds is None:
            return
        for seat in range(1, state.count + 1):
            for name, account in bounds.accounts.items():
                value = state.account(name, seat) if account.scope != "tally" else None
                if isinstance(value, int) and not account.range.holds(value):
                    raise Broken("law range", f"{name} of seat {seat} is {value}, outside {account.range.text}", step)
            if bounds.totals is not None and _is_filled(state, seat):
                total = state.total(seat)
                if total is not None and not bounds.totals.holds(total):
                    raise Broken(
                        "law range", f"the total of seat {seat} is {total}, outside {bounds.totals.text}", step
                    )

    # ---- at the end

    def _replay(self, history: History, seen: object) -> None:
        state = self._first(history)
        for action in history.actions:
            state = state.apply(parse_action(action.text))
        if snapshot(state) != seen:
            raise Broken("law replay", "played again from its text the game ends differently", len(history.actions))


_SLOTS = tuple(name for name in FIELDS if name not in ("rules", "args"))
_values = attrgetter(*_SLOTS)


def snapshot(state: State) -> tuple[object, ...]:
    """All that makes up a state, as a value that no later change reaches."""
    return (*_values(state), tuple(state.args.items()))


def _is_filled(state: State, seat: int) -> bool:
    fills = state.rules.fills(state)
    return all(n >= fills for n in state.hits[seat - 1])


def _difference(found: State, wanted: State) -> str:
    for name in _SLOTS:
        if getattr(found, name) != getattr(wanted, name):
            return f"{name} is {getattr(found, name)}, not {getattr(wanted, name)}"
    return ""


def _facts(state: State) -> str:
    """The accounts and totals in a few words."""
    parts = []
    for name, (scope, _) in state.rules.slots.items():
        if scope == "player":
            parts.append(f"{name} {', '.join(str(state.account(name, seat)) for seat in range(1, state.count + 1))}")
        elif scope == "shared":
            parts.append(f"{name} {state.account(name)}")
    if state.rules.total is not None:
        parts.append(f"total {', '.join(str(state.total(seat)) for seat in range(1, state.count + 1))}")
    return "; ".join(parts)
