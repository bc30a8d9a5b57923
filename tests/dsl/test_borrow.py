"""Strategies of one file lent to a game of another."""

import pytest

from becher.dsl.borrow import OtherRules, with_strategies_of
from becher.dsl.diagnostics import Source
from becher.dsl.digest import hash_of
from becher.dsl.load import load, load_text
from becher.dsl.model import FormulaCall, Game
from becher.dsl.model.walk import walk

PIG = "game mine like pig {{ strategy bold {{ enough = {0}  turn {{ stop: pool >= enough }} }} {1} }}"


def lender(enough: int, more: str = "") -> Game:
    game = load_text(Source("mine.dice", PIG.format(enough, more))).game
    assert game is not None
    return game


@pytest.fixture
def pig() -> Game:
    game = load("pig").game
    assert game is not None
    return game


def test_lent_strategies_stand_beside_the_games_own(pig: Game) -> None:
    found = with_strategies_of(pig, lender(30), "mine.dice")
    assert {*pig.strategies, "mine.dice:bold"} <= set(found.strategies)
    assert found.strategies["mine.dice:bold"].name == "mine.dice:bold"
    assert hash_of(found) == hash_of(pig)


def test_two_files_may_use_the_same_names(pig: Game) -> None:
    found = with_strategies_of(with_strategies_of(pig, lender(30), "a"), lender(40), "b")
    for label, enough in (("a", 30), ("b", 40)):
        (called,) = [part for part in walk(found.strategies[f"{label}:bold"]) if isinstance(part, FormulaCall)]
        value = found.formulas[called.name].value
        assert getattr(value, "value", None) == enough


def test_a_file_that_changes_a_rule_lends_nothing(pig: Game) -> None:
    with pytest.raises(OtherRules, match="mine does not play by the rules of pig"):
        with_strategies_of(pig, lender(30, "goal = 50 | 20..500"), "mine.dice")


def test_strategies_of_another_game_are_not_lent(pig: Game) -> None:
    ohio = load("ohio").game
    assert ohio is not None
    with pytest.raises(OtherRules, match="ohio does not play by the rules of pig"):
        with_strategies_of(pig, ohio, "ohio")
