"""Games drawn turn by turn beside the plain engine: rates of processor time, one process, numpy alone; ratios of one run.

Run from anywhere: python tests/bench/bench_simulate.py [SECONDS [SLICES]]     (default: 1 second a row, 5 times)
"""

import sys
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "dsl"), str(ROOT / "engine"), str(Path(__file__).parent)]

from timing import Row, rates  # noqa: E402

from becher.dsl.load import load  # noqa: E402
from becher.engine.simulate.chain import WIDE  # noqa: E402
from becher.engine.simulate.compiled import walker  # noqa: E402
from becher.engine.simulate.plain import play_chunk  # noqa: E402
from becher.engine.simulate.tally import Tally  # noqa: E402

# Name, game, seats, whether games or turns are counted, and what is asked for a second.
ROWS = (
    ("ohio games, a strategy", "ohio", ("strategy:by_the_book",), "games", 2e6),
    ("ohio games, best play", "ohio", ("optimal",), "games", 2e6),
    ("30-ab turns, two strategies", "30-ab", ("strategy:balanced", "strategy:sixes_then_highest"), "turns", 4e6),
    ("pig turns, two strategies", "pig", ("strategy:hold_at_20", "strategy:hold_at_25"), "turns", None),
)
PLAYED = 5


def main(seconds: float, slices: int) -> None:
    print(f"{'':30}{'compile s':>10}{'drawn /s':>14}{'asked':>12}{'plain /s':>10}{'ratio':>9}")
    for name, id, kinds, unit, asked in ROWS:
        game = load(id).game
        assert game is not None
        began = process_time()
        walk = walker(game, {}, kinds)
        compiled = process_time() - began
        rows: dict[str, Row] = {
            "drawn": lambda walk=walk: walk("bench", 0, WIDE),
            "plain": lambda game=game, kinds=kinds: play_chunk(game, {}, kinds, "bench", 0, PLAYED),
        }
        found = rates(rows, seconds, slices)
        drawn = found["drawn"] * units(walk("bench", 0, WIDE), unit)
        plain = found["plain"] * units(play_chunk(game, {}, kinds, "bench", 0, PLAYED), unit)
        wanted = "-" if asked is None else f"{asked:,.0f}"
        print(f"{name:30}{compiled:10.1f}{drawn:14,.0f}{wanted:>12}{plain:10,.0f}{drawn / plain:9,.0f}", flush=True)


def units(tally: Tally, unit: str) -> int:
    """How many games, or turns of all seats, a tally holds."""
    return tally.games if unit == "games" else sum(turns * games for turns, games in tally.turns.items())


if __name__ == "__main__":
    given = [float(arg) for arg in sys.argv[1:]]
    main(given[0] if given else 1.0, int(given[1]) if len(given) > 1 else 5)
