"""What `becher solve` does: puts the question, says what it will take, shows progress, prints the answer."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from attrs import asdict, frozen

from becher.dsl.limits import LIMITS
from becher.dsl.model import Game
from becher.engine.answer.ask import BadQuestion, TooManyStates, ask
from becher.engine.answer.question import Answer, Estimate, Question
from becher.engine.answer.ways import memory_of_machine
from becher.engine.bots import STRATEGY
from becher.engine.cli.bars import say_bars
from becher.engine.cli.exits import LIMIT, Says
from becher.engine.cli.load import find_game, with_seats
from becher.engine.cli.out import say, say_json
from becher.engine.cli.play.setting import options, start
from becher.engine.cli.plot import TERMINAL, draw, must_be_drawable
from becher.engine.cli.progress import hundredths

FEASIBLE = 10**9  # states beyond which no limit helps

UNITS = (("h", 3600), ("min", 60), ("s", 1))


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
    max_states: int | None
    spread: bool
    explain: bool
    fresh: bool
    plot: Path | None
    settings: tuple[str, ...]
    as_json: bool


def solve(wanted: Wanted) -> int:
    """Exit 0 with the answer printed, 2 for a question that makes no sense, 3 for one that is out of reach."""
    must_be_drawable(wanted.plot, wanted.as_json)
    game = with_seats(find_game(wanted.file), [f"{STRATEGY}{wanted.strategy}"] if wanted.strategy else [])
    chosen = options(wanted.settings, game)
    start(game, wanted.players, chosen)
    question = Question(
        wanted.players,
        wanted.phase,
        wanted.maximize,
        wanted.minimize,
        wanted.strategy,
        wanted.at_least,
        chosen,
        wanted.exact,
    )
    with answering(_simpler(game, question)):
        with hundredths("solving") as progress:
            answer = ask(
                game,
                question,
                backend=wanted.backend,
                limit=wanted.max_states or LIMITS.solver_states,
                tell=_tell,
                progress=progress,
                spread=wanted.spread,
                keep=True,
                fresh=wanted.fresh,
            )
        if wanted.as_json:
            say_json(answer_json(answer))
        else:
            _say(answer)
        if wanted.plot is not None:
            _draw(wanted.plot, answer)
        if wanted.explain:
            for note in answer.notes:
                say(f"  {note}", error=wanted.as_json)
    return 0


def _draw(path: Path, answer: Answer) -> None:
    if answer.distribution is None:
        say("there is no distribution to draw", error=True)
    elif path != TERMINAL:  # where it is drawn anyway
        draw(path, f"{answer.game}: {answer.question}", "value", [""], [answer.distribution])


@contextmanager
def answering(simpler: str | None = None) -> Iterator[None]:
    """What the solver refuses becomes an exit code; `simpler`: a question that takes less."""
    try:
        yield
    except BadQuestion as error:
        raise click.UsageError(str(error)) from None
    except TooManyStates as error:
        hints = ["--max-states raises the limit"] if error.needed < FEASIBLE else []
        hints += [f"can be answered: {simpler}"] if simpler else []
        raise Says(LIMIT, "; ".join([str(error), *hints])) from None
    except ModuleNotFoundError as error:
        raise click.UsageError(f"{error.name} is not installed; pip install 'becher[fast]' brings it") from None


def _simpler(game: Game, question: Question) -> str | None:
    """The nearest question about this game that takes fewer states."""
    if game.sheet is not None and game.players[0] == 1 and question.players not in (None, 1):
        return "--players 1"
    return "the same without --at-least" if question.at_least is not None else None


def _tell(estimate: Estimate) -> None:
    """Say what will be done, before it is."""
    if estimate.states is None:
        say(f"{estimate.what}: the states are counted as they are found", error=True)
        return
    memory = "" if estimate.bytes is None else f", {_size(estimate.bytes)}"
    time = "" if estimate.seconds is None else f", {_time(estimate.seconds)} of solving"
    say(f"{estimate.what}: at most {estimate.states:,} states{memory}{time}", error=True)
    if estimate.bytes is not None and estimate.bytes > (there := memory_of_machine()):
        say(f"that does not fit: this machine has {_size(there)}", error=True)


def answer_json(answer: Answer) -> dict[str, object]:
    """The shape of `becher solve --json`."""
    chances = answer.distribution
    return {
        "game": answer.game,
        "question": answer.question,
        "value": answer.value,
        "exact": None if answer.exact is None else str(answer.exact),
        "distribution": None if chances is None else {str(value): chance for value, chance in chances.items()},
        "mean": answer.mean,
        "sd": answer.sd,
        "win": None if answer.win is None else list(answer.win),
        "draw": answer.draw,
        "best": answer.best,
        "states": answer.states,
        "states_merged": answer.states_merged,
        "seconds": {name: round(value, 4) for name, value in asdict(answer.seconds).items()},
        "backend": answer.backend,
        "memory": answer.memory,
        "notes": list(answer.notes),
        "kept": answer.kept,
    }


def _say(answer: Answer) -> None:
    say(f"{answer.game}: {answer.question}")
    exact = "" if answer.exact is None else f" = {answer.exact}"
    if answer.win is None:
        say(f"  value    {answer.value:.10g}{exact}")
    else:
        say(f"  first    {answer.win[0]:.8f}{exact}")
        say(f"  second   {answer.win[1]:.8f}")
        say(f"  draw     {answer.draw or 0:.8f}")
    if answer.sd is not None and answer.win is None:
        say(f"  spread   {answer.sd:.6g}")
    if answer.best is not None:
        say(f"  best     {answer.best:.10g}; this strategy gives {abs(answer.best - answer.value):.6g} away")
    if answer.distribution is not None:
        say_bars("value", [""], [answer.distribution])
    seconds = answer.seconds
    spent = f"{seconds.analyse + seconds.compile:.2f} s looking, {seconds.solve:.2f} s solving ({answer.backend})"
    say(f"  {answer.states:,} states, {answer.states_merged:,} solved; {spent}; {_size(answer.memory)}")
    if answer.kept:
        say("  kept from an earlier run; --fresh solves it again")


def _size(count: int) -> str:
    return f"{count / 2**20:,.0f} MiB" if count >= 2**20 else f"{count / 2**10:,.0f} KiB"


def _time(seconds: float) -> str:
    if seconds < 1:
        return "less than a second"
    return next(f"about {seconds / size:,.0f} {unit}" for unit, size in UNITS if seconds >= size)
