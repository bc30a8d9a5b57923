"""Finding games by id: the shelf of shipped games, and the files beside a file. No parser is needed for it."""

import os
import re
import stat
from collections.abc import Iterator
from importlib.resources import files
from os.path import realpath
from pathlib import Path

from attrs import field, frozen

from becher.dsl.limits import LIMITS

_HEAD = re.compile(
    r'"[^"\n]*"|#[^\n]*|(?<![a-z0-9_-])game\s+([a-z0-9]+(?:-[a-z0-9]+)*)(?:\s+like\s+([a-z0-9]+(?:-[a-z0-9]+)*))?\s*\{'
)
_SUFFIX = ".dice"
_MOST_FILES = 2_000


@frozen
class Entry:
    """One game as its head says: `position` counts the games of its file from 0."""

    id: str
    base: str | None
    path: Path
    position: int


@frozen
class Shelf:
    """The games below some folders, by id. Of two roots with one id the first counts."""

    roots: tuple[Path, ...]
    entries: tuple[Entry, ...] = field(repr=False)

    @classmethod
    def of(cls, *roots: Path) -> "Shelf":
        """Scan these folders. Links that lead out of a folder are left alone."""
        entries: list[Entry] = []
        for root in roots:
            known = {entry.id for entry in entries}
            found = [entry for path in _files(root) for entry in heads(path)]
            entries.extend(entry for entry in found if entry.id not in known)
        return cls(tuple(roots), tuple(sorted(entries, key=lambda entry: (entry.id, str(entry.path)))))

    @property
    def ids(self) -> tuple[str, ...]:
        """Every id once, sorted."""
        return tuple(dict.fromkeys(entry.id for entry in self.entries))

    def find(self, id: str) -> tuple[Entry, ...]:
        """The games of this id: none, one, or several that nobody can tell apart."""
        return tuple(entry for entry in self.entries if entry.id == id)


@frozen
class Wanted:
    """What FILE_OR_ID asks for: a file, one game of a file, or an id."""

    path: Path | None
    id: str | None


def wanted(file_or_id: str) -> Wanted:
    """A separator or the ending .dice makes it a path; FILE.dice#id names one game of the file."""
    text, _, id = file_or_id.partition("#")
    if text.endswith(_SUFFIX) or "/" in text or os.sep in text:
        return Wanted(Path(text), id or None)
    return Wanted(None, file_or_id)


def beside(path: Path) -> tuple[Entry, ...]:
    """The games of the files in the same folder, this file's own first."""
    folder = path.parent
    others = [other for other in _listed(folder) if other.name != path.name and _is_inside(other, folder)]
    return tuple(entry for one in (path, *others) for entry in heads(one))


def default_roots() -> tuple[Path, ...]:
    """The games inside the installed package, else those of the checkout."""
    packaged = Path(str(files("becher").joinpath("games")))
    checkout = Path(__file__).resolve().parents[3] / "games"
    return tuple(root for root in (packaged, checkout) if root.is_dir())[:1]


def default_shelf() -> Shelf:
    return Shelf.of(*default_roots())


def heads(path: Path) -> tuple[Entry, ...]:
    """The games a file defines, from their heads alone; none where it cannot be read as a rule file."""
    text = _text(path)
    found = [match for match in _HEAD.finditer(text) if match[1]]
    return tuple(Entry(match[1], match[2], path, position) for position, match in enumerate(found))


def _text(path: Path) -> str:
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return ""
            return file.read(LIMITS.source_bytes).decode("utf-8", "replace")
    except OSError:
        return ""


def _files(root: Path) -> Iterator[Path]:
    """Every rule file below a folder, in a stable order."""
    count = 0
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            path = Path(folder, name)
            if name.endswith(_SUFFIX) and _is_inside(path, root):
                count += 1
                if count > _MOST_FILES:
                    return
                yield path


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == _SUFFIX)[:_MOST_FILES]
    except OSError:
        return []


def _is_inside(path: Path, root: Path) -> bool:
    """Is this, links followed, still below the folder?"""
    return not path.is_symlink() or Path(realpath(path)).is_relative_to(realpath(root))
