"""Do simulated games agree with solved ones, on the whole shelf? And what is drawn turn by turn, what played move by move, and why?

Run from anywhere: python tests/bench/bench_agreement.py [--seconds S] [--all] [GAME ...]

One row for each game, number of seats and kind of player. `walked`: games drawn turn by turn, against the exact distribution of totals
(one seat) or chances to win (two). `played`: games played by the interpreter, against the exact distribution or, where there is none,
against the points of many games walked. Each with chi-square, degrees of freedom and p. Fixed seed; S (default 15) is processor time for
each question, and what takes longer is said to. Of several strategies the first is taken, or with --all each.
"""

import argparse
import signal
import sys
from collections.abc import Callable, Iterator
from functools import reduce
from pathlib import Path
from time import process_time
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "dsl"), str(ROOT / "engine")]

from tests.engine.simulate.agreement import Fit, fit, fit_of_shares  # noqa: E402

from becher.dsl.load import load  # noqa: E402
from becher.dsl.model import Game  # noqa: E402
from becher.engine.answer.ask import ask  # noqa: E402
from becher.engine.answer.question import Answer, Question  # noqa: E402
from becher.engine.answer.refused import Refused  # noqa: E402
from becher.engine.bots import OPTIMAL, STRATEGY  # noqa: E402
from becher.engine.faults import LimitReached  # noqa: E402
from becher.engine.simulate.compiled import walker  # noqa: E402
from becher.engine.simulate.run import Job, simulate  # noqa: E402
from becher.engine.simulate.tally import Tally, summary  # noqa: E402

T = TypeVar("T")
SEED = "agreement"
WALKED, CHUNKS, PLAYED = 65_536, 4, 250
STATES = 300_000  # a question that takes more is not asked here


class Slow(Exception):
    """It takes too long."""


def within(seconds: float, work: Callable[[], T]) -> T | str:
    """The result, or why there is none."""

    def stop(*_: object) -> None:
        raise Slow

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return work()
    except Slow:
        return f"longer than {seconds:.0f} s"
    except (Refused, LimitReached) as error:
        return str(error).split(" (/")[0]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def rows(game: Game, all_strategies: bool) -> Iterator[tuple[str, ...]]:
    """The kinds of players of each row; seats with sheets of their own play alone."""
    low, high = game.players
    strategies = list(game.strategies)[: None if all_strategies else 1]
    kinds = [OPTIMAL, *(STRATEGY + name for name in strategies), "random"]
    for seats in (1,) if game.sheet is not None and low <= 1 else (1, 2):
        if low <= seats and (high is None or seats <= high):
            yield from ((kind,) * seats for kind in kinds)


def solved(game: Game, kinds: tuple[str, ...]) -> Answer | str:
    """The exact answer, where the solver answers this question."""
    if kinds[0] == OPTIMAL:
        return ask(game, Question(len(kinds)), backend="numpy", limit=STATES)
    if kinds[0].startswith(STRATEGY) and len(kinds) == 1:
        return ask(game, Question(1, strategy=kinds[0].removeprefix(STRATEGY)), backend="numpy", limit=STATES)
    return "not a question for the solver"


def against(answer: Answer, tally: Tally) -> Fit | str:
    if answer.win is not None:
        return fit_of_shares(answer.win, answer.draw or 0.0, tally.games, summary(tally).win_share[0])
    return "no distribution" if answer.distribution is None else fit(answer.distribution, tally.points[0])


def shown(found: Fit | str, games: int) -> str:
    if isinstance(found, str):
        return found
    return f"{games:6} games {found.statistic:8.2f} /{found.freedom:3} p {found.p:.4f}" + "  <<<" * (found.p < 1e-4)


def compare(game: Game, kinds: tuple[str, ...], seconds: float) -> tuple[str, str]:
    """What `walked` and `played` say."""
    walk = within(seconds, lambda: walker(game, {}, kinds))
    exact = within(seconds, lambda: solved(game, kinds))
    walked = None if isinstance(walk, str) else reduce(Tally.__add__, (walk(SEED, n, WALKED) for n in range(CHUNKS)))
    if walked is None:
        first = f"by moves: {walk}"
    elif isinstance(exact, str):
        first = f"by turns; {exact}"
    else:
        first = "by turns " + shown(against(exact, walked), walked.games)
    if kinds[0] == OPTIMAL and (walked is not None or isinstance(exact, str) or exact.win is None):
        return first, "-"  # of equal choices the player and the solver may take another, with other points
    if walked is None and isinstance(exact, str):
        return first, f"nothing to compare with: {exact}"
    played = within(seconds, lambda: simulate(Job(game.id, (), kinds, SEED, PLAYED)))
    if isinstance(played, str) or not played.games:
        return first, "plays too slowly" if isinstance(played, str) else "does not come to an end"
    if walked is None:
        assert not isinstance(exact, str)
        return first, shown(against(exact, played), played.games)
    fits = [fit(w, p) for w, p in zip(walked.points, played.points, strict=True)] + [fit(walked.turns, played.turns)]
    return first, shown(min(fits, key=lambda found: found.p), played.games)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--all", action="store_true")
    given = parser.parse_args()
    for id in given.games or sorted(path.stem for path in (ROOT / "games").rglob("*.dice")):
        game = load(id).game
        assert game is not None
        for kinds in rows(game, given.all):
            began = process_time()
            walked, played = compare(game, kinds, given.seconds)
            print(
                f"{id:20} {len(kinds)} x {kinds[0]:30} {process_time() - began:5.1f} s | {walked} | {played}",
                flush=True,
            )


if __name__ == "__main__":
    main()
