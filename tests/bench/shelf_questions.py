"""The questions that the games of the shelf lend themselves to, found in the games themselves."""

import shlex
from collections.abc import Iterator, Mapping

from attrs import evolve

from becher.dsl.diagnostics import Span
from becher.dsl.model import Game, Option, Phase, Sort, Value
from becher.engine.answer.question import Question

FACE = 2  # stands for every parameter of a phase


def questions(game: Game) -> Iterator[Question]:
    """Whole games, phases and strategies; what a game has from its parents is asked of them."""
    whole = _whole(game)
    yield from whole
    for phase in _own(game, game.phases):
        yield from _of_phase(game, game.phases[phase])
    for name in _own(game, game.strategies):
        yield from (evolve(question, strategy=name) for question in whole[:1])


def with_options(game: Game) -> Iterator[Question]:
    """The whole game under other values of its own options."""
    for name in _own(game, game.options):
        for value in _other_values(game.options[name]):
            yield from (evolve(question, options={name: value}) for question in _whole(game)[-1:])


def _whole(game: Game) -> list[Question]:
    return [Question(players) for players in (1, 2) if game.players[0] <= players <= (game.players[1] or 2)]


def as_options(question: Question) -> str:
    """The question as one types it behind `becher solve GAME`."""
    words = []
    for name in ("players", "phase", "maximize", "minimize", "strategy", "at_least"):
        value = getattr(question, name)
        if value is not None:
            words += ["--" + name.replace("_", "-"), str(value)]
    for name, value in question.options.items():
        words += ["--set", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    return shlex.join(words)


def _own(game: Game, items: Mapping[str, object]) -> Iterator[str]:
    """Names of what the game's own file says."""
    for name, item in items.items():
        span: Span | None = getattr(item, "span", None)
        if game.base is None or (span is not None and game.span is not None and span.source == game.span.source):
            yield name


def _of_phase(game: Game, phase: Phase) -> Iterator[Question]:
    numbers = ", ".join(str(FACE) for _ in phase.params)
    name = f"{phase.name}({numbers})" if phase.params else phase.name
    if _numbered(game, phase):
        yield Question(None, name, maximize="sum(dice)")
        yield Question(None, name, minimize="sum(dice)")
    else:
        yield Question(None, name, maximize="count(distinct(dice))")
    if phase.adds is not None:
        yield Question(None, name, maximize="pool")


def _numbered(game: Game, phase: Phase) -> bool:
    """Do all dice show numbers?"""
    cup = phase.dice or game.dice
    kinds = [game.dies[die].faces for _, die in cup.parts if die in game.dies] if cup is not None else []
    return all(isinstance(face, int) for faces in kinds for face in faces)


def _other_values(option: Option) -> Iterator[Value]:
    """The other words; of a range its least number."""
    for allowed in option.allowed:
        value = allowed[0] if isinstance(allowed, tuple) and option.sort is Sort.NUMBER else allowed
        if value != option.default:
            yield value  # type: ignore[misc]
