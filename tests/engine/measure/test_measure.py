"""Measures of a game: what is ablated, and figures that point the right way."""

from becher.dsl.load import load
from becher.dsl.model import Game
from becher.engine.measure.ablate import ablations, other_values
from becher.engine.measure.measures import figures, measure, skill


def _game(id: str) -> Game:
    game = load(id).game
    assert game is not None
    return game


def test_an_option_is_tried_at_its_other_words_and_the_ends_of_its_range() -> None:
    game = _game("30-ab")
    assert set(other_values(game.options["receiver"], "next")) == {"previous", "chosen", "others"}
    assert other_values(_game("pig").options["goal"], 100) == [20, 500]


def test_every_named_case_that_could_be_left_out_is_left_out_once() -> None:
    labels = [one.label for one in ablations(_game("30-ab"), {})]
    assert {"turn without short", "turn without exact", "turn without above"} <= set(labels)
    assert len(labels) == len(set(labels))


def test_an_ablated_game_has_lost_the_case_and_nothing_else() -> None:
    game = _game("30-ab")
    (without,) = [one.game for one in ablations(game, {}) if one.label == "turn without short"]
    assert [case.name for case in without.phases["turn"].moments["end"]] == ["exact", "above"]
    assert without.options == game.options


def test_a_longer_way_to_the_goal_takes_longer() -> None:
    game = _game("pig")
    near = figures(game, {"goal": 20}, 2, "strategy:hold_at_20", "seed", 60)
    far = figures(game, {"goal": 100}, 2, "strategy:hold_at_20", "seed", 60)
    assert near is not None and far is not None
    assert near.length < far.length


def test_skill_counts_both_seats() -> None:
    share, low, high = skill(_game("pig"), {"goal": 60}, "strategy:hold_at_20", "seed", 120)
    assert low <= share <= high
    assert share > 0.6


def test_measures_follow_from_the_seed() -> None:
    game = _game("pig")
    first, second = (measure(game, {"goal": 20}, 2, "random", "seed", 30, ablate=True) for _ in range(2))
    assert first == second
    assert [label for label, _ in first.ablated][:1] == ["goal = 500"]
