"""From a merged game as written to a checked model: names, sorts, conversions."""

from becher.dsl.resolve.game import Resolved, resolve_game

__all__ = ["Resolved", "resolve_game"]
