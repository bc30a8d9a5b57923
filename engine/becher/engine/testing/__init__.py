"""Testing rule files: examples, properties, laws over playthroughs; for Becher's own suite and for its users'.

`test_game` tests one game and reports; `becher.engine.testing.strategies` has strategies for hypothesis; `becher.engine.testing.plugin`
makes rule files tests of pytest. Importing this package loads none of them.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from becher.engine.testing.report import Report, Result
    from becher.engine.testing.run import test_game

__all__ = ["Report", "Result", "test_game"]


def __getattr__(name: str) -> object:
    if name == "test_game":
        from becher.engine.testing.run import test_game

        return test_game
    if name in ("Report", "Result"):
        from becher.engine.testing import report

        return getattr(report, name)
    raise AttributeError(name)
