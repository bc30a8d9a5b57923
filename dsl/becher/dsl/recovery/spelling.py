"""Slips within a word or a sign: letters, numbers, texts, and the signs of other languages."""

import re
import unicodedata

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label, Span
from becher.dsl.limits import LIMITS
from becher.dsl.recovery.place import Place, quoted
from becher.dsl.scan import Kind, Token

# What people write elsewhere, and what to write here.
_FOREIGN: dict[str, str] = {
    "===": "two things are equal: a = b", "==": "two things are equal: a = b", "=>": "greater or equal is >=",
    "=<": "less or equal is <=", "<>": "not equal is !=", ":=": "a name is defined with =, a question answered with :",
    "&&": "write and", "&": "write and", "||": "write or", "!": "write not", "~": "write not",
    ";": "lines need no sign at their end", "//": "a comment begins with #; a / b divides and rounds down",
    "/*": "a comment begins with #", "**": "there are no powers: write a * a", "^": "there are no powers: write a * a",
    "++": "write x += 1", "--": "write x -= 1", "*=": "write x becomes x * 2", "/=": "write x becomes x / 2",
    "...": "a range has two points: 1..6", "->": "a row of a table has a colon: 5: 20", "<-": "write x becomes 5",
    "'": 'a text stands in " signs', "`": 'a text stands in " signs', "‘": 'a text stands in " signs',
    "’": 'a text stands in " signs', "“": 'a text stands in " signs', "”": 'a text stands in " signs',
    "„": 'a text stands in " signs', "«": 'a text stands in " signs', "»": 'a text stands in " signs',
    "≤": "write <=", "≥": "write >=", "≠": "write !=", "×": "write *", "·": "write *", "÷": "write /",
    "–": "write -", "−": "write -", "—": "write -", "…": "write ..", "¬": "write not", "∧": "write and",
    "∨": "write or", "%": "the rest of a division is a - b * (a / b)", "?": "write: value when condition else other",
    "@": "delete it", "$": "delete it", "\\": "delete it", ".": "a range has two points: 1..6; there are no decimals",
}  # fmt: skip
_WORDLIKE = (Kind.WORD, Kind.NUMBER)


def letters(place: Place) -> Diagnostic | None:
    """Capitals, letters with accents, hyphens and underscores where they cannot be."""
    token = place.token
    if token is None or token.kind is Kind.TEXT:
        return None
    is_id = "GAME_ID" in place.accepts
    word = _written(place.scanned.source.text, token, is_id)
    span = Span(place.scanned.source, token.start, token.start + len(word))
    if is_id and re.fullmatch(r"[\w-]+", word):
        return _bad_id(word, span)
    if token.kind is not Kind.WORD:
        return _hyphen(place)
    if not word.isascii():
        message = f"{quoted(word)} has letters that names cannot have: only a to z, digits and _"
        return finding("E115", message, span, f"for instance {_plain_name(word)}; labels may have any letters")
    if word != word.lower():
        return finding("E114", f"{quoted(word)} has capital letters; names are written small", span, _plain_name(word))
    if word.startswith("_"):
        return finding(
            "E115", f"{quoted(word)} begins with _; names begin with a letter", span, word.strip("_") or None
        )
    return None


def _written(text: str, token: Token, is_id: bool) -> str:
    match = re.compile(r"[\w-]+" if is_id else r"\w+").match(text, token.start)
    return match.group() if match else token.text


def _bad_id(word: str, span: Span) -> Diagnostic:
    hint = re.sub("-+", "-", _plain_name(word).replace("_", "-")).strip("-") or None
    if word.isascii() and word != word.lower():
        return finding("E114", f"{quoted(word)} has capital letters; a game's id is written small", span, hint)
    return finding(
        "E115", f"{quoted(word)} cannot be a game's id: that has a to z, digits and single hyphens", span, hint
    )


def _hyphen(place: Place) -> Diagnostic | None:
    before, after = place.at(-1), place.at(1)
    if place.text() != "-" or not (before and after and before.kind is after.kind is Kind.WORD):
        return None
    if before.end + 1 != after.start:
        return None
    whole = f"{before.text}-{after.text}"
    hint = whole.replace("-", "_")
    return finding("E115", f"{quoted(whole)} has a hyphen; names have _", place.span(-1).to(place.span(1)), hint)


def _plain_name(word: str) -> str:
    """The nearest name: `maxScore` is max_score, `größe` is groesse."""
    word = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
    for letter, letters in {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa"}.items():
        word = word.replace(letter, letters)
    word = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9_-]", "", word).lstrip("_") or "a_name"


def foreign_sign(place: Place) -> Diagnostic | None:
    token = place.token
    if token is None or token.kind is not Kind.SIGN:
        return None
    known = token.text in _FOREIGN
    if not known and token.text.isascii():
        return None
    what = f"the sign {quoted(token.text)} has no meaning here"
    return finding("E116", what, place.span(), _FOREIGN.get(token.text))


def bad_number(place: Place) -> Diagnostic | None:
    token = place.token
    if token is None or token.kind is not Kind.NUMBER:
        return None
    digits = re.match("[0-9]+", token.text)
    if digits and len(digits.group()) > LIMITS.integer_digits:
        return finding("E195", f"a number has at most {LIMITS.integer_digits} digits", place.span())
    if "." in token.text:
        return finding(
            "E117", f"{token.text} is not a whole number", place.span(), "count in a smaller unit, such as cents"
        )
    if re.fullmatch("0[0-9]+", token.text):
        return finding("E117", f"{token.text} begins with 0", place.span(), token.text.lstrip("0") or "0")
    if not re.fullmatch("[0-9]+|[1-9][0-9]*d[1-9][0-9]*", token.text):
        message = f"{quoted(token.text)} is neither a number nor a name: names begin with a letter"
        return finding("E117", message, place.span())
    return None


def text(place: Place) -> Diagnostic | None:
    """Texts not closed, and quotes inside of texts: a text with a word close behind it."""
    token = place.token
    if token and token.kind is Kind.TEXT and (len(token.text) == 1 or not token.text.endswith('"')):
        return finding("E118", "this text is not closed before the end of the line", place.span(), 'end it with "')
    for step in range(0, -place.index, -1):
        token, before = place.at(step), place.at(step - 1)
        if token and before and before.kind is Kind.TEXT and before.end == token.start and token.kind in _WORDLIKE:
            hint = "write ' or “ ” inside the text"
            label = Label(place.span(step), "the text was over before this")
            return finding("E119", 'a text cannot hold the sign "', place.span(step - 1), hint, label)
        if step < 0 and token and token.first:
            break
    return None
