"""Laying a chain of games over each other: parents, child, then `like` between blocks."""

from becher.dsl.overlay.chain import Overlaid, overlay

__all__ = ["Overlaid", "overlay"]
