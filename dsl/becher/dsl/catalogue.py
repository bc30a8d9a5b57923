"""What the shelf says of its games at a glance: read from tokens, without the parser, so that listing many files is quick."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from attrs import evolve, frozen

from becher.dsl.scan import Kind, Token, scan
from becher.dsl.schema import NAMED_BLOCKS
from becher.dsl.shelf import Entry, Shelf
from becher.dsl.source import read_source

_ITEM_WORDS = frozenset({"add", "remove", "source", "assumed", "on", "example", *NAMED_BLOCKS})

Span = tuple[int | None, int | None]


@frozen
class Card:
    """One game: `players` least and most (None: no bound), `dice` as written, `name` its title in English, else in any language,
    `languages` those it has labels in."""

    id: str
    base: str | None
    file: str
    name: str
    players: Span
    dice: str
    sources: tuple[str, ...]
    languages: frozenset[str] = frozenset()


def catalogue(shelf: Shelf) -> tuple[Card, ...]:
    """A card for each game of the shelf, by id; what a variant does not say it has from its base."""
    own = {entry.id: _card(entry) for entry in shelf.entries}
    return tuple(_inherited(card, own) for card in own.values())


def _inherited(card: Card, cards: Mapping[str, Card]) -> Card:
    found, seen = card, {card.id}
    while card.base is not None and card.base in cards and card.base not in seen:
        seen.add(card.base)
        card = cards[card.base]
        if found.players == (None, None):
            found = evolve(found, players=card.players)
        found = evolve(found, dice=found.dice or card.dice, languages=found.languages | card.languages)
    return found


def _card(entry: Entry) -> Card:
    try:
        source, _ = read_source(entry.path)
    except OSError:
        source = None
    games = [] if source is None else list(_games(scan(source.text)))
    tokens = games[entry.position] if entry.position < len(games) else ()
    titles = dict(_titles(tokens))
    return Card(
        entry.id,
        entry.base,
        str(entry.path),
        titles.get("en") or next(iter(titles.values()), entry.id),
        _players(tokens),
        " ".join(_answer(tokens, "dice")).replace(" * ", "*"),
        tuple(_texts(tokens, "source")),
        frozenset(tokens[at + 1].text for at, token in enumerate(tokens[:-1]) if token.text == "words"),
    )


def _games(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """The tokens of each game, from the word game to its last brace."""
    depth, start = 0, 0
    for at, token in enumerate(tokens):
        if depth == 0 and token.text == "game" and token.kind is Kind.WORD:
            start = at
        elif token.text == "{" and token.kind is Kind.OPEN:
            depth += 1
        elif token.text == "}" and token.kind is Kind.CLOSE:
            depth -= 1
            if depth == 0:
                yield tuple(t for t in tokens[start : at + 1] if t.kind is not Kind.COMMENT)


def _answer(tokens: tuple[Token, ...], question: str) -> list[str]:
    """What stands behind a question of the game itself, up to the next item."""
    depth = 0
    for at, token in enumerate(tokens):
        depth += (token.text == "{") - (token.text == "}")
        if depth == 1 and token.text == question and tokens[at + 1].text == ":":
            return list(_up_to_next_item(tokens[at + 2 :]))
    return []


def _up_to_next_item(tokens: tuple[Token, ...]) -> Iterator[str]:
    """The tokens of an answer: an item begins on a line of its own, with a word of the grammar, or as a name with a sign behind."""
    for token, behind in pairwise(tokens):
        if token.first or token.text == "}" or token.text in _ITEM_WORDS or behind.text in (":", "=", "{"):
            return
        yield token.text


def _players(tokens: tuple[Token, ...]) -> Span:
    said = _answer(tokens, "players")
    numbers = [int(text) for text in said if text.isdecimal()]
    if not numbers:
        return (None, None)
    return (numbers[0], None if "many" in said else numbers[-1])


def _texts(tokens: tuple[Token, ...], word: str) -> Iterator[str]:
    for at, token in enumerate(tokens[:-1]):
        if token.text == word and tokens[at + 1].kind is Kind.TEXT:
            yield tokens[at + 1].text.strip('"')


def _titles(tokens: tuple[Token, ...]) -> Iterator[tuple[str, str]]:
    """(language, title) of each block of words that has one."""
    language = ""
    for at, token in enumerate(tokens[:-2]):
        if token.text == "words":
            language = tokens[at + 1].text
        if language and token.text == "title" and tokens[at + 2].kind is Kind.TEXT:
            yield language, tokens[at + 2].text.strip('"')
