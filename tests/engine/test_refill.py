"""All dice lie aside: the cup is filled with as many dice as the phase has now."""

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.engine.actions import Action
from becher.engine.game import start
from becher.engine.state import State

TEXT = """
game growing {
  players: 1
  tally { hand = 1 }
  player { score = 0 }
  turn {
    dice: hand * d6
    keep: count(kept) = count(thrown)
    until: count(kept) = 3
    on full { hand becomes hand + %d }
    full: refill
    on end { score += throw_no }
  }
  over: rounds = 1
  wins: highest(score)
}
"""


def begun(more: int) -> State:
    loaded = load_text(Source("growing.dice", TEXT % more))
    assert [d.message for d in loaded.diagnostics if d.severity == "error"] == []
    assert loaded.game is not None
    return start(loaded.game, 1)


def thrown(s: State, *dice: int) -> State:
    assert s.why_not(Action("throw", (dice,))) is None
    return s.apply(Action("throw", (dice,)))


def test_a_refill_asks_again_how_many_dice_there_are() -> None:
    after = thrown(thrown(thrown(begun(1), 6), 5, 5), 4, 4, 4)
    assert (after.is_terminal(), after.account("score", 1)) == (True, 3)


def test_a_refill_without_dice_ends_the_phase() -> None:
    after = thrown(begun(-1), 6)
    assert (after.is_terminal(), after.account("score", 1)) == (True, 1)
