"""Slips that are visible without playing: what a game lacks, contradicts, forgets or leaves unused."""

from becher.dsl.check.faces import strange_faces
from becher.dsl.check.moments import contradictions
from becher.dsl.check.needs import missing
from becher.dsl.check.order import untimely
from becher.dsl.check.phases import slips
from becher.dsl.check.remarks import assumptions
from becher.dsl.check.repeats import repeated_conditions
from becher.dsl.check.tables import overlaps
from becher.dsl.check.unused import unused
from becher.dsl.diagnostics import Diagnostic
from becher.dsl.model import Game
from becher.dsl.overlay import Overlaid

__all__ = ["check_game"]


def check_game(game: Game, overlaid: Overlaid) -> tuple[Diagnostic, ...]:
    """Everything found about a resolved game, and about what it was made of."""
    return (
        *missing(game),
        *untimely(game),
        *slips(game),
        *contradictions(game),
        *overlaps(game),
        *strange_faces(game),
        *unused(game, overlaid.patterns),
        *repeated_conditions(overlaid.text),
        *assumptions(game),
    )
