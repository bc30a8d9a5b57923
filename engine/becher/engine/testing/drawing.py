"""Playthroughs drawn by hypothesis. The only module here, with `strategies`, that imports it: it takes a while to load."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky

from becher.dsl.model import Game
from becher.engine.testing.history import History
from becher.engine.testing.laws import Broken
from becher.engine.testing.playing import Playing

# After so many different things found broken nothing more is looked for.
MOST_BROKEN = 5


@lru_cache(maxsize=4096)
def number_below(n: int) -> st.SearchStrategy[int]:
    """Whole numbers from 0 to n - 1; shrinks to 0."""
    return st.integers(0, n - 1)


@st.composite
def histories(draw: st.DrawFn, playing: Playing) -> History:
    """Playthroughs from start to end, with throws and choices of every kind; shrinks to few and plain ones."""
    return playing.history(lambda n: draw(number_below(n)) if n > 1 else 0)


def find_broken(
    game: Game, check: Callable[[History], None], examples: int, with_seed: int | None
) -> Iterator[tuple[str, History]]:
    """What `check` finds broken (it raises Broken for news only), with the shortest history that showed it.

    The caller shall know of each before it asks for the next.
    """
    playing = Playing(game)
    for _ in range(MOST_BROKEN):
        shortest = _look(check, playing, examples, with_seed)
        if not shortest:
            return
        yield from shortest.items()


def _look(
    check: Callable[[History], None], playing: Playing, examples: int, with_seed: int | None
) -> dict[str, History]:
    """Run the check on playthroughs, the same ones each time unless a seed is given: what is broken, by the shortest history."""
    shortest: dict[str, History] = {}

    def body(history: History) -> None:
        try:
            check(history)
        except Broken as broken:
            known = shortest.get(broken.name)
            if known is None or len(history.actions) <= len(known.actions):
                shortest[broken.name] = history
            raise

    chosen = settings(
        max_examples=examples,
        derandomize=with_seed is None,
        database=None,
        deadline=None,
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate,),
    )
    test = chosen(given(histories(playing))(body))
    if with_seed is not None:
        test = seed(with_seed)(test)
    # What broke is in `shortest`; hypothesis raises it again, or complains that it did not break every time.
    with suppress(Broken, Flaky):
        test()
    return shortest
