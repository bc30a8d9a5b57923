"""A plugin for pytest: with `--becher` rule files (*.dice) are tests too.

Every example, every property of `always` and every law is one test. Nothing heavy is imported before a rule file is met, and
nothing at all is collected without the flag.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from becher.dsl.model import Game
    from becher.engine.testing.report import Report, Result

_EXAMPLES = 60


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("becher", "rule files of dice games")
    group.addoption("--becher", action="store_true", help="collect *.dice files as tests")
    group.addoption(
        "--becher-examples",
        type=int,
        default=_EXAMPLES,
        help="how many playthroughs are made up for each game (default 60)",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "RuleFile | None":
    if file_path.suffix == ".dice" and parent.config.getoption("--becher"):
        return RuleFile.from_parent(parent, path=file_path)
    return None


class RuleFile(pytest.File):
    """All games of one file."""

    def collect(self) -> Iterator["RuleTest"]:
        from becher.dsl.diagnostics import has_errors
        from becher.dsl.load import load
        from becher.dsl.render.text import render

        loaded = load(str(self.path))
        if has_errors(loaded.diagnostics):
            raise self.CollectError(render(loaded.diagnostics, False))
        for game in loaded.games:
            tested = Tested(game, self.path, self.config.getoption("--becher-examples"))
            for kind, name in tested.names():
                title = f"{game.id}: {name}" if len(loaded.games) > 1 else name
                yield RuleTest.from_parent(self, name=title, tested=tested, wanted=(kind, name))


class Tested:
    """One game, tested when the first of its tests runs."""

    def __init__(self, game: "Game", path: Path, examples: int) -> None:
        self.game, self.path, self.examples = game, path, examples
        self._report: Report | None = None

    def names(self) -> Iterator[tuple[str, str]]:
        """Kind and name of everything that will be told."""
        from becher.engine.testing.laws import LAWS

        yield from (("example", example.title) for example in self.game.examples)
        yield from (("always", name) for name in self.game.always)
        yield from (("law", text) for text in LAWS.values() if self.examples)

    def result(self, kind: str, name: str) -> "Result":
        from becher.engine.testing.run import test_game

        if self._report is None:
            self._report = test_game(self.game, examples=self.examples, file=f"{self.path}#{self.game.id}")
        return next(result for result in self._report.results if (result.kind, result.name) == (kind, name))


class RuleTest(pytest.Item):
    """One example, property or law."""

    def __init__(self, *, tested: Tested, wanted: tuple[str, str], **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.tested, self.wanted = tested, wanted

    def runtest(self) -> None:
        result = self.tested.result(*self.wanted)
        if not result.ok:
            raise Failure(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        if isinstance(excinfo.value, Failure):
            return excinfo.value.text
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        span = next((e.span for e in self.tested.game.examples if self.wanted == ("example", e.title)), None)
        line = span.source.position(span.start)[0] - 1 if span else None
        return self.path, line, f"{self.wanted[0]}: {self.name}"


class Failure(Exception):
    """A test of a rule file that failed."""

    def __init__(self, result: "Result") -> None:
        super().__init__(result.message)
        place = (
            f"{result.span.source.name}:{result.span.source.position(result.span.start)[0]}: " if result.span else ""
        )
        log = f"\nsave these lines to a file and `becher replay` shows them:\n{result.log}" if result.log else ""
        self.text = f"{place}{result.message}{log}"
