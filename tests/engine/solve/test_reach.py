"""Which rows and counters a game comes to."""

import numpy as np
import pytest

from becher.engine.solve import reach as module
from becher.engine.solve.errors import TooManyStates
from becher.engine.solve.moves import Moves
from becher.engine.solve.reach import _moved, estimate, reach

from .random_sheets import random_rules, tables
from .sheets import ohio


@pytest.mark.parametrize("seed", range(20))
def test_counters_move_as_their_map_says(seed: int) -> None:
    random = np.random.default_rng(seed)
    size = int(random.integers(1, 12))
    maps = [
        random.integers(0, size, size),
        np.minimum(np.arange(size) + random.integers(0, size), size - 1),
        np.arange(size)[::-1],
        np.sort(random.integers(0, size, size)),
    ]
    seen = random.random((7, size)) < 0.4
    for counter in maps:
        expected = np.zeros_like(seen)
        for row, old in zip(*np.nonzero(seen), strict=True):
            expected[row, counter[old]] = True
        assert np.array_equal(_moved(seen, counter.astype(np.int32)), expected)


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("seed", range(6))
def test_no_more_states_are_reached_than_were_estimated(seed: int, seats: int) -> None:
    moves = Moves(tables(random_rules(seed, seats)))
    bound, layers = estimate(moves), reach(moves, 10_000)
    assert sum(layer.states for layer in layers) <= bound.states
    assert sum(len(layer.keys) for layer in layers) <= bound.rows
    assert len(layers) == moves.game.bits + 1


def test_layers_too_large_for_memory_are_refused_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_CELLS", 20)
    with pytest.raises(TooManyStates) as caught:
        reach(Moves(ohio()), 10_000)
    assert (caught.value.limit, caught.value.needed) == (20, 21)
