"""What solving costs, each row in a process of its own, both back ends side by side.

Run from the top of the repository: python tests/bench/bench_solver_kernels.py [--large] [ROW ...]
Columns: states before and after merging, seconds to reach, merge and pack (compile) and to compile machine code (jit),
the best of three solves (wall and cpu), the peak of memory, and the ratio to the slowest of the same game.
"""

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "dsl"), str(ROOT / "engine")]

from tests.engine.solve.ledgers import dertigen, pig, thirty  # noqa: E402
from tests.engine.solve.sheets import maxi, ohio, two_seats, yahtzee  # noqa: E402

from becher.engine.solve.backends.backup import Backend, backends, choose_backend  # noqa: E402
from becher.engine.solve.ledgers.seat_values import solve_seats  # noqa: E402
from becher.engine.solve.ledgers.seats import SeatGame  # noqa: E402
from becher.engine.solve.sheets.pack import compile_sheet  # noqa: E402
from becher.engine.solve.sheets.sheet import SheetGame  # noqa: E402
from becher.engine.solve.sheets.sheet_values import solve_sheet  # noqa: E402

LIMIT = 100_000_000
GAMES: dict[str, Callable[[], SheetGame | SeatGame]] = {
    "ohio": ohio,
    "yahtzee": yahtzee,
    "ohio, two seats": lambda: two_seats(ohio(), 166),
    "30 ab, two seats": thirty,
    "pig, two seats": pig,
    "dertigen, two seats": dertigen,
}
LARGE: dict[str, Callable[[], SheetGame | SeatGame]] = {"maxi": maxi}
TARGETS = {"yahtzee": {"numba": 0.5, "numpy": 6.0}, "30 ab, two seats": {"numba": 0.5, "numpy": 4.0}}


def measured(game: SheetGame | SeatGame, backend: Backend) -> dict[str, float]:
    """One row, without what the process cost."""
    start = perf_counter()
    packed = compile_sheet(game, LIMIT) if isinstance(game, SheetGame) else None
    row = {"compile": perf_counter() - start, "jit": backend.prepare()}
    times = []
    for _ in range(1 if packed and packed.size > 2_000_000 else 3):
        wall, cpu = perf_counter(), process_time()
        solved = solve_sheet(packed, backend) if packed else solve_seats(game, backend)
        times.append((perf_counter() - wall, process_time() - cpu))
    row["raw"] = packed.raw if packed else game.unknowns
    row["merged"] = packed.size if packed else game.unknowns
    row["wall"], row["cpu"] = min(times)
    return row | {"value": solved.start, "MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def in_a_process(name: str, backend: str) -> dict[str, float]:
    command = [sys.executable, __file__, "--one", name, backend]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--one"]:
        print(json.dumps(measured((GAMES | LARGE)[arguments[1]](), choose_backend(arguments[2]))))
        return
    names = [name for name in arguments if name != "--large"] or [*GAMES, *(LARGE if "--large" in arguments else {})]
    print(f"{'game':20} {'by':6} {'raw':>11} {'merged':>11} compile   jit    wall     cpu    MB ratio target value")
    for name in names:
        rows = {
            backend: in_a_process(name, backend) for backend in backends() if name not in LARGE or backend == "numba"
        }
        slowest = max(row["wall"] for row in rows.values())
        for backend, row in rows.items():
            target = TARGETS.get(name, {}).get(backend)
            print(
                f"{name:20} {backend:6} {row['raw']:11,.0f} {row['merged']:11,.0f} {row['compile']:7.2f} {row['jit']:5.2f}"
                f" {row['wall']:7.3f} {row['cpu']:7.3f} {row['MB']:5.0f} {slowest / row['wall']:5.1f}"
                f" {target or '':>6} {row['value']:.10f}"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
