"""A bar for what takes longer than two seconds, on the terminal's error stream; elsewhere nothing."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

PATIENCE = 2.0


@contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Gives a function that is told how much more is done. The bar appears after two seconds, if anybody can see it."""
    if not sys.stderr.isatty():
        yield lambda amount: None
        return
    began, done, shown = monotonic(), 0, _Bar(what, total)

    def advance(amount: int) -> None:
        nonlocal done
        done += amount
        if monotonic() - began > PATIENCE:
            shown.move(done)

    try:
        yield advance
    finally:
        shown.close()


class _Bar:
    """The bar itself, made when it is first needed: rich is not imported for short work."""

    def __init__(self, what: str, total: int) -> None:
        self._what, self._total = what, total
        self._close: Callable[[], None] = lambda: None
        self._move: Callable[[int], None] | None = None

    def move(self, done: int) -> None:
        if self._move is None:
            self._open()
        assert self._move is not None
        self._move(done)

    def close(self) -> None:
        self._close()

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        progress = Progress(console=Console(stderr=True), transient=True)
        progress.start()
        task = progress.add_task(self._what, total=self._total)
        self._move = lambda done: progress.update(task, completed=done)
        self._close = progress.stop
