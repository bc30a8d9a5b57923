"""Running the program as a user does: in a process of its own."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from becher.engine.cli.main import main

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def environment() -> dict[str, str]:
    """The environment of a started program, which finds this checkout."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "PYTHONWARNINGS": "error"}


@pytest.fixture
def becher(environment: dict[str, str]) -> Run:
    """`becher(*args)` runs the program to its end; keywords go to subprocess.run, `env` is added to the environment."""

    def run(*args: object, env: dict[str, str] | None = None, **keywords: Any) -> "subprocess.CompletedProcess[str]":
        keywords = {"capture_output": True, "text": True, "stdin": subprocess.DEVNULL, **keywords}
        if "input" in keywords:
            del keywords["stdin"]
        command = [sys.executable, "-m", "becher", *map(str, args)]
        return subprocess.run(command, env={**environment, **(env or {})}, timeout=60, check=False, **keywords)

    return run


class Said(NamedTuple):
    """What the program said, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """`cli(*args, input="")` runs the program within this process, its standard input no terminal."""

    def run(*args: object, input: str | bytes = "") -> Said:
        data = input if isinstance(input, bytes) else input.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8", errors="backslashreplace"))
        capsys.readouterr()
        code = main(list(map(str, args)))
        return Said(code, *capsys.readouterr())

    return run
