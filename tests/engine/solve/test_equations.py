"""What states are worth under fixed choices comes out alike at once and by sweeps."""

import numpy as np
import pytest

from becher.engine.solve.ledgers import equations
from becher.engine.solve.ledgers.equations import Equations


def random_equations(parts: int, size: int, seed: int) -> Equations:
    """Three entries a row, of which a tenth leaves its part."""
    random = np.random.default_rng(seed)
    row = np.repeat(np.arange(parts * size), 3)
    to = row // size * size + random.integers(0, size, len(row))
    share = np.where(random.random(len(row)) < 0.5, -0.3, 0.3)
    return Equations(
        parts, row, to, share, random.random(parts * size), np.ones(parts * size, bool), np.zeros(parts * size)
    )


@pytest.mark.parametrize("parts", [1, 3])
def test_sweeps_find_what_is_found_at_once(parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = random_equations(parts, 40, parts)
    at_once = asked.solved()
    monkeypatch.setattr(equations, "MOST_DENSE", 1)
    assert asked.solved() == pytest.approx(at_once, abs=1e-13)
    back = asked.constant + np.bincount(asked.row, asked.share * at_once[asked.to], len(at_once))
    assert back == pytest.approx(at_once, abs=1e-12)


def test_rows_that_never_leave_their_part_have_the_value_they_are_given() -> None:
    """0 and 1 lead to each other, 2 leads out and to 0."""
    leads = Equations(
        1,
        row=np.array([0, 1, 2]),
        to=np.array([1, 0, 0]),
        share=np.array([1.0, 1.0, 0.5]),
        constant=np.array([0.0, 0.0, 0.25]),
        leaves=np.array([False, False, True]),
        first=np.zeros(3),
    )
    assert leads.stuck().tolist() == [True, True, False]
    assert leads.fixed(leads.stuck(), 0.5).solved().tolist() == [0.5, 0.5, 0.5]
    assert np.isnan(leads.fixed(leads.stuck(), np.nan).solved()[:2]).all()


def test_what_does_not_settle_is_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equations, "MOST_DENSE", 1)
    asked = random_equations(1, 40, 7)
    monkeypatch.setattr(equations, "MOST_SWEEPS", 3)
    assert np.isnan(asked.solved()).all()
