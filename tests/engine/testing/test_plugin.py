"""Rule files as tests of pytest, and the command."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from becher.engine.cli.main import main
from becher.engine.testing.laws import LAWS

ROOT = Path(__file__).parents[3]
FILE = """game small {
  players: 2..4
  dice: 1d6
  player { score = 0 }
  turn { bust: thrown has 1  keep: none  adds: sum(thrown)  stop: yes  on end { bank { score += pool } } }
  over: score >= 20
  wins: highest(score)
  always { never_five = score != 5 }
  example "right" { throw([6])  stop  expect(score of me = 6) }
  example "wrong" { throw([6])  stop  expect(score of me = 5) }
}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.dice"
    path.write_text(FILE)
    return path


def run_pytest(folder: Path, *args: str) -> tuple[int, str]:
    env = {
        **os.environ,
        "PYTHONPATH": f"{ROOT / 'dsl'}{os.pathsep}{ROOT / 'engine'}",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "becher.engine.testing.plugin",
        "-q",
        "--rootdir",
        str(folder),
        *args,
    ]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_examples_properties_and_laws_are_tests(file: Path) -> None:
    code, told = run_pytest(file.parent, "--becher", "--becher-examples", "5")
    assert code == 1
    assert f"2 failed, {1 + len(LAWS)} passed" in told
    assert "small.dice:10: expected score of me = 5" in told
    assert '"do": "throw([5])"' in told


def test_without_the_flag_nothing_is_collected(file: Path) -> None:
    code, told = run_pytest(file.parent)
    assert (code, "no tests ran" in told) == (5, True)


def test_a_file_with_errors_is_an_error_with_its_findings(file: Path) -> None:
    file.write_text(FILE.replace("1d6", "1d6 +"))
    code, told = run_pytest(file.parent, "--becher")
    assert code == 2
    assert "E110" in told


def test_the_command_tells_failures_and_the_shape_is_as_promised(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["test", str(file), "--examples", "5", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"passed", "failed", "cases", "unfired"}
    assert (told["passed"], told["failed"], told["unfired"]) == (1 + len(LAWS), 2, [])
    assert [set(case) for case in told["cases"]] == [{"file", "line", "name", "kind", "ok", "message"}] * (
        3 + len(LAWS)
    )
    wrong = next(case for case in told["cases"] if case["name"] == "wrong")
    assert (wrong["kind"], wrong["ok"], wrong["line"]) == ("example", False, 10)


def test_the_command_prints_a_log_that_replay_shows(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    main(["test", str(file), "--examples", "5"])
    lines = capsys.readouterr().out.splitlines()
    log = tmp_path / "failure.log"
    log.write_text("\n".join(line for line in lines if line.startswith("{")) + "\n")
    assert main(["replay", str(log), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True


def test_a_game_without_faults_is_exit_0(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("\n".join(line for line in FILE.splitlines() if "five" not in line and "wrong" not in line))
    assert main(["test", str(file), "--examples", "3"]) == 0
    assert "0 failed" in capsys.readouterr().out


def test_several_games_are_told_apart(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(FILE + 'game other like small { remove "wrong" }')
    assert main(["test", str(file), "--examples", "0", "--json"]) == 1
    names = [case["name"] for case in json.loads(capsys.readouterr().out)["cases"]]
    assert names == ["small: right", "small: wrong", "small: never_five", "other: right", "other: never_five"]
