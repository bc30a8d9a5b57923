"""Walking what moments do, actions laid open."""

from collections.abc import Iterator

from attrs import frozen

from becher.dsl.diagnostics import Span
from becher.dsl.model import Case, Door, Effect, Game, Perform, Verb


@frozen
class Moment:
    """One moment of a phase, the round or the game. owner is the phase's name, round or game."""

    owner: str
    name: str
    cases: tuple[Case, ...]

    @property
    def in_phase(self) -> bool:
        return self.owner not in ("round", "game")


def moments_of(game: Game) -> Iterator[Moment]:
    """Every moment of the game."""
    for name, cases in game.moments.items():
        yield Moment("game", name, cases)
    for name, cases in game.round.moments.items():
        yield Moment("round", name, cases)
    for phase in game.phases.values():
        for name, cases in phase.moments.items():
            yield Moment(phase.name, name, cases)


def laid_open(game: Game, effects: tuple[Effect, ...], at: Span | None = None) -> Iterator[tuple[Span | None, Effect]]:
    """The effects with actions laid open; the span is that of the line in the case itself."""
    for effect in effects:
        if isinstance(effect, Perform):
            yield from laid_open(game, game.actions[effect.action].effects, at or effect.span)
        else:
            yield at or effect.span, effect


def effects_of(game: Game) -> Iterator[tuple[Moment, Effect]]:
    """Every effect of every moment, actions laid open."""
    for moment in moments_of(game):
        for case in moment.cases:
            for _, effect in laid_open(game, case.effects):
                yield moment, effect


def verbs_of(game: Game) -> frozenset[str]:
    """The verbs any case does."""
    return frozenset(effect.name for _, effect in effects_of(game) if isinstance(effect, Verb))


def doors_of(game: Game) -> Iterator[tuple[Moment, Door]]:
    for moment, effect in effects_of(game):
        if isinstance(effect, Door):
            yield moment, effect
