"""Walking a chain of turns: alias tables, shares, points, and results that do not depend on how the work is cut."""

from fractions import Fraction

import pytest

from becher.engine.simulate.chain import OVER, Step, alias_table, chain_of, walk_chunk
from becher.engine.simulate.tally import SHARE, summary


@pytest.mark.parametrize("chances", [[1.0], [0.5, 0.5], [0.1, 0.2, 0.7], [0.01] * 99 + [0.01], [0.999, 0.001]])
def test_an_alias_table_gives_every_place_its_chance(chances: list[float]) -> None:
    accept, other = alias_table(chances)
    n = len(chances)
    found = [0.0] * n
    for place in range(n):
        found[place] += accept[place] / n
        found[other[place]] += (1 - accept[place]) / n
    assert found == pytest.approx(chances, abs=1e-12)


def _coin_race() -> list[list[Step]]:
    """Heads wins, tails passes the coin: the opener wins 2/3."""
    half = Fraction(1, 2)
    return [[Step(half, OVER, worth=Fraction(1)), Step(half, 0, passes=True)]]


def test_a_race_to_heads_is_won_by_the_opener_two_times_in_three() -> None:
    chain = chain_of(_coin_race(), (0, 0))
    tally = walk_chunk(chain, "seed", 0, 60_000)
    low, high = summary(tally).interval[0]
    assert low - 0.005 < 2 / 3 < high + 0.005
    assert sum(tally.shares) == SHARE * tally.games
    assert tally.unfinished == 0


def test_points_and_length_of_a_walk_alone_are_counted() -> None:
    steps = [
        [Step(Fraction(1, 4), 1, gain=3), Step(Fraction(3, 4), 1, gain=1)],
        [Step(Fraction(1), OVER, gain=-2, worth=Fraction(1))],
    ]
    tally = walk_chunk(chain_of(steps, (0,)), "seed", 0, 40_000)
    assert set(tally.points[0]) == {1, -1}
    assert set(tally.turns) == {2}
    assert tally.points[0][1] / tally.games == pytest.approx(0.25, abs=0.015)


def test_what_a_turn_gives_goes_to_the_other_seat() -> None:
    steps = [
        [Step(Fraction(1), 1, gain=2, gives=-1, passes=True)],
        [Step(Fraction(1), OVER, gain=5, gives=1, worth=Fraction(1))],
    ]
    tally = walk_chunk(chain_of(steps, (10, 20)), "seed", 0, 100)
    assert tally.points == ({13: 100}, {24: 100})
    assert tally.shares == (0, 100 * SHARE)


def test_the_same_seed_and_chunk_walk_the_same_games() -> None:
    chain = chain_of(_coin_race(), (0, 0))
    first, second = (walk_chunk(chain, "seed", 3, 5_000) for _ in range(2))
    other = walk_chunk(chain, "seed", 4, 5_000)
    assert first == second
    assert first.shares != other.shares
