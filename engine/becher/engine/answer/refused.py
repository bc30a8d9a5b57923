"""Why a question about a game cannot be answered exactly."""

from becher.dsl.diagnostics import Span


class Refused(Exception):
    """The reason in the player's words, where it stands, and the nearest question that can be answered."""

    def __init__(self, reason: str, span: Span | None = None, instead: str | None = None) -> None:
        super().__init__(reason)
        self.reason, self.span, self.instead = reason, span, instead

    def __str__(self) -> str:
        place = ""
        if self.span is not None:
            line, _ = self.span.source.position(self.span.start)
            place = f" ({self.span.source.name} line {line})"
        hint = f"; can be answered: {self.instead}" if self.instead else ""
        return f"{self.reason}{place}{hint}"
