"""`?`: the lines of the rule file that apply now, and what one may type."""

from collections.abc import Iterator

import attrs

from becher.dsl.diagnostics import Span
from becher.dsl.schema import questions_of
from becher.engine.state import State

TYPED = (
    "you may type:  66  or  all 6  or  all  or  none   which dice to keep",
    "               stop   throw   or a choice offered, by its name or the beginning of it",
    "               why 66   undo   hint   state   save NAME   quit",
)
TYPED_DICE = "real dice:     664 what lies on the table   roll  let the program throw   void   correct 665"


def rules_now(state: State, real_dice: bool) -> list[str]:
    """The answers of this phase in the order of play, each with the line that says it, then the moments that may come."""
    lines = [*_answers(state), *_moments(state)] if state.phase else []
    if real_dice and state.rules.game.void:
        lines.append(f"void: {state.rules.game.void}")
    return [*lines, *TYPED, *([TYPED_DICE] if real_dice else [])]


def _answers(state: State) -> Iterator[str]:
    phase = state.rules.phases[state.phase].source
    yield f"{phase.name}:"
    for name, question in questions_of("phase").items():
        answer = getattr(phase, name)
        span = _span(answer)
        if span is not None:
            yield f"  {name}: {_line(span)}"
        elif name in ("throws", "keep", "stop") and not answer:
            yield f"  {name}: {question.default}"


def _moments(state: State) -> Iterator[str]:
    phase = state.rules.phases[state.phase].source
    for moment, cases in phase.moments.items():
        for case in cases:
            if case.span is not None:
                yield f"  on {moment}: {_line(case.span)}"


def _span(answer: object) -> Span | None:
    """Where an answer is written; of several the first."""
    if isinstance(answer, tuple):
        return _span(answer[0]) if answer else None
    return getattr(answer, "span", None) if attrs.has(type(answer)) else None


def _line(span: Span) -> str:
    """The text there on one line, with its place."""
    text = " ".join(span.source.text[span.start : span.end].split())
    line, _ = span.source.position(span.start)
    return f"{text}   ({span.source.name}:{line})"
