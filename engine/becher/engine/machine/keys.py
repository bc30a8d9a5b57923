"""Who is best: keys in order, each parting those still tied; a roll-off throws dice."""

from typing import cast

from becher.engine.faults import RuleFault
from becher.engine.machine.rules import KeyRules
from becher.engine.state import NO_LOCALS, Numbers, RollOff, State


def sift(s: State, keys: tuple[KeyRules, ...], seats: Numbers, start: int, purpose: str) -> Numbers | None:
    """The seats of `seats` that are best by keys[start:]; None where a roll-off has to be thrown first (s.roll then says which)."""
    for place in range(start, len(keys)):
        key = keys[place]
        if len(seats) <= 1:
            break
        if key.kind == "roll_off":
            if key.cup is not None and not any(key.cup.counts(s, seats[0], NO_LOCALS)):
                raise RuleFault("a roll-off without dice parts nobody", key.source.span)
            s.roll, s.stage = RollOff(purpose, seats, (), place), "roll_off"
            return None
        seats = _best(s, key, seats)
    return seats


def _best(s: State, key: KeyRules, seats: Numbers) -> Numbers:
    if key.kind in ("highest", "lowest"):
        worth = {seat: worth_of(s, key, seat) for seat in seats}
        best = max(worth.values())
        return tuple(seat for seat in seats if worth[seat] == best)
    named = named_by(s, key)
    return tuple(seat for seat in seats if seat in named) or seats


def worth_of(s: State, key: KeyRules, seat: int) -> int:
    """What a key says of a seat; more is better."""
    if key.kind in ("highest", "lowest"):
        assert key.value is not None
        value = cast(int, key.value(s, seat, {"it": seat}))
        return value if key.kind == "highest" else -value
    if key.kind == "last_in":
        order = [place for place, seats in enumerate(s.out_order) if seat in seats]
        return order[0] if order else len(s.out_order)
    return int(seat in named_by(s, key))


def named_by(s: State, key: KeyRules) -> Numbers:
    """The seats a key names outright."""
    if key.kind == "first_out":
        return first_out(s)
    if key.kind == "last_in":
        return s.in_play() or (s.out_order[-1] if s.out_order else ())
    assert key.value is not None
    found = key.value(s, s.leader or 1, NO_LOCALS)
    return (found,) if isinstance(found, int) else cast(Numbers, found)


def first_out(s: State) -> Numbers:
    """Who went out first: of this game, before it has begun of the game before in the match."""
    if s.out_order:
        return s.out_order[0]
    return s.results[-1].first_out if s.results and s.setup else ()


def roll_result(s: State, pips: int) -> Numbers | None:
    """Note one throw of a roll-off. The seats still best once all have thrown (one, or it is repeated): None while it goes on."""
    assert s.roll is not None
    results = (*s.roll.results, pips)
    if len(results) < len(s.roll.seats):
        s.roll = s.roll._replace(results=results)
        return None
    best = max(results)
    tied = tuple(seat for seat, r in zip(s.roll.seats, results, strict=True) if r == best)
    if len(tied) > 1:
        s.roll = s.roll._replace(seats=tied, results=())
        return None
    return tied
