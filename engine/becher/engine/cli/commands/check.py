"""`becher check`."""

import sys
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from becher.engine.cli.out import has_colour, say

if TYPE_CHECKING:
    from becher.dsl.diagnostics import Diagnostic

# The renderers of becher.dsl.render, named here so that --help need not import them.
FORMATS = ("text", "concise", "json", "sarif", "github")


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE_OR_ID...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How findings are written.")
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--quick", is_flag=True, help="Only what shows without trying the rules.")
def command(files: tuple[str, ...], form: str, strict: bool, quick: bool) -> int:
    """Check rule files: what is wrong, where, and what to do about it.

    A folder stands for all rule files in it, - for the standard input. Exit 0: nothing but notes and warnings, 1: errors,
    3: a file is over a limit.
    """
    from becher.dsl.render import RENDERERS
    from becher.dsl.render.text import render
    from becher.engine.cli.load import exit_code, load_named, rule_files
    from becher.engine.examine import examine

    found: dict[Diagnostic, None] = {}
    for name in rule_files(files):
        loaded = load_named(name)
        found.update(dict.fromkeys(loaded.diagnostics))
        if not quick:
            found.update(dict.fromkeys(one for game in loaded.games for one in examine(game)))
    if form == "text":
        sys.stdout.write(render(found, has_colour(sys.stdout)))
        say(("\n" if found else "") + _summary(found))
    else:
        sys.stdout.write(RENDERERS[form](found))
    return exit_code(found, strict)


def _summary(found: "Iterable[Diagnostic]") -> str:
    counts = Counter(one.severity.value for one in found)
    told = [
        f"{counts[kind]} {kind}{'s' if counts[kind] > 1 else ''}"
        for kind in ("error", "warning", "note")
        if counts[kind]
    ]
    return ", ".join(told) or "nothing to say against it"
