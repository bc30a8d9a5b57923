"""A variant without one of the lines it says, for those who ask what the line is worth."""

from collections.abc import Iterator

from attrs import evolve, frozen

from becher.dsl.check import check_game
from becher.dsl.diagnostics import has_errors
from becher.dsl.digest import hash_of
from becher.dsl.library import Library
from becher.dsl.load import file_named
from becher.dsl.model import Game
from becher.dsl.overlay import overlay
from becher.dsl.resolve import resolve_game
from becher.dsl.shelf import Shelf, default_shelf
from becher.dsl.syntax import Block, Example, GameText, Item, Moment, Note

_SILENT = frozenset({"words", "strategy", "always"})


@frozen
class Without:
    """`line` as it stands in the file, and the game as it would be if the variant did not say it."""

    line: str
    game: Game


def each_without(game: Game, shelf: Shelf | None = None) -> Iterator[Without]:
    """The variant without each of its lines in turn, where that is a game without errors that plays otherwise.

    Nothing for a game that is like no other. Raises OSError where a parent can no longer be read.
    """
    if game.base is None or game.span is None:
        return
    source, library = game.span.source, Library(default_shelf() if shelf is None else shelf)
    file = library.parsed(source, file_named(source.name))
    text = next(text for text in file.games if text.id == game.id)
    chain, _ = library.chain(text, file)
    own = hash_of(game)
    for items, line in _shorter(text.items):
        found = _resolved((*chain[:-1], evolve(text, items=items)))
        if found is not None and hash_of(found) != own:
            yield Without(" ".join(line.span.source.text[line.span.start : line.span.end].split()), found)


def _shorter(items: tuple[Item, ...]) -> Iterator[tuple[tuple[Item, ...], Item]]:
    """The items without each line that plays, in blocks too, and the line; what is noted about a line goes with it."""
    for place, item in enumerate(items):
        before, after = items[:place], items[place + 1 :]
        if isinstance(item, Moment) or (isinstance(item, Block) and item.kind not in _SILENT):
            for inner, line in _shorter(item.items):
                yield (*before, evolve(item, items=inner), *after), line
        elif not isinstance(item, Note | Example | Block):
            yield (*before, *_after_notes(after)), item


def _after_notes(items: tuple[Item, ...]) -> tuple[Item, ...]:
    count = next((n for n, item in enumerate(items) if not isinstance(item, Note)), len(items))
    return items[count:]


def _resolved(chain: tuple[GameText, ...]) -> Game | None:
    """The game of a chain; None where it has errors."""
    overlaid, laid = overlay(chain)
    found = resolve_game(overlaid)
    if found.game is None or has_errors((*laid, *found.findings)) or has_errors(check_game(found.game, overlaid)):
        return None
    return found.game
