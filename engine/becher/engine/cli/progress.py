"""A bar for what takes longer than two seconds, on the terminal's error stream; elsewhere nothing."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer

PATIENCE = 2.0


@contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Gives a function that is told how much more is done. The bar appears after two seconds, if anybody can see it."""
    if not sys.stderr.isatty():
        yield lambda amount: None
        return
    shown = _Bar(what, total)
    waiting = Timer(PATIENCE, shown.open)
    waiting.daemon = True
    waiting.start()
    try:
        yield shown.advance
    finally:
        waiting.cancel()
        shown.close()


@contextmanager
def hundredths(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar told (done, of how many); what is counted anew moves it only where it goes beyond."""
    with bar(what, 100) as advance:
        shown = 0

        def progress(done: int, total: int) -> None:
            nonlocal shown
            share = 100 * done // total if total else 0
            if share > shown:
                advance(share - shown)
                shown = share

        yield progress


class _Bar:
    """The bar itself: it runs to and fro until something is done. rich is not imported for short work."""

    def __init__(self, what: str, total: int) -> None:
        self._what, self._total, self._done = what, total, 0
        self._lock, self._closed = Lock(), False
        self._show: Callable[[], None] = lambda: None
        self._stop: Callable[[], None] = lambda: None

    def open(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        with self._lock:
            if self._closed:
                return
            progress = Progress(console=Console(stderr=True), transient=True)
            task = progress.add_task(self._what, total=None)
            self._show = lambda: progress.update(task, completed=self._done, total=self._total)
            self._stop = progress.stop
            progress.start()
            if self._done:
                self._show()

    def advance(self, amount: int) -> None:
        self._done += amount
        with self._lock:
            self._show()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._stop()
