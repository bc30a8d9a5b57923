"""The page of solved values says what the program says: a few of its quickest lines are asked again."""

import re
import shlex
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[3] / "docs" / "solved.md").read_text(encoding="utf-8")
SOLVED = re.findall(r"^\| `(\S+)` \| `(.*)` \| (-?[0-9.]+) \| ([0-9,]+) \|$", PAGE, re.MULTILINE)
REFUSED = re.findall(r"^\| `(\S+)` \| `(.*)` \| ([a-z].*) \|$", PAGE, re.MULTILINE)
SMALL = 2_000  # positions of a phase
QUICK = [row for row in SOLVED if "--phase" in row[1] and int(row[3].replace(",", "")) <= SMALL][::9]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize(("game", "asked", "value", "states"), QUICK)
def test_a_value_on_the_page_is_the_solvers(cli, game: str, asked: str, value: str, states: str) -> None:
    said = cli("solve", game, *shlex.split(asked), "--backend", "numpy", "--json").json
    assert said["value"] == pytest.approx(float(value), abs=1e-9)


def test_every_game_of_the_shelf_stands_on_the_page() -> None:
    shelf = {file.stem for file in (Path(__file__).parents[3] / "games").rglob("*.dice")}
    named = set(re.findall(r"^\| `(\S+)` \|", PAGE, re.MULTILINE))
    assert shelf == named


@pytest.mark.parametrize(("game", "asked", "reason"), [row for row in REFUSED if "--phase" in row[1]][::4])
def test_a_refusal_on_the_page_is_the_solvers(cli, game: str, asked: str, reason: str) -> None:
    said = cli("solve", game, *shlex.split(asked), "--json")
    assert said.code == 3
    assert reason.split(" (")[0] in said.err
