"""What a file says about itself: every assumption as a note."""

from collections.abc import Iterator

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic
from becher.dsl.model import Game


def assumptions(game: Game) -> Iterator[Diagnostic]:
    for remark in game.remarks:
        if remark.kind == "assumed":
            yield finding("N701", f"{remark.about}: assumed: {remark.text}", remark.span)
