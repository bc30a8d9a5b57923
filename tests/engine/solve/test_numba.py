"""What is promised of the compiled back end beyond its values."""

from pathlib import Path

import pytest

pytest.importorskip("numba")

from becher.engine.solve.backends import kernels
from becher.engine.solve.backends.backup import choose_backend
from becher.engine.solve.ledgers.seat_values import solve_seats
from becher.engine.solve.sheets.pack import compile_sheet
from becher.engine.solve.sheets.sheet_values import solve_sheet
from becher.engine.solve.sheets.spread import distribution

from .ledgers import pig, thirty
from .random_sheets import random_rules, tables

COMPILED = (
    kernels.back_up,
    kernels.sheet_rows,
    kernels.sweep_serially,
    kernels.sweep_in_parallel,
    kernels.chances,
)


def test_after_prepare_nothing_is_compiled_any_more() -> None:
    """Each kernel has one signature, so compile time is what `prepare` says and not part of solving."""
    backend = choose_backend("numba")
    assert backend.prepare() > 0
    for seats in (1, 2):
        solve_sheet(compile_sheet(tables(random_rules(1, seats)), 1000), backend)
    distribution(solve_sheet(compile_sheet(tables(random_rules(3, 1)), 1000), backend), backend)
    solve_seats(thirty(limit=3), backend)
    solve_seats(pig(40), backend)
    assert [len(kernel.signatures) for kernel in COMPILED] == [1] * len(COMPILED)


def test_machine_code_is_kept_beside_the_package_or_in_the_cache_folder_of_the_user() -> None:
    package = Path(kernels.__file__).parent / "__pycache__"
    for kernel in COMPILED:
        folder = Path(kernel.stats.cache_path)
        assert folder == package or Path.home() in folder.parents
