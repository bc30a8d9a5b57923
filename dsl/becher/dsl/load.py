"""From a file or an id to checked games: reading, parsing, laying over, resolving, checking."""

from collections.abc import Iterator
from pathlib import Path

from attrs import evolve, frozen

from becher.dsl.check import check_game
from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label, Severity, Source, has_errors
from becher.dsl.library import Library, ParsedFile
from becher.dsl.model import Game
from becher.dsl.overlay import overlay
from becher.dsl.resolve import resolve_game
from becher.dsl.shelf import Shelf, default_shelf, wanted
from becher.dsl.suggest import did_you_mean
from becher.dsl.syntax import GameText

_MOST_FAULTS = 200
_INHERITS = "inherits it: restate it or remove it"


@frozen
class Loaded:
    """The games asked for that have no errors, in the order of the file. `game` is the one that was named, or the first
    of the file; None where it has errors. `diagnostics` are those of all of them, in the order of the text."""

    games: tuple[Game, ...]
    game: Game | None
    diagnostics: tuple[Diagnostic, ...]


def load(file_or_id: str, shelf: Shelf | None = None) -> Loaded:
    """The games of a file, or the game of this id. An unknown id is finding E417; OSError is the caller's business."""
    shelf = default_shelf() if shelf is None else shelf
    asked = wanted(file_or_id)
    if asked.path is not None:
        library = Library(shelf)
        return _loaded(library, library.open(asked.path), asked.id)
    found = shelf.find(asked.id or "")
    if not found:
        return Loaded((), None, (unknown_game(asked.id or "", shelf.ids),))
    if len(found) > 1:
        message = f"two files define a game {asked.id}: {found[0].path.name} and {found[1].path.name}"
        return Loaded((), None, (finding("E416", message, None, "name the file: FILE.dice#id"),))
    library = Library(shelf)
    return _loaded(library, library.open(found[0].path), asked.id, only=True)


def load_text(source: Source, shelf: Shelf | None = None, id: str | None = None) -> Loaded:
    """As `load`, for a source that has been read. Parents are looked for beside it if it is a file."""
    library = Library(default_shelf() if shelf is None else shelf)
    return _loaded(library, library.parsed(source, file_named(source.name)), id)


def check_text(source: Source, shelf: Shelf | None = None) -> tuple[Diagnostic, ...]:
    """Every finding about every game of a source. Never raises, whatever the text."""
    return load_text(source, shelf).diagnostics


def file_named(name: str) -> Path | None:
    """The file a source was read from, if its name is one."""
    try:
        return Path(name) if Path(name).is_file() else None
    except OSError:
        return None


def unknown_game(id: str, known: tuple[str, ...]) -> Diagnostic:
    return finding("E417", f"no game is called {id}", None, did_you_mean(id, known) or "`becher list` shows all games")


def _loaded(library: Library, file: ParsedFile, id: str | None, only: bool = False) -> Loaded:
    findings = list(file.findings)
    if has_errors(findings) or file.source is None:
        return Loaded((), None, _in_order(findings, file))
    findings.extend(_twice(file))
    texts = [text for text in file.games if not only or text.id == id]
    made = [(text.id, game) for text, game in _games(library, file, texts, findings)]
    if id is not None and id not in [text.id for text in file.games]:
        findings.append(unknown_game(id, tuple(text.id for text in file.games)))
    name = id if id is not None else made[0][0] if made else None
    games = tuple(game for _, game in made if game is not None)
    game = next((game for game in games if game.id == name), None)
    return Loaded(games, game, _in_order(findings, file))


def _games(
    library: Library, file: ParsedFile, texts: list[GameText], findings: list[Diagnostic]
) -> Iterator[tuple[GameText, Game | None]]:
    """The games one by one, until there are too many faults to be of use."""
    for text in texts:
        if sum(found.severity is Severity.ERROR for found in findings) >= _MOST_FAULTS:
            message = f"this file has more than {_MOST_FAULTS} faults; the rest is not looked at"
            findings.append(finding("E290", message, text.id_span))
            return
        yield text, _game(library, file, text, findings)


def _game(library: Library, file: ParsedFile, text: GameText, findings: list[Diagnostic]) -> Game | None:
    """One game with everything it inherits; None with at least one error."""
    chain, found = library.chain(text, file)
    findings.extend(found)
    if has_errors(found):
        return None
    overlaid, laid = overlay(chain)
    resolved = resolve_game(overlaid)
    found = (*laid, *resolved.findings)
    if resolved.game is not None and not has_errors(found):
        found = (*found, *check_game(resolved.game, overlaid))
    findings.extend(_told_by(finding, text) for finding in found if _concerns(finding, file))
    return None if has_errors(found) else resolved.game


def _told_by(found: Diagnostic, text: GameText) -> Diagnostic:
    """An error in what a variant inherits also shows the variant."""
    span = found.span
    own = span is None or (span.source is text.span.source and text.span.start <= span.start < text.span.end)
    if own or found.severity is not Severity.ERROR:
        return found
    return evolve(found, labels=(*found.labels, Label(text.id_span, f"{text.id} {_INHERITS}")))


def _concerns(found: Diagnostic, file: ParsedFile) -> bool:
    """Slips that lie in a parent's file are told when that file is checked; errors and assumptions always."""
    elsewhere = found.span is not None and found.span.source is not file.source
    return not elsewhere or found.severity is Severity.ERROR or found.code == "N701"


def _twice(file: ParsedFile) -> list[Diagnostic]:
    found = []
    first: dict[str, GameText] = {}
    for text in file.games:
        if text.id in first:
            label = Label(first[text.id].id_span, "the other one")
            found.append(finding("E416", f"two games of this file are called {text.id}", text.id_span, None, label))
        first.setdefault(text.id, text)
    return found


def _in_order(findings: list[Diagnostic], file: ParsedFile) -> tuple[Diagnostic, ...]:
    """Each finding once: those of this file by place, then those of other files. What a game of this file is told is not
    told again to those that inherit it."""
    told = set(findings)

    def place(found: Diagnostic) -> tuple[bool, str, int, int, str]:
        if found.span is None:
            return (False, "", -1, -1, found.code)
        elsewhere = found.span.source is not file.source
        return (elsewhere, found.span.source.name if elsewhere else "", found.span.start, found.span.end, found.code)

    return tuple(
        sorted((f for f in dict.fromkeys(findings) if not _is_inherited(f) or _untold(f) not in told), key=place)
    )


def _is_inherited(found: Diagnostic) -> bool:
    return bool(found.labels) and found.labels[-1].text.endswith(_INHERITS)


def _untold(found: Diagnostic) -> Diagnostic:
    """The finding without the variant that inherits it."""
    return evolve(found, labels=found.labels[:-1])
