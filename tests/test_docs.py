"""The pages keep their word: links lead somewhere, files that are shown are right, and slips are told as shown."""

import re
from pathlib import Path

import pytest

from becher.dsl.diagnostics import Severity, Source
from becher.dsl.format import format_text
from becher.dsl.load import check_text
from becher.dsl.render import RENDERERS
from becher.engine.cli.main import main

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
_LINK = re.compile(r"(?<!`)\[[^\]\n]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_GAME = re.compile(r"^```dice\n(game .*?)^```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
SHOWN = [page for page in PAGES if _GAME.search(page.read_text(encoding="utf-8"))]


def anchors(page: Path) -> set[str]:
    """What a link may name behind #, as code hosts make it from headings."""
    headings = _HEADING.findall(_CODE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def leads_nowhere(page: Path, link: str) -> bool:
    target, _, anchor = link.partition("#")
    path = (page.parent / target).resolve() if target else page
    return not path.exists() or (bool(anchor) and anchor not in anchors(path))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    links = [link for link in _LINK.findall(_CODE.sub("", page.read_text(encoding="utf-8"))) if "://" not in link]
    assert [link for link in links if leads_nowhere(page, link)] == []


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_games_that_are_shown_have_neither_errors_nor_warnings(page: Path) -> None:
    for text in _GAME.findall(page.read_text(encoding="utf-8")):
        found = check_text(Source("shown.dice", text))
        assert [f.message for f in found if f.severity is not Severity.NOTE] == [], text


def test_the_slips_of_the_readme_are_told_as_it_says() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    right = _GAME.findall(readme)[0]
    slip = right.replace("run(dice)", "run(dcie)").replace("throws: 4", "thorws: 4")
    assert RENDERERS["text"](check_text(Source("slip.dice", slip))).strip() in readme


def test_the_readme_shows_what_solve_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    file = tmp_path / "three.dice"
    file.write_text(_GAME.findall(readme)[0], encoding="utf-8")
    for name in (str(file), f"{file}#four-throws"):
        assert main(["solve", name, "--backend", "numpy"]) == 0
        head = "\n".join(line.rstrip() for line in capsys.readouterr().out.splitlines()[:3])
        assert "value" in head and f"{head}\n" in readme


def test_the_file_of_the_readme_is_in_shape() -> None:
    text = _GAME.findall((ROOT / "README.md").read_text(encoding="utf-8"))[0]
    assert format_text(Source("three.dice", text)) == (text, ())


def test_every_decision_has_a_number_of_its_own_and_a_line_in_the_list() -> None:
    folder = ROOT / "docs" / "decisions"
    names = sorted(path.name for path in folder.glob("[0-9]*.md"))
    assert len({name[:4] for name in names}) == len(names)
    listed = (folder / "README.md").read_text(encoding="utf-8")
    assert [name for name in names if f"]({name})" not in listed] == []
