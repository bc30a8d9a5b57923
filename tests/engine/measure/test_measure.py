"""Measures of a game: what is ablated, what best play is worth, and figures that point the right way."""

import pytest
from attrs import evolve

from becher.dsl.diagnostics import Source
from becher.dsl.load import load, load_text
from becher.dsl.model import Game
from becher.engine.measure.ablate import ablations, other_values
from becher.engine.measure.best import Counts, best_value
from becher.engine.measure.measures import Measuring
from becher.engine.measure.skill import skill

SHEET = """game small { players: 1..3  dice: 3d3
  turn { throws: 2  retake: yes  on end { write { enter } } }
  reward = 4 | 0..6
  sheet { ones = sum(dice, 1)  threes = sum(dice, 3)  row = reward when dice = [1 2 3] else 0 }
}"""

RACE = """game race { players: 2..4  dice: 1d6
  goal = 8 | 5..12
  player { score = 0 }
  turn { bust: thrown has 1  keep: none  adds: sum(thrown)  stop: yes  until: pool >= 6  on end { score += pool } }
  over: score >= goal
  wins: highest(score)
}"""


def _game(id: str) -> Game:
    game = load(id).game
    assert game is not None
    return game


def _text(text: str) -> Game:
    game = load_text(Source("made up", text)).game
    assert game is not None
    return game


def test_an_option_is_tried_at_its_other_words_and_at_half_and_twice_its_number() -> None:
    game = _game("30-ab")
    assert set(other_values(game.options["receiver"], "next")) == {"previous", "chosen", "others"}
    assert other_values(_game("pig").options["goal"], 100) == [50, 200]
    assert other_values(_game("pig").options["goal"], 30) == [20, 60]
    assert other_values(game.options["target"], 30) == [24, 36]
    assert other_values(_text(SHEET).options["reward"], 0) == [6]


def test_every_named_case_that_could_be_left_out_is_left_out_once() -> None:
    labels = [one.label for one in ablations(_game("30-ab"), {})]
    assert {"turn without short", "turn without exact", "turn without above"} <= set(labels)
    assert len(labels) == len(set(labels))


def test_an_ablated_game_has_lost_the_case_and_nothing_else() -> None:
    game = _game("30-ab")
    (without,) = [one.game for one in ablations(game, {}) if one.label == "turn without short"]
    assert [case.name for case in without.phases["turn"].moments["end"]] == ["exact", "above"]
    assert without.options == game.options


def test_every_line_of_a_variant_is_left_out_once_and_keeps_options_that_are_still_there() -> None:
    game = _text("game mine like pig { add bonus = 0 | 0..5  turn { dice: 2d6 } }")
    found = {one.label: one for one in ablations(game, {"goal": 60, "bonus": 2})}
    assert dict(found["without add bonus = 0 | 0..5"].options) == {"goal": 60}
    assert dict(found["without dice: 2d6"].options) == {"goal": 60, "bonus": 2}


def test_best_play_counts_wins_between_two_and_points_on_sheets() -> None:
    between = best_value(_game("pig"), 2, {"goal": 20})
    alone = best_value(_text(SHEET), 3, {})
    assert between is not None and between.counts is Counts.WIN and 0.5 < between.value < 0.7
    assert alone is not None and alone.counts is Counts.POINTS and alone.value > 9
    assert best_value(_game("pig"), 3, {}) is None


def test_a_rule_of_a_sheet_is_worth_what_best_play_loses_without_it() -> None:
    game = _text(SHEET)
    found = Measuring(game, {}, 2, None, "seed", 20).measure(ablate=True)
    changes = {one.changed: one.change for one in found.ablated}
    assert found.player == "optimal" and found.simulated is None
    assert changes["reward = 2"] is not None and changes["reward = 2"] < 0
    assert changes["reward = 6"] is not None and changes["reward = 6"] > 0
    base = found.best
    assert base is not None
    assert base.value + changes["reward = 6"] == pytest.approx(best_value(game, 2, {"reward": 6}).value)  # type: ignore[union-attr]


def test_where_best_play_is_out_of_reach_games_are_played() -> None:
    found = Measuring(_text(RACE), {}, 3, None, "seed", 6).measure(ablate=True)
    assert found.best is None and found.player == "greedy"
    assert found.skill is not None and found.skill.player == "greedy"
    assert found.simulated is not None and found.simulated == found.figures
    changed = {one.changed: one for one in found.ablated}
    assert set(changed) == {"goal = 5", "goal = 12"}
    assert all(one.best is None and one.figures is not None for one in found.ablated)


def test_decisions_are_measured_by_best_play_against_chance() -> None:
    between = Measuring(_game("pig"), {"goal": 20}, 2, None, "seed", 60).measure().skill
    alone = Measuring(_text(SHEET), {}, 2, None, "seed", 60).measure().skill
    assert between is not None and between.player == "optimal"
    assert between.low <= between.value <= between.high and between.value > 0.6
    assert alone is not None and alone.random is not None
    assert alone.low <= alone.random <= alone.high < alone.value


def test_a_longer_way_to_the_goal_takes_longer() -> None:
    near = Measuring(_game("pig"), {"goal": 20}, 2, "strategy:hold_at_20", "seed", 60)
    far = evolve(near, options={"goal": 100})
    figures = [one.figures(one.game, one.options, "strategy:hold_at_20") for one in (near, far)]
    assert figures[0] is not None and figures[1] is not None
    assert figures[0].length < figures[1].length


def test_skill_counts_both_seats() -> None:
    found = skill(_game("pig"), {"goal": 60}, "strategy:hold_at_20", "seed", 120)
    assert found.low <= found.value <= found.high
    assert found.value > 0.6


def test_measures_follow_from_the_seed() -> None:
    measuring = Measuring(_text(RACE), {}, 2, "random", "seed", 30)
    first, second = (measuring.measure(ablate=True) for _ in range(2))
    assert first == second
    assert [one.changed for one in first.ablated] == ["goal = 5", "goal = 12"]
