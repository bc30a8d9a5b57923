"""What can go wrong while a game runs: faults of a rule file, and wrong moves."""

from becher.dsl.diagnostics import Span


class RuleFault(Exception):
    """A rule file asked for something that has no answer, at a place that can be shown."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span

    def __str__(self) -> str:
        if self.span is None:
            return self.message
        line, column = self.span.source.position(self.span.start)
        return f"{self.span.source.name}:{line}:{column}: {self.message}"


class DeadEnd(RuleFault):
    """Somebody is to choose, but there is nothing to choose from."""


class Conflict(RuleFault):
    """Two cases of one moment want what cannot both be."""


class IllegalAction(ValueError):
    """An action that is not legal now; the message is the reason in the rule file's words."""


class LimitReached(Exception):
    """A documented limit stopped the work: its name, its value, and where."""

    def __init__(self, name: str, value: int, where: str) -> None:
        super().__init__(f"{where}: the limit {name} = {value:,} is reached")
        self.name = name
        self.value = value
        self.where = where
