"""Random games with boxes, flags and counters, one seat and two, against plain recursion."""

import numpy as np
import pytest
from attrs import evolve

from becher.engine.solve.backends.backup import backends, choose_backend
from becher.engine.solve.sheets.pack import compile_sheet
from becher.engine.solve.sheets.sheet_values import solve_sheet

from .random_sheets import plain_value, random_rules, tables


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("seed", range(12))
def test_every_back_end_finds_what_plain_recursion_finds(seats: int, seed: int) -> None:
    rules = random_rules(seed, seats)
    game = tables(rules)
    assert game.faults() == []
    expected = plain_value(rules)
    for name in backends():
        for merging in (True, False):
            packed = compile_sheet(game, 100_000, merging)
            assert solve_sheet(packed, choose_backend(name)).start == pytest.approx(expected, abs=1e-10)


def test_the_random_games_are_worth_testing() -> None:
    """Some have states that merge, some flags that change, some choices that are forbidden."""
    rules = [random_rules(seed, seats) for seed in range(12) for seats in (1, 2)]
    packed = [compile_sheet(tables(one), 100_000, merging=True) for one in rules]
    assert sum(one.size < one.raw for one in packed) > 5
    assert sum(any(len(set(layer.keys % 4)) > 1 for layer in one.layers) for one in packed) > 10
    assert all(None in one.entry.values() for one in rules if one.boxes > 1)


def test_faults_of_tables_are_named() -> None:
    game = tables(random_rules(0, 2))
    box, effect = game.boxes[0], game.effects[0]
    wrong = evolve(
        game,
        seats=1,
        boxes=(evolve(box, dice_class=box.dice_class[1:], effect=box.effect + 99), *game.boxes[1:]),
        effects=(evolve(effect, flag=np.full_like(effect.flag, 99)), *game.effects[1:]),
    )
    with pytest.raises(ValueError, match="beyond the list"):
        compile_sheet(wrong, 100)
    found = " / ".join(wrong.faults())
    for part in ("one class for each", "beyond the list", "flag must map", "there is one seat"):
        assert part in found
