"""Which of the thrown dice may be kept: forced dice, legal keeps in a stable order."""

from typing import cast

from becher.dsl.model import Member, canonical
from becher.engine.actions import Action, Arg
from becher.engine.expressions.words import faces_of
from becher.engine.machine.rules import KeepRules, PhaseRules, symbol
from becher.engine.multisets import in_order, minus, parts
from becher.engine.state import Dice, State


def retakes(s: State, phase: PhaseRules) -> bool:
    """May dice laid aside be taken up again?"""
    return phase.retake is not None and phase.retake(s, s.seat, s.args)


def is_last_throw(s: State, phase: PhaseRules) -> bool:
    return phase.throws is not None and s.throw_no >= phase.throws(s, s.seat, s.args)


def lies_unasked(s: State, phase: PhaseRules) -> bool:
    """On the last throw everything lies where dice could be taken up again, or where no keep is answered."""
    unanswered = phase.keep is None and phase.must_keep is None
    return is_last_throw(s, phase) and (unanswered or retakes(s, phase))


def forced_dice(s: State, phase: PhaseRules) -> Dice:
    """The thrown dice that `must_keep` names, each at most as often as it was thrown."""
    if phase.must_keep is None:
        return ()
    wanted = list(cast("tuple[Member, ...]", phase.must_keep(s, s.seat, s.args)))
    taken = []
    for token in s.thrown:
        if symbol(token) in wanted:
            wanted.remove(symbol(token))
            taken.append(token)
    return tuple(taken)


def with_forced(s: State, phase: PhaseRules, keep: Action) -> Action:
    """A keep that names the chosen dice only, with those kept by force beside them."""
    chosen = keep.args[0] if keep.args and isinstance(keep.args[0], tuple) else ()
    return Action("keep", (canonical((*chosen, *faces_of(forced_dice(s, phase)))),))


def without_forced(s: State, phase: PhaseRules, keep: Action) -> Action:
    """A legal keep as its player chose it: without the dice that are kept by force."""
    dice = cast(Dice, keep.args[0])
    return Action("keep", (cast(Arg, minus(dice, forced_dice(s, phase))),))


def legal_keeps(s: State, phase: PhaseRules) -> tuple[Action, ...]:
    """Every keep allowed now as keep(dice), least dice first; empty where none is legal.

    With several answers the first under which something is legal counts. With `retake` what is kept is chosen from all dice and is
    then all that lies; dice kept by force belong to every keep.
    """
    if phase.keep_key is None:
        return _legal_keeps(s, phase)
    key = phase.keep_key(s)
    known = s.rules.memo.get(key)
    if known is None:
        known = s.rules.memo[key] = _legal_keeps(s, phase)
    return known


def _legal_keeps(s: State, phase: PhaseRules) -> tuple[Action, ...]:
    found = _keeps(s, phase, forced_dice(s, phase))
    return tuple(Action("keep", (cast(Arg, dice),)) for dice in found)


def _keeps(s: State, phase: PhaseRules, forced: Dice) -> list[Dice]:
    if phase.keep is None:
        if phase.must_keep is not None:
            return [forced]
        return _ordered(parts(_choosable(s, phase)))
    for answer in phase.keep:
        found = _candidates(s, phase, answer, forced)
        if found:
            return _ordered(found)
    return []


def _choosable(s: State, phase: PhaseRules) -> Dice:
    return s.dice if retakes(s, phase) else s.thrown


def _candidates(s: State, phase: PhaseRules, answer: KeepRules, forced: Dice) -> list[Dice]:
    rest = minus(_choosable(s, phase), forced)
    if answer.kind == "none":
        return [forced]
    if answer.kind == "face":
        return [_together(forced, dice) for dice in _one_face(s, answer, rest)]
    options = [_together(forced, part) for part in parts(rest)]
    if answer.kind == "any":
        return options
    if answer.kind == "some":
        return [dice for dice in options if dice]
    return [dice for dice in options if _allowed(s, answer, dice)]


def _one_face(s: State, answer: KeepRules, rest: Dice) -> list[Dice]:
    """All dice of one face that is there and meets the condition."""
    found = []
    for face in dict.fromkeys(map(symbol, rest)):
        if answer.condition is None or answer.condition(s, s.seat, {**s.args, str(answer.letter): face}):
            found.append(tuple(token for token in rest if symbol(token) == face))
    return found


def _allowed(s: State, answer: KeepRules, dice: Dice) -> bool:
    trial = s.copy()
    trial.kept = dice
    return answer.condition is None or answer.condition(trial, s.seat, s.args)


def _together(forced: Dice, dice: Dice) -> Dice:
    return in_order(forced + dice) if forced else dice


def _ordered(keeps: "list[Dice] | tuple[Dice, ...]") -> list[Dice]:
    return sorted(keeps, key=len)
