"""Exit codes: what each fault is to the shell, and the one line it says. The table stands in docs/protocol.md."""

import click

DONE, NO, USAGE, LIMIT, RECORD, SYSTEM, IN_USE, OURS = 0, 1, 2, 3, 4, 5, 6, 70
INTERRUPTED, READER_GONE, TERMINATED = 130, 141, 143


class Says(Exception):
    """A command that ends here with this exit code and this message."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Terminated(BaseException):
    """The process was asked to stop (SIGTERM)."""


def judge(error: BaseException) -> tuple[int, str]:
    """The exit code of an error, and what to say of it (nothing where that is empty)."""
    match error:
        case click.exceptions.Exit():
            return error.exit_code, ""
        case click.UsageError():
            return USAGE, _usage(error)
        case Says():
            return error.code, str(error)
        case KeyboardInterrupt() | click.Abort():
            return INTERRUPTED, ""
        case Terminated():
            return TERMINATED, ""
        case BrokenPipeError():
            return READER_GONE, ""
        case OSError():
            return SYSTEM, _system(error)
    return _judge_engine(error)


def _judge_engine(error: BaseException) -> tuple[int, str]:
    """Errors of the engine, imported only once one has happened."""
    from becher.engine.answer.refused import Refused
    from becher.engine.faults import LimitReached, RuleFault
    from becher.engine.record import RecordError, RecordInUse

    match error:
        case LimitReached():
            return LIMIT, str(error)
        case Refused():
            return LIMIT, f"this cannot be solved exactly: {error}"
        case RuleFault():
            return NO, str(error)
        case RecordError():
            return RECORD, str(error)
        case RecordInUse():
            return IN_USE, str(error)
    return OURS, f"a fault of becher itself: {type(error).__name__}: {error} (--debug shows where)"


def _usage(error: click.UsageError) -> str:
    lines = [error.format_message()]
    if error.ctx is not None:
        lines += [error.ctx.get_usage(), f"`{error.ctx.command_path} --help` tells more"]
    return "\n".join(lines)


def _system(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename is not None else reason
