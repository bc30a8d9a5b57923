"""A game or two of each family, tested as `becher test` tests them."""

import pytest

from becher.dsl.load import load
from becher.engine.testing import test_game

FAMILIES = ("30-ab", "dertigen", "ohio", "mickey", "pig", "bunco", "shut-the-box")


@pytest.mark.parametrize("id", FAMILIES)
def test_examples_properties_and_laws_hold(id: str) -> None:
    game = load(id).game
    assert game is not None
    report = test_game(game, examples=4)
    assert report.failed == ()
    assert [item.name for item in report.unfired] == []
