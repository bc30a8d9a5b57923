"""The contract of `becher solve`: what programs read, what is refused and how, what is kept."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

HIGHER = """
game higher {
  players: 1..4
  dice: 1d6
  turn { throws: 2  retake: yes  on end { enter } }
  sheet { pips = sum(dice) }
  strategy ones { turn { keep: every(1) } }
}
"""


@pytest.fixture
def higher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "higher.dice"
    path.write_text(HIGHER)
    return path


def test_the_answer_in_json(cli, higher: Path) -> None:
    """Alone one throws again at 3 or less: half of the time 5, half of the time 3.5."""
    found = cli("solve", higher, "--exact", "--json").json
    assert set(found.pop("seconds")) == {"analyse", "compile", "jit", "solve"}
    assert found.pop("backend") in ("numpy", "numba")
    assert found.pop("memory") > 2**20
    assert found.pop("notes")
    chances = found.pop("distribution")
    assert chances == pytest.approx({"1": 1 / 12, "2": 1 / 12, "3": 1 / 12, "4": 1 / 4, "5": 1 / 4, "6": 1 / 4})
    assert found == {
        "game": "higher",
        "question": "best mean result, alone",
        "value": pytest.approx(4.25),
        "exact": "17/4",
        "mean": pytest.approx(4.25),
        "sd": pytest.approx((sum(p * (int(v) - 4.25) ** 2 for v, p in chances.items())) ** 0.5),
        "win": None,
        "draw": None,
        "best": None,
        "states": 2,
        "states_merged": 2,
        "kept": False,
    }


def test_two_seats_win_or_draw(cli, higher: Path) -> None:
    found = cli("solve", higher, "--players", 2, "--exact", "--json").json
    assert found["exact"] == "103/216"
    assert sum(found["win"]) + found["draw"] == pytest.approx(1)
    assert found["value"] == pytest.approx(found["win"][0] + found["draw"] / 2)


def test_a_strategy_is_told_beside_the_best(cli, higher: Path) -> None:
    """Whoever keeps ones alone gets 1 in a sixth of the games, 3.5 in the others."""
    found = cli("solve", higher, "--strategy", "ones", "--json").json
    assert (found["value"], found["best"]) == (pytest.approx(1 / 6 + 5 / 6 * 3.5), pytest.approx(4.25))


def test_a_phase_answers_formulas_and_conditions(cli, higher: Path) -> None:
    ask = ("solve", higher, "--exact", "--json", "--phase", "turn")
    assert cli(*ask, "--minimize", "sum(dice)").json["exact"] == "11/4"
    assert cli(*ask, "--maximize", "sum(dice) >= 5").json["exact"] == "5/9"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--strategy", "nobody"], "no strategy 'nobody'; there are: ones"),
        (["--phase", "nowhere", "--maximize", "1"], "no phase 'nowhere'; there are: turn"),
        (["--phase", "turn"], "--phase wants --maximize or --minimize"),
        (["--phase", "turn", "--maximize", "sum(dice"], "close the ( first"),
        (["--maximize", "sum(dice)"], "asked of a phase"),
        (["--players", "2", "--at-least", "3"], "--at-least is asked of one seat"),
        (["--players", "9"], "higher is for 1..4 players, not 9"),
        (["--set", "x=1"], "no option 'x'"),
    ],
)
def test_a_question_that_makes_no_sense_is_a_usage_error(cli, higher: Path, args: list[str], said: str) -> None:
    found = cli("solve", higher, *args)
    assert found.code == 2
    assert said in found.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--players", "3"], "can be answered: --players 2"),
        (["--players", "2", "--max-states", "1"], "--max-states raises the limit; can be answered: --players 1"),
        (["--at-least", "3", "--max-states", "1"], "can be answered: the same without --at-least"),
    ],
)
def test_what_is_out_of_reach_names_what_is_not(cli, higher: Path, args: list[str], said: str) -> None:
    found = cli("solve", higher, *args)
    assert found.code == 3
    assert said in found.err


def test_what_a_question_will_take_is_said_before(cli, higher: Path) -> None:
    said = cli("solve", higher)
    assert "states" in said.err
    assert "best mean result, alone" in said.err


def test_an_answer_is_kept_and_said_to_be(cli, higher: Path) -> None:
    first, second = cli("solve", higher), cli("solve", higher)
    assert "kept from an earlier run" not in first.out
    assert "kept from an earlier run" in second.out
    assert cli("solve", higher, "--json").json["kept"]
    assert not cli("solve", higher, "--json", "--fresh").json["kept"]
    higher.write_text(HIGHER.replace("throws: 2", "throws: 1"))
    assert cli("solve", higher, "--json").json["value"] == pytest.approx(3.5)


def test_ctrl_c_keeps_nothing(higher: Path, environment: dict[str, str]) -> None:
    """Dertigen between two seats takes seconds to look at, and tells so before."""
    command = [sys.executable, "-m", "becher", "solve", "dertigen", "--players", "2", "--fresh"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stderr is not None
        assert b"states" in running.stderr.readline()
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 130
        assert b"Traceback" not in running.stderr.read()
    assert not list((higher.parent / "cache").rglob("*.*"))
