"""A formula typed by somebody who asks, resolved where it is to be read: at the end of a phase."""

import re

from attrs import frozen

from becher.dsl.diagnostics import Diagnostic, Source
from becher.dsl.load import load_text
from becher.dsl.model import Convert, Expr, Game, Sort, Value

_NAME = "asked_value"
_GAME = "asked-variant"


class BadQuestion(ValueError):
    """A question that makes no sense of this game; the message says why."""


@frozen
class Asked:
    """A formula and the game it belongs to, which is the game asked about in all that is played."""

    game: Game
    value: Expr


def asked_formula(game: Game, phase: str, text: str) -> Asked:
    """The formula as the rule file would understand it inside the phase. Raises BadQuestion.

    It is laid over the game as a variant would, so it may say all that a rule file may say there.
    """
    if game.span is None:
        raise BadQuestion("this game has no text that a formula could be added to")
    source = game.span.source
    added = f"\ngame {_GAME} like {game.id} {{ {phase} {{ add {_NAME} = {text} }} }}\n"
    loaded = load_text(Source(source.name, source.text + added), id=_GAME)
    if loaded.game is None:
        raise BadQuestion(_why(text, loaded.diagnostics))
    value = loaded.game.formulas[_NAME].value
    if value.sort in (Sort.FACE, Sort.GROUP):
        value = Convert(value, Sort.NUMBER, value.span)  # a single die counts its pips, none counts 0
    if value.sort not in (Sort.NUMBER, Sort.YESNO):
        raise BadQuestion(f"{text} is neither a number nor a condition")
    return Asked(loaded.game, value)


def _why(text: str, findings: tuple[Diagnostic, ...]) -> str:
    errors = [found for found in findings if found.severity == "error"]
    return f"{text}: {errors[0].message}" + (f"; {errors[0].hint}" if errors[0].hint else "")


def phase_and_args(game: Game, text: str) -> tuple[str, dict[str, Value]]:
    """`distribute(2)` as the phase and its parameters. Raises BadQuestion."""
    match = re.fullmatch(r"\s*([a-z][a-z0-9_]*)\s*(?:\(([^()]*)\))?\s*", text)
    if match is None or match[1] not in game.phases:
        raise BadQuestion(f"{game.id} has no phase {text!r}; there are: {', '.join(game.phases)}")
    params = game.phases[match[1]].params
    words = [word.strip() for word in match[2].split(",")] if match[2] and match[2].strip() else []
    if len(words) != len(params):
        wanted = ", ".join(name for name, _ in params)
        raise BadQuestion(
            f"{match[1]} is asked as {match[1]}({wanted})" if params else f"{match[1]} takes no parameter"
        )
    return match[1], {name: _value(word) for (name, _), word in zip(params, words, strict=True)}


def _value(word: str) -> Value:
    return int(word) if re.fullmatch("-?[0-9]+", word) else word
