"""What the passes report: findings as data. Renderers live in becher.dsl.render."""

from enum import StrEnum

from attrs import field, frozen


@frozen(eq=False)
class Source:
    """One rule text as read: `name` is the path or id shown to people, `text` is NFC with \\n line ends."""

    name: str
    text: str
    line_starts: tuple[int, ...] = field(init=False, repr=False)

    @line_starts.default
    def _line_starts(self) -> tuple[int, ...]:
        return (0, *(i + 1 for i, char in enumerate(self.text) if char == "\n"))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of a character offset."""
        low, high = 0, len(self.line_starts) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.line_starts[middle] <= offset:
                low = middle
            else:
                high = middle - 1
        return low + 1, offset - self.line_starts[low] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its line end."""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end]


@frozen
class Span:
    """Characters start..end (end not included) of one source."""

    source: Source
    start: int
    end: int

    def to(self, other: "Span") -> "Span":
        """From the start of this span to the end of the other, in the same source."""
        return Span(self.source, self.start, max(self.end, other.end))


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@frozen
class Label:
    """A second place a message speaks of, with a few words about it."""

    span: Span
    text: str


@frozen
class Diagnostic:
    """One finding. `message` is one line in the player's words; `code` has a page under docs/errors."""

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    labels: tuple[Label, ...] = ()
    hint: str | None = None

    @property
    def url(self) -> str:
        return f"docs/errors/{self.code}.md"


def error(code: str, message: str, span: Span | None, hint: str | None = None, *labels: Label) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, span, labels, hint)


def warning(code: str, message: str, span: Span | None, hint: str | None = None, *labels: Label) -> Diagnostic:
    return Diagnostic(code, Severity.WARNING, message, span, labels, hint)


def note(code: str, message: str, span: Span | None, hint: str | None = None, *labels: Label) -> Diagnostic:
    return Diagnostic(code, Severity.NOTE, message, span, labels, hint)


def has_errors(diagnostics: "tuple[Diagnostic, ...] | list[Diagnostic]") -> bool:
    return any(d.severity is Severity.ERROR for d in diagnostics)
