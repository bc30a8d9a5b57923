"""From a question to its answer: which of the solvers it is for, and what is read off the solution."""

from collections.abc import Callable, Mapping
from math import sqrt
from resource import RUSAGE_SELF, getrusage
from time import perf_counter

from attrs import define, evolve, field, frozen

from becher.dsl.model import Game, Strategy
from becher.engine.answer.caps import Caps
from becher.engine.answer.endings import Endings
from becher.engine.answer.explorer import Explorer
from becher.engine.answer.formulas import Formulas
from becher.engine.answer.ledger import what_matters
from becher.engine.answer.objective import BadQuestion, asked_formula, phase_and_args
from becher.engine.answer.phases import PhaseQuestion, explore_phase
from becher.engine.answer.plan import Asked, plan_phases
from becher.engine.answer.question import Answer, Question, Seconds
from becher.engine.answer.refused import Refused
from becher.engine.answer.seat_tables import as_tables
from becher.engine.answer.seats import ledger_game
from becher.engine.answer.sheets import SheetMaker
from becher.engine.answer.tables import Goal, TableMaker
from becher.engine.answer.totals import split_total
from becher.engine.game import start
from becher.engine.solve.backup import Backend, choose_backend
from becher.engine.solve.errors import TooManyStates
from becher.engine.solve.pack import compile_sheet
from becher.engine.solve.seat_spread import for_both, under_best_play
from becher.engine.solve.seat_values import solve_seats
from becher.engine.solve.sheet_values import SheetValues, solve_sheet
from becher.engine.solve.spread import distribution, moments
from becher.engine.solve.spread import under_best_play as sheet_under_best_play

Progress = Callable[[int, int], None]
# A distribution over totals is worked out for sheets of at most so many merged states.
SPREAD_STATES = 20_000


def ask(
    game: Game,
    question: Question,
    *,
    backend: str | None = None,
    limit: int = 5_000_000,
    progress: Progress = lambda done, of: None,
) -> Answer:
    """The answer. Raises BadQuestion, Refused, TooManyStates and what the solvers raise (see solve/errors.py)."""
    if question.maximize is not None and question.minimize is not None:
        raise BadQuestion("either --maximize or --minimize is asked, not both")
    asking = _Asking(game, question, choose_backend(backend), limit, progress)
    if question.phase is not None:
        answer = asking.phase()
    elif question.maximize or question.minimize:
        raise BadQuestion("--maximize and --minimize are asked of a phase: --phase NAME")
    elif (question.players or (1 if game.sheet is not None and game.players[0] == 1 else 2)) == 1:
        answer = asking.alone()
    else:
        answer = asking.two()
    return evolve(answer, memory=getrusage(RUSAGE_SELF).ru_maxrss * 1024)


@frozen
class _Clock:
    """Where the time went."""

    marks: list[float] = field(factory=lambda: [perf_counter()])

    def lap(self) -> float:
        self.marks.append(perf_counter())
        return self.marks[-1] - self.marks[-2]


@define(eq=False)
class _Asking:
    game: Game
    question: Question
    backend: Backend
    limit: int
    progress: Progress
    clock: _Clock = field(factory=_Clock)

    def strategy(self, game: Game) -> Strategy | None:
        name = self.question.strategy
        if name is None:
            return None
        if name not in game.strategies:
            known = ", ".join(game.strategies) or "none"
            raise BadQuestion(f"{game.id} has no strategy {name!r}; there are: {known}")
        return game.strategies[name]

    # ---- one phase

    def phase(self) -> Answer:
        """The best mean of a formula where a phase ends, exactly, and how it spreads."""
        text = self.question.maximize or self.question.minimize
        if text is None:
            raise BadQuestion("--phase wants --maximize or --minimize and a formula")
        name, args = phase_and_args(self.game, self.question.phase or "")
        asked = asked_formula(self.game, name, text)
        least = self.question.minimize is not None
        strategy = self.strategy(asked.game)
        wanted = PhaseQuestion(asked.game, name, args, asked.value, least, self.question.options, strategy)
        found = explore_phase(wanted)
        analyse, jit = self.clock.lap(), self.backend.prepare()
        self.clock.lap()
        solved = solve_seats(found.tables, self.backend)
        chances = found.chances(solved, self.backend)
        exact, exact_chances = found.exact(solved) if self.question.exact else (None, None)
        if exact_chances is not None:
            chances = {value: float(chance) for value, chance in exact_chances.items()}
        notes = ["a bust counts 0"] if asked.game.phases[name].bust is not None else []
        return self.spread(
            Answer(
                self.game.id,
                f"{'least' if least else 'greatest'} mean of {text} at the end of {self.question.phase}",
                solved.start,
                exact=exact,
                states=found.positions,
                states_merged=found.tables.graph.nodes,
                best=self.best_phase(wanted) if strategy is not None else None,
                seconds=Seconds(analyse, 0.0, jit, self.clock.lap()),
                notes=tuple(notes),
            ),
            chances,
        )

    def best_phase(self, wanted: PhaseQuestion) -> float | None:
        """What best play gets where a strategy was asked about; None where that is out of reach."""
        try:
            found = explore_phase(evolve(wanted, strategy=None))
        except Refused:
            return None
        return solve_seats(found.tables, self.backend).start

    def spread(self, answer: Answer, chances: Mapping[int, float]) -> Answer:
        mean = sum(value * chance for value, chance in chances.items())
        square = sum(value * value * chance for value, chance in chances.items())
        return evolve(
            answer,
            distribution=dict(chances),
            mean=mean,
            sd=sqrt(max(0.0, square - mean * mean)),
            backend=self.backend.name,
        )

    # ---- a sheet, alone or for two

    def solved_sheet(self, seats: int) -> tuple[SheetValues, TableMaker, Seconds, int, int]:
        if self.question.strategy is not None:
            raise Refused("a strategy on a sheet is not worked out; `becher simulate` counts it")
        least = any(key.kind == "lowest" for key in self.game.wins)
        first = start(self.game, seats, dict(self.question.options))
        rules = first.rules
        formulas = Formulas(self.game, rules.options, seats)
        caps, matters = Caps(formulas), what_matters(formulas, rules)
        explorer = Explorer(rules, plan_phases(formulas, Asked()), Endings(formulas, rules, matters.lying), caps)
        maker = SheetMaker(first, formulas, explorer)
        maker.work_out()
        analyse = self.clock.lap()
        tables = TableMaker(maker, split_total(formulas, rules), Goal(self.question.at_least, least), seats)
        packed = compile_sheet(tables.game(), self.limit)
        compiled, jit = self.clock.lap(), self.backend.prepare()
        self.clock.lap()
        solved = solve_sheet(packed, self.backend, self.progress)
        return solved, tables, Seconds(analyse, compiled, jit, self.clock.lap()), packed.raw, packed.size

    def alone(self) -> Answer:
        """The best expected total of one seat, or its best chance of at least so much."""
        if self.game.sheet is None:
            raise Refused(f"{self.game.id} has no sheet: alone it has no total; ask --players 2, or about one phase")
        solved, tables, seconds, raw, merged = self.solved_sheet(1)
        least, wanted = tables.goal.least, self.question.at_least
        what = (
            f"best chance of at least {wanted}" if wanted is not None else f"{'least' if least else 'best'} mean total"
        )
        value = -solved.start if least and wanted is None else solved.start
        answer = Answer(
            self.game.id, f"{what}, alone", value, states=raw, states_merged=merged, seconds=seconds,
            backend=self.backend.name,
        )  # fmt: skip
        if wanted is not None:
            return answer
        if merged <= SPREAD_STATES and not least:
            return self.spread(answer, distribution(solved, self.backend))
        found = moments(solved, self.backend)
        return evolve(answer, mean=value, sd=found.deviation)

    # ---- two seats

    def two(self) -> Answer:
        if self.question.players not in (None, 2):
            raise Refused(f"{self.question.players} seats have no single best play; ask --players 2 or simulate")
        if self.question.at_least is not None:
            raise BadQuestion("--at-least is asked of one seat: --players 1")
        return self.two_on_sheets() if self.game.sheet is not None else self.two_on_ledgers()

    def two_on_sheets(self) -> Answer:
        solved, tables, seconds, raw, merged = self.solved_sheet(2)
        even = (tables.final == 0.5).astype(float)
        draw = 0.0
        if even.any():
            draw = float(sheet_under_best_play(solved, even, self.backend)[0]) if raw == merged else -1.0
        return self.won(solved.start, draw if draw >= 0 else None, raw, merged, seconds)

    def two_on_ledgers(self) -> Answer:
        strategy = self.strategy(self.game)
        found = ledger_game(
            self.game,
            2,
            lambda s, seat: float(s.returns()[seat - 1]),
            options=dict(self.question.options),
            strategy=strategy,
            limit=self.limit,
        )
        analyse = self.clock.lap()
        tables = as_tables(found, 1.0, 0.5)
        compiled, jit = self.clock.lap(), self.backend.prepare()
        self.clock.lap()
        solved = solve_seats(tables, self.backend, progress=self.progress)
        draw = 0.0
        even = (tables.constants == 0.5).astype(float)
        if even.any():
            draw = float(under_best_play(solved, for_both(tables, even), self.backend)[0, 0])
        seconds = Seconds(analyse, compiled, jit, self.clock.lap())
        answer = self.won(solved.start, draw, len(found.reps), tables.unknowns, seconds)
        if strategy is None:
            return answer
        return evolve(answer, notes=(f"both seats play the strategy {strategy.name}",))

    def won(self, value: float, draw: float | None, states: int, merged: int, seconds: Seconds) -> Answer:
        """With a draw half counted in the value, both chances to win come out."""
        half = (draw or 0.0) / 2
        return Answer(
            self.game.id,
            "chance of the first seat to win, both playing as well as can be",
            value,
            win=(value - half, 1 - value - half),
            draw=draw,
            states=states,
            states_merged=merged,
            seconds=seconds,
            backend=self.backend.name,
        )


__all__ = ["BadQuestion", "Refused", "TooManyStates", "ask"]
