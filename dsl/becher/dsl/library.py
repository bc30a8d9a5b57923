"""Files read and parsed once, and the chain of games a variant is made of."""

from os.path import realpath
from pathlib import Path

from attrs import field, frozen

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Source, has_errors
from becher.dsl.limits import LIMITS
from becher.dsl.parse import parse
from becher.dsl.shelf import Entry, Shelf, beside
from becher.dsl.source import read_source
from becher.dsl.suggest import did_you_mean
from becher.dsl.syntax import GameText


def _real(path: Path) -> Path:
    """Where links lead; a circle of links is left for the one who opens it to find."""
    return Path(realpath(path))


@frozen
class ParsedFile:
    """One source and its games; source is None where its bytes are no text."""

    path: Path | None
    source: Source | None
    games: tuple[GameText, ...]
    findings: tuple[Diagnostic, ...]


@frozen
class Library:
    """Everything one run reads: at most so many files, each once."""

    shelf: Shelf
    files: dict[Path, ParsedFile] = field(factory=dict)

    def open(self, path: Path) -> ParsedFile:
        """The file at this path. Raises OSError."""
        key = _real(path)
        if key not in self.files:
            source, findings = read_source(path)
            self.files[key] = ParsedFile(path, None, (), findings) if source is None else self.parsed(source, path)
        return self.files[key]

    def parsed(self, source: Source, path: Path | None) -> ParsedFile:
        """A source that has been read."""
        file, findings = parse(source)
        return ParsedFile(path, source, file.games, findings)

    def chain(self, text: GameText, file: ParsedFile) -> tuple[tuple[GameText, ...], tuple[Diagnostic, ...]]:
        """The games this one is made of, base first; whatever stands in the way of it is reported."""
        chain = [text]
        path = [text.id]
        while chain[0].base is not None:
            step = self._parent(chain[0], chain[0].base, file, path, text)
            if isinstance(step, Diagnostic):
                return tuple(chain), (step,)
            parent, file = step
            chain.insert(0, parent)
            path.append(parent.id)
        return tuple(chain), ()

    def _parent(
        self, child: GameText, base: str, file: ParsedFile, path: list[str], text: GameText
    ) -> tuple[GameText, ParsedFile] | Diagnostic:
        """The parent of one game and its file, or why it cannot be had."""
        span = child.base_span if child is text else text.base_span
        if base in path:
            circle = " -> ".join([*path[path.index(base) :], base])
            return finding("E413", f"these games are like each other in a circle: {circle}", span)
        if len(path) >= LIMITS.chain_depth:
            message = f"this chain is longer than {LIMITS.chain_depth} games: {' -> '.join([*path, base])}"
            return finding("E414", message, span)
        own = [game for game in file.games if game.id == base]
        if own:
            return own[0], file
        entries = self._entries(base, file)
        if not entries:
            return self._not_found(child, base, file)
        if len(entries) > 1:
            message = f"two files define the game {base}: {entries[0].path.name} and {entries[1].path.name}"
            return finding("E416", message, span, "give one of them another id")
        return self._from_entry(entries[0], base, text)

    def _entries(self, base: str, file: ParsedFile) -> tuple[Entry, ...]:
        """Games of this id in the files beside the file, else on the shelf."""
        near = tuple(entry for entry in beside(file.path) if entry.id == base) if file.path is not None else ()
        return near or self.shelf.find(base)

    def _not_found(self, child: GameText, base: str, file: ParsedFile) -> Diagnostic:
        near = tuple(entry.id for entry in beside(file.path)) if file.path is not None else ()
        known = (*self.shelf.ids, *near, *(game.id for game in file.games))
        message = f"{child.id} is like {base}, but no game is called {base}"
        hint = (
            did_you_mean(base, set(known) - {child.id})
            or "a parent stands in the same file, in a file beside it, or on the shelf"
        )
        return finding("E412", message, child.base_span, hint)

    def _from_entry(self, entry: Entry, base: str, text: GameText) -> tuple[GameText, ParsedFile] | Diagnostic:
        if _real(entry.path) not in self.files and len(self.files) >= LIMITS.chain_files:
            message = f"the parents of {text.id} lie in more than {LIMITS.chain_files} files"
            return finding("E414", message, text.base_span)
        try:
            file = self.open(entry.path)
        except OSError as problem:
            return finding("E412", f"{entry.path.name} cannot be read: {problem.strerror}", text.base_span)
        if has_errors(file.findings):
            first = next(f for f in file.findings if f.severity == "error")
            message = f"{base} cannot be read: {entry.path.name} has errors, such as: {first.message}"
            return finding("E415", message, text.base_span, f"becher check {entry.path.name} shows them")
        found = [game for game in file.games if game.id == base]
        if not found:
            return finding("E412", f"{entry.path.name} holds no game {base}", text.base_span)
        return found[0], file
