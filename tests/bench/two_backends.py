"""Every question of the shelf to both back ends, and in fractions: do they agree, and what is refused and why?

Usage: python tests/bench/two_backends.py [--seconds N] [--store FILE]... [--page FILE] [GAME ...]

Each question has N seconds of processor time (default 8) each way, in a process apart. Results are added to the first `--store`;
what stands in one of them is not asked again (with --seconds 0 nothing is asked). `--page` writes all results as Markdown: so docs/solved.md is made.
"""

import argparse
import json
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

ROOT = Path(__file__).parents[2]
for place in (ROOT / "dsl", ROOT / "engine"):
    sys.path.insert(0, str(place))

from attrs import asdict, evolve, frozen  # noqa: E402
from shelf_questions import as_options, questions, with_options  # noqa: E402
from solved_page import page  # noqa: E402

from becher.dsl.load import load  # noqa: E402
from becher.dsl.model import Game  # noqa: E402
from becher.engine.answer.ask import BadQuestion, Refused, TooManyStates, ask  # noqa: E402
from becher.engine.answer.question import Answer, Question  # noqa: E402
from becher.engine.solve.backends.backup import backends, choose_backend  # noqa: E402

CLOSE = 1e-9
PATIENCE = 60  # seconds on the clock for each of the processor's, before a process counts as hanging
FRACTIONS = 1_000  # states up to which the answer is also worked out in fractions
Facts = dict[str, object]


@frozen
class Row:
    """What came of one question. `found`: the answer of each way (`numba`, `numpy`, `exact`) that was in time."""

    game: str
    asked: str
    found: dict[str, Facts]
    refusal: str | None
    crash: str | None

    @property
    def first(self) -> Facts | None:
        return next(iter(self.found.values()), None)

    @property
    def apart(self) -> float:
        """The greatest difference between two ways; NaN is infinitely far from everything."""
        numbers = [_numbers(facts) for facts in self.found.values()]
        shared = set[str]().intersection(*numbers) if not numbers else set(numbers[0]).intersection(*numbers)
        return max((_spread([some[name] for some in numbers]) for name in shared), default=0.0)


def _spread(values: list[float]) -> float:
    return max(values) - min(values) if all(value == value for value in values) else float("inf")


def _numbers(facts: Facts) -> dict[str, float]:
    found = {name: value for name, value in facts.items() if isinstance(value, float) and name != "seconds"}
    chances = facts.get("distribution")
    if isinstance(chances, dict):
        found.update({f"chance of {value}": chance for value, chance in chances.items()})
    return found


# ---- the questions of one game, in a process of their own


class OverTime(BaseException):
    """A question has had its time. Not an Exception, so that nothing takes it for a reason to refuse."""


def asked(game: Game, wanted: list[Question], seconds: int) -> Iterator[Row]:
    """Ask them every way. A process that hangs is ended, and another goes on with the next question."""
    context = multiprocessing.get_context("fork")
    while wanted:
        ours, theirs = context.Pipe(duplex=False)
        child = context.Process(target=_answer_all, args=(game, wanted, seconds, theirs))
        child.start()
        theirs.close()
        for question in wanted.copy():
            told = _listen(ours, PATIENCE * seconds)
            wanted.remove(question)
            refusal, crash, over = told.pop("refusal", None), told.pop("crash", None), told.pop("over", False)
            yield Row(game.id, as_options(question), told, refusal, crash)  # type: ignore[arg-type]
            if not over:
                break
        child.kill()
        child.join()


def _listen(ours: Connection, patience: float) -> Facts:
    """What the child tells of one question; `over` at its end, missing if the child hangs or is dead."""
    told: Facts = {}
    with suppress(EOFError):
        while "over" not in told and ours.poll(patience):
            told.update(json.loads(ours.recv_bytes()))
    return told


def _answer_all(game: Game, wanted: list[Question], seconds: int, out: Connection) -> None:
    """Runs in the child."""
    signal.signal(signal.SIGPROF, _stop)
    for name in backends():
        choose_backend(name).prepare()
    for question in wanted:
        for facts in _answers(game, question, seconds):
            out.send_bytes(json.dumps(facts).encode())
        out.send_bytes(json.dumps({"over": True}).encode())


def _stop(*_: object) -> None:
    raise OverTime


def _answers(game: Game, question: Question, seconds: int) -> Iterator[Facts]:
    for way, work in _ways(game, question):
        began = time.process_time()
        try:
            signal.setitimer(signal.ITIMER_PROF, seconds)
            answer = work()
            signal.setitimer(signal.ITIMER_PROF, 0)
        except OverTime:
            return
        except (Refused, TooManyStates, BadQuestion) as error:
            if way != "exact":
                yield {"refusal": str(error)}
            return
        except Exception as error:
            yield {"crash": f"{way}: {type(error).__name__}: {error}"}
            return
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        yield {way: _facts(answer, time.process_time() - began)}
        if way == "numpy" and answer.states_merged > FRACTIONS and question.phase is None:
            return


def _ways(game: Game, question: Question) -> Iterator[tuple[str, Callable[[], Answer]]]:
    for name in sorted(backends())[: 1 if question.options else None]:
        yield name, lambda name=name: ask(game, question, backend=name)  # type: ignore[misc]
    if not question.options:
        yield "exact", lambda: ask(game, evolve(question, exact=True), backend="numpy")


def _facts(answer: Answer, seconds: float) -> Facts:
    value = answer.value if answer.exact is None else float(answer.exact)
    facts: Facts = {"value": value, "states": answer.states, "seconds": seconds, "question": answer.question}
    if answer.exact is not None:
        return {**facts, "exact": str(answer.exact)}
    facts.update(
        {name: getattr(answer, name) for name in ("mean", "sd", "draw", "best") if getattr(answer, name) is not None}
    )
    if answer.win is not None:
        facts["first"], facts["second"] = answer.win
    if answer.distribution is not None:
        facts["distribution"] = {str(total): chance for total, chance in answer.distribution.items()}
    return facts


# ---- all of them


def rows(ids: list[str], known: Container[tuple[str, str]], seconds: int) -> Iterator[Row]:
    """Ask all that is not known yet, other values of options last."""
    for kind in (questions, with_options):
        for id in ids:
            game = load(id).game
            assert game is not None, id
            wanted = [question for question in kind(game) if (id, as_options(question)) not in known]
            for row in asked(game, wanted, seconds):
                yield row
                if row.asked == as_options(Question(1)) and row.first is not None:
                    yield from asked(game, [Question(1, at_least=_median(row.first))], seconds)


def _median(facts: Facts) -> int:
    chances, so_far = facts.get("distribution"), 0.0
    if not isinstance(chances, dict):
        return round(float(str(facts["value"])))
    for total in sorted(map(int, chances)):
        so_far += chances[str(total)]
        if so_far >= 0.5:
            break
    return total


def told(row: Row, seconds: int) -> str:
    """A line for the terminal."""
    head = f"{row.game:<22} {row.asked:<60}"
    if row.crash is not None:
        return f"{head} CRASH {row.crash}"
    if row.refusal is not None:
        return f"{head} refused: {row.refusal}"
    if row.first is None:
        return f"{head} more than {seconds} s"
    times = "  ".join(f"{way} {facts['seconds']:.2f}" for way, facts in row.found.items())
    mark = "" if row.apart <= CLOSE else f"  APART {row.apart:.1e}"
    return f"{head} {row.first['value']:<16.11g} {row.first['states']:>9}  {times}{mark}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--store", type=Path, action="append", default=[])
    parser.add_argument("--page", type=Path)
    parser.add_argument("games", nargs="*")
    given = parser.parse_args()
    stored = [
        Row(**json.loads(line)) for file in given.store if file.exists() for line in file.read_text().splitlines()
    ]
    known = {(row.game, row.asked): row for row in stored}
    ids = given.games or sorted(file.stem for file in (ROOT / "games").rglob("*.dice"))
    for row in () if given.seconds == 0 else rows(ids, frozenset(known), given.seconds):
        print(told(row, given.seconds), flush=True)
        known[row.game, row.asked] = row
        if given.store:
            with given.store[0].open("a") as file:
                file.write(json.dumps(asdict(row)) + "\n")
    found = list(known.values())
    wrong = [row for row in found if row.crash is not None or row.apart > CLOSE]
    print(f"{len(found)} questions, {sum(row.first is not None for row in found)} answered, "
          f"{sum(row.refusal is not None for row in found)} refused, {len(wrong)} wrong")  # fmt: skip
    if given.page is not None:
        given.page.write_text(page(found), encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
