"""One condition written out twice: a name for it would let a variant change it in one place."""

from collections.abc import Iterator

import attrs

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label
from becher.dsl.syntax import Case, Example, Expr, Faces, GameText, Number, Ref, When, Where

# A condition of fewer words than this is its own best name.
_LEAST_WORDS = 4


def repeated_conditions(text: GameText) -> Iterator[Diagnostic]:
    """A note for the second place of each condition, examples left out."""
    first: dict[Expr, Expr] = {}
    told: set[Expr] = set()
    for condition in _conditions(text):
        before = first.setdefault(condition, condition)
        if (
            before is condition
            or before.span == condition.span
            or condition in told
            or _words(condition) < _LEAST_WORDS
        ):
            continue
        told.add(condition)
        message = "this condition is written twice: a name for it could be changed in one place"
        yield finding("N714", message, condition.span, None, Label(before.span, "the first place"))


def _conditions(text: GameText) -> Iterator[Expr]:
    for node in _walk(text.items):
        condition = node.condition if isinstance(node, Case | When | Where) else None
        if condition is not None:
            yield condition


def _walk(value: object) -> Iterator[object]:
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, tuple):
            stack.extend(reversed(item))
        elif attrs.has(type(item)) and not isinstance(item, Example):
            yield item
            shape: tuple[attrs.Attribute[object], ...] = attrs.fields(type(item))  # type: ignore[arg-type]
            stack.extend(getattr(item, a.name) for a in reversed(shape) if a.eq)


def _words(condition: Expr) -> int:
    """Names, numbers and faces in it."""
    members = sum(len(node.members) for node in _walk(condition) if isinstance(node, Faces))
    return members + sum(isinstance(node, Number | Ref) for node in _walk(condition))
