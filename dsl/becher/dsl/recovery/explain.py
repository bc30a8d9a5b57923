"""Why the parser stopped, in the words of someone who knows both this language and the usual slips.

Each function below looks at one kind of slip and answers a finding or None; the first answer counts.
"""

import re
import unicodedata

from attrs import frozen

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label, Span
from becher.dsl.limits import LIMITS
from becher.dsl.recovery.expected import expected
from becher.dsl.scan import PARTNER, Kind, Scan, Token
from becher.dsl.schema import GRAMMAR_WORDS, NAMED_BLOCKS, QUESTIONS

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
_PROGRAMMING = {"if", "elif", "elseif", "while", "for", "foreach", "then", "return", "def", "let", "var", "function"}
_WORDLIKE = (Kind.WORD, Kind.NUMBER)
_QUESTION_NAMES = {question.name for question in QUESTIONS}


@frozen
class Place:
    """The token at which the parser stopped (none at the end of the text) and what it would have taken."""

    scanned: Scan
    index: int
    accepts: frozenset[str]

    @property
    def token(self) -> Token | None:
        return self.at(0)

    def at(self, step: int) -> Token | None:
        """The token so many steps from here."""
        index = self.index + step
        return self.scanned.tokens[index] if 0 <= index < len(self.scanned.tokens) else None

    def text(self, step: int = 0) -> str:
        token = self.at(step)
        return token.text if token else ""

    def span(self, step: int = 0) -> Span:
        """The token's place; at the end of the text the empty place after the last token."""
        token = self.at(step)
        return self.scanned.span(token) if token else self.after(step - 1)

    def after(self, step: int) -> Span:
        token = self.at(step)
        end = token.end if token else 0
        return Span(self.scanned.source, end, end)

    def open(self) -> list[Token]:
        return self.scanned.open_before(self.index)


def explain(place: Place) -> Diagnostic:
    """The one finding about this fault."""
    for look in _LOOKS:
        if found := look(place):
            return found
    return _something_else(place)


def _no_game(place: Place) -> Diagnostic | None:
    if "_GAME" not in place.accepts or place.text() == "}":
        return None
    if place.token is None and place.index == 0:
        return finding("E111", "there is no game in this file", place.span(), "game my-game { dice: 5d6 ... }")
    if place.token is None:
        return None
    message = f"only games stand side by side in a file; {_quoted(place.text())} belongs to none"
    return finding("E111", message, place.span(), "game my-game { ... }")


def _programming(place: Place) -> Diagnostic | None:
    """A programmer's word on this line, before the fault or at it."""
    for step in range(0, -place.index - 1, -1):
        token = place.at(step)
        if token and token.text in _PROGRAMMING and token.kind is Kind.WORD:
            hint = "value when condition else other; or a case: name when condition { ... }"
            return finding("E130", f"there is no {token.text} in this language", place.span(step), hint)
        if step < 0 and token and token.first:
            break
    return None


def _letters(place: Place) -> Diagnostic | None:
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
        message = f"{_quoted(word)} has letters that names cannot have: only a to z, digits and _"
        return finding("E115", message, span, f"for instance {_plain_name(word)}; labels may have any letters")
    if word != word.lower():
        return finding("E114", f"{_quoted(word)} has capital letters; names are written small", span, _plain_name(word))
    if word.startswith("_"):
        return finding(
            "E115", f"{_quoted(word)} begins with _; names begin with a letter", span, word.strip("_") or None
        )
    return None


def _written(text: str, token: Token, is_id: bool) -> str:
    match = re.compile(r"[\w-]+" if is_id else r"\w+").match(text, token.start)
    return match.group() if match else token.text


def _bad_id(word: str, span: Span) -> Diagnostic:
    hint = re.sub("-+", "-", _plain_name(word).replace("_", "-")).strip("-") or None
    if word.isascii() and word != word.lower():
        return finding("E114", f"{_quoted(word)} has capital letters; a game's id is written small", span, hint)
    return finding(
        "E115", f"{_quoted(word)} cannot be a game's id: that has a to z, digits and single hyphens", span, hint
    )


def _hyphen(place: Place) -> Diagnostic | None:
    before, after = place.at(-1), place.at(1)
    if place.text() != "-" or not (before and after and before.kind is after.kind is Kind.WORD):
        return None
    if before.end + 1 != after.start:
        return None
    whole = f"{before.text}-{after.text}"
    hint = whole.replace("-", "_")
    return finding("E115", f"{_quoted(whole)} has a hyphen; names have _", place.span(-1).to(place.span(1)), hint)


def _plain_name(word: str) -> str:
    """The nearest name: `maxScore` is max_score, `größe` is groesse."""
    word = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
    for letter, letters in {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa"}.items():
        word = word.replace(letter, letters)
    word = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9_-]", "", word).lstrip("_") or "a_name"


def _foreign_sign(place: Place) -> Diagnostic | None:
    token = place.token
    if token is None or token.kind is not Kind.SIGN:
        return None
    known = token.text in _FOREIGN
    if not known and token.text.isascii():
        return None
    what = f"the sign {_quoted(token.text)} has no meaning here"
    return finding("E116", what, place.span(), _FOREIGN.get(token.text))


def _bad_number(place: Place) -> Diagnostic | None:
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
        message = f"{_quoted(token.text)} is neither a number nor a name: names begin with a letter"
        return finding("E117", message, place.span())
    return None


def _text(place: Place) -> Diagnostic | None:
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


def _brackets(place: Place) -> Diagnostic | None:
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


def _nested_game(place: Place) -> Diagnostic | None:
    opened = place.open()
    if place.text() != "game" or not opened:
        return None
    label = Label(place.scanned.span(opened[0]), "the game around it begins here")
    hint = "close the game before with }; games stand side by side"
    return finding("E120", "a game cannot stand inside another game", place.span(), hint, label)


def _title(place: Place) -> Diagnostic | None:
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


def _no_value(place: Place) -> Diagnostic | None:
    """`keep:` and then the next line."""
    token, before, earlier = place.token, place.at(-1), place.at(-2)
    signs = (":", "=", "|", ",", "+=", "-=", "becomes")
    if before and before.text in signs and (token is None or token.first or token.kind is Kind.CLOSE):
        return finding("E123", f"nothing follows {_phrase(place, -1)}", place.span(-1))
    if before and before.first and before.kind is Kind.WORD and earlier and earlier.text in (":", "="):
        return finding("E123", f"nothing follows {_phrase(place, -2)}", place.span(-2))
    return None


def _phrase(place: Place, step: int) -> str:
    before = place.at(step - 1)
    return _quoted(f"{before.text if before else ''} {place.text(step)}".replace(" :", ":").strip())


def _colon_or_equals(place: Place) -> Diagnostic | None:
    text, accepts = place.text(), place.accepts
    if text in (":", "=") and "CHANGE" in accepts and place.at(-1):
        name = place.text(-1)
        message = f"{name} cannot change by {text}: in a case it is +=, -= or becomes"
        return finding("E124", message, place.span(), f"{name} becomes 0")
    if text == ":" and "EQUALS" in accepts and place.text(-1) == ")":
        return finding(
            "E121", "a formula with parameters is defined with =, not with a colon", place.span(), "f(x) = x + 1"
        )
    if text == "=" and "COLON" in accepts and "EQUALS" not in accepts:
        return finding("E121", "a row of a table has a colon after its key, not =", place.span(), "24..28: 2")
    if text == "|" and _governing(place) == ":":
        hint = "goal = 100 | 20..500"
        return finding("E121", "an option is defined with =; a colon only answers a question", place.span(), hint)
    if text == "," and _governing(place) == "=":
        hint = "keep: every(6), largest(thrown)   or   goal = 100 | 200"
        return finding(
            "E121", "several answers follow a colon, several values of an option stand between |", place.span(), hint
        )
    return None


def _governing(place: Place) -> str:
    """The : or = of the item the fault stands in: the first after its name."""
    for step in range(-1, -place.index, -1):
        before = place.at(step - 1)
        if place.text(step) in (":", "=") and before and before.kind is Kind.WORD:
            start = place.at(step - 2)
            if before.first or start is None or start.text in "{}" or place.text(step) == ":":
                return place.text(step)
        if place.text(step) in ("{", "}"):
            break
    return ""


def _no_sign(place: Place) -> Diagnostic | None:
    """`throws 3`, `retake yes`."""
    token, before, earlier = place.token, place.at(-1), place.at(-2)
    if token is None or before is None or before.kind is not Kind.WORD:
        return None
    if {"COLON", "EQUALS"} <= place.accepts and (token.kind is Kind.NUMBER or token.text in ("[", "-", "not")):
        return _sign_missing(place, before, token)
    if "LBRACE" in place.accepts and earlier and earlier.kind is Kind.WORD and token.text != ":":
        if earlier.text in (*NAMED_BLOCKS, *GRAMMAR_WORDS):
            return None
        if earlier.text in _QUESTION_NAMES or token.first or token.text == "}":
            return _sign_missing(place, earlier, before)
    return None


def _sign_missing(place: Place, name: Token, value: Token) -> Diagnostic:
    span = place.scanned.span(name).to(place.scanned.span(value))
    sign = ":" if name.text in _QUESTION_NAMES else " ="
    message = f"between {name.text} and {value.text} a sign is missing"
    return finding("E122", message, span, f"{name.text}{sign} {value.text}")


def _reserved(place: Place) -> Diagnostic | None:
    """A word of the grammar where a name is wanted, told by the sign after it."""
    if "GAME_ID" in place.accepts:
        return None
    for step in (0, -1):
        token = place.at(step)
        is_name = "NAME" in place.accepts if step == 0 else bool(token and token.first)
        if is_name and place.text(step) in set(GRAMMAR_WORDS) - {"not"} and place.text(step + 1) in (":", "=", "{"):
            message = f"{place.text(step)} is a word of the language and cannot be a name"
            return finding("E126", message, place.span(step), f"for instance my_{place.text(step)}")
    return None


def _lone_number(place: Place) -> Diagnostic | None:
    """`throws: 3 4`: the second number looks like a key until its line is over."""
    token, before = place.token, place.at(-1)
    is_key = "COLON" in place.accepts and "EQUALS" not in place.accepts
    if not (is_key and before and before.kind is Kind.NUMBER and not before.first and (token is None or token.first)):
        return None
    message = f"{_quoted(before.text)} cannot stand here; in a table a colon would follow it"
    return finding("E110", message, place.span(-1))


def _something_else(place: Place) -> Diagnostic:
    what = f"{_quoted(place.text())} cannot stand here" if place.token else "the file ends too early"
    return finding("E110", f"{what}; expected {expected(place.accepts)}", place.span())


def _quoted(text: str) -> str:
    short = text if len(text) <= 40 else text[:37] + "..."
    return f"`{short}`"


_LOOKS = (
    _no_game, _text, _letters, _bad_number, _foreign_sign, _programming, _nested_game, _brackets, _title, _no_value,
    _colon_or_equals, _no_sign, _reserved, _lone_number,
)  # fmt: skip
