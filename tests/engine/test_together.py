"""All play one run of a phase: doors that a case opens on a throw."""

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.engine.actions import STOP, Action
from becher.engine.game import start
from becher.engine.state import State

TEXT = """
game crowd {
  players: 3
  dice: 1d6
  player { score = 0 }
  turn {
    together: yes
    on throw {
      again when thrown has 6 and me = 2nd { throw_again }
      falls when thrown has 1 and me = 2nd { bust }
    }
    keep: none
    adds: sum(thrown)
    until: thrown has 6
    stop: yes
    on end { score += pool }
    on bust { score -= 10 }
  }
  over: rounds = 1
  wins: highest(score)
}
""".replace("2nd", "nth(everyone, 2)")


def begun(*throws: int) -> State:
    loaded = load_text(Source("together.dice", TEXT))
    assert [d.message for d in loaded.diagnostics if d.severity == "error"] == []
    assert loaded.game is not None
    state = start(loaded.game, 3)
    for face in throws:
        state = state.apply(Action("throw", ((face,),)))
    return state


def scores(state: State) -> tuple[object, ...]:
    return tuple(state.account("score", seat) for seat in (1, 2, 3))


def test_a_throw_again_of_one_seat_is_one_for_all() -> None:
    state = begun(6)
    assert (scores(state), state.stage, state.standing) == ((0, 0, 0), "throw", (1, 2, 3))


def test_a_bust_of_one_seat_leaves_the_others_standing() -> None:
    state = begun(1)
    assert (scores(state), state.standing) == ((0, -10, 0), (1, 3))
    for _ in range(2):
        state = state.apply(STOP)
    assert scores(state) == (1, -10, 1)
