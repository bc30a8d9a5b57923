"""One phase by itself: the best value of a formula where the phase ends."""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TypeVar, cast

from attrs import frozen

from becher.dsl.model import Expr, Game, Strategy, Value
from becher.engine.answer.reading.caps import Caps
from becher.engine.answer.reading.formulas import Formulas
from becher.engine.answer.refused import Refused
from becher.engine.answer.rewards import RewardTurns, find_reward
from becher.engine.answer.turns.endings import Endings
from becher.engine.answer.turns.explorer import Explorer
from becher.engine.answer.turns.followed import follower
from becher.engine.answer.turns.plan import Asked, plan_phases
from becher.engine.expressions import Formula
from becher.engine.game import start
from becher.engine.machine import table
from becher.engine.machine.machine import STAGES
from becher.engine.solve.backends.backup import Backend
from becher.engine.solve.exact import exact_endings, exact_seats
from becher.engine.solve.ledgers.explore import one_turn
from becher.engine.solve.ledgers.seat_spread import ending_chances
from becher.engine.solve.ledgers.seat_values import SeatValues
from becher.engine.solve.ledgers.seats import SeatGame
from becher.engine.solve.turns.passes import finish
from becher.engine.state import State

P = TypeVar("P", float, Fraction)
LAST = frozenset({"end", "bust", "turn_over"})


@frozen
class PhaseQuestion:
    """The greatest (or `least`) mean of `value`, a number or a yes/no, where the phase ends; leaving it otherwise counts 0."""

    game: Game
    phase: str
    args: Mapping[str, Value]
    value: Expr
    least: bool = False
    options: Mapping[str, Value] = {}
    strategy: Strategy | None = None


@frozen(eq=False)
class PhaseGame:
    """A phase explored. `turns` where it is solved throw by throw."""

    tables: SeatGame
    explorer: Explorer
    turns: RewardTurns | None = None

    @property
    def positions(self) -> int:
        """How many positions there are."""
        return len(self.explorer.positions)

    def chances(self, solved: SeatValues, backend: Backend) -> dict[int, float]:
        """How likely each value of the formula is under the choices that are best on average."""
        if self.turns is not None:
            return self.turns.chances(solved, backend)
        return _by_worth(ending_chances(solved, backend))

    def exact(self, solved: SeatValues) -> tuple[Fraction, dict[int, Fraction] | None]:
        """The value in fractions, and the chances where the phase is one graph."""
        values = exact_seats(self.tables, solved.guide.ravel().tolist())
        if self.turns is not None:
            return values[0], None
        chances = exact_endings(self.tables, values)
        endings = self.tables.graph.endings
        return values[0], _by_worth({e: p for e, p in zip(endings, chances, strict=True) if p})


def _by_worth(chances: Mapping[Hashable, P]) -> dict[int, P]:
    return {worth: chances[worth] for worth in sorted(cast("Mapping[int, P]", chances))}


def explore_phase(asked: PhaseQuestion) -> PhaseGame:
    """The tables of the question. Raises Refused, TooManyStates."""
    phase = asked.game.phases[asked.phase]
    if phase.together:
        raise Refused("seats that decide at once, unseen, play a matrix game at every throw", phase.span)
    root = phase_start(asked)
    rules = root.rules
    formulas = Formulas(asked.game, rules.options, root.count)
    question = Asked((asked.value,), asked.strategy, ends_there=True)
    caps = Caps(formulas, tuple(question.formulas()), asked.phase)
    plans = plan_phases(formulas, question)
    value = rules.compiler.compile(asked.value)
    without = plan_phases(formulas, Asked((), asked.strategy, ends_there=True))[asked.phase]
    endless = phase.throws is None
    reward = find_reward(formulas, rules, caps, without, asked.value) if endless else None
    explorer = Explorer(
        rules,
        plans,
        Endings(formulas, rules, lying=False),
        caps,
        mover_gains=not asked.least,
        choose=follower(rules, formulas, plans, asked.strategy),
        last=_worth(value),
        last_stages=LAST,
    )
    if reward is not None:
        explorer.last_stages = LAST | {"throw"}
        turns = RewardTurns(explorer, reward)
        turns.explore(root)
        return PhaseGame(turns.tables(), explorer, turns)
    node = explorer.explore(root)
    graph = finish(explorer.draft, [node]).graph
    return PhaseGame(one_turn(graph, lambda worth: float(cast(int, worth))), explorer)


def phase_start(asked: PhaseQuestion) -> State:
    """A state in which the phase has just begun, at the start of a game of as few seats as may play it."""
    s = start(asked.game, asked.game.players[0], dict(asked.options)).copy()
    s.seat, s.setup, s.pending, s.roll = s.seat or 1, False, None, None
    table.begin_turn(s, asked.phase)
    s.args = dict(asked.args)
    STAGES[s.stage](s)
    return s


def _worth(value: Formula) -> Callable[[State], int]:
    """What the phase is worth where it ends; nothing where it is left otherwise: by a bust, a word such as out, end_turn."""
    return lambda s: int(cast(int, value(s, s.seat, s.args))) if s.stage == "end" else 0
