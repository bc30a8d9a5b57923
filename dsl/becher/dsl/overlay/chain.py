"""A chain of games, base first, as one game."""

from attrs import evolve, frozen

from becher.dsl.diagnostics import Diagnostic
from becher.dsl.overlay.keys import head_of, key_of, lines_of, shown
from becher.dsl.overlay.lay import Place, lay
from becher.dsl.overlay.likes import expanded, resolve_likes
from becher.dsl.overlay.losses import option_words
from becher.dsl.syntax import Block, Define, GameText, Item, Moment, Note


@frozen
class Overlaid:
    """One game with everything it inherits, no `like`, `add` or `remove` left; `chain` is what it was made of, base first,
    `patterns` the blocks that others of its blocks are like."""

    text: GameText
    chain: tuple[GameText, ...]
    patterns: frozenset[str] = frozenset()

    @property
    def words(self) -> dict[str, tuple[str, ...]]:
        """The words each option may be, also where a variant has fixed it to one of them."""
        defines = [
            line.item for game in self.chain for line in lines_of(game.items).lines if isinstance(line.item, Define)
        ]
        return {define.name: option_words(define) for define in defines if len(define.values) > 1}


def overlay(chain: tuple[GameText, ...]) -> tuple[Overlaid, tuple[Diagnostic, ...]]:
    """Lay the games of a chain over each other, base first, then open `like` between blocks."""
    findings: list[Diagnostic] = []
    items: tuple[Item, ...] = ()
    parent: GameText | None = None
    for game in chain:
        laid_items, found = _lay_game(items, game, parent)
        items = laid_items
        findings.extend(found)
        parent = game
    patterns = frozenset(item.like for item in items if isinstance(item, Block) and item.like is not None)
    items, found = resolve_likes(items)
    findings.extend(found)
    return Overlaid(evolve(chain[-1], items=items), chain, patterns), tuple(findings)


def _lay_game(
    items: tuple[Item, ...], game: GameText, parent: GameText | None
) -> tuple[tuple[Item, ...], tuple[Diagnostic, ...]]:
    if parent is None:
        laid = lay((), game.items, Place(None, must_add=False))
        return laid.items, laid.findings
    known = expanded(items)
    place = Place(parent.id, known=known, elsewhere=_places(known))
    laid = lay(items, game.items, place)
    gone = laid.removed - frozenset(_names(laid.items)) - frozenset(_labels(game.items))
    return _without_labels(laid.items, gone), laid.findings


def _places(items: tuple[Item, ...], path: str = "") -> dict[str, str]:
    """Each name below a block, with the block it stands in, for "it stands there"."""
    places: dict[str, str] = {}
    for line in lines_of(items).lines:
        item = line.item
        if isinstance(item, Block) and item.kind not in ("words", "strategy"):
            places.update(_places(item.items, f"{path} {{ {head_of(item)}".removeprefix(" { ")))
        elif isinstance(item, Moment):
            places.update(_places(item.items, f"{path} {{ on {item.name}".removeprefix(" { ")))
        name = str(key_of(item)[1])
        if key_of(item)[0] in ("name", "case") and name:
            places[name] = path + " }" * path.count("{") if path else "the game itself"
    return places


def _names(items: tuple[Item, ...]) -> set[str]:
    names = set()
    for line in lines_of(items).lines:
        if isinstance(line.item, Block) and line.item.kind == "words":
            continue
        names.add(shown(line.item))
        if isinstance(line.item, Block | Moment):
            names |= _names(line.item.items)
    return names


def _labels(items: tuple[Item, ...]) -> set[str]:
    blocks = [line.item for line in lines_of(items).lines if isinstance(line.item, Block) and line.item.kind == "words"]
    return {shown(line.item) for block in blocks for line in lines_of(block.items).lines}


def _without_labels(items: tuple[Item, ...], gone: frozenset[str]) -> tuple[Item, ...]:
    """Labels go with the names they label."""
    if not gone:
        return items
    return tuple(_without(item, gone) if isinstance(item, Block) and item.kind == "words" else item for item in items)


def _without(block: Block, gone: frozenset[str]) -> Block:
    kept = tuple(i for i in block.items if isinstance(i, Note) or not (isinstance(i, Define) and i.name in gone))
    return evolve(block, items=kept)
