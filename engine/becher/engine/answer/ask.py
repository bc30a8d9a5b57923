"""From a question to its answer: which of the solvers it is for, and what is remembered of it."""

from collections.abc import Callable

from attrs import evolve

from becher.dsl.limits import LIMITS
from becher.dsl.model import Game, Strategy
from becher.engine.answer.ask_phase import ask_phase
from becher.engine.answer.ask_whole import ask_whole
from becher.engine.answer.objective import BadQuestion
from becher.engine.answer.question import Answer, Estimate, Question
from becher.engine.answer.refused import Refused
from becher.engine.answer.store import Stored, key_of, load, save
from becher.engine.answer.turns.explorer import MOST_STEPS
from becher.engine.answer.ways import Progress, Ways, in_players_words, memory
from becher.engine.solve.backends.backup import choose_backend
from becher.engine.solve.errors import TooManyStates


def ask(
    game: Game,
    question: Question,
    *,
    backend: str | None = None,
    limit: int = LIMITS.solver_states,
    tell: Callable[[Estimate], None] = lambda estimate: None,
    progress: Progress = lambda done, of: None,
    spread: bool = False,
    keep: bool = False,
    fresh: bool = False,
    steps: int = MOST_STEPS,
) -> Answer:
    """The answer. Raises BadQuestion, Refused, TooManyStates.

    `spread`: the distribution even where it takes long. `keep`: answers are looked up in the user's cache folder and kept
    there; with `fresh` they are not looked up. `steps`: how often the machine may be asked what follows.
    """
    strategy = _strategy(game, question)
    key = key_of(game, question, spread) if keep else ""
    known = load(key) if keep and not fresh else None
    if known is not None and backend in (None, known.answer.backend):
        return evolve(known.answer, kept=True)
    ways = Ways(choose_backend(backend), limit, tell, progress, spread, steps)
    stored = in_players_words(lambda: _answered(game, question, strategy, ways))
    stored = evolve(stored, answer=evolve(stored.answer, backend=ways.backend.name, memory=memory()))
    if keep:
        save(key, stored)
    return stored.answer


def _strategy(game: Game, question: Question) -> Strategy | None:
    if question.strategy is None:
        return None
    if question.strategy not in game.strategies:
        known = ", ".join(game.strategies) or "none"
        raise BadQuestion(f"{game.id} has no strategy {question.strategy!r}; there are: {known}")
    return game.strategies[question.strategy]


def _answered(game: Game, question: Question, strategy: Strategy | None, ways: Ways) -> Stored:
    if question.maximize is not None and question.minimize is not None:
        raise BadQuestion("either --maximize or --minimize is asked, not both")
    if question.phase is not None:
        return ask_phase(game, question, strategy, ways)
    if question.maximize is not None or question.minimize is not None:
        raise BadQuestion("--maximize and --minimize are asked of a phase: --phase NAME")
    return ask_whole(game, question, strategy, ways)


__all__ = ["BadQuestion", "Refused", "TooManyStates", "ask"]
