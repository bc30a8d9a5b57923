"""What solving will take is said before it is done, and what cannot be held is refused."""

import pytest

from becher.engine.cli import solve
from becher.engine.cli.exits import LIMIT


def test_states_memory_and_time_of_a_large_sheet_are_said_before_it_is_refused(cli) -> None:
    said = cli("solve", "maxi-yatzy")
    assert said.code == LIMIT
    first, *_, last = said.err.splitlines()
    assert "at most 617,349,120 states, 5,7" in first
    assert first.endswith("h of solving")
    assert "617,349,120 solver states" in last


def test_what_this_machine_cannot_hold_is_said(cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "memory_of_machine", lambda: 2**30)
    assert "that does not fit: this machine has 1,024 MiB" in cli("solve", "maxi-yatzy").err


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0.2, "less than a second"), (3.4, "about 3 s"), (150, "about 2 min"), (60_000, "about 17 h")],
)
def test_times_are_told_in_the_largest_unit_that_fits(seconds: float, told: str) -> None:
    assert solve._time(seconds) == told
