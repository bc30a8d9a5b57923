"""`?`: the lines of the rule file that apply now, and what one may type."""

from collections.abc import Iterator
from pathlib import Path

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
        spans = _spans(answer)
        if spans:
            yield f"  {name}: {_line(*spans)}"
        elif name in ("throws", "keep", "stop") and not answer:
            yield f"  {name}: {question.default}"


def _moments(state: State) -> Iterator[str]:
    phase = state.rules.phases[state.phase].source
    for moment, cases in phase.moments.items():
        for case in cases:
            if case.span is not None:
                yield f"  on {moment}: {_line(case.span)}"


def _spans(answer: object) -> list[Span]:
    """Where an answer, or each of several, is written."""
    if isinstance(answer, tuple):
        return [span for one in answer for span in _spans(one)]
    span = getattr(answer, "span", None) if attrs.has(type(answer)) else None
    return [] if span is None else [span]


def _line(*spans: Span) -> str:
    """The text there on one line, with its place."""
    texts = [" ".join(span.source.text[span.start : span.end].split()) for span in spans]
    line, _ = spans[0].source.position(spans[0].start)
    return f"{', '.join(texts)}   ({Path(spans[0].source.name).name}:{line})"
