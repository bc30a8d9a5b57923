"""Running a moment: conditions, then choices, then all changes together, then who is out, then at most one door."""

from typing import cast

from becher.dsl.model import Member, Value
from becher.engine.actions import PASS, Action, Arg
from becher.engine.expressions.words import SeatWanted
from becher.engine.faults import Conflict, DeadEnd
from becher.engine.machine.effects import (
    CaseRules,
    Changes,
    OneCase,
    OpenedDoor,
    PickRules,
    apply_changes,
    write,
)
from becher.engine.state import Locals, Pending, State

PHASE_OWNER = "phase"
ROUND_OWNER = "round"
GAME_OWNER = "game"


def cases_of(s: State, owner: str, moment: str) -> CaseRules | None:
    """The cases of a moment: of the phase that runs, of the round, or of the game."""
    if owner == PHASE_OWNER:
        return s.rules.phases[s.phase].moments.get(moment)
    return (s.rules.round_moments if owner == ROUND_OWNER else s.rules.moments).get(moment)


def run_moment(s: State, owner: str, moment: str, then: str) -> None:
    """Run a moment on a state that is being made; its stage is afterwards `then`, a door's, or `pick` where a choice is due."""
    rules = cases_of(s, owner, moment)
    if rules is None or not rules.cases:
        s.stage = then
        return
    held = rules.matching(s, s.seat, s.args)
    s.rules.fired.update([rules.cases[i].label for i in held])
    _go_on(s, Pending(owner, moment, held, 0, then))


def _go_on(s: State, pending: Pending) -> None:
    """Ask the next choice that is no forced one; without one carry out the changes."""
    rules = cases_of(s, pending.owner, pending.moment)
    assert rules is not None
    cases = [rules.cases[i] for i in pending.cases]
    picks = [pick for case in cases for pick in case.picks]
    while pending.picks < len(picks):
        s.pending = pending
        pick, frame = picks[pending.picks]
        options = _options(s, pick, frame(s, s.seat, s.args))
        if not options and not pick.may_pass:
            _nothing_to_choose(s, pending, pick)
            return
        if len(options) > 1 or (options and pick.may_pass):
            s.stage, s.picker = "pick", _asked(s, pick, frame(s, s.seat, s.args))
            return
        if options:
            write(s, pick.variable, s.seat, _picked(s, pick, options[0]))
            s.forced = (*s.forced, Action(pick.variable, (options[0],)))
        pending = pending._replace(picks=pending.picks + 1)
    s.pending = None
    _carry_out(s, cases, pending)


def _nothing_to_choose(s: State, pending: Pending, pick: PickRules) -> None:
    """A throw that leaves nothing to choose is bust, as one that leaves no legal keep; elsewhere it is a fault of the rules."""
    if pending.owner != PHASE_OWNER or pending.moment != "throw":
        raise DeadEnd(f"nothing can be chosen as {pick.variable}", pick.span)
    s.pending, s.stage = None, "bust"


def _asked(s: State, pick: PickRules, loc: Locals) -> int:
    if pick.seat is None:
        return s.seat
    seat = pick.seat(s, s.seat, loc)
    return seat if isinstance(seat, int) else cast("tuple[int, ...]", seat)[0]


def _options(s: State, pick: PickRules, loc: Locals) -> tuple[Arg, ...]:
    """What may be chosen, each once, in the group's order."""
    return tuple(dict.fromkeys(cast("tuple[Arg, ...]", pick.group(s, s.seat, loc))))


def _picked(s: State, pick: PickRules, option: Arg) -> Value:
    """The choice as a value of the variable: a variable that holds a group holds the group of just it."""
    variable = s.rules.game.variables[pick.variable]
    single = variable.sort.value in ("number", "word", "face", "seat", "box")
    return cast(Value, option) if single or isinstance(option, tuple) else cast(Value, (option,))


def pick_actions(s: State) -> tuple[Action, ...]:
    """The choices of a moment that waits; of `chosen`, the seats still in but the one asked."""
    if s.stage == "pick_seat":
        return tuple(Action("seat", (seat,)) for seat in s.in_play() if seat != s.seat)
    pick, loc = _waiting(s)
    actions = tuple(Action(pick.variable, (option,)) for option in _options(s, pick, loc))
    return (*actions, PASS) if pick.may_pass else actions


def _waiting(s: State) -> tuple[PickRules, Locals]:
    assert s.pending is not None
    rules = cases_of(s, s.pending.owner, s.pending.moment)
    assert rules is not None
    picks = [pick for i in s.pending.cases for pick in rules.cases[i].picks]
    pick, frame = picks[s.pending.picks]
    return pick, frame(s, s.seat, s.args)


def take_pick(s: State, action: Action) -> None:
    """Carry on the moment that waits with this choice."""
    assert s.pending is not None
    pending = s.pending
    if s.stage == "pick_seat":
        s.chosen = cast(int, action.args[0])
        _go_on(s, pending)
        return
    pick, _ = _waiting(s)
    if action != PASS:
        write(s, pick.variable, s.seat, _picked(s, pick, action.args[0]))
    _go_on(s, pending._replace(picks=pending.picks + 1))


def _carry_out(s: State, cases: list[OneCase], pending: Pending) -> None:
    changes = Changes()
    try:
        for case in cases:
            for gather in case.gather:
                gather(s, s.seat, s.args, changes)
    except SeatWanted:
        _ask_seat(s, pending)
        return
    s.chosen = 0
    apply_changes(s, changes, s.rules.game)
    if changes.leave:
        s.left = s.dice
    leave_the_game(s, changes)
    _go_through(s, changes.doors, pending.then)


def _ask_seat(s: State, pending: Pending) -> None:
    others = [seat for seat in s.in_play() if seat != s.seat]
    if not others:
        raise DeadEnd("a seat is to be chosen, but nobody else is in the game")
    s.pending = pending
    if len(others) == 1:
        s.chosen = others[0]
        _go_on(s, pending)
        return
    s.stage, s.picker = "pick_seat", s.seat


def leave_the_game(s: State, changes: Changes) -> None:
    """Seats that are out now, all at the same time; seats that win or lose the game at once."""
    going = [seat for seat in s.in_play() if seat in changes.out]
    if s.rules.out is not None and not s.setup:
        out = s.rules.out
        going += [seat for seat in s.in_play() if seat not in going and out(s, seat, {**s.args, "it": seat})]
    if going:
        s.out_order = (*s.out_order, tuple(sorted(going)))
    if changes.win or changes.lose:
        s.decided = (tuple(dict.fromkeys(changes.win)), tuple(dict.fromkeys(changes.lose)))


def _go_through(s: State, doors: list[OpenedDoor], then: str) -> None:
    if len(doors) > 1:
        raise Conflict(
            f"two ways lead on at once: {' and '.join(d.target or d.name for d in doors[:2])}", doors[1].span
        )
    in_turn = s.phase != ""
    if s.decided is not None and then != "ranked":
        s.stage = "game_over"
    elif in_turn and not s.setup and s.is_out(s.seat):
        s.stage = "turn_over"
    elif not doors:
        s.stage = then
    else:
        _open(s, doors[0])


def _open(s: State, door: OpenedDoor) -> None:
    if door.name == "phase":
        phase = s.rules.game.phases[cast(str, door.target)]
        s.phase = phase.name
        s.args = {name: value for (name, _), value in zip(phase.params, door.args, strict=True)}
        s.stage = "start"
    elif door.name == "enter":
        s.entering = cast("tuple[tuple[Member, ...], ...]", door.args)
        s.stage = "enter_next" if door.args else "enter"
    else:
        s.stage = {"throw_again": "throw", "end_turn": "turn_over", "bust": "bust"}[door.name]
