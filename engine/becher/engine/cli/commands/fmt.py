"""`becher fmt`."""

import os
import sys
from os.path import realpath
from pathlib import Path
from secrets import token_hex

import click

from becher.engine.cli.out import has_colour, say


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--check", is_flag=True, help="Write nothing: name the files that look otherwise, and exit 1 if there are any."
)
def command(files: tuple[str, ...], check: bool) -> int:
    """Write rule files in the one layout.

    A folder stands for all rule files in it; - reads the standard input and writes to the standard output.
    """
    from becher.engine.cli.exits import DONE, NO
    from becher.engine.cli.load import rule_files

    codes, others = [DONE], 0
    for name in rule_files(files):
        before, after, code = _formatted(name)
        codes.append(code)
        if after is None:
            continue
        if check:
            if after != before:
                others += 1
                say(f"{name} looks otherwise")
        elif name == "-":
            sys.stdout.write(after.decode())
        elif after != before:
            _replace(Path(name), after)
            say(f"{name} written anew", error=True)
    return max(codes) or (NO if others else DONE)


def _formatted(name: str) -> tuple[bytes, bytes | None, int]:
    """A file as it is and as it should look (None where it has errors, which are told), and the exit code of that."""
    from becher.dsl.diagnostics import has_errors
    from becher.dsl.format import format_text
    from becher.dsl.limits import LIMITS
    from becher.dsl.render.text import render
    from becher.dsl.source import read_bytes, source_from_bytes
    from becher.engine.cli.load import STDIN, exit_code

    before = sys.stdin.buffer.read(LIMITS.source_bytes + 1) if name == STDIN else read_bytes(name)
    source, findings = source_from_bytes(name, before)
    text = ""
    if source is not None:
        text, findings = format_text(source)
    if has_errors(findings):
        sys.stderr.write(render(findings, has_colour(sys.stderr)))
        return before, None, exit_code(findings)
    return before, text.encode(), exit_code(())


def _replace(path: Path, data: bytes) -> None:
    """Put the new text in the file's place at once, with the same mode; a link stays a link. Errors name the path."""
    try:
        _replace_target(Path(realpath(path)), data)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from None


def _replace_target(target: Path, data: bytes) -> None:
    beside = target.with_name(f".{target.name}.{token_hex(4)}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), target.stat().st_mode & 0o7777)
            os.fsync(file.fileno())
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
