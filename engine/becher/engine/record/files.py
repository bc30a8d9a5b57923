"""Saves and logs on disk: created at once or not at all, locked while in use, a line at a time."""

import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Self

from becher.dsl.limits import LIMITS
from becher.engine.faults import LimitReached
from becher.engine.record.events import End, Event, Header, Record, record_of
from becher.engine.record.lines import Json, RecordError, read_lines, seal

if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class RecordInUse(Exception):
    """Another process writes to this record now."""


class RecordFile:
    """A save or log being written. With `durable` every line is on disk before write() returns, else when it is closed.

    `is_new` says that it was made just now and holds its header only.
    """

    def __init__(self, path: Path, file: BinaryIO, size: int, chain: str, durable: bool, is_new: bool) -> None:
        self.path = path
        self.is_new = is_new
        self.durable = durable
        self._file = file
        self._size = size
        self._chain = chain

    def write(self, event: Event) -> None:
        self._append(event.to_json())

    def end(self, end: End) -> None:
        self._append(end.to_json())

    def close(self) -> None:
        """Put everything on disk and let the lock go."""
        with _named(self.path), self._file:
            self._sync()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _append(self, data: Json) -> None:
        line, chain = seal(data, self._chain)
        if self._size + len(line) > LIMITS.save_bytes:
            raise LimitReached("save_bytes", LIMITS.save_bytes, str(self.path))
        with _named(self.path):
            self._file.write(line)
            if self.durable:
                self._sync()
        self._size += len(line)
        self._chain = chain

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())


def create_save(path: Path, header: Header, durable: bool = True) -> RecordFile:
    """A new save only its owner may read. Raises FileExistsError where anything but an empty file stands there."""
    if path.is_file() and path.stat().st_size == 0:
        path.unlink()
    return _create(path, header, 0o600, durable, replace=False)


def create_log(path: Path, header: Header, durable: bool = True) -> RecordFile:
    """A new log in place of an older one. Raises FileExistsError where something that is no log stands there."""
    if path.exists() and not _is_log(path):
        raise FileExistsError(None, "exists and is no log", str(path))
    return _create(path, header.public(), 0o666, durable, replace=True)


def open_save(path: Path) -> tuple[RecordFile, Record]:
    """A save to go on with, private again if others could read it; a last line that breaks off is cut away.

    Raises RecordError, RecordInUse, OSError.
    """
    file = os.fdopen(os.open(path, os.O_RDWR | getattr(os, "O_NONBLOCK", 0)), "r+b")
    try:
        _regular(file, path)
        _take(file, path)
        lines, chain, size = read_lines(file.read(LIMITS.save_bytes + 1))
        record = record_of(lines)
        if record.header.seed is None:
            raise RecordError("a log, not a save: it does not hold the seed", 1)
        with suppress(OSError):
            path.chmod(0o600)
        file.seek(size)
        file.truncate()
    except BaseException:
        file.close()
        raise
    return RecordFile(path, file, size, chain, durable=True, is_new=False), record


def read_record(path: Path) -> Record:
    """A save or log to look at. Raises RecordError, OSError."""
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with _named(path), os.fdopen(number, "rb") as file:
        _regular(file, path)
        data = file.read(LIMITS.save_bytes + 1)
    lines, _, size = read_lines(data)
    record = record_of(lines)
    if size < len(data) and record.header.seed is None:
        raise RecordError("breaks off", len(lines) + 1)
    return record


def _create(path: Path, header: Header, mode: int, durable: bool, replace: bool) -> RecordFile:
    """The header is written beside the path, then takes its place: nobody ever sees half a file. Errors name the path."""
    with _named(path):
        return _created(path, header, mode, durable, replace)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors of the operating system name this path, whatever was touched on the way."""
    try:
        yield
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from None


def _created(path: Path, header: Header, mode: int, durable: bool, replace: bool) -> RecordFile:
    line, chain = seal(header.to_json(), "")
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    file = os.fdopen(os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode), "r+b")
    try:
        _take(file, path)
        file.write(line)
        file.flush()
        os.fsync(file.fileno())
        beside.replace(path) if replace else _place(beside, path)
        if durable:
            _sync_folder(path.parent)
    except BaseException:
        with suppress(OSError):
            file.close()
        beside.unlink(missing_ok=True)
        raise
    return RecordFile(path, file, len(line), chain, durable, is_new=True)


def _place(beside: Path, path: Path) -> None:
    """Give the file its name unless the name is taken."""
    path.hardlink_to(beside)
    beside.unlink()


def _sync_folder(folder: Path) -> None:
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _take(file: BinaryIO, path: Path) -> None:
    try:
        _lock(file)
    except OSError:
        raise RecordInUse(f"{path} is in use by another process") from None


def _regular(file: BinaryIO, path: Path) -> None:
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        raise OSError(None, "not a regular file", str(path))


def _is_log(path: Path) -> bool:
    """Is it an empty file or one that begins as a log does?"""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(24) in (b"", b'{"becher": 1, "kind": "l')
