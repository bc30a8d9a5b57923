"""The long run of tests/engine/answer/test_random_rules.py: many more rule files, bigger ones.

Usage: python tests/bench/random_rules.py [EXAMPLES [SEED]]      (default 500, 1; some minutes)
"""

import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parents[2]
for place in (ROOT / "dsl", ROOT / "engine", ROOT / "tests/engine/answer"):
    sys.path.insert(0, str(place))

from hypothesis import HealthCheck, Phase, given, seed, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from rule_files import phases, races, sheets, strategies  # noqa: E402
from test_random_rules import compare_phase, compare_race, compare_sheet, with_strategy  # noqa: E402

STATES = 8_000


def main(examples: int, start: int) -> None:
    counts: Counter[tuple[str, bool]] = Counter()
    many = settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )  # fmt: skip

    @seed(start)
    @many
    @given(races(), strategies(sheet=False))
    def races_hold(text: str, strategy: str) -> None:
        counts["races", compare_race(text, STATES)] += 1
        counts["races with a strategy", compare_race(with_strategy(text, strategy), STATES, "s")] += 1

    @seed(start)
    @many
    @given(sheets(), st.sampled_from((1, 2)), strategies(sheet=True))
    def sheets_hold(text: str, seats: int, strategy: str) -> None:
        counts["sheets", compare_sheet(text, seats, STATES)] += 1
        counts["sheets with a strategy", compare_sheet(with_strategy(text, strategy), 1, STATES, "s")] += 1

    @seed(start)
    @many
    @given(phases(), st.booleans())
    def phases_hold(made: tuple[str, str], least: bool) -> None:
        counts["phases", compare_phase(*made, least, STATES)] += 1

    for work in (phases_hold, sheets_hold, races_hold):
        began = perf_counter()
        work()
        print(f"{work.__name__}: {perf_counter() - began:.0f} s", flush=True)
    for (what, compared), number in sorted(counts.items()):
        print(f"{number:6} {what} {'agree' if compared else 'left out: too big, or refused'}")


if __name__ == "__main__":
    main(*(int(arg) for arg in sys.argv[1:3]), *(500, 1)[len(sys.argv[1:3]) :])
