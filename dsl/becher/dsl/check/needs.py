"""What every game needs: a turn, dice, an end, and somebody who wins."""

from collections.abc import Iterator

from becher.dsl.check.effects import effects_of, verbs_of
from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic
from becher.dsl.model import Door, Game


def missing(game: Game) -> Iterator[Diagnostic]:
    """Findings about what is not there."""
    if "turn" not in game.phases:
        yield finding("E506", "what happens in a turn? there is no turn", game.span, "turn { throws: 3 ... }")
    yield from _dice(game)
    yield from _end(game)
    yield from _sheet(game)


def _dice(game: Game) -> Iterator[Diagnostic]:
    if game.dice is not None:
        return
    for phase in game.phases.values():
        if phase.dice is None and phase.draw is None:
            message = f"which dice are thrown in {phase.name}? dice: is missing"
            yield finding("E502", message, phase.span or game.span, "dice: 6d6, for the whole game or in a phase")
            return


def _end(game: Game) -> Iterator[Diagnostic]:
    verbs = verbs_of(game)
    goes_out = game.out is not None or game.round.out is not None
    if game.over is None and game.sheet is None and not goes_out and not verbs & {"win", "lose", "out"}:
        message = "nothing says when the game is over"
        yield finding("E507", message, game.span, "over: score >= goal, or over: rounds = 10")
    decided = game.wins or game.loses or game.sheet is not None or game.out is not None
    if not decided and not verbs & {"win", "lose", "out"}:
        yield finding("E509", "nothing says who wins", game.span, "wins: highest(score)")


def _sheet(game: Game) -> Iterator[Diagnostic]:
    entering = [e for _, e in effects_of(game) if isinstance(e, Door) and e.name == "enter"]
    if game.sheet is None:
        for door in entering:
            message = "enter writes a box, but the game has no sheet"
            yield finding("E510", message, door.span, "sheet { ones = sum(dice, 1) ... }")
    elif not game.sheet.boxes:
        yield finding("E510", "the sheet has no boxes", game.sheet.span, "ones = sum(dice, 1)")
    elif not entering:
        message = "no case ever says enter, so no box of the sheet is ever written"
        yield finding("E510", message, game.sheet.span, "turn { on end { enter } }")
