"""One run of a phase for all seats: each throw counts for all who still stand, each with its own pool and tallies.

At STOP all who stand answer at once: the machine asks seat by seat and nobody's answer counts before all are in.
"""

from becher.engine.actions import STOP, Action
from becher.engine.faults import RuleFault
from becher.engine.machine.cycle import phase_of
from becher.engine.machine.keeps import forced_dice, is_last_throw
from becher.engine.machine.moments import PHASE_OWNER, run_moment
from becher.engine.multisets import in_order
from becher.engine.state import Numbers, State


def _load(s: State, seat: int) -> None:
    """The pool and tallies of this seat are the turn's now."""
    if not s.pools:
        s.pools = ((s.pool, s.tally),) * s.count
    s.seat = seat
    s.pool, s.tally = s.pools[seat - 1]


def _store(s: State) -> None:
    s.pools = (*s.pools[: s.seat - 1], (s.pool, s.tally), *s.pools[s.seat :])


def _moment(s: State, seat: int, moment: str) -> str:
    """Run a moment for one seat; the stage it leads to: `stands`, or that of a door."""
    _load(s, seat)
    run_moment(s, PHASE_OWNER, moment, "stands")
    if s.pending is not None:
        raise RuleFault(f"nothing can be chosen in on {moment} of a phase played together", phase_of(s).source.span)
    _store(s)
    return s.stage


def _fall(s: State, seats: Numbers, moment: str) -> None:
    """These seats stand no longer: their end or bust is run."""
    for seat in seats:
        s.busted = s.busted or moment == "bust"
        _moment(s, seat, moment)
    s.standing = tuple(seat for seat in s.standing if seat not in seats and not s.is_out(seat))


def thrown(s: State) -> None:
    """The throw counts for all who stand: bust, forced keep, pool, and who ends by until or by the last throw.

    Where a case of one of them says `throw_again`, the dice are thrown again for all.
    """
    phase = phase_of(s)
    led_to = {seat: _moment(s, seat, "throw") for seat in s.standing}
    s.standing = tuple(seat for seat, stage in led_to.items() if stage in ("stands", "throw", "bust"))
    if "throw" in led_to.values():
        s.seat, s.stage = s.standing[0], "throw"
        return
    gone = []
    for seat in s.standing:
        _load(s, seat)
        if led_to[seat] == "bust" or (phase.bust is not None and phase.bust(s, seat, s.args)):
            gone.append(seat)
    _fall(s, tuple(gone), "bust")
    s.kept = forced_dice(s, phase)
    s.aside = in_order(s.aside + s.kept)
    for seat in s.standing:
        _load(s, seat)
        if phase.adds is not None:
            s.pool += phase.adds(s, seat, s.args)
        _store(s)
        _moment(s, seat, "keep")
    ended = s.standing if is_last_throw(s, phase) or _all_lie(s) else _ended(s)
    _fall(s, ended, "end")
    s.answers = ()
    s.stage = "together_stop"


def _all_lie(s: State) -> bool:
    return bool(s.aside) and len(s.aside) == sum(s.hand)


def _ended(s: State) -> Numbers:
    phase = phase_of(s)
    found = []
    for seat in s.standing:
        _load(s, seat)
        if phase.until is not None and phase.until(s, seat, s.args):
            found.append(seat)
    return tuple(found)


def asked(s: State) -> Numbers:
    """The seats that may stop now, in order."""
    phase = phase_of(s)
    if phase.stop is None:
        return ()
    stop, found = phase.stop, []
    trial = s.copy()
    for seat in s.standing:
        _load(trial, seat)
        if stop(trial, seat, trial.args):
            found.append(seat)
    return tuple(found)


def stop(s: State) -> bool:
    """Rests while answers are missing; then who stopped ends, and the others throw."""
    seats = asked(s)
    if len(s.answers) < len(seats):
        return True
    stopped = tuple(seat for seat, a in zip(seats, s.answers, strict=True) if a == STOP)
    s.answers = ()
    _fall(s, stopped, "end")
    if s.standing and s.decided is None:
        s.seat, s.stage = s.standing[0], "throw"
        return False
    s.standing, s.seat, s.stage = s.rules.seats(s.count), s.leader, "turn_over"
    return False


def take_stop(s: State, action: Action) -> None:
    s.answers = (*s.answers, action)


STAGES = {"together_thrown": thrown, "together_stop": stop}
