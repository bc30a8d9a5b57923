"""A game with everything its parents say, as text of the language and as JSON."""

from collections.abc import Iterator
from pathlib import Path

from attrs import evolve

from becher.dsl.digest import hash_of
from becher.dsl.format.units import Unit, game_unit
from becher.dsl.layout import flat, lay
from becher.dsl.library import Library
from becher.dsl.model import Game, Option, Sort
from becher.dsl.overlay import overlay
from becher.dsl.shelf import default_shelf, wanted
from becher.engine.examine.bounds import AccountBounds, bounds
from becher.engine.examine.sheet import Range
from becher.engine.record.lines import Json
from becher.engine.view import plain

_STEP = 2
_WIDTH = 100


def game_lines(name: str, id: str, origin: bool) -> Iterator[str]:
    """The lines of one file that says the same without a parent. The game is known to have no errors."""
    shelf = default_shelf()
    library = Library(shelf)
    path = wanted(name).path or shelf.find(id)[0].path
    file = library.open(path)
    text = next(text for text in file.games if text.id == id)
    chain, _ = library.chain(text, file)
    merged, _ = overlay(chain)
    if len(chain) > 1:
        yield f"# {' like '.join(game.id for game in reversed(chain))}: everything they say together"
    yield from _lines(game_unit(evolve(merged.text, base=None)), 0, origin)


def _lines(unit: Unit, indent: int, origin: bool) -> Iterator[str]:
    whole = _one_line(unit)
    place = f"   # {_place(unit)}" if origin else ""
    start = " " * indent
    if unit.body is None:
        yield start + lay(unit.head, indent, indent) + place
    elif indent and indent + len(whole) <= _WIDTH and not _is_long(unit):
        yield start + whole + place
    else:
        yield f"{start}{flat(unit.head)} {{"
        for part in unit.body:
            yield from _lines(part, indent + _STEP * (1 + part.hangs), origin)
        yield f"{start}}}"


def _is_long(unit: Unit) -> bool:
    """A block that holds blocks, or many lines, stands on lines of its own."""
    body = unit.body or ()
    return len(body) > 3 or any(part.body is not None for part in body)


def _one_line(unit: Unit) -> str:
    inner = "  ".join(_one_line(part) for part in unit.body or ())
    return flat(unit.head) if unit.body is None else f"{flat(unit.head)} {{ {inner} }}"


def _place(unit: Unit) -> str:
    source = unit.span.source
    line, _ = source.position(unit.span.start)
    return f"{Path(source.name).name}:{line}"


def game_json(game: Game) -> Json:
    """The shape of `becher show --json` (docs/protocol.md)."""
    found = bounds(game)
    return {
        "id": game.id,
        "base": game.base,
        "players": list(game.players),
        "options": {name: _option(option) for name, option in game.options.items()},
        "accounts": {name: _account(account) for name, account in found.accounts.items()},
        "boxes": [{"id": box.id, "group": box.group, **_range(box.range)} for box in found.boxes],
        "totals": _range(found.totals) if found.totals else None,
        "hash": hash_of(game),
    }


def _account(account: AccountBounds) -> Json:
    return {"scope": account.scope, "start": plain(account.start), **_range(account.range)}


def _range(found: Range) -> Json:
    return {"min": found.min, "max": found.max}


def _option(option: Option) -> Json:
    return {"value": plain(option.default), "type": option.sort.value, "range": _allowed(option)}


def _allowed(option: Option) -> list[object]:
    """Of a number the least and the greatest value allowed (null: no bound), of anything else all values."""
    if option.sort is not Sort.NUMBER:
        return [plain(value) for value in option.allowed]  # type: ignore[arg-type]
    pairs = [entry if isinstance(entry, tuple) else (entry, entry) for entry in option.allowed]
    highest = [high for _, high in pairs]
    return [min(low for low, _ in pairs), None if None in highest else max(highest)]  # type: ignore[type-var]
