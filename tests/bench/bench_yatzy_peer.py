"""Solving a whole score sheet beside yatzy-solver (hand-written Rust for two rule sets): times, ratios and prices of one run.

Needs yatzy-solver from the registry. Run from anywhere: python tests/bench/bench_yatzy_peer.py [ROUNDS]
Builders take turns, ROUNDS times (3), each in a process of its own; the least time of each counts. Columns: seconds of
building the table (with Becher: looking, compiling, solving), of solving alone, and of everything from reading the file on,
machine code loaded included. Processor time is that of all threads together.
"""

import itertools
import json
import subprocess
import sys
from pathlib import Path
from time import perf_counter, process_time

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "dsl"), str(ROOT / "engine"), str(ROOT / "tests" / "engine" / "answer")]

SITUATIONS = 1_000
Times = dict[str, float]


def peer_row(rule_set: str) -> Times:
    import yatzy_solver

    wall, cpu = perf_counter(), process_time()
    solver = yatzy_solver.Solver.build(yatzy_solver.Variant(rule_set))
    spent = {"wall": perf_counter() - wall, "cpu": process_time() - cpu}
    return {**spent, "value": solver.state_value("upper 0 | filled -")}


def our_row(rule_set: str, backend: str) -> Times:
    from yatzy_peer import game_of

    from becher.engine.answer.ask_whole import whole_question
    from becher.engine.answer.question import Question
    from becher.engine.answer.ways import Ways
    from becher.engine.answer.whole import sheet_tables
    from becher.engine.solve.backends.backup import choose_backend
    from becher.engine.solve.sheets.pack import compile_sheet
    from becher.engine.solve.sheets.sheet_values import solve_sheet

    marks = [(perf_counter(), process_time())]
    game, ways = game_of(rule_set), Ways(choose_backend(backend))
    question = whole_question(game, Question(1), None, ways)
    marks.append((perf_counter(), process_time()))
    packed = compile_sheet(sheet_tables(question).game, ways.limit)
    marks.append((perf_counter(), process_time()))
    ways.backend.prepare()
    marks.append((perf_counter(), process_time()))
    solved = solve_sheet(packed, ways.backend)
    marks.append((perf_counter(), process_time()))
    (_, look, jit, solve) = ((wall - before, cpu - spent) for (before, spent), (wall, cpu) in itertools.pairwise(marks))
    return {
        "look": look[0], "solve": solve[0], "solve cpu": solve[1], "jit": jit[0],
        "wall": look[0] + solve[0], "cpu": look[1] + solve[1],
        "all": marks[-1][0] - marks[0][0], "all cpu": marks[-1][1] - marks[0][1],
        "value": solved.start,
    }  # fmt: skip


def in_a_process(*names: str) -> Times:
    command = [sys.executable, __file__, "--one", *names]
    found: Times = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def least(rows: list[Times]) -> Times:
    return {name: min(row[name] for row in rows) for name in rows[0]}


def compare(rule_set: str, rounds: int) -> None:
    """Times of one rule set."""
    from becher.engine.solve.backends.backup import backends

    in_a_process(rule_set, backends()[0])  # machine code is compiled once and kept
    rows: dict[str, list[Times]] = {}
    for _ in range(rounds):
        rows.setdefault("yatzy-solver", []).append(in_a_process(rule_set))
        for backend in backends():
            rows.setdefault(backend, []).append(in_a_process(rule_set, backend))
    peer = least(rows.pop("yatzy-solver"))
    print(
        f"{rule_set:20} yatzy-solver {peer['wall']:6.2f} s, {peer['cpu']:6.2f} of processors, value {peer['value']:.10f}"
    )
    for backend, several in rows.items():
        took = least(several)
        print(f"{'':20} becher {backend}, value {took['value']:.10f}")
        print(f"{'':22} table      {took['wall']:6.2f} s, {took['cpu']:6.2f}: {_ratios(peer, took, 'wall', 'cpu')}")
        print(
            f"{'':22} solving    {took['solve']:6.2f} s, {took['solve cpu']:6.2f}: {_ratios(peer, took, 'solve', 'solve cpu')}"
        )
        print(
            f"{'':22} everything {took['all']:6.2f} s, {took['all cpu']:6.2f}: {_ratios(peer, took, 'all', 'all cpu')}"
        )


def _ratios(peer: Times, ours: Times, wall: str, cpu: str) -> str:
    return f"{peer['wall'] / ours[wall]:5.1f} times as fast, {peer['cpu'] / ours[cpu]:5.1f} by processor time"


def agree(rule_set: str) -> None:
    """Prices of every choice in many situations."""
    import yatzy_solver
    from yatzy_peer import game_of, greatest_difference

    from becher.engine.answer.advise import Adviser

    game = game_of(rule_set)
    peer = yatzy_solver.Solver.build(yatzy_solver.Variant(rule_set))
    worst = greatest_difference(Adviser(game, 1, {}), peer, game, SITUATIONS, seed=1)
    print(f"{rule_set:20} every choice in {SITUATIONS:,} situations: prices differ by {worst:.1e} at most")


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--one"]:
        print(json.dumps(peer_row(*arguments[1:]) if len(arguments) == 2 else our_row(*arguments[1:])))
        return
    try:
        import yatzy_solver  # noqa: F401
        from yatzy_peer import PAIRS
    except ImportError:
        sys.exit("pip install yatzy-solver")
    for rule_set in PAIRS:
        compare(rule_set, int(arguments[0]) if arguments else 3)
    for rule_set in PAIRS:
        agree(rule_set)


if __name__ == "__main__":
    main(sys.argv[1:])
