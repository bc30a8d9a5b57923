"""What the program promises whatever the command: exit codes, streams, lightness."""

import errno
import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from becher.engine.cli import exits
from becher.engine.cli.group import COMMANDS
from becher.engine.cli.main import main
from becher.engine.faults import LimitReached, RuleFault
from becher.engine.record import RecordError, RecordInUse
from becher.engine.version import VERSION

ROOT = Path(__file__).parents[3]


def test_the_version_is_the_one_of_the_package() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == VERSION


def test_version_and_help_exit_0(becher) -> None:
    assert becher("--version").stdout == f"becher, version {VERSION}\n"
    help = becher("--help")
    assert help.returncode == 0
    assert all(name in help.stdout for name in COMMANDS)
    assert becher("-h").stdout == help.stdout


def test_without_a_command_the_help_goes_to_stderr_and_it_exits_2(becher) -> None:
    done = becher()
    assert (done.returncode, done.stdout) == (2, "")
    assert "Commands:" in done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_in_the_table_has_its_help(becher, name: str) -> None:
    done = becher(name, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: becher {name} ")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["chek"], "there is no command 'chek'; did you mean 'check'?"),
        (["--loud"], "No such option"),
        (["check", "--loud"], "No such option"),
        (["check", "--format", "xml"], "xml"),
        (["check"], "Missing argument"),
    ],
)
def test_a_wrong_command_line_exits_2_and_names_the_problem(becher, args: list[str], said: str) -> None:
    done = becher(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_command_line_cannot_steer_the_terminal(becher) -> None:
    done = becher("a\x1b]0;b")
    assert done.returncode == 2
    assert "\x1b" not in done.stderr


def test_help_imports_nothing_heavy(environment) -> None:
    program = (
        "import sys; from becher.engine.cli.main import main; main(['--help']); print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "click" in loaded
    assert not loaded & {"lark", "numpy", "rich", "attr", "hypothesis", "becher.dsl.model", "numba"}


def test_completion_names_the_commands_and_imports_nothing_heavy(environment, becher) -> None:
    wanted = {"_BECHER_COMPLETE": "bash_complete", "COMP_WORDS": "becher ", "COMP_CWORD": "1"}
    assert "plain,check" in becher(env=wanted).stdout.split()


# ---- streams


def test_a_full_disk_exits_5_and_says_so(becher) -> None:
    with Path("/dev/full").open("w") as full:
        done = becher("--help", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 5
    assert done.stderr == f"becher: {os.strerror(errno.ENOSPC)}\n"


def test_a_reader_that_went_away_exits_141_in_silence(becher) -> None:
    read, write = os.pipe()
    os.close(read)
    done = becher("--help", capture_output=False, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


def test_output_nobody_can_receive_is_not_done(becher) -> None:
    done = becher("--help", capture_output=False, stderr=subprocess.PIPE, preexec_fn=lambda: os.close(1))
    assert done.returncode == 5
    assert done.stderr.startswith("becher: ")


def test_closed_input_and_errors_do_no_harm(becher) -> None:
    def close() -> None:
        os.close(0)
        os.close(2)

    done = becher("--version", capture_output=False, stdout=subprocess.PIPE, stdin=None, preexec_fn=close)
    assert (done.returncode, done.stdout) == (0, f"becher, version {VERSION}\n")


@pytest.mark.parametrize("env", [{"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}])
def test_a_letter_the_locale_lacks_is_written_out(becher, env: dict[str, str]) -> None:
    done = becher("f\u00fcnf", env=env)
    assert done.returncode == 2
    assert "there is no command" in done.stderr


# ---- what becomes of a fault


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (click.exceptions.Exit(0), 0),
        (exits.Says(1, "no"), 1),
        (RuleFault("overflow"), 1),
        (click.UsageError("what?"), 2),
        (LimitReached("dice", 100, "here"), 3),
        (RecordError("altered", 3), 4),
        (FileNotFoundError(errno.ENOENT, "gone", "x"), 5),
        (PermissionError(errno.EACCES, "no", "x"), 5),
        (RecordInUse("busy"), 6),
        (KeyError("slip"), 70),
        (RecursionError("deep"), 70),
        (MemoryError(), 70),
        (KeyboardInterrupt(), 130),
        (BrokenPipeError(errno.EPIPE, "gone"), 141),
        (exits.Terminated(), 143),
    ],
)
def test_every_fault_has_its_exit_code(monkeypatch, capsys, error: BaseException, code: int) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("becher.engine.cli.main.becher.invoke", fail)
    assert main(["check"]) == code
    said = capsys.readouterr().err
    assert said.count("\n") <= 1
    assert "Traceback" not in said


@pytest.mark.parametrize("args", [["--debug", "check"], ["check", "--debug"]])
def test_debug_shows_where_a_fault_happened(monkeypatch, capsys, args: list[str]) -> None:
    def slip(*_: object) -> None:
        raise KeyError("slip")

    monkeypatch.setattr("becher.engine.cli.main.becher.invoke", slip)
    assert main(args) == 70
    assert "in slip" in capsys.readouterr().err


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_in_silence(environment, number: int, code: int) -> None:
    program = (
        "import time; from becher.engine.cli import main\n"
        "main.becher.invoke = lambda *_: (print('ready', flush=True), time.sleep(60))\n"
        "import sys; sys.argv[1:] = ['check']; main.run()"
    )
    command = [sys.executable, "-c", program]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (code, "")


def test_testing_leaves_nothing_behind_where_it_runs(becher, tmp_path: Path) -> None:
    assert becher("test", "pig", "--examples", "2", cwd=tmp_path).returncode == 0
    assert list(tmp_path.iterdir()) == []
