"""Phases and games that some way of choosing could prolong for ever."""

from attrs import frozen

from becher.dsl.model import Game, Verb
from becher.dsl.model.walk import reads
from becher.engine.examine.bounds import explored
from becher.engine.examine.entries import entries, met
from becher.engine.examine.places import Stage, laid_open
from becher.engine.examine.turns import Graph, Key, View, circles, starts, stubborn, surely_ends
from becher.engine.game import start
from becher.engine.state import CHANCE, State
from becher.engine.stream import Stream
from becher.engine.testing.playing import FAULTS

# An endless way of choosing is tried out over so many steps before it is reported.
_TRIED = 400


@frozen
class Endless:
    """A phase that never has to end; cut: whether it does could not be told."""

    phase: str
    cut: bool


def endless_phases(game: Game) -> tuple[Endless, ...]:
    """Phases in which END and BUST need not come, and those of which that cannot be told."""
    stage = explored(game) if any(phase.params for phase in game.phases.values()) else Stage.of(game)
    found = []
    for circle in circles(game):
        if surely_ends(stage, circle):
            continue
        graph = Graph(frozenset(circle), View.of(game, circle, frozenset()))
        for phase in circle:
            for begin in starts(stage.rules, phase, entries(stage, phase)):
                graph.explore(begin)
        endless = graph.endless()
        phases = sorted({graph.nodes[key].state.phase for key in endless}, key=circle.index)
        sure = [phase for phase in phases if _stays_for_ever(graph, _met_of(game, graph, phase, endless), endless)]
        if sure:
            found += [Endless(phase, cut=False) for phase in sure]
        elif graph.cut or phases:
            found += [Endless(phase, cut=True) for phase in circle]
    return tuple(found)


def _met_of(game: Game, graph: Graph, phase: str, endless: set[Key]) -> list[Key]:
    """Those positions of a phase that it has with arguments which come up in games: what may be passed was worked out too widely."""
    here = [key for key in endless if graph.nodes[key].state.phase == phase]
    if not game.phases[phase].params:
        return here
    known = met(game)
    return [key for key in here if (phase, tuple(graph.nodes[key].state.args.values())) in known]


def _stays_for_ever(graph: Graph, begins: list[Key], endless: set[Key]) -> bool:
    """Try the endless way of choosing on real throws: a report must not be wrong."""
    if not begins:
        return False
    state, stream = graph.nodes[begins[0]].state, Stream("endless")
    for _ in range(_TRIED):
        if state.current_player() == CHANCE:
            state = state.apply(state.sample(stream))
        else:
            after = (state.apply(action) for action in state.legal_actions())
            state = next((one for one in after if graph.view.key(one) in endless), state)
        if graph.view.key(state) not in endless:
            return False
    return True


def can_be_prolonged(game: Game) -> bool:
    """Is there a way of choosing in which a turn changes nothing, so that a game need never end? False where none was found."""
    asked = tuple(e for e in (game.over, game.out, game.round.out, game.round.over) if e is not None)
    if not asked or reads(asked, game).words & {"rounds", "turns"} or _rounds_change_something(game):
        return False
    phases = [name for circle in circles(game) for name in circle]
    graph = Graph(frozenset(phases), View.of(game, phases, frozenset({"bust"})), stubborn)
    begin = _first_turn(game)
    if begin is None:
        return False
    graph.explore(begin)
    return bool(graph.ends) and not graph.cut and all(_ledger(begin) == _ledger(end) for end in graph.ends)


def _rounds_change_something(game: Game) -> bool:
    """Do the moments of rounds do anything besides what the turns do?"""
    cases = [case for cases in game.round.moments.values() for case in cases]
    effects = [effect for case in cases for effect, _ in laid_open(game, case.effects)]
    return any(not (isinstance(effect, Verb) and effect.name == "nothing") for effect in effects)


def _first_turn(game: Game) -> State | None:
    """The first turn of a game whose setup was played somehow; None where it does not get there."""
    stream = Stream("first turn")
    try:
        state = start(game)
        for _ in range(_TRIED):
            if not state.setup and state.phase and state.throw_no == 0:
                return state
            if state.is_terminal():
                return None
            legal = state.legal_actions()
            state = state.apply(legal[stream.below(len(legal))] if legal else state.sample(stream))
    except FAULTS:
        return None
    return None


def _ledger(state: State) -> tuple[object, ...]:
    """What is left of a turn once it is over."""
    return (
        state.players,
        state.shared,
        state.cells,
        state.out_order,
        state.direction,
        state.lying,
        state.decided,
        state.is_terminal(),
    )
