"""Games on a score sheet, against values found by other programs."""

import pytest

from becher.engine.solve.backends.backup import Backend, backends, choose_backend
from becher.engine.solve.errors import TooManyStates
from becher.engine.solve.sheets.pack import compile_sheet
from becher.engine.solve.sheets.sheet_values import solve_sheet

from .sheets import ohio, two_seats, yahtzee

LIMIT = 5_000_000


@pytest.fixture(params=backends(), scope="module")
def backend(request: pytest.FixtureRequest) -> Backend:
    return choose_backend(request.param)


def test_yahtzee_alone_is_worth_what_is_known(backend: Backend) -> None:
    packed = compile_sheet(yahtzee(), LIMIT)
    assert solve_sheet(packed, backend).start == pytest.approx(254.5877287345, abs=1e-9)
    assert (packed.raw, packed.size) == (536_448, 314_880)


@pytest.mark.parametrize(("joker", "mean", "near"), [("free", 254.5896094820, 1e-9), ("none", 245.8708, 5e-5)])
def test_other_jokers_are_other_tables_and_worth_what_is_known(joker: str, mean: float, near: float) -> None:
    packed = compile_sheet(yahtzee(joker), LIMIT)
    assert solve_sheet(packed, choose_backend()).start == pytest.approx(mean, abs=near)


def test_the_opener_of_ohio_wins_less_than_half_if_a_draw_is_half_a_win() -> None:
    packed = compile_sheet(two_seats(ohio(), 166), LIMIT)
    assert 0.49 < solve_sheet(packed, choose_backend()).start < 0.5
    assert packed.size == packed.raw


def test_merging_changes_no_value(backend: Backend) -> None:
    game = ohio()
    merged, whole = compile_sheet(game, LIMIT), compile_sheet(game, LIMIT, merging=False)
    assert solve_sheet(merged, backend).start == pytest.approx(solve_sheet(whole, backend).start, abs=1e-12)


def test_a_limit_is_held_and_named() -> None:
    assert compile_sheet(ohio(), 128).size == 128
    with pytest.raises(TooManyStates) as caught:
        compile_sheet(ohio(), 127)
    assert (caught.value.limit, caught.value.needed, caught.value.exact) == (127, 128, True)


def test_progress_ends_at_the_number_of_states(backend: Backend) -> None:
    seen: list[tuple[int, int]] = []
    solve_sheet(compile_sheet(ohio(), LIMIT), backend, lambda done, of: seen.append((done, of)))
    assert seen[-1] == (128, 128)
    assert seen == sorted(seen)
