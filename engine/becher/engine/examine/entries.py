"""With which arguments a phase begins: what its doors may pass, and what they passed in games played."""

from collections.abc import Iterator
from itertools import islice, product

from becher.dsl.model import Door, Game, Sort, Value
from becher.engine.examine.places import Stage
from becher.engine.examine.possible import Few
from becher.engine.examine.scene import Scene
from becher.engine.state import State
from becher.engine.stream import Stream
from becher.engine.testing.history import History
from becher.engine.testing.playing import FAULTS, Playing

# So many different beginnings of one phase are looked at.
_MOST = 500
# So many games of so many steps are played to see which beginnings come up.
_GAMES = 40
_STEPS = 200

Arguments = tuple[Value, ...]


def entries(stage: Stage, phase: str) -> list[Arguments]:
    """Everything the doors to a phase from others may pass; the faces where that is not known."""
    params = stage.game.phases[phase].params
    if not params:
        return [()]
    found = (passed for door, scene in stage.doors(phase) for passed in _passed(stage.game, door, scene, params))
    return list(islice(dict.fromkeys(found), _MOST))


def _passed(game: Game, door: Door, scene: Scene, params: tuple[tuple[str, Sort], ...]) -> Iterator[Arguments]:
    asked = [scene.ask(arg) for arg in door.args]
    yield from product(
        *(
            sorted(value.values, key=str) if isinstance(value, Few) else _some(game, sort)
            for value, (_, sort) in zip(asked, params, strict=True)
        )
    )


def _some(game: Game, sort: Sort) -> list[Value]:
    faces = dict.fromkeys(face for die in game.dies.values() for face in die.faces)
    wanted: list[Value] = [face for face in faces if sort is Sort.FACE or isinstance(face, int)]
    return wanted if sort in (Sort.NUMBER, Sort.FACE) else []


def met(game: Game) -> set[tuple[str, Arguments]]:
    """Phases and the arguments they ran with in some games."""
    playing, found = Playing(game), set[tuple[str, Arguments]]()
    for number in range(_GAMES):
        for state in _states(game, playing.history(Stream(f"entry {number}").below, longest=_STEPS)):
            found.add((state.phase, tuple(state.args.values())))
    return found


def _states(game: Game, history: History) -> Iterator[State]:
    """The states of a playthrough, up to what the rules could not answer."""
    try:
        yield from history.states(game)
    except FAULTS:
        return
