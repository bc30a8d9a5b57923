"""Slips in a line: signs and answers that are missing or mixed up."""

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic
from becher.dsl.recovery.place import Place, quoted
from becher.dsl.scan import Kind, Token
from becher.dsl.schema import GRAMMAR_WORDS, NAMED_BLOCKS, QUESTIONS

_QUESTION_NAMES = {question.name for question in QUESTIONS}


def no_value(place: Place) -> Diagnostic | None:
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
    return quoted(f"{before.text if before else ''} {place.text(step)}".replace(" :", ":").strip())


def colon_or_equals(place: Place) -> Diagnostic | None:
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


def no_sign(place: Place) -> Diagnostic | None:
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


def unnamed_case(place: Place) -> Diagnostic | None:
    """`when pips > 7 { ... }` or `otherwise { ... }` without a name before it."""
    word = place.text()
    if word not in ("when", "otherwise") or "NAME" not in place.accepts or place.text(-1) not in ("{", "}"):
        return None
    example = "high when sum(dice) > 7 { ... }" if word == "when" else "rest otherwise { ... }"
    return finding("E110", f"a case begins with its name, and {word} stands behind it", place.span(), example)


def reserved(place: Place) -> Diagnostic | None:
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


def lone_number(place: Place) -> Diagnostic | None:
    """`throws: 3 4`: the second number looks like a key until its line is over."""
    token, before = place.token, place.at(-1)
    is_key = "COLON" in place.accepts and "EQUALS" not in place.accepts
    if not (is_key and before and before.kind is Kind.NUMBER and not before.first and (token is None or token.first)):
        return None
    message = f"{quoted(before.text)} cannot stand here; in a table a colon would follow it"
    return finding("E110", message, place.span(-1))
