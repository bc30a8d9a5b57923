"""Slips in the outline of a file: games, brackets, titles, and words of programming."""

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label, Span
from becher.dsl.recovery.place import Place, quoted
from becher.dsl.scan import PARTNER, Kind

_PROGRAMMING = {"if", "elif", "elseif", "while", "for", "foreach", "then", "return", "def", "let", "var", "function"}


def no_game(place: Place) -> Diagnostic | None:
    if "_GAME" not in place.accepts or place.text() == "}":
        return None
    if place.token is None and place.index == 0:
        return finding("E111", "there is no game in this file", place.span(), "game my-game { dice: 5d6 ... }")
    if place.token is None:
        return None
    message = f"only games stand side by side in a file; {quoted(place.text())} belongs to none"
    return finding("E111", message, place.span(), "game my-game { ... }")


def programming(place: Place) -> Diagnostic | None:
    """A programmer's word on this line, before the fault or at it."""
    for step in range(0, -place.index - 1, -1):
        token = place.at(step)
        if token and token.text in _PROGRAMMING and token.kind is Kind.WORD:
            hint = "value when condition else other; or a case: name when condition { ... }"
            return finding("E130", f"there is no {token.text} in this language", place.span(step), hint)
        if step < 0 and token and token.first:
            break
    return None


def brackets(place: Place) -> Diagnostic | None:
    """A comma among faces, a bracket with a wrong partner, and one that is still open where the line is over."""
    opened = place.open()
    token = place.token
    inner = opened[-1] if opened and opened[-1].text != "{" else None
    if inner and inner.text == "[" and place.text() == ",":
        return finding("E125", "faces in brackets stand without commas", place.span(), "[1 2 2]")
    if token and token.kind is Kind.CLOSE and inner is None and not (token.text == "}" and opened):
        return finding("E113", f"this {token.text} closes nothing", place.span(), "delete it, or open it before")
    if inner is None:
        return None
    partner = PARTNER[inner.text]
    label = Label(place.scanned.span(inner), "opened here")
    if token and token.kind is Kind.CLOSE and token.text != partner:
        message = f"a {partner} is missing before this {token.text}"
        return finding("E112", message, place.span(), f"close the {inner.text} first", label)
    step = _last_inside(place)
    if step is None:
        return None
    return finding("E112", f"a {partner} is missing here", place.after(step), f"close the {inner.text}", label)


def _last_inside(place: Place) -> int | None:
    """Steps to the last token that can belong to an open bracket, if the line was over before the fault."""
    token, before = place.token, place.at(-1)
    if token is None or token.first or token.text in "{}":
        return -1
    if before and before.first and before.kind is Kind.WORD and token.text in (":", "=", "(", "{"):
        return -2
    return None


def nested_game(place: Place) -> Diagnostic | None:
    opened = place.open()
    if place.text() != "game" or not opened:
        return None
    label = Label(place.scanned.span(opened[0]), "the game around it begins here")
    hint = "close the game before with }; games stand side by side"
    return finding("E120", "a game cannot stand inside another game", place.span(), hint, label)


def title(place: Place) -> Diagnostic | None:
    """A fault within `strategy "bold" { ... }`, which was read as an example for its title."""
    opened = place.open()
    if not opened or opened[-1].text != "{":
        return None
    brace = place.scanned.index_at(opened[-1].start) - place.index
    title, head = place.at(brace - 1), place.at(brace - 2)
    if not (title and head and title.kind is Kind.TEXT and head.kind is Kind.WORD and head.text != "example"):
        return None
    return title_of_no_example(head.text, title.text, place.scanned.span(title))


def title_of_no_example(head: str, title: str, span: Span) -> Diagnostic:
    message = f"{head} takes no title in quotes; only an example does"
    return finding("E127", message, span, f"example {title} {{ ... }}")
