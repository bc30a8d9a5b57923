"""Rule files made up at random: what the solver says is what comes out when every state is written down."""

import pytest
from compare import checked, compare_advice, compare_game, compare_phase, with_strategy
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from race_files import races
from rule_files import phases, strategies
from sheet_files import sheets

from becher.engine.answer.ask import Refused, ask
from becher.engine.answer.question import Question
from becher.engine.solve.backends.backup import backends

few = settings(
    max_examples=10, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
ALONE_OR_TWO = st.sampled_from((1, 2))
BACKENDS = st.sampled_from(backends())


@few
@given(races(), ALONE_OR_TWO, BACKENDS)
def test_games_without_a_sheet_are_worth_what_is_written_down(text: str, seats: int, backend: str) -> None:
    compare_game(text, seats, backend=backend)


@few
@given(st.one_of(st.tuples(sheets(), st.just(1)), st.tuples(sheets(most=2), st.just(2))), BACKENDS)
def test_sheets_of_one_and_two_seats_are_worth_what_is_written_down(made: tuple[str, int], backend: str) -> None:
    compare_game(*made, states=3_000, backend=backend)


@few
@given(st.one_of(races(), sheets()), st.integers(1, 8))
def test_the_chance_of_a_total_is_what_is_written_down(text: str, at_least: int) -> None:
    compare_game(text, 1, at_least=at_least)


@few
@given(phases(), st.booleans())
def test_phases_are_worth_what_is_written_down(made: tuple[str, str], least: bool) -> None:
    compare_phase(*made, least)


@few
@given(phases(), strategies(sheet=False))
def test_strategies_in_a_phase_bring_what_is_written_down(made: tuple[str, str], strategy: str) -> None:
    compare_phase(with_strategy(made[0], strategy), made[1], False, strategy="s")


@few
@given(sheets(), strategies(sheet=True))
def test_strategies_on_sheets_bring_what_is_written_down(text: str, strategy: str) -> None:
    compare_game(with_strategy(text, strategy), 1, strategy="s")


@few
@given(races(), strategies(sheet=False), ALONE_OR_TWO)
def test_a_strategy_alone_or_against_best_play_brings_what_is_written_down(
    text: str, strategy: str, seats: int
) -> None:
    compare_game(with_strategy(text, strategy), seats, strategy="s")


@few
@given(st.one_of(races(), sheets(most=2)), ALONE_OR_TWO)
def test_choices_cost_what_is_written_down(text: str, seats: int) -> None:
    compare_advice(text, seats, 9)


PRESSED = """game g {{
  players: 1
  dice:    1d3
  player {{ score = 0 }}
  turn {{
    throws: 4
    bust: thrown has 1
    keep: none
    adds: sum(thrown)
    stop: yes
    on end {{ score += {} }}
  }}
  over: turns >= 1
  wins: highest(score)
}}"""


@pytest.mark.parametrize("least", [False, True])
@pytest.mark.parametrize(
    "formula", ["min(pool, 5)", "min(4, 2 * pool)", "min(9 - pool, 6)", "max(0, 5 - pool)", "max(4, pool)"]
)
def test_numbers_that_no_longer_move_a_formula_are_one(formula: str, least: bool) -> None:
    assert compare_phase(PRESSED.format(formula), formula, least)


GROWS_WITH_DOUBLES = """game g {
  players: 1..2
  dice:    2d3
  player { extra = 0 }
  turn { throws: 1  on end { pair when dice has [x x] { extra += 1 }  enter } }
  sheet {
    column left {}
    column right { times: 2 }
    upper { ones = sum(dice) when dice has [x x] else 0  twos = 2 + extra }
    total: 2 * min(ones, twos) + extra
  }
  strategy s { sheet { enter: twos, ones } }
}"""


@pytest.mark.parametrize("strategy", [None, "s"])
def test_an_account_that_boxes_read_takes_every_value_of_a_whole_game(strategy: str | None) -> None:
    assert compare_game(GROWS_WITH_DOUBLES, 1, states=8_000, strategy=strategy)


PLAYED_TO_THE_END_OF_THE_ROUND = """game g {
  players: 1..2
  dice:    1d3
  player { score = 0 }
  turn { keep: none  stop: yes  adds: sum(thrown)  bust: thrown has 1  until: pool >= 4  on end { score += pool } }
  over:   score >= 6
  finish: rest_of_round
  wins:   highest(score)
}"""


def test_rounds_that_are_only_played_to_their_end_are_not_counted() -> None:
    assert compare_game(PLAYED_TO_THE_END_OF_THE_ROUND, 2, states=8_000)


ALONE_NEXT_IS_ONESELF = """game g {
  players: 1..2
  dice:    2d3
  player { lives = 4 }
  turn { keep: none  stop: yes  until: throw_no >= 3
         on end { lives -= 1 when dice has 1 else 0  lives of next -= 1 when sum(dice) > 3 else 0  lives of everyone -= 1 } }
  out:  lives <= 0
  wins: highest(lives)
}"""


@pytest.mark.parametrize("at_least", [None, 0])
def test_alone_what_happens_to_the_next_seat_happens_to_oneself(at_least: int | None) -> None:
    assert compare_game(ALONE_NEXT_IS_ONESELF, 1, at_least=at_least)


LEFT_AND_TAKEN_UP_FOR_EVER = """game g {
  players: 1..2
  dice:    2d3
  player { score = 0 }
  turn { inherit: dice  bust: thrown has 1  keep: none  adds: sum(thrown)  stop: yes  until: pool >= 5
         on end { good when sum(dice) > 4 { score += 1 }  poor otherwise { leave } } }
  over: score >= 2
  wins: highest(score)
}"""


def test_dice_left_lying_and_taken_up_again_can_keep_a_game_going_for_ever() -> None:
    with pytest.raises(Refused, match="for ever"):
        ask(checked(LEFT_AND_TAKEN_UP_FOR_EVER), Question(1), backend="numpy")
    assert compare_game(LEFT_AND_TAKEN_UP_FOR_EVER, 2)
    assert compare_advice(LEFT_AND_TAKEN_UP_FOR_EVER, 2, 1)


CHOSEN_AT_THE_END = """game g {
  players: 1..2
  dice:    2d3
  player { score = 0  mark = 0 }
  tally { named = none }
  turn { throws: 1  on end { asked when dice has [x x] { choose named in [1 2 3]  score += sum(named) }  other otherwise { mark += 1 } } }
  over: score >= 3
  out:  mark >= 3
  wins: highest(score)
}"""


@pytest.mark.parametrize("seats", [1, 2])
def test_what_is_chosen_as_a_turn_ends_counts(seats: int) -> None:
    assert compare_game(CHOSEN_AT_THE_END, seats)


OPENINGS_SAY_WHO_STARTS = """game g {
  players: 2
  dice:    2d3
  player { score = 0  mark = 0 }
  opening { throws: 1  on end { mark becomes sum(dice) } }
  starter: highest(mark)
  turn { keep: some  on end { score += 1 when sum(dice) > 4 else 0 } }
  over: score >= 2
  wins: highest(score)
}"""


def test_each_opening_counts_for_the_seat_that_had_it() -> None:
    assert compare_game(OPENINGS_SAY_WHO_STARTS, 2, states=8_000)


A_SECOND_PHASE_ON_ANOTHER_LEDGER = """game g {
  players: 1..2
  dice:    2d3
  player { score = 0  mark = 0 }
  turn { throws: 1  on end { both when dice has [x x] { score += 1  extra }  single otherwise { mark += 1 } } }
  phase extra { throws: 2  retake: yes  on end { score += 1 when dice has [x x] else 0 } }
  over: score >= 2
  out:  mark >= 3
  wins: highest(score)
}"""


@pytest.mark.parametrize("seats", [1, 2])
def test_choices_of_a_phase_that_begins_on_a_changed_ledger_are_priced_on_that(seats: int) -> None:
    assert compare_advice(A_SECOND_PHASE_ON_ANOTHER_LEDGER, seats, 1)
