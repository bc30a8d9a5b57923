"""A question about one phase."""

from attrs import evolve

from becher.dsl.model import Game, Sort, Strategy
from becher.engine.answer.notes import phase_notes
from becher.engine.answer.objective import BadQuestion, asked_formula, phase_and_args
from becher.engine.answer.phases import PhaseQuestion, explore_phase
from becher.engine.answer.question import Answer, Question, Seconds
from becher.engine.answer.store import Stored
from becher.engine.answer.ways import Clock, Ways, best_of, in_fractions, mean_and_spread, solve_tables


def ask_phase(game: Game, question: Question, strategy: Strategy | None, ways: Ways) -> Stored:
    """The best mean of a formula where a phase ends, and how it spreads."""
    clock = Clock()
    wanted = phase_question(game, question, strategy)
    found = explore_phase(wanted)
    analyse, jit = clock.lap(), ways.backend.prepare()
    clock.lap()
    solved = solve_tables(found.tables, ways.backend, None)
    chances = found.chances(solved, ways.backend)
    exact = in_fractions(lambda: found.exact(solved)[0]) if question.exact else None
    seconds = Seconds(analyse, 0.0, jit, clock.lap())
    condition = wanted.value.sort is Sort.YESNO
    mean, spread = mean_and_spread(chances)
    answer = Answer(
        game=game.id,
        question=_told(question, condition),
        value=solved.start,
        exact=exact,
        distribution=None if condition else chances,
        mean=mean,
        sd=spread,
        best=None if strategy is None else best_of(lambda: _best(wanted, ways)),
        states=found.positions,
        states_merged=found.tables.graph.nodes,
        seconds=seconds,
        notes=tuple(phase_notes(wanted, found)),
    )
    return Stored(answer, {"values": solved.values, "guide": solved.guide})


def phase_question(game: Game, question: Question, strategy: Strategy | None) -> PhaseQuestion:
    """The question with its formula resolved. Raises BadQuestion."""
    text = question.maximize if question.minimize is None else question.minimize
    if text is None:
        raise BadQuestion("--phase wants --maximize or --minimize and a formula")
    phase, args = phase_and_args(game, question.phase or "")
    asked = asked_formula(game, phase, text)
    least = question.minimize is not None
    formulas = {**game.formulas, **asked.game.formulas}  # a lent strategy stands in no text of the game
    played = evolve(asked.game, formulas=formulas, strategies=game.strategies)
    return PhaseQuestion(played, phase, args, asked.value, least, dict(question.options), strategy)


def _best(wanted: PhaseQuestion, ways: Ways) -> float:
    return solve_tables(explore_phase(evolve(wanted, strategy=None)).tables, ways.backend, None).start


def _told(question: Question, condition: bool) -> str:
    best = "least" if question.minimize is not None else "greatest"
    which = f"{best} " if question.strategy is None else ""
    by = "" if question.strategy is None else f", by {question.strategy}"
    text = question.maximize if question.minimize is None else question.minimize
    return f"{which}{'chance' if condition else 'mean'} of {text} at the end of {question.phase}{by}"
