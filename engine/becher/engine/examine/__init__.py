"""Findings that need evaluation: bounds, cases that cannot hold, decisions without an answer, phases without an end."""

from attrs import evolve

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label
from becher.dsl.model import Game
from becher.engine.examine import cases, claims
from becher.engine.examine.bounds import Bounds, bounds
from becher.engine.examine.endless import can_be_prolonged, endless_phases
from becher.engine.examine.trying import Found, Stopped, faults
from becher.engine.examine.turns import STEPS
from becher.engine.faults import Conflict, DeadEnd

__all__ = ["Bounds", "bounds", "examine"]


def examine(game: Game) -> tuple[Diagnostic, ...]:
    """What is wrong with a checked game once its rules are tried: in a bounded time, and the same every time."""
    found = (*cases.look(game), *claims.look(game), *_faults(game), *_endings(game))
    return tuple(_at_home(game, one) for one in found)


def _at_home(game: Game, found: Diagnostic) -> Diagnostic:
    """A finding about a line of a parent stands at the variant that makes it one, the line as its second place."""
    if found.span is None or game.span is None or found.span.source is game.span.source:
        return found
    return evolve(found, span=game.span, labels=(*found.labels, Label(found.span, "what it is about")))


def _faults(game: Game) -> list[Diagnostic]:
    return [_fault(game, found) for found in faults(game)]


def _fault(game: Game, found: Found | Stopped) -> Diagnostic:
    if isinstance(found, Stopped):
        return finding("E606", f"this game cannot be played: {found.limit}", game.span)
    code = "E602" if isinstance(found.fault, DeadEnd) else "E603" if isinstance(found.fault, Conflict) else "E604"
    hints = {
        "E602": "say when there is nothing to choose, or let more be chosen",
        "E603": "let the condition of one case shut out the other",
        "E604": "say what holds in this case too",
    }
    return finding(code, f"{found.fault.message}, {found.told}", found.fault.span or game.span, hints[code])


def _endings(game: Game) -> list[Diagnostic]:
    found = []
    for endless in endless_phases(game):
        span = game.phases[endless.phase].span
        if endless.cut:
            message = f"whether {endless.phase} always ends could not be told in {STEPS:,} steps"
            found.append(finding("N721", message, span))
        else:
            message = f"{endless.phase} never has to end: some way of choosing goes on for ever"
            found.append(finding("E601", message, span, "add throws, until, or a keep that keeps some"))
    if can_be_prolonged(game):
        message = "this game never has to end: a turn of which no throw is ever banked changes nothing"
        found.append(finding("N720", message, game.span, "`endless:` says what such a game is worth"))
    return found
