"""Rule files made up at random: what the solver says is what comes out when every state is written down."""

from collections.abc import Callable

import pytest
from brute import TooBig, value, win_of_first, written_down
from hypothesis import HealthCheck, Phase, given, reject, settings
from hypothesis import strategies as st
from rule_files import phases, races, sheets, strategies

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.dsl.model import Game, Strategy
from becher.engine.actions import Action
from becher.engine.answer.objective import asked_formula
from becher.engine.answer.phases import PhaseQuestion, explore_phase
from becher.engine.answer.refused import Refused
from becher.engine.answer.ways import solve_tables
from becher.engine.answer.whole import WholeQuestion, ledger_tables, sheet_tables
from becher.engine.bots.strategy import StrategyBot
from becher.engine.game import start
from becher.engine.solve.backup import choose_backend
from becher.engine.solve.errors import EndlessTurn, TooManyStates
from becher.engine.solve.pack import compile_sheet
from becher.engine.solve.sheet_values import solve_sheet
from becher.engine.state import State

NUMPY = choose_backend("numpy")
STATES = 1_500
few = settings(
    max_examples=15, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


def checked(text: str) -> Game:
    game = load_text(Source("made up", text)).game
    if game is None:
        reject()
    return game


@few
@given(races())
def test_two_seats_racing_win_as_often_as_written_down(text: str) -> None:
    compare_race(text)


@few
@given(sheets(), st.sampled_from((1, 2)))
def test_sheets_of_one_and_two_seats_are_worth_what_is_written_down(text: str, seats: int) -> None:
    compare_sheet(text, seats)


@few
@given(phases(), st.booleans())
def test_phases_are_worth_what_is_written_down(made: tuple[str, str], least: bool) -> None:
    compare_phase(*made, least)


@few
@given(sheets(), strategies(sheet=True))
def test_strategies_on_sheets_bring_what_is_written_down(text: str, strategy: str) -> None:
    compare_sheet(with_strategy(text, strategy), 1, strategy="s")


@few
@given(races(), strategies(sheet=False))
def test_a_strategy_against_best_play_wins_what_is_written_down(text: str, strategy: str) -> None:
    compare_race(with_strategy(text, strategy), strategy="s")


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
    assert compare_sheet(GROWS_WITH_DOUBLES, 1, 8_000, strategy)


def with_strategy(text: str, strategy: str) -> str:
    """The game with the strategy at its end."""
    return text.rstrip().removesuffix("}") + strategy + "}"


def compare_race(text: str, states: int = STATES, strategy: str | None = None) -> bool:
    """Solve for two seats both ways, the first playing a strategy if one is named; false where that cannot be done."""
    game = checked(text)
    own, chosen = player(game, 2, strategy)
    try:
        nodes = written_down(start(game, 2), win_of_first, states, chosen)
        made = ledger_tables(WholeQuestion(game, 2, strategy=own, limit=5 * states))
        solved = solve_tables(made.game, NUMPY, 0.5)
        wanted = value(nodes, start=0.5)
    except (TooBig, Refused, TooManyStates, EndlessTurn):
        return False
    assert solved.start == pytest.approx(wanted, abs=1e-9), text
    return True


def player(game: Game, seats: int, strategy: str | None) -> tuple[Strategy | None, Callable[[State], Action] | None]:
    """A strategy and the bot that plays it."""
    if strategy is None:
        return None, None
    found = game.strategies[strategy]
    return found, StrategyBot(start(game, seats).rules, found).choose


def compare_sheet(text: str, seats: int, states: int = STATES, strategy: str | None = None) -> bool:
    """Solve a sheet game both ways; false where that cannot be done."""
    game = checked(text)
    own, chosen = player(game, seats, strategy)
    asked = WholeQuestion(game, seats, strategy=own)
    try:
        worth = win_of_first if seats == 2 else lambda s: float(s.total(1) or 0)
        nodes = written_down(start(game, seats), worth, states, chosen)
        made = sheet_tables(asked)
    except (TooBig, Refused):
        return False
    solved = solve_sheet(compile_sheet(made.game, 100_000), NUMPY)
    wanted = value(nodes, start=0.0, least=asked.least)
    assert (-solved.start if asked.least else solved.start) == pytest.approx(wanted, abs=1e-9), text
    return True


def compare_phase(text: str, formula: str, least: bool, states: int = STATES) -> bool:
    """Solve one turn both ways; false where that cannot be done."""
    game = checked(text)
    asked = asked_formula(game, "turn", formula)
    try:
        nodes = written_down(start(game, 1), lambda s: float(s.account("score", 1)), states)  # type: ignore[arg-type]
        found = explore_phase(PhaseQuestion(asked.game, "turn", {}, asked.value, least))
    except (TooBig, Refused, EndlessTurn):
        return False
    solved = solve_tables(found.tables, NUMPY, None)
    assert solved.start == pytest.approx(value(nodes, start=0.0, least=least), abs=1e-9), (text, formula)
    chances = found.chances(solved, NUMPY)
    assert sum(worth * chance for worth, chance in chances.items()) == pytest.approx(solved.start, abs=1e-9)
    return True
