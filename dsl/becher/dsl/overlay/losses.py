"""What an override loses or leaves as it was: ranges, conditions, lines that change nothing."""

from collections.abc import Iterator

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label
from becher.dsl.overlay.keys import Keyed, name_span_of, shown
from becher.dsl.schema import SEAT_WORDS
from becher.dsl.suggest import listed
from becher.dsl.syntax import Block, Case, Define, Expr, Moment, Number, Op, Ref


def losses(old: Keyed, new: Keyed, parent: str) -> Iterator[Diagnostic]:
    """Findings about one line that is written again."""
    there = Label(name_span_of(old), f"as it stands in {parent}")
    if not isinstance(new, Block | Moment) and old == new:
        message = f"{shown(new)} is the same in {parent}: this line changes nothing"
        yield finding("W601", message, name_span_of(new), "leave it out", there)
    elif isinstance(old, Case) and isinstance(new, Case):
        if old.mode == "when" and new.mode == "always":
            message = f"{shown(new)} loses its condition: it now holds always"
            yield finding("N710", message, name_span_of(new), "write the when again if it shall stay", there)
    elif isinstance(old, Define) and isinstance(new, Define) and len(old.values) > 1 and len(new.values) == 1:
        yield _fixed(old, new, parent, there)


def _fixed(old: Define, new: Define, parent: str, there: Label) -> Diagnostic:
    value = new.values[0]
    name = new.name
    if isinstance(value, Number) and not any(_allows(allowed, value.value) for allowed in old.values):
        message = f"{name} = {value.value} lies outside what {parent} allows"
        hint = f"write a range of its own: {name} = {value.value} | low..high"
        return finding("E407", message, value.span, hint, there)
    words = option_words(old)
    if isinstance(value, Ref) and value.name in SEAT_WORDS and words and value.name not in words:
        message = f"{name} = {value.name} lies outside what {parent} allows: {listed(words)}"
        return finding("E407", message, value.span, f"write what it may be: {name} = {value.name} | ...", there)
    message = f"{name} is no longer an option: it loses what else {parent} allows"
    return finding("N711", message, new.name_span, "write the range again if it shall stay an option", there)


def option_words(define: Define) -> tuple[str, ...]:
    """The words an option may be."""
    return tuple(value.name for value in define.values if isinstance(value, Ref) and value.args is None)


def _allows(allowed: Expr, value: int) -> bool:
    """Plain numbers and ranges only; anything else is let through."""
    if isinstance(allowed, Number):
        return allowed.value == value
    if isinstance(allowed, Op) and allowed.name == ".." and isinstance(allowed.parts[0], Number):
        low, high = allowed.parts[0].value, allowed.parts[1]
        if isinstance(high, Number):
            return low <= value <= high.value
        return isinstance(high, Ref) and low <= value
    return True
