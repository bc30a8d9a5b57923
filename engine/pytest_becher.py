"""The plugin of pytest under a name at the top: pytest looks there for modules of a plugin, and a namespace package has none
but `__main__`, about which it would warn in every run."""

from becher.engine.testing.plugin import pytest_addoption, pytest_collect_file

__all__ = ["pytest_addoption", "pytest_collect_file"]
