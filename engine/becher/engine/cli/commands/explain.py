"""`becher explain`."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import click

from becher.engine.cli.out import paint, say

_WIDTH = 80


@click.command()
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Tell what the code of a finding means, with the smallest file that gives it. Without a code, list them all."""
    from becher.dsl.codes import CODES

    if code is None:
        for name, meaning in sorted(CODES.items()):
            say(f"{paint(name, 'bold')}  {meaning.severity:7}  {meaning.title}")
    elif (name := code.upper()) in CODES:
        meaning = CODES[name]
        say(f"{paint(name, 'bold')} ({meaning.severity}): {meaning.title}")
        for line in _told(_page(name) or f"\n{meaning.explanation}\n"):
            say(line)
    else:
        raise click.UsageError(f"there is no code {code!r}; `becher explain` lists them all")


def _page(code: str) -> str | None:
    """What stands below the title of a code's page: in the installed package, else in the checkout."""
    packaged = Path(str(files("becher").joinpath("errors")))
    checkout = Path(__file__).resolve().parents[5] / "docs" / "errors"
    for folder in (packaged, checkout):
        if (page := folder / f"{code}.md").is_file():
            return page.read_text(encoding="utf-8").partition("\n")[2]
    return None


def _told(page: str) -> Iterator[str]:
    """Markdown for a terminal: text wrapped, headings bold, files set in."""
    is_file = False
    for line in page.rstrip().splitlines():
        if line.startswith("```"):
            is_file = not is_file
        elif is_file:
            yield f"    {line}".rstrip()
        elif line.startswith("#"):
            yield paint(line.lstrip("# "), "bold")
        else:
            yield click.wrap_text(line, _WIDTH)
