"""One phase by itself: the best value of a formula where the phase ends."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import sqrt

from attrs import frozen

from becher.dsl.model import Expr, Game, Sort, Strategy, Value
from becher.engine.answer.caps import Caps
from becher.engine.answer.endings import Endings
from becher.engine.answer.explorer import Explorer
from becher.engine.answer.formulas import Formulas
from becher.engine.answer.plan import Asked, plan_phases
from becher.engine.answer.refused import Refused
from becher.engine.bots.strategy import StrategyBot
from becher.engine.game import start
from becher.engine.machine import table
from becher.engine.solve.exact import exact_endings, exact_nodes, exact_chances, exact_seats
from becher.engine.solve.explore import one_turn
from becher.engine.solve.graph import TurnGraph
from becher.engine.solve.passes import finish
from becher.engine.state import State


@frozen
class PhaseAnswer:
    """`value` is exact; `chances` says how likely each value of the formula is under the choices that give it."""

    value: Fraction
    chances: Mapping[int, Fraction]
    positions: int
    nodes: int

    @property
    def spread(self) -> float:
        """The standard deviation of the formula's value."""
        square = sum((p * v * v for v, p in self.chances.items()), Fraction())
        mean = sum((p * v for v, p in self.chances.items()), Fraction())
        return sqrt(square - mean * mean)


def phase_start(game: Game, phase: str, args: Mapping[str, Value], options: dict[str, Value], players: int) -> State:
    """A state in which the phase is about to begin, at the start of a game."""
    s = start(game, players, options).copy()
    s.seat, s.setup = s.seat or 1, False
    table.begin_turn(s, phase)
    s.args = dict(args)
    return s


def solve_phase(
    game: Game,
    phase: str,
    args: Mapping[str, Value],
    value: Expr,
    *,
    least: bool = False,
    options: dict[str, Value] | None = None,
    strategy: Strategy | None = None,
) -> PhaseAnswer:
    """The greatest (or least) mean of `value`, a number or a yes/no, where the phase ends; a bust counts 0."""
    root = phase_start(game, phase, args, options or {}, game.players[0])
    rules = root.rules
    formulas = Formulas(game, rules.options, root.count)
    asked = Asked((value,), strategy)
    explorer = Explorer(
        rules,
        plan_phases(formulas, asked),
        Endings(formulas, rules, lying=False),
        Caps(formulas, tuple(asked.formulas())),
        mover_gains=not least,
        choose=StrategyBot(rules, strategy).choose if strategy is not None else None,
        last=_worth(rules.compiler.compile(value), phase),
    )
    node = explorer.explore(root)
    graph = finish(explorer.draft, [node]).graph
    chances = _solved(graph)
    return PhaseAnswer(*chances, len(explorer.positions), graph.nodes)


def _worth(formula: Callable[..., Value], phase: str) -> Callable[[State], int | None]:
    def worth(s: State) -> int | None:
        if s.stage == "bust":
            return 0
        found = formula(s, s.seat, s.args)
        return int(found)  # type: ignore[arg-type]

    return worth


def _solved(graph: TurnGraph) -> tuple[Fraction, dict[int, Fraction]]:
    if len(graph.cuts):
        raise Refused("cuts")
    leaves = [Fraction(v) for v in graph.endings]
    values = exact_nodes(graph, leaves)
    root = int(graph.roots[0])
    flow = exact_chances(graph, values, root)
    found: dict[int, Fraction] = {}
    for ending, chance in zip(graph.endings, flow, strict=True):
        if chance:
            found[ending] = found.get(ending, Fraction()) + chance
    return values[root], dict(sorted(found.items()))
