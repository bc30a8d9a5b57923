"""docs/cli.md tells every command and every option of the program, and no others."""

import re
from pathlib import Path

import click
import pytest

from becher.engine.cli.group import COMMANDS
from becher.engine.cli.main import becher

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE = (DOCS / "cli.md").read_text(encoding="utf-8")
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def sections() -> dict[str, str]:
    """The text below each heading of the second rank."""
    _, *parts = _HEADING.split(PAGE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def options(name: str) -> set[str]:
    command = becher.get_command(click.Context(becher), name)
    assert command is not None
    return {opt for param in command.params for opt in param.opts if opt.startswith("--")} - {"--help"}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_section_names_every_option_of_its_command(name: str) -> None:
    assert options(name) - set(_OPTION.findall(sections()[name])) == set()


def test_every_option_that_is_named_exists() -> None:
    known = {"--help", "--version", "--debug"}.union(*map(options, COMMANDS))
    assert set(_OPTION.findall(PAGE)) - known == set()


def test_every_command_is_in_the_overview() -> None:
    overview = PAGE.partition("\n## ")[0]
    assert [name for name in COMMANDS if f"[{name}](#{name})" not in overview] == []


@pytest.mark.parametrize("name", [name for name in COMMANDS if "--json" in options(name)])
def test_the_shape_of_what_a_command_prints_as_json_is_promised(name: str) -> None:
    assert f"- `becher {name} " in (DOCS / "protocol.md").read_text(encoding="utf-8")
