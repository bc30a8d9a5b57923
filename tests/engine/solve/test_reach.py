"""Which rows and counters a game comes to."""

import numpy as np
import pytest

from becher.engine.solve.backends.backup import choose_backend
from becher.engine.solve.errors import TooManyStates
from becher.engine.solve.sheets import alike as alike_module
from becher.engine.solve.sheets import estimate as estimate_module
from becher.engine.solve.sheets import reach as module
from becher.engine.solve.sheets.counted import move, packed, unpacked
from becher.engine.solve.sheets.estimate import estimate
from becher.engine.solve.sheets.moves import MOST_DIRECT, Moves, different, places
from becher.engine.solve.sheets.pack import compile_sheet
from becher.engine.solve.sheets.reach import reach
from becher.engine.solve.sheets.sheet_values import solve_sheet

from .random_sheets import random_rules, tables
from .sheets import Entry, Rule, loose_turn, ohio, one_seat


@pytest.mark.parametrize("seed", range(20))
def test_counters_move_as_their_map_says(seed: int) -> None:
    random = np.random.default_rng(seed)
    size = int(random.choice([*range(1, 12), 64, 65, 150, 200]))
    maps = [
        random.integers(0, size, size),
        np.minimum(np.arange(size) + random.integers(0, size), size - 1),
        np.maximum(np.arange(size) - random.integers(0, size), 0),
        np.arange(size)[::-1],
        np.sort(random.integers(0, size, size)),
    ]
    seen = random.random((7, size)) < 0.4
    for counter in maps:
        expected = np.zeros_like(seen)
        for row, old in zip(*np.nonzero(seen), strict=True):
            expected[row, counter[old]] = True
        moved = move(counter.astype(np.int32)).of(packed(seen))
        assert np.array_equal(unpacked(moved, size), expected)


@pytest.mark.parametrize("span", [500, MOST_DIRECT + 500])
def test_keys_are_found_where_they_stand(span: int) -> None:
    random = np.random.default_rng(span)
    some = random.integers(-1, span, (3, 80))
    keys = different(some, span)
    assert keys.tolist() == sorted({key for key in some.ravel().tolist() if key >= 0})
    assert np.array_equal(places(keys).found(np.append(keys, -1)), [*range(len(keys)), -1])


def test_what_is_kept_is_what_is_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tables(random_rules(1, 1))
    values = []
    for most in (module.MOST_KEPT, 0):
        monkeypatch.setattr(module, "MOST_KEPT", most)
        packed = compile_sheet(game, 10_000)
        assert all((layer.leads is None) == (most == 0) for layer in packed.layers[:-1])
        values.append(solve_sheet(packed, choose_backend("numpy")).values)
    assert np.array_equal(*values)


def test_rows_alike_are_told_also_where_their_hashes_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.random.default_rng(1).integers(0, 3, (200, 4))
    for mixed in (alike_module.mixed, lambda table: np.zeros(len(table), dtype=np.int64)):
        monkeypatch.setattr(alike_module, "mixed", mixed)
        first, number = alike_module.alike(table)
        assert np.array_equal(table[first][number], table)
        assert len(first) == len(set(map(tuple, table.tolist())))


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("seed", range(6))
def test_no_more_states_are_needed_than_were_estimated(seed: int, seats: int) -> None:
    moves = Moves(tables(random_rules(seed, seats)))
    bound, packed = estimate(moves), compile_sheet(moves.game, 10_000)
    assert packed.size <= bound.states
    assert sum(len(layer.keys) for layer in packed.layers) <= bound.rows


def test_where_everything_may_always_be_written_the_estimate_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    upper = [Rule(lambda pips, _: Entry(pips, None, pips), lambda dice, n=n: n * dice.count(n)) for n in (1, 2, 3)]
    rules = [*upper, Rule(lambda pips, _: Entry(pips), sum), Rule(lambda pips, _: Entry(pips), max)]
    game = one_seat(loose_turn(2, 3, 2), rules, cap=6, bonus=lambda flag, counter: 5 if counter == 6 else 0)
    bound, packed = estimate(Moves(game)), compile_sheet(game, 10_000)
    assert bound.exact
    assert (bound.states, bound.rows) == (packed.size, sum(len(layer.keys) for layer in packed.layers))
    assert packed.raw > packed.size
    monkeypatch.setattr(estimate_module, "MOST_MOVING", 2)
    looser = estimate(Moves(game))
    assert not looser.exact
    assert looser.states > bound.states


def test_layers_too_large_for_memory_are_refused_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_CELLS", 20)
    with pytest.raises(TooManyStates) as caught:
        reach(Moves(ohio()), 10_000)
    assert (caught.value.limit, caught.value.needed) == (20, 21)
