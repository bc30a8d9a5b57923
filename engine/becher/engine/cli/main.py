"""The entry point: runs a command and turns whatever happens into an exit code."""

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from becher.engine.cli import exits
from becher.engine.cli.group import Commands
from becher.engine.cli.out import say
from becher.engine.version import VERSION


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug", is_flag=True, expose_value=False, help="Show where a fault of becher itself happened.")
@click.version_option(VERSION, prog_name="becher")
@click.pass_context
def becher(context: click.Context) -> int:
    """Dice games as rule files: write, check, play and test them."""
    if context.invoked_subcommand is None:
        say(context.get_help(), error=True)
    return exits.USAGE


def run() -> NoReturn:
    """The console command."""
    _mend_streams()
    signal.signal(signal.SIGTERM, _terminate)
    _complete_if_asked()
    sys.exit(main(sys.argv[1:]))


def main(args: Sequence[str]) -> int:
    """Run the command line and return its exit code; everything printed has been flushed by then."""
    debug, args = _take_debug(args)
    try:
        with becher.make_context("becher", list(args)) as context:
            code = becher.invoke(context)
        sys.stdout.flush()
        return int(code or exits.DONE)
    except BaseException as error:
        code, message = exits.judge(error)
        if debug and not isinstance(error, click.exceptions.Exit):
            _print_traceback()
        return _end_badly(code, message)


def _take_debug(args: Sequence[str]) -> tuple[bool, list[str]]:
    """--debug may stand anywhere before a `--`."""
    end = args.index("--") if "--" in args else len(args)
    kept = [arg for arg in args[:end] if arg != "--debug"]
    return len(kept) < end, [*kept, *args[end:]]


def _end_badly(code: int, message: str) -> int:
    """Flush what was said, say why it ends, and keep Python from trying again at its exit."""
    if code != exits.READER_GONE:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            code = exits.READER_GONE
        except OSError as error:
            code, message = exits.judge(error)
    with contextlib.suppress(OSError, ValueError):
        if message and code != exits.READER_GONE:
            say(f"becher: {message}", error=True)
        sys.stderr.flush()
    _drop_unwritten()
    return code


def _print_traceback() -> None:
    import traceback

    with contextlib.suppress(OSError, ValueError):
        traceback.print_exc()


def _drop_unwritten() -> None:
    """What could not be written stays unwritten: send the streams' buffers nowhere."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _mend_streams() -> None:
    """No file opened later gets the number of a closed stream; an odd character never stops the output."""
    for number, (name, way) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            # Opened the wrong way round for stdout: writing to it fails, as it should, instead of getting lost.
            os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            setattr(sys, name, open(number, way, closefd=False))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _terminate(*_: object) -> NoReturn:
    raise exits.Terminated


def _complete_if_asked() -> None:
    """Shell completion, as click does it: _BECHER_COMPLETE names the shell and what it wants."""
    if asked := os.environ.get("_BECHER_COMPLETE"):
        from click.shell_completion import shell_complete

        sys.exit(shell_complete(becher, {}, "becher", "_BECHER_COMPLETE", asked))


if __name__ == "__main__":
    run()
