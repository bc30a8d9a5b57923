"""Worked examples of a rule file, played.

An example has three seats where the file allows it (else the number nearest to three) and begins with the first turn of seat 1; only
one that plays the `opening` begins with the setup. Conditions are asked of seat 1. An action that needs no saying may be left out: a
forced move, and throw_again, throw_afresh or pass before what only can follow them.
"""

from typing import cast

from attrs import define, frozen

from becher.dsl.diagnostics import Span
from becher.dsl.model import (
    Act,
    Compare,
    Const,
    EachSeat,
    Example,
    Expect,
    Expr,
    Game,
    Given,
    GivenOption,
    Lay,
    Member,
    OfSeat,
    OfSeats,
    PhaseDice,
    Pick,
    RoundDice,
    Step,
    Value,
)
from becher.dsl.model.walk import walk
from becher.engine.actions import PASS, THROW_AFRESH, THROW_AGAIN, Action, Arg
from becher.engine.expressions.functions import same_action
from becher.engine.faults import IllegalAction, LimitReached, RuleFault
from becher.engine.game import start
from becher.engine.machine import table
from becher.engine.machine.effects import write
from becher.engine.machine.machine import as_tokens
from becher.engine.state import CHANCE, NO_LOCALS, Dice, State

IMPLIED = (THROW_AGAIN, THROW_AFRESH, PASS)


@frozen
class Outcome:
    """What became of one example: message and span say where it failed."""

    title: str
    ok: bool
    message: str
    span: Span | None


class Failed(Exception):
    """An example's step that did not go as written."""

    def __init__(self, message: str, span: Span | None) -> None:
        super().__init__(message)
        self.message, self.span = message, span


def seats_of(game: Game) -> int:
    """Three seats, or the number nearest to three the file allows."""
    low, high = game.players
    return max(low, 3 if high is None else min(3, high))


def run_example(game: Game, example: Example, options: dict[str, Value] | None = None) -> Outcome:
    """Play one example under these options (else the defaults); what it gives itself goes before."""
    step: Step | None = None
    try:
        run = _Run(_fresh(game, example, options))
        for step in example.steps:
            run.take(step)
    except Failed as failure:
        return Outcome(example.title, False, failure.message, failure.span or example.span)
    except (RuleFault, IllegalAction, LimitReached) as fault:
        return Outcome(example.title, False, str(fault), step.span if step else example.span)
    return Outcome(example.title, True, "", example.span)


def _fresh(game: Game, example: Example, options: dict[str, Value] | None) -> State:
    """A game before its first turn, setup skipped unless the example plays the opening."""
    given = {step.option: step.value for step in example.steps if isinstance(step, GivenOption)}
    s = start(game, seats_of(game), {**(options or {}), **given})
    s = table.new_game(s.rules, s.count, ())
    opens = any(_is_of_opening(game, step) for step in example.steps)
    throws_to_start = "opening" in game.phases or any(key.kind == "roll_off" for key in s.rules.starter)
    if throws_to_start and not opens:
        s.setup, s.stage = False, "round_start"
    return s


def _is_of_opening(game: Game, step: Step) -> bool:
    """Does this step play the opening, with dice or by a choice that is asked there?"""
    if isinstance(step, PhaseDice):
        return step.phase == "opening"
    opening = game.phases.get("opening")
    asked = {part.variable for part in walk(opening.moments) if isinstance(part, Pick)} if opening else set()
    return isinstance(step, Act) and step.name in asked


@define
class _Run:
    """An example under way: the state, whether its play has begun, and the state it began with."""

    state: State
    begun: bool = False
    before: State | None = None

    def take(self, step: Step) -> None:
        if isinstance(step, Given):
            self.given(step)
        if isinstance(step, Given | GivenOption):
            return
        self.begin()
        if isinstance(step, Act):
            self.act(step)
        elif isinstance(step, Expect):
            for condition in step.conditions:
                self.expect(condition)
        elif isinstance(step, RoundDice):
            for dice in step.dice:
                self.lie("turn", dice, step.span)
        else:
            laid = isinstance(step, Lay)
            self.lie("turn" if isinstance(step, Lay) else step.phase, step.dice, step.span, hold=laid)

    def begin(self) -> None:
        if not self.begun:
            self.begun = True
            self.state = self.state.rules.machine.run(self.state)
            self.before = self.state

    def value(self, expr: Expr, me: int = 1) -> Value:
        loc = NO_LOCALS if self.before is None else {"$before": cast(Value, self.before)}
        return self.state.rules.compiler.compile(expr)(self.state, me, loc)

    # ---- steps

    def given(self, step: Given) -> None:
        """A variable or box of these seats (me if none are named) has this value."""
        s = self.state.copy()
        found = 1 if step.seats is None else self.value(step.seats)
        seats = (found,) if isinstance(found, int) else cast("tuple[int, ...]", found)
        for seat in seats:
            amount = self.value(step.value, seat)
            if step.target in s.rules.slots:
                write(s, step.target, seat, amount)
            else:
                _write_box(s, seat, step, cast(int, amount))
        self.state = s

    def act(self, step: Act) -> None:
        args = tuple(cast(Arg, self.value(arg)) for arg in step.args)
        action = Action(step.name, args)
        if not self.is_possible(action):
            if any(same_action(action, move) for move in self.state.forced) or self.throws_anyway(action):
                return
            self.imply(action, step.span)
        self.state = self.state.apply(action)

    def throws_anyway(self, action: Action) -> bool:
        """Is this the throw_again of a player who may do nothing else?"""
        return action == THROW_AGAIN and self.state.stage in ("throw", "draw") and self.state.throw_no > 0

    def is_possible(self, action: Action) -> bool:
        if self.state.is_terminal():
            return False
        return self.state.why_not(action) is None

    def imply(self, action: Action, span: Span | None) -> None:
        """Take what goes without saying before this action, or fail."""
        legal = self.state.legal_actions()
        for implied in (*IMPLIED, *(legal if len(legal) == 1 else ())):
            if implied in legal:
                after = self.state.apply(implied)
                if after.why_not(action) is None:
                    self.state = after
                    return
        why = "the game is over" if self.state.is_terminal() else self.state.why_not(action)
        raise Failed(f"{action.text}: {why}", span)

    def lie(self, phase: str, dice: Expr, span: Span | None, hold: bool = False) -> None:
        """These dice lie at the end of a phase that begins now; its `adds` counts them as kept in one go.

        With `hold` even the only box that may be written waits to be written.
        """
        while self.state.stage in ("stop", "inherit") and self.state.current_player() != CHANCE:
            self.state = self.state.apply(THROW_AGAIN if self.state.stage == "stop" else THROW_AFRESH)
        if self.state.phase != phase or self.state.throw_no:
            now = f"it is {self.state.phase}" if self.state.phase else "no phase runs"
            raise Failed(f"{phase} does not begin here; {now}", span)
        group = cast("tuple[Member, ...]", self.value(dice))
        s = self.state.copy()
        s.forced = ()
        rules = s.rules.phases[phase]
        s.thrown = s.kept = s.aside = s.dice = _tokens(s, group, span)
        s.throw_no = 1 if rules.throws is None else max(1, rules.throws(s, s.seat, s.args))
        if rules.adds is not None:
            s.pool += rules.adds(s, s.seat, s.args)
        s.stage = "end"
        self.state = s.rules.machine.run(s, hold="enter" if hold else "")

    def expect(self, condition: Expr) -> None:
        if self.value(condition) is not True:
            raise Failed(f"expected {_text(condition)}{self.is_instead(condition)}", condition.span)

    def is_instead(self, condition: Expr) -> str:
        """What the left side of a comparison is; of several seats what it is for each, in canonical order."""
        found: Expr
        match condition:
            case EachSeat(seats=seats, body=Compare(left=OfSeat(value=value) as left)):
                found = OfSeats(value, seats)
            case Compare(left=left) if not isinstance(left, Const):
                found = left
            case _:
                return ""
        return f"; {_text(left)} is {_shown(self.value(found))}" if left.span else ""


def _tokens(s: State, group: "tuple[Member, ...]", span: Span | None) -> Dice:
    cup = s.rules.phases[s.phase].cup
    counts = tuple(len(group) for _ in cup.kinds)
    dice = as_tokens(group, cup.sides, counts)
    if dice is None:
        raise Failed(f"no dice of this phase show {' '.join(map(str, group))}", span)
    return dice


def _write_box(s: State, seat: int, step: Given, value: int) -> None:
    names = s.rules.cell_names()
    column = step.column
    cell = next(i for i, (box, c) in enumerate(names) if box == step.target and column in (None, c))
    row = seat - 1
    cells, hits = s.cells[row], s.hits[row]
    s.cells = (*s.cells[:row], (*cells[:cell], value, *cells[cell + 1 :]), *s.cells[row + 1 :])
    s.hits = (*s.hits[:row], (*hits[:cell], hits[cell] + 1, *hits[cell + 1 :]), *s.hits[row + 1 :])


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) or "none" if isinstance(value, tuple) else str(value)


def _text(condition: Expr) -> str:
    """The condition as the file writes it."""
    span = condition.span
    return " ".join(span.source.text[span.start : span.end].split()) if span else "this"
