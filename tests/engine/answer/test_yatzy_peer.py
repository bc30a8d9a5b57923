"""Prices beside those of yatzy-solver, which is written by hand for two rule sets. A thousand of each: tests/bench/bench_yatzy_peer.py."""

import pytest
from yatzy_peer import game_of, greatest_difference

from becher.engine.answer.advise import Adviser


def test_every_choice_has_the_price_that_a_hand_written_solver_gives_it() -> None:
    yatzy_solver = pytest.importorskip("yatzy_solver")
    peer = yatzy_solver.Solver.build(yatzy_solver.Variant("american"))
    game = game_of("american")
    assert greatest_difference(Adviser(game, 1, {}), peer, game, 60, seed=1) < 1e-9
