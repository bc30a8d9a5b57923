"""What is installed: one namespace package in two portions, typed, with its grammar and its games, and a light start."""

import os
import subprocess
import sys
import tomllib
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

from becher.engine.version import VERSION

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PORTIONS = (ROOT / "dsl" / "becher", ROOT / "engine" / "becher")
HEAVY = {"lark", "numpy", "rich", "attrs", "attr", "hypothesis"}


@pytest.mark.parametrize("portion", PORTIONS, ids=lambda path: path.parent.name)
def test_the_shared_package_is_a_namespace(portion: Path) -> None:
    assert portion.is_dir()
    assert not (portion / "__init__.py").exists()


@pytest.mark.parametrize("portion", PORTIONS, ids=lambda path: path.parent.name)
def test_each_portion_is_typed_and_each_room_in_it_a_package(portion: Path) -> None:
    inner = portion / portion.parent.name
    assert (inner / "py.typed").is_file()
    rooms = {path.parent for path in inner.rglob("*.py")} - {inner}
    assert rooms
    assert [room for room in sorted(rooms) if not (room / "__init__.py").is_file()] == []


def test_the_language_never_imports_the_engine() -> None:
    lines = [
        (path, line.split()) for path in (ROOT / "dsl").rglob("*.py") for line in path.read_text("utf-8").splitlines()
    ]
    assert [
        path for path, words in lines if words[:1] in (["from"], ["import"]) and words[1].startswith("becher.engine")
    ] == []


def test_every_entry_point_is_there() -> None:
    plugins = PROJECT["project"]["entry-points"]["pytest11"].values()
    for target in [*PROJECT["project"]["scripts"].values(), *plugins]:
        module, _, name = target.partition(":")
        found = import_module(module)
        assert not name or callable(getattr(found, name))


def test_the_wheel_holds_the_grammar_the_types_all_games_and_all_pages_of_findings(tmp_path: Path) -> None:
    builders = pytest.importorskip("hatchling.builders.wheel")
    (built,) = builders.WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    names = set(zipfile.ZipFile(built).namelist())
    games = {f"becher/games/{path.relative_to(ROOT / 'games').as_posix()}" for path in (ROOT / "games").rglob("*.dice")}
    wanted = {f"becher/dsl/{name}" for name in ("grammar.lark", "grammar.json", "py.typed")} | {
        "becher/engine/py.typed"
    }
    pages = {f"becher/errors/{path.name}" for path in (ROOT / "docs" / "errors").glob("*.md")}
    assert games and pages and games | pages | wanted <= names
    assert "becher/__init__.py" not in names
    assert {name.split("/")[0] for name in names} == {"becher", "pytest_becher.py", f"becher-{VERSION}.dist-info"}


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["play", "--help"]], ids=" ".join)
def test_asking_for_help_loads_nothing_heavy(args: list[str]) -> None:
    program = (
        "import sys\nfrom becher.engine.cli.main import main\nmain(sys.argv[1:])\nprint(*sys.modules, file=sys.stderr)"
    )
    assert _loaded([sys.executable, "-c", program, *args], {}) & HEAVY == set()


def test_completion_loads_nothing_heavy() -> None:
    program = (
        "import sys, atexit\natexit.register(lambda: print(*sys.modules, file=sys.stderr))\nsys.argv = ['becher']\n"
    )
    program += "from becher.engine.cli.main import run\nrun()"
    asked = {"_BECHER_COMPLETE": "bash_complete", "COMP_WORDS": "becher pl", "COMP_CWORD": "1"}
    assert _loaded([sys.executable, "-c", program], asked) & HEAVY == set()


def _loaded(command: list[str], extra: dict[str, str]) -> set[str]:
    """The top-level modules this program says it has loaded, in the last line of its standard error."""
    path = os.pathsep.join(str(portion.parent) for portion in PORTIONS)
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path, **extra}, capture_output=True, text=True)
    modules = done.stderr.splitlines()[-1].split()
    assert "becher.engine.cli.main" in modules
    return {module.partition(".")[0] for module in modules}
