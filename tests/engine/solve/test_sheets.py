"""Games on a score sheet, against values found by other programs."""

import pytest

from becher.engine.solve.backup import Backend, backends, choose_backend
from becher.engine.solve.errors import TooManyStates
from becher.engine.solve.pack import compile_sheet
from becher.engine.solve.sheet_values import solve_sheet

from .sheets import ohio, yahtzee

LIMIT = 5_000_000


@pytest.fixture(params=backends(), scope="module")
def backend(request: pytest.FixtureRequest) -> Backend:
    return choose_backend(request.param)


@pytest.mark.parametrize(("joker", "mean"), [("forced", 254.5877287345), ("free", 254.5896094820), ("none", 245.8708)])
def test_yahtzee_alone_is_worth_what_is_known(backend: Backend, joker: str, mean: float) -> None:
    packed = compile_sheet(yahtzee(joker), LIMIT)
    places = 4 if joker == "none" else 9
    assert solve_sheet(packed, backend).start == pytest.approx(mean, abs=0.6 * 10**-places)
    assert packed.size < packed.raw


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
