"""What `becher solve` prints."""

import click
from attrs import asdict, frozen

from becher.engine.answer.ask import BadQuestion, Refused, ask
from becher.engine.answer.question import Answer, Question
from becher.engine.cli.exits import LIMIT
from becher.engine.cli.load import find_game
from becher.engine.cli.out import say, say_json
from becher.engine.cli.play.setting import options
from becher.engine.cli.progress import bar
from becher.engine.solve.errors import EndlessPlay, EndlessTurn, NoConvergence, NoValue

# Chances below this are not shown in the table of a distribution.
LEAST_SHOWN = 5e-5


@frozen
class Wanted:
    """The command line."""

    file: str
    players: int | None
    phase: str | None
    maximize: str | None
    minimize: str | None
    strategy: str | None
    at_least: int | None
    exact: bool
    backend: str | None
    max_states: int
    settings: tuple[str, ...]
    as_json: bool


def solve(wanted: Wanted) -> int:
    """Exit 0 with the answer printed, 2 for a question that makes no sense, 3 for one that is out of reach."""
    game = find_game(wanted.file)
    question = Question(
        wanted.players,
        wanted.phase,
        wanted.maximize,
        wanted.minimize,
        wanted.strategy,
        wanted.at_least,
        options(wanted.settings, game),
        wanted.exact,
    )
    try:
        with bar("states", wanted.max_states) as advance:
            answer = ask(
                game, question, backend=wanted.backend, limit=wanted.max_states, progress=lambda done, of: advance(0)
            )
    except BadQuestion as error:
        raise click.UsageError(str(error)) from None
    except (Refused, EndlessPlay, EndlessTurn, NoConvergence, NoValue) as error:
        say(f"{game.id}: not answered: {error}", error=True)
        return LIMIT
    if wanted.exact and answer.exact is None:
        say(f"{game.id}: --exact is answered for phases; without it the value is {answer.value:.10f}", error=True)
        return LIMIT
    if wanted.as_json:
        say_json(answer_json(answer))
    else:
        _say(answer)
    return 0


def answer_json(answer: Answer) -> dict[str, object]:
    """The shape of `becher solve --json`."""
    data = asdict(answer)
    data["exact"] = None if answer.exact is None else str(answer.exact)
    if answer.distribution is not None:
        data["distribution"] = {str(value): chance for value, chance in sorted(answer.distribution.items())}
    return data


def _say(answer: Answer) -> None:
    say(f"{answer.game}: {answer.question}")
    exact = f" = {answer.exact}" if answer.exact is not None else ""
    say(f"  value        {answer.value:.10f}{exact}")
    if answer.best is not None:
        say(f"  best play    {answer.best:.10f}, {answer.best - answer.value:+.10f} beside the strategy")
    if answer.win is not None:
        first, second = answer.win
        drawn = "" if not answer.draw else f", draw {answer.draw:.6%}"
        say(f"  wins         first {first:.6%}, second {second:.6%}{drawn}")
    if answer.sd is not None:
        say(f"  spread       {answer.sd:.6f} (standard deviation)")
    if answer.distribution is not None:
        for value, chance in sorted(answer.distribution.items()):
            if chance >= LEAST_SHOWN:
                say(f"  {value:>6}  {chance:>8.4%}  {'#' * round(60 * chance)}")
    for note in answer.notes:
        say(f"  ({note})")
    took = answer.seconds
    say(
        f"  {answer.states:,} states, {answer.states_merged:,} solved; analyse {took.analyse:.2f} s, compile {took.compile:.2f} s, "
        f"jit {took.jit:.2f} s, solve {took.solve:.2f} s with {answer.backend}; {answer.memory / 2**20:.0f} MiB at most"
    )
