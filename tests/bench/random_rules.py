"""The long run of tests/engine/answer/test_random_rules.py: many more rule files, bigger ones, and why some are left out.

Usage: python tests/bench/random_rules.py [EXAMPLES [SEED [KIND ...]]]      (default 200, 1, all kinds; some minutes)
"""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import process_time

ROOT = Path(__file__).parents[2]
for place in (ROOT / "dsl", ROOT / "engine", ROOT / "tests/engine/answer"):
    sys.path.insert(0, str(place))

from compare import compare_advice, compare_game, compare_phase, with_strategy  # noqa: E402
from hypothesis import HealthCheck, Phase, given, seed, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from race_files import races  # noqa: E402
from rule_files import phases, strategies  # noqa: E402
from sheet_files import sheets  # noqa: E402

from becher.engine.solve.backends.backup import backends  # noqa: E402

STATES = 6_000
BACKENDS = st.sampled_from(backends())
ALONE_OR_TWO = st.sampled_from((1, 2))
Compare = Callable[..., bool]


def _strategy_on(text: str, strategy: str, seats: int, **rest: object) -> bool:
    return compare_game(with_strategy(text, strategy), seats, strategy="s", **rest)  # type: ignore[arg-type]


def _phase(made: tuple[str, str], least: bool, **rest: object) -> bool:
    return compare_phase(*made, least, **rest)  # type: ignore[arg-type]


def _phase_with_strategy(made: tuple[str, str], strategy: str, **rest: object) -> bool:
    return compare_phase(with_strategy(made[0], strategy), made[1], False, strategy="s", **rest)  # type: ignore[arg-type]


def _at_least(text: str, at_least: int, **rest: object) -> bool:
    return compare_game(text, 1, at_least=at_least, **rest)  # type: ignore[arg-type]


def _advice(text: str, seats: int, backend: str, **rest: object) -> bool:
    return compare_advice(text, seats, 7, **rest)  # type: ignore[arg-type]


KINDS: dict[str, tuple[Compare, tuple[st.SearchStrategy[object], ...]]] = {
    "phases": (_phase, (phases(), st.booleans())),
    "phases by a strategy": (_phase_with_strategy, (phases(), strategies(sheet=False))),
    "sheets alone": (compare_game, (sheets(), st.just(1))),
    "sheets of two": (compare_game, (sheets(most=2), st.just(2))),
    "sheets by a strategy": (_strategy_on, (sheets(), strategies(sheet=True), st.just(1))),
    "sheets, chance of a total": (_at_least, (sheets(), st.integers(3, 12))),
    "sheets, advice": (_advice, (sheets(most=2), ALONE_OR_TWO)),
    "races": (compare_game, (races(), ALONE_OR_TWO)),
    "races by a strategy": (_strategy_on, (races(), strategies(sheet=False), ALONE_OR_TWO)),
    "races, chance of a total": (_at_least, (races(), st.integers(1, 5))),
    "races, advice": (_advice, (races(), ALONE_OR_TWO)),
}


def run(kind: str, examples: int, start: int) -> None:
    """Compare so many rule files of a kind; the first that differs is shown as small as it can be made."""
    compare, drawn = KINDS[kind]
    compared, left_out = 0, Counter[str]()

    @seed(start)
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck),
              phases=[Phase.generate, Phase.shrink])  # fmt: skip
    @given(st.tuples(*drawn), BACKENDS)
    def holds(args: tuple[object, ...], backend: str) -> None:
        nonlocal compared
        compared += compare(*args, states=STATES, backend=backend, why=lambda reason: left_out.update([reason]))

    began = process_time()
    holds()
    print(f"{kind}: {compared} agree, {left_out.total()} left out, {process_time() - began:.0f} s", flush=True)
    for reason, number in left_out.most_common():
        print(f"    {number:4} {reason}")


def main(examples: int = 200, start: int = 1, *kinds: str) -> None:
    for kind in kinds or KINDS:
        run(kind, examples, start)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *sys.argv[3:])
