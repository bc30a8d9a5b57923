"""Faults found by playing: positions from real games, and at each of them every way the dice may lie at the end of the turn."""

from collections.abc import Iterator

from attrs import frozen

from becher.dsl.model import Game
from becher.engine.actions import Action
from becher.engine.faults import IllegalAction, LimitReached, RuleFault
from becher.engine.machine.cycle import phase_of
from becher.engine.machine.rules import PhaseRules
from becher.engine.multisets import throws
from becher.engine.state import TERMINAL, Dice, State
from becher.engine.stream import Stream
from becher.engine.testing.history import History
from becher.engine.testing.playing import Playing

# So many games are played, of so many steps at most; of fewer where each step asks many boxes.
GAMES = 12
STEPS = 400
# So many turns are laid out in every way, where there are at most so many ways.
TURNS = 40
WAYS = 1_000
# So often boxes are asked, in games played and in turns laid out.
ASKED = 200_000


@frozen
class Found:
    """A fault, and what was played or laid when it came up."""

    fault: RuleFault
    told: str


@frozen
class Stopped:
    """A limit that ended a game before it had an end."""

    limit: LimitReached


def faults(game: Game) -> Iterator[Found | Stopped]:
    """Each place that has no answer once; nothing more is tried once a limit has been met."""
    seen: set[object] = set()
    try:
        for found in _faults(game):
            place = (found.fault.span, found.fault.message)
            if place not in seen:
                seen.add(place)
                yield found
    except LimitReached as limit:
        yield Stopped(limit)


def _faults(game: Game) -> Iterator[Found]:
    boxes = len(game.sheet.boxes) if game.sheet is not None else 1
    playing, left = Playing(game), min(TURNS, ASKED // (boxes * WAYS) + 1)
    for number in range(GAMES):
        history = playing.history(Stream(f"try {number}").below, longest=min(STEPS, ASKED // (boxes * GAMES) + 1))
        try:
            state = history.start(game)
            for action in history.actions:
                if left and _turn_begins(state):
                    left -= 1
                    yield from _laid(state)
                state = _step(state, action, history)
        except RuleFault as fault:
            yield Found(fault, "at the start of a game")
        except _Fault as found:
            yield found.found
        except LimitReached:
            if history.options:
                continue
            raise
        except IllegalAction:
            continue


class _Fault(Exception):
    def __init__(self, found: Found) -> None:
        super().__init__()
        self.found = found


def _step(state: State, action: Action, history: History) -> State:
    try:
        return state.apply(action)
    except RuleFault as fault:
        raise _Fault(Found(fault, f"after {action.text}")) from None


def _turn_begins(state: State) -> bool:
    return state.stage == "throw" and state.throw_no == 0 and not state.setup and state.current_player() != TERMINAL


def _laid(state: State) -> Iterator[Found]:
    """Let the turn end with each group of dice that may lie then."""
    phase = phase_of(state)
    if not _ends_anyhow(phase) or len(state.hand) != 1 or state.rules.machine.chance_size(state) > WAYS:
        return
    for dice, _ in throws(state.hand[0], phase.cup.sides[0]):
        try:
            lay(state, dice)
        except RuleFault as fault:
            yield Found(fault, f"with {' '.join(map(str, dice))} at the end of a turn")
        except IllegalAction:
            continue


def _ends_anyhow(phase: PhaseRules) -> bool:
    """Can the phase end with any dice lying, nothing having happened before?"""
    source = phase.source
    free = source.keep is None or all(answer.kind in ("any", "some") for answer in source.keep)
    plain = source.must_keep is None and source.until is None and source.bust is None and not source.together
    return free and plain and not any(source.moments.get(moment) for moment in ("throw", "keep", "full"))


def lay(state: State, dice: Dice) -> State:
    """The turn that has just begun ends with these dice lying."""
    s, phase = state.copy(), phase_of(state)
    s.thrown = s.kept = s.aside = s.dice = dice
    s.throw_no = 1 if phase.throws is None else max(1, phase.throws(s, s.seat, s.args))
    if phase.adds is not None:
        s.pool += phase.adds(s, s.seat, s.args)
    s.stage = "end"
    return s.rules.machine.run(s)
