"""Where the parser stopped."""

from attrs import frozen

from becher.dsl.diagnostics import Span
from becher.dsl.scan import Scan, Token


@frozen
class Place:
    """The token at which the parser stopped (none at the end of the text) and what it would have taken."""

    scanned: Scan
    index: int
    accepts: frozenset[str]

    @property
    def token(self) -> Token | None:
        return self.at(0)

    def at(self, step: int) -> Token | None:
        """The token so many steps from here."""
        index = self.index + step
        return self.scanned.tokens[index] if 0 <= index < len(self.scanned.tokens) else None

    def text(self, step: int = 0) -> str:
        token = self.at(step)
        return token.text if token else ""

    def span(self, step: int = 0) -> Span:
        """The token's place; at the end of the text the empty place after the last token."""
        token = self.at(step)
        return self.scanned.span(token) if token else self.after(step - 1)

    def after(self, step: int) -> Span:
        token = self.at(step)
        end = token.end if token else 0
        return Span(self.scanned.source, end, end)

    def open(self) -> list[Token]:
        return self.scanned.open_before(self.index)


def quoted(text: str) -> str:
    short = text if len(text) <= 40 else text[:37] + "..."
    return f"`{short}`"
