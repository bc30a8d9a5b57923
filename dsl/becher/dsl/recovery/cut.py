"""What to cut out of a text so that everything but one fault remains."""

from attrs import evolve

from becher.dsl.recovery.braces import blank
from becher.dsl.recovery.place import Place
from becher.dsl.scan import Kind, Scan, Token

Tokens = tuple[Token, ...]

# A line that begins with one of these words, or follows one of these, goes on with the line before.
_JOINING_WORDS = frozenset({"and", "or", "when", "else", "where", "in", "has", "of", "becomes", "like"})
_JOINING = _JOINING_WORDS | {"not", *",([|:=+-*/<>", "<=", ">=", "!=", "..", "+=", "-="}


def cut_out(text: str, place: Place) -> tuple[str, Scan] | None:
    """The text with blanks instead of the lines that hold the fault, and its tokens; None if nothing is left to cut.

    Everything else stays where it is. Only the lines of the innermost block go, so its other lines are still read;
    a faulty head of a game gives way to a stand-in, so what the game holds is read too.
    """
    tokens = place.scanned.tokens
    depths = _depths(tokens)
    depth = depths[place.index]
    stand_in: Tokens = ()
    if depth > 0:
        begin, end = _faulty_lines(place, tokens, depths, depth)
    else:
        begin, end, stand_in = _outside_of_braces(tokens, depths, place.index)
    if not tokens[begin:end]:
        return None
    text = blank(text, tokens[begin].start, tokens[end - 1].end)
    for name in stand_in:
        text = text[: name.start] + name.text + text[name.end :]
    return text, evolve(place.scanned, tokens=tokens[:begin] + stand_in + tokens[end:])


def _depths(tokens: Tokens) -> list[int]:
    """How many braces are open before each token, and at the end."""
    depths = [0]
    for token in tokens:
        depths.append(max(0, depths[-1] + (token.text == "{") - (token.text == "}")))
    return depths


def _faulty_lines(place: Place, tokens: Tokens, depths: list[int], depth: int) -> tuple[int, int]:
    """From which token to which: the item before the fault if that is incomplete, else the one it begins."""
    index = place.index
    brackets = [bracket for bracket in place.open() if bracket.text != "{"]
    if brackets:
        index = place.scanned.index_at(brackets[0].start)
    complete = "RBRACE" in place.accepts and _starts_line(tokens, index)
    begin = index if complete else _back(tokens, depths, index, depth)
    if brackets or begin == index or not _bounds(tokens, depths, index, depth):
        return begin, _forth(tokens, depths, index + 1, depth)
    return begin, index


def _starts_line(tokens: Tokens, index: int) -> bool:
    """A token that can begin an item and stands first on its line."""
    if index == len(tokens) or not tokens[index].first:
        return False
    token = tokens[index]
    begins = token.kind in (Kind.WORD, Kind.NUMBER) or token.text == "["
    joined = token.text in _JOINING_WORDS or (index > 0 and tokens[index - 1].text in _JOINING)
    return begins and not joined


def _bounds(tokens: Tokens, depths: list[int], index: int, depth: int) -> bool:
    """An item of this depth cannot go on at this token."""
    if index == len(tokens):
        return True
    return depths[index] == depth and (tokens[index].text == "}" or _starts_line(tokens, index))


def _back(tokens: Tokens, depths: list[int], index: int, depth: int) -> int:
    """Where the item begins that leads to this token: on its line, or after the { of its block."""
    for k in range(index - 1, -1, -1):
        if depths[k] < depth:
            return k + 1
        if depths[k] == depth and _starts_line(tokens, k):
            return k
    return 0


def _forth(tokens: Tokens, depths: list[int], index: int, depth: int) -> int:
    """The first token from `index` on that belongs to another item."""
    return next((k for k in range(index, len(tokens)) if _bounds(tokens, depths, k, depth)), len(tokens))


def _outside_of_braces(tokens: Tokens, depths: list[int], index: int) -> tuple[int, int, Tokens]:
    """A fault in the head of a game, which gets a stand-in, or between games, where all goes up to the next game."""
    before = (k for k in range(index - 1, -1, -1) if depths[k] == 0 and tokens[k].text in ("game", "{"))
    head = next(before, None)
    if head is None or tokens[head].text != "game":
        begin = next((k for k in range(index - 1, -1, -1) if tokens[k].text == "}"), -1) + 1
    elif name := _stand_in(tokens, head, index):
        brace = next(k for k in range(index, len(tokens)) if tokens[k].text == "{")
        return head + 1, brace, (name,)
    else:
        begin = head
    until = (k for k in range(index + 1, len(tokens)) if depths[k] == 0 and tokens[k].text == "game")
    return begin, next(until, len(tokens)), ()


def _stand_in(tokens: Tokens, head: int, index: int) -> Token | None:
    """A game's id to put between `game` and its brace, if there is room for one and none was tried before."""
    name = Token(Kind.WORD, "a", tokens[head].end + 1, False, 0)
    brace = next((k for k in range(index, len(tokens)) if tokens[k].text in ("game", "{")), None)
    if brace is None or tokens[brace].text == "game" or name.end > tokens[brace].start:
        return None
    tried = [token.text for token in tokens[head + 1 : brace]] == [name.text]
    return None if tried else name
