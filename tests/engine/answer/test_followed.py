"""A strategy that is followed through turns chooses as its bot does, whatever stands on the ledger."""

from itertools import product

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.dsl.model import Game
from becher.engine.actions import Action
from becher.engine.answer.reading.formulas import Formulas
from becher.engine.answer.turns.followed import Followed, settled
from becher.engine.answer.turns.plan import Asked, plan_phases
from becher.engine.bots.strategy import StrategyBot
from becher.engine.game import start
from becher.engine.multisets import throws
from becher.engine.state import State

SHEET = """game small {
  players: 1..2
  dice: 3d3
  turn { throws: 3  retake: yes  on end { enter } }
  sheet { ones = sum(dice, 1)  threes = sum(dice, 3)  row = 5 when dice = [1 2 3] else 0 }
  strategy s {
    going = open has row and (count(distinct(dice)) = 3 or open = row or not open has ones)
    worth_keeping = max(sum(kept, 3) when open has threes, sum(kept, 1) when open has ones)
    turn { keep: 9 when going and kept = distinct(dice) else worth_keeping }
    enter: row when dice = [1 2 3], threes, ones, row
  }
}"""

RACE = """game race {
  players: 2
  dice: 2d3
  player { score = 0  mark = 0 }
  turn {
    keep: some
    stop: yes
    adds: sum(kept)
    on end { score += pool  mark += 1 }
  }
  over: score >= 6
  wins: highest(score)
  strategy s {
    turn {
      keep: count(kept) when score > score of next and mark < 2 else sum(kept) - 3 * count(kept)
      stop: (score + pool >= 6 or score of next > 3 and pool > 1) and not (mark of next > mark and pool < 2)
    }
  }
}"""


def game_of(text: str) -> Game:
    game = load_text(Source("made up", text)).game
    assert game is not None
    return game


def followed(game: Game, first: State) -> tuple[Followed, StrategyBot]:
    formulas = Formulas(game, first.rules.options, first.count)
    plans = plan_phases(formulas, Asked((), game.strategies["s"]))
    strategy = game.strategies["s"]
    return Followed(first.rules, formulas, plans, strategy), StrategyBot(first.rules, strategy)


def choice_of(found: Followed, s: State) -> Action:
    plan, rules = found.plans[s.phase], found.rules
    return found.choose(s, tuple(rules.compiler.compile(c.value)(s, s.seat, s.args) for c in plan.ledger))


def test_keeps_are_those_of_the_bot_on_every_sheet() -> None:
    game = game_of(SHEET)
    first = start(game, 1)
    found, bot = followed(game, first)
    for hits in product((0, 1), repeat=3):
        for dice, _ in throws(3, tuple((face, 1) for face in (1, 2, 3))):
            s = first.copy()
            s.hits = (hits,)
            s = s.apply(Action("throw", (dice,)))
            if s.stage == "keep":
                assert choice_of(found, s) == bot.choose(s)


def test_the_same_dice_ask_the_strategy_once() -> None:
    game = game_of(SHEET)
    first = start(game, 1)
    found, _ = followed(game, first)
    s = first.apply(Action("throw", ((1, 1, 3),)))
    assert choice_of(found, s) is choice_of(found, s.copy())


@pytest.mark.parametrize("scores", list(product((0, 2, 4, 5), repeat=2)))
def test_choices_are_those_of_the_bot_whatever_the_other_seat_has(scores: tuple[int, int]) -> None:
    game = game_of(RACE)
    first = start(game, 2)
    found, bot = followed(game, first)
    for marks in product((0, 2), repeat=2):
        s = first.copy()
        s.players = tuple(zip(scores, marks, strict=True))
        s = s.apply(Action("throw", ((1, 3),)))
        assert choice_of(found, s) == bot.choose(s)
        s = s.apply(bot.choose(s))
        if s.stage == "stop":
            assert choice_of(found, s) == bot.choose(s)


def test_what_another_seat_is_asked_is_not_answered_with_what_is_known_of_the_own() -> None:
    game = game_of(RACE)
    formulas = Formulas(game, {}, 2)
    stop = next(w.values[0] for w in game.strategies["s"].wishes if w.question == "stop")
    own = {part: 5 for part in formulas.ledger_parts(stop) if type(part).__name__ == "VariableRead"}
    assert own
    assert "OfSeat" in repr(settled(formulas.laid_open(stop), own))
