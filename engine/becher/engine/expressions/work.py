"""How much one formula may do: what goes through members is charged for each of them, inner formulas on the account of the outer."""

from becher.dsl.diagnostics import Span
from becher.dsl.limits import LIMITS
from becher.engine.faults import LimitReached


class Work:
    """The steps left to the formula that is being asked."""

    __slots__ = ("_depth", "_left")

    def __init__(self) -> None:
        self._left = self._depth = 0

    def begin(self, steps: int, span: Span | None) -> None:
        """So many members will be gone through; `end` says that it is done. Raises LimitReached."""
        if self._depth == 0:
            self._left = LIMITS.steps_per_action
        self._left -= steps
        if self._left < 0:
            raise LimitReached("steps", LIMITS.steps_per_action, _place(span))
        self._depth += 1

    def end(self) -> None:
        self._depth -= 1


def _place(span: Span | None) -> str:
    if span is None:
        return "a formula"
    line, column = span.source.position(span.start)
    return f"{span.source.name}:{line}:{column}"
