"""What a test of a game found, as values."""

from attrs import frozen

from becher.dsl.diagnostics import Span
from becher.engine.testing.coverage import Item


@frozen
class Result:
    """One example, property or law. kind: example, always or law. `log` is the shortest history found that breaks it, as a log."""

    name: str
    kind: str
    ok: bool
    message: str = ""
    span: Span | None = None
    log: str | None = None


@frozen
class Report:
    """All results of one game, and what nothing has fired. `playthroughs` and `steps` say how much was played."""

    game: str
    results: tuple[Result, ...]
    unfired: tuple[Item, ...]
    playthroughs: int
    steps: int

    @property
    def failed(self) -> tuple[Result, ...]:
        return tuple(result for result in self.results if not result.ok)

    @property
    def ok(self) -> bool:
        """Did everything hold? What nothing fired is no failure."""
        return not self.failed
