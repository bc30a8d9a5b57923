"""`becher simulate` as programs and people meet it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from becher.engine.cli.bars import ROWS, grouped
from becher.engine.simulate.run import WORTH_IT

MEMBERS = {
    "games", "seed", "seconds", "games_per_second", "win_share", "interval", "mean", "sd", "length", "unfinished",
    "drawn", "histogram",
}  # fmt: skip
PLAYED = ("simulate", "pig", "--set", "goal=20", "--players", "2", "--seats", "random", "--games", "520", "--seed", "s")
WALKED = ("simulate", "pig", "--set", "goal=20", "--players", "2", "--seats", "strategy:hold_at_20", "--seed", "s")


def test_json_tells_what_the_protocol_says(cli) -> None:
    said = cli(*PLAYED, "--json")
    found = said.json
    assert (said.code, said.err) == (0, "")
    assert set(found) == MEMBERS
    assert (found["games"], found["seed"], found["unfinished"], found["drawn"]) == (520, "s", 0, "moves")
    assert all(len(found[name]) == 2 for name in ("win_share", "interval", "mean", "sd", "histogram"))
    assert sum(found["win_share"]) == pytest.approx(1)
    assert found["games_per_second"] > 0 < found["seconds"]
    for seat in (0, 1):
        low, high = found["interval"][seat]
        assert low < found["win_share"][seat] < high
        shares = {int(points): share for points, share in found["histogram"][seat].items()}
        assert sum(shares.values()) == pytest.approx(1)
        mean = sum(points * share for points, share in shares.items())
        assert found["mean"][seat] == pytest.approx(mean)
        square = sum((points - mean) ** 2 * share for points, share in shares.items())
        assert found["sd"][seat] == pytest.approx(square**0.5)
    assert found["length"] > 2


@pytest.mark.parametrize(("question", "drawn"), [(PLAYED, "moves"), ((*WALKED, "--games", str(WORTH_IT)), "turns")])
def test_the_number_of_workers_changes_nothing(cli, question: tuple[str, ...], drawn: str) -> None:
    found = [cli(*question, "--workers", workers, "--json").json for workers in (1, 2, 3)]
    for one in found:
        assert one["drawn"] == drawn
        del one["seconds"], one["games_per_second"]
    assert found[0] == found[1] == found[2]


def test_another_seed_plays_other_games(cli) -> None:
    first, second = (cli(*PLAYED[:-1], seed, "--json").json["histogram"] for seed in "ab")
    assert first != second


def test_bars_are_drawn_at_the_terminal(cli) -> None:
    said = cli(*WALKED, "--games", WORTH_IT, "--plot", "-")
    assert said.code == 0
    assert "█" in said.out or "##" in said.out
    assert "2 hold_at_20" in said.out
    assert max(map(len, said.out.splitlines())) <= 80


@pytest.mark.parametrize(("ending", "begins"), [(".svg", b"<?xml"), (".png", b"\x89PNG")])
def test_a_picture_is_drawn_into_a_file_the_same_each_time(cli, tmp_path: Path, ending: str, begins: bytes) -> None:
    pytest.importorskip("matplotlib")
    files = [tmp_path / f"{n}{ending}" for n in (1, 2)]
    assert [cli(*WALKED, "--games", WORTH_IT, "--plot", file).code for file in files] == [0, 0]
    first, second = (file.read_bytes() for file in files)
    assert first.startswith(begins)
    assert first == second


@pytest.mark.parametrize(("plot", "reason"), [(("plot.pdf",), "writes .svg or .png"), (("-", "--json"), "both write")])
def test_what_cannot_be_drawn_is_told_before_anything_is_played(cli, plot: tuple[str, ...], reason: str) -> None:
    said = cli(*PLAYED[:-3], "100000000", "--plot", *plot)
    assert said.code == 2
    assert reason in said.err


@pytest.mark.parametrize(
    "values", [{1}, {0, 1}, set(range(-5, 27)), set(range(3, 400)), {-1000, 12}, {7, 9_999_999}], ids=str
)
def test_every_value_has_its_row_and_rows_are_few(values: set[int]) -> None:
    groups = grouped([dict.fromkeys(values, 1 / len(values))] * 2)
    assert 1 <= len(groups) <= ROWS
    assert all(sum(value in group for group in groups) == 1 for value in values)
    assert len({len(group) for group in groups}) == 1


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are counted where Linux shows them")
def test_ctrl_c_ends_at_once_and_leaves_no_worker(environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "becher", *PLAYED[:-3], "100000000", "--workers", "2"]
    with subprocess.Popen(
        command, env=environment, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        while len(_children(process.pid)) < 3 and process.poll() is None:  # two workers, and Python's own helper
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"")
    for _ in range(200):
        if not _alive(process.pid):
            break
        time.sleep(0.05)
    assert not _alive(process.pid)


def _children(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []


def _alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
