"""test_game tells what is wrong with a game, with the shortest log that shows it."""

import json
from collections.abc import Callable

import pytest

from becher.dsl.digest import hash_of
from becher.dsl.model import Game
from becher.engine.record import read_lines, record_of, replay
from becher.engine.rulebook import Rulebook
from becher.engine.testing import Report, Result, test_game
from becher.engine.testing.laws import LAWS
from becher.engine.testing.report import Result as ResultClass

Make = Callable[[str], Game]


def named(report: Report, name: str) -> Result:
    return next(result for result in report.results if result.name == name)


def texts(log: str) -> list[str]:
    return [event["do"] for event in map(json.loads, log.splitlines()) if "do" in event]


def test_a_sound_game_passes_every_law_and_fires_everything(pig: Make) -> None:
    report = test_game(pig(""), examples=10)
    assert report.ok
    assert [result.name for result in report.results] == list(LAWS.values())
    assert report.unfired == ()
    assert report.playthroughs >= 10


def test_what_a_test_does_is_the_same_every_time(pig: Make) -> None:
    first, second = (test_game(pig("always { low = score != 17 }"), examples=10) for _ in range(2))
    assert [r.log for r in first.results] == [r.log for r in second.results]
    assert (first.playthroughs, first.steps) == (second.playthroughs, second.steps)


def test_another_seed_makes_up_other_playthroughs(pig: Make) -> None:
    first, second = (test_game(pig(""), examples=10, seed=seed) for seed in (1, 2))
    assert first.steps != second.steps


def test_a_property_that_fails_is_told_with_the_shortest_log(pig: Make) -> None:
    result = named(test_game(pig("always { never_five = score != 5 }"), examples=10), "never_five")
    assert not result.ok
    assert "score 5" in result.message
    assert result.log is not None
    assert texts(result.log) == ["throw([5])", "stop"]


def test_the_log_of_a_failure_can_be_replayed(pig: Make) -> None:
    game = pig("always { never_five = score != 5 }")
    log = named(test_game(game, examples=10), "never_five").log
    assert log is not None
    record = record_of(read_lines(log.encode())[0])
    assert record.header.rules == hash_of(game)
    assert replay(record, Rulebook(game)).account("score", 1) == 5


def test_a_property_is_tried_under_every_value_of_an_option(pig: Make) -> None:
    result = named(test_game(pig("always { below = score < 36 }"), examples=40), "below")
    assert not result.ok
    assert result.log is not None
    assert json.loads(result.log.splitlines()[0])["options"]["goal"] > 20


def test_an_example_that_fails_is_told_with_its_place(pig: Make) -> None:
    report = test_game(pig('example "wrong" { throw([6])  stop  expect(score of me = 5) }'), examples=0)
    (result,) = report.results
    assert (result.kind, result.ok) == ("example", False)
    assert result.message.startswith("expected score of me = 5")
    assert result.span is not None
    assert result.span.source.position(result.span.start)[0] == 9


def test_a_rule_without_an_answer_breaks_a_law(game: Make) -> None:
    text = """game small {
      players: 2  dice: 2d6  player { score = 0 }
      turn { throws: 1  on end { score += 30 / (sum(dice) - 7) + 40 } }
      over: score >= 200  wins: highest(score)
    }"""
    result = named(test_game(game(text), examples=10), LAWS["law answer"])
    assert not result.ok
    assert "division by zero" in result.message
    assert result.log is not None
    assert len(texts(result.log)) == 1


def test_a_dead_end_breaks_a_law(game: Make) -> None:
    text = """game small {
      players: 1..2  dice: 2d6
      turn { throws: 1  on end { enter } }
      sheet { enter: upper   upper { ones = sum(dice, 1) }  lower { chance = sum(dice)  more = sum(dice) } }
    }"""
    result = named(test_game(game(text), examples=10), LAWS["law answer"])
    assert not result.ok
    assert "none of them may be written" in result.message


def test_a_game_that_no_way_of_playing_ends_breaks_a_law(game: Make) -> None:
    text = """game small {
      players: 2  dice: 1d6  player { score = 0 }
      turn { throws: 1  on end { score += 0 * sum(dice) } }
      over: score >= 200  wins: highest(score)
    }"""
    result = named(test_game(game(text), examples=3), LAWS["law ends"])
    assert not result.ok


def test_a_seat_named_outright_breaks_the_symmetry(game: Make) -> None:
    text = """game small {
      players: 2..3  dice: 1d6  player { score = 0 }
      turn { throws: 1  on end { score of first(everyone) += sum(dice) } }
      over: rounds = 3  wins: highest(score)
      always { fair = symmetric(seats) }
    }"""
    result = named(test_game(game(text), examples=10), "fair")
    assert not result.ok
    assert "with the seats moved on by one" in result.message


def test_symmetry_holds_where_seats_are_named_by_where_they_sit(game: Make) -> None:
    text = """game small {
      players: 2..4  dice: 1d6  player { score = 0 }
      turn { throws: 1  on end { score of next += sum(dice)  score of previous -= 1 } }
      over: rounds = 3  wins: highest(score)
      always { fair = symmetric(seats) }
    }"""
    assert test_game(game(text), examples=10).ok


def test_a_property_named_like_a_law_is_not_taken_for_it(pig: Make) -> None:
    report = test_game(pig("always { range = score != 5 }"), examples=10)
    assert [result.kind for result in report.failed] == ["always"]


def test_a_range_wider_than_what_comes_out_fails_without_being_met(game: Make) -> None:
    text = """game small {
      players: 1..2  dice: 3d6
      turn { throws: 1  on end { enter } }
      sheet { jackpot = 1000 when dice = [6 6 6] else 0  ones = sum(dice, 1) }
      always { range = total in 0..1002 }
    }"""
    result = named(test_game(game(text), examples=1), "range")
    assert not result.ok
    assert "the total can be 1003" in result.message


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("never when pool > 1000 { score += 1 }", "turn, on end: never"),
        ("again when pool = 999 { extra }", "phase extra"),
    ],
)
def test_what_nothing_fires_is_told(game: Make, line: str, missing: str) -> None:
    text = f"""game small {{
      players: 2  dice: 1d6  player {{ score = 0 }}
      turn {{ bust: thrown has 1  keep: none  adds: sum(thrown)  stop: yes  on end {{ bank {{ score += pool }}  {line} }} }}
      phase extra {{ throws: 1  on end {{ score += 1 }} }}
      over: score >= 30  wins: highest(score)
    }}"""
    report = test_game(game(text), examples=5)
    assert missing in [item.name for item in report.unfired]
    assert "turn, on end: bank" not in [item.name for item in report.unfired]


def test_rare_throws_are_sought(game: Make) -> None:
    text = """game small {
      players: 2  dice: 5d6  player { score = 0 }
      turn { throws: 1  on end { all when dice = [6 6 6 6 6] { score += 50 }  bank otherwise { score += 1 } } }
      over: rounds = 5  wins: highest(score)
    }"""
    assert test_game(game(text), examples=2).unfired == ()


def test_results_are_values() -> None:
    assert ResultClass("a", "law", True) == ResultClass("a", "law", True)
