"""Slips in the answers of a phase."""

from collections.abc import Iterator

from becher.dsl.check.effects import doors_of, laid_open, verbs_of
from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Span
from becher.dsl.model import Const, Game, Phase, Pick, Sort
from becher.dsl.model.walk import reads


def slips(game: Game) -> Iterator[Diagnostic]:
    """Findings about every phase, the round and what is left lying."""
    for phase in game.phases.values():
        yield from _never_bust(game, phase)
        yield from _adds_twice(game, phase)
        yield from _free_throws(phase)
        yield from _endless(game, phase)
        yield from _together(game, phase)
    yield from _no_throw(game)
    yield from _round(game)
    yield from _leave(game)


def _may_stay_empty(phase: Phase) -> bool:
    """Can a keep of no die at all be legal?"""
    if phase.must_keep is not None or phase.keep is None:
        return True
    return any(keep.kind in ("any", "none") for keep in phase.keep)


def _has_bust_door(game: Game, phase: Phase) -> bool:
    return any(m.owner == phase.name and door.name == "bust" for m, door in doors_of(game))


def _picks(game: Game, phase: Phase, moment: str) -> Iterator[tuple[Span | None, Pick]]:
    """The choices asked at this moment, and where the case says so."""
    for case in phase.moments.get(moment, ()):
        yield from ((at, effect) for at, effect in laid_open(game, case.effects) if isinstance(effect, Pick))


def _busts_on_throw(game: Game, phase: Phase) -> bool:
    """May a throw be bust by a door, or because it leaves nothing to choose?"""
    return _has_bust_door(game, phase) or any(not pick.may_pass for _, pick in _picks(game, phase, "throw"))


def _never_bust(game: Game, phase: Phase) -> Iterator[Diagnostic]:
    if (
        "bust" not in phase.moments
        or phase.bust is not None
        or _busts_on_throw(game, phase)
        or not _may_stay_empty(phase)
    ):
        return
    span = phase.moments["bust"][0].span if phase.moments["bust"] else phase.span
    message = f"{phase.name} is never bust: keeping no die at all is always allowed"
    yield finding("W604", message, span, "keep: some, or say when it is bust: bust: thrown has 1")


def _adds_twice(game: Game, phase: Phase) -> Iterator[Diagnostic]:
    if phase.adds is None:
        return
    found = reads(phase.adds, game).words & {"aside", "dice"}
    if found and not (isinstance(phase.throws, Const) and phase.throws.value == 1):
        word = sorted(found)[0]
        message = f"adds: reads {word}, so dice that lie already are counted again after every keep"
        yield finding("W605", message, phase.adds.span, "sum(kept) counts each die once")


def _free_throws(phase: Phase) -> Iterator[Diagnostic]:
    """Throws without keep or retake: dice once laid aside stay there."""
    several = phase.throws is not None and not (isinstance(phase.throws, Const) and phase.throws.value in (0, 1))
    if several and phase.keep is None and phase.must_keep is None and phase.retake is None and phase.throws is not None:
        message = f"in {phase.name} dice laid aside stay there through all throws"
        hint = "retake: yes if they may be taken up again, keep: any if this is meant"
        yield finding("W606", message, phase.throws.span, hint)


def _endless(game: Game, phase: Phase) -> Iterator[Diagnostic]:
    """A throw loop that nothing ends: with all dice aside it begins anew, or whoever keeps no dice can go on for ever."""
    ends = (phase.throws, phase.bust, phase.until)
    if any(end is not None for end in ends) or _busts_on_throw(game, phase):
        return
    begins_anew = phase.full != Const("end", Sort.WORD)
    never_bust = phase.must_keep is not None or any(k.kind in ("any", "none", "some") for k in phase.keep or ())
    if not (begins_anew and never_bust) and (phase.must_keep is not None or not _may_stay_empty(phase)):
        return
    if any(
        m.owner == phase.name and door.name != "throw_again" and m.name in ("throw", "keep")
        for m, door in doors_of(game)
    ):
        return
    message = f"{phase.name} never has to end"
    yield finding("E511", message, phase.span, "add throws:, until:, bust:, or a keep that keeps some")


def _together(game: Game, phase: Phase) -> Iterator[Diagnostic]:
    if not phase.together:
        return
    for moment in phase.moments.keys() - {"start"}:
        for at, _ in _picks(game, phase, moment):
            message = f"all play {phase.name} together, so nobody can be asked on {moment}"
            yield finding("E517", message, at, "choose before: on start, or at the start of the round")
    for keep in phase.keep or ():
        if keep.kind != "none":
            message = f"all play {phase.name} together, so nobody can choose what to keep"
            yield finding("E517", message, keep.span, "must_keep: ..., or keep: none")


def _no_throw(game: Game) -> Iterator[Diagnostic]:
    """Phases that enter each other in a circle in which nothing is thrown: on start, or on end after no throw at all."""
    idle = {phase.name for phase in game.phases.values() if phase.throws == Const(0, Sort.NUMBER)}
    leads = {
        (m.owner, door.target)
        for m, door in doors_of(game)
        if door.name == "phase" and (m.name == "start" or (m.name == "end" and m.owner in idle))
    }
    for phase in game.phases.values():
        reached, new = set(), {phase.name}
        while new:
            reached |= new
            new = {target for owner, target in leads if owner in new and target is not None} - reached
        if any(owner in reached and target == phase.name for owner, target in leads):
            message = f"{phase.name} comes back to itself before anything is thrown"
            yield finding("E511", message, phase.span, "enter the other phase on keep, or on end after a throw")


def _round(game: Game) -> Iterator[Diagnostic]:
    moments = game.round.moments
    asked = {"won": bool(game.round.wins), "lost": bool(game.round.loses), "tied": bool(game.round.wins)}
    for name, decided in asked.items():
        cases = moments.get(name)
        if cases and not decided:
            question = "loses" if name == "lost" else "wins"
            message = f"on {name} never comes: the round does not say who {question}"
            yield finding("W608", message, cases[0].span, f"round {{ {question}: highest(...) }}")
    if moments.get("tied") and game.round.wins and game.round.tie == "all":
        message = "on tied never comes: with tie: all those tied win together"
        yield finding("W608", message, moments["tied"][0].span, "put it into on won, or say tie: nobody")


def _leave(game: Game) -> Iterator[Diagnostic]:
    leaves = "leave" in verbs_of(game)
    for phase in game.phases.values():
        if phase.inherit and not leaves:
            message = "no case leaves dice lying, so there is nothing to inherit"
            yield finding("W609", message, phase.span, "on end { leave }")
