"""How long one waits: from the start of the program to the first prompt of a game, and to the end of --help.

Run from anywhere: python tests/bench/bench_startup.py [TIMES]     (default: 15)
Beside them what Python itself takes to start, in the same run. Bytecode is written in the first, unmeasured run, into a folder
of its own, as it is when a package is installed.
"""

import os
import pty
import select
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parents[2]
BYTECODE = tempfile.TemporaryDirectory(prefix="becher-bench-")
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
    "PYTHONPATH": f"{ROOT / 'dsl'}{os.pathsep}{ROOT / 'engine'}",
    "PYTHONPYCACHEPREFIX": BYTECODE.name,
    "TERM": "xterm",
}
BECHER = [sys.executable, "-m", "becher"]
PATIENCE = 60


def to_the_end(command: list[str]) -> float:
    began = perf_counter()
    subprocess.run(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - began


def to_the_prompt(command: list[str]) -> float:
    """Seconds until the program at a terminal of its own asks for the first time."""
    ours, theirs = pty.openpty()
    began = perf_counter()
    program = subprocess.Popen(command, env=ENVIRONMENT, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    text = b""
    while not text.endswith(b"\n> "):
        ready, _, _ = select.select([ours], [], [], PATIENCE)
        if not ready:
            raise SystemExit(f"no prompt came: {text!r}")
        text += os.read(ours, 65536)
    taken = perf_counter() - began
    program.kill()
    program.wait()
    os.close(ours)
    return taken


ROWS: dict[str, tuple[Callable[[list[str]], float], list[str]]] = {
    "python -c pass": (to_the_end, [sys.executable, "-c", "pass"]),
    "becher --help": (to_the_end, [*BECHER, "--help"]),
    "becher --version": (to_the_end, [*BECHER, "--version"]),
    "becher list": (to_the_end, [*BECHER, "list"]),
    "becher check ohio": (to_the_end, [*BECHER, "check", "ohio"]),
    "becher play ohio, first prompt": (to_the_prompt, [*BECHER, "play", "ohio", "--seed", "1"]),
    "becher play dertigen, first prompt": (to_the_prompt, [*BECHER, "play", "dertigen", "--seed", "1"]),
}


def main(times: int) -> None:
    taken: dict[str, list[float]] = {name: [] for name in ROWS}
    for turn in range(times + 1):
        for name, (measure, command) in ROWS.items():
            seconds = measure(command)
            if turn:
                taken[name].append(1000 * seconds)
    for name, several in taken.items():
        print(f"{name:40} least {min(several):7.0f} ms   median {median(several):7.0f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
