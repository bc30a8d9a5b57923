"""Solving a whole score sheet beside yatzy-solver (hand-written Rust for two rule sets): seconds, ratios and values of one run.

Needs yatzy-solver from the registry. Run from anywhere: python tests/bench/bench_yatzy_peer.py
"""

import sys
from pathlib import Path
from time import perf_counter, process_time

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "dsl"), str(ROOT / "engine")]

from becher.dsl.load import load  # noqa: E402
from becher.engine.answer.ask import ask  # noqa: E402
from becher.engine.answer.question import Question  # noqa: E402
from becher.engine.solve.backup import backends  # noqa: E402

PAIRS = (("yatzy-scandinavian", "yatzy"), ("american", "yahtzee"))
START = "upper 0 | filled -"


def main() -> None:
    try:
        import yatzy_solver
    except ImportError:
        sys.exit("pip install yatzy-solver")
    for theirs, ours in PAIRS:
        wall, cpu = perf_counter(), process_time()
        solver = yatzy_solver.Solver.build(yatzy_solver.Variant(theirs))
        wall, cpu = perf_counter() - wall, process_time() - cpu
        print(f"yatzy-solver {theirs:20s} {wall:8.2f} s wall {cpu:8.2f} s cpu   value {solver.state_value(START):.10f}")
        game = load(ours).game
        assert game is not None
        for backend in backends():
            took = (answer := ask(game, Question(1), backend=backend)).seconds
            seconds = took.analyse + took.compile + took.solve
            print(
                f"Becher {ours:14s} {backend:11s} {seconds:8.2f} s wall ({took.solve:.2f} s of it solving, jit {took.jit:.2f} s apart)"
                f"   value {answer.value:.10f}   {wall / seconds:5.1f} times as fast"
            )


if __name__ == "__main__":
    main()
