"""The dice stream."""

import os
import subprocess
import sys
from collections import Counter

import pytest

from becher.engine.stream import Stream, new_seed, seed_digest


def draw(stream: Stream, n: int, count: int) -> list[int]:
    return [stream.below(n) for _ in range(count)]


def test_a_seed_gives_the_dice_it_always_gave() -> None:
    """Fixed for ever: a change here breaks every save and log there is. Worked out apart, with sha256sum and xxd."""
    assert draw(Stream("becher"), 6, 20) == [4, 4, 3, 2, 1, 3, 1, 5, 1, 2, 3, 2, 2, 3, 4, 5, 3, 0, 1, 4]


def test_the_dice_do_not_depend_on_the_hash_seed() -> None:
    program = "from becher.engine.stream import Stream; s = Stream(7); print([s.below(6) for _ in range(50)])"
    rows = {
        subprocess.run(
            [sys.executable, *flags, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed, flags in (("1", []), ("2", ["-O"]))
    }
    assert len(rows) == 1


def test_a_number_and_its_digits_are_the_same_seed() -> None:
    assert draw(Stream(12), 6, 50) == draw(Stream("12"), 6, 50)


@pytest.mark.parametrize("n", [1, 2, 6, 100, 256, 1000])
@pytest.mark.parametrize("count", [0, 1, 31, 32, 33, 100])
def test_several_numbers_are_those_that_come_one_by_one(n: int, count: int) -> None:
    at_once, singly = Stream("s", 5), Stream("s", 5)
    assert at_once.several(n, count) == draw(singly, n, count)
    assert at_once.position == singly.position


@pytest.mark.parametrize("used", [0, 1, 31, 32, 33, 100])
def test_a_stream_goes_on_from_its_position(used: int) -> None:
    stream = Stream("s")
    for n in [256] * used + [6, 5, 1000, 2][: used % 5]:
        stream.below(n)
    later = Stream("s", stream.position)
    assert later.position == stream.position
    assert draw(later, 6, 100) == draw(stream, 6, 100)


@pytest.mark.parametrize("n", [1, 2, 6, 255, 256, 257, 65536, 65537, 10**12])
def test_numbers_stay_below_n(n: int) -> None:
    assert all(0 <= number < n for number in draw(Stream(n), n, 200))


def test_no_number_is_where_n_is_zero_or_less() -> None:
    with pytest.raises(ValueError, match="no number"):
        Stream(1).below(0)
    with pytest.raises(ValueError, match="no number"):
        Stream(1).below(-3)


@pytest.mark.parametrize("n", [6, 20, 300])
def test_every_number_is_equally_likely(n: int) -> None:
    """Chi squared below its mean plus six standard deviations; the stream is fixed, so this never flickers."""
    throws = 200 * n
    counts = Counter(draw(Stream("fair"), n, throws))
    chi = sum((counts[i] - 200) ** 2 / 200 for i in range(n))
    assert chi < n - 1 + 6 * (2 * (n - 1)) ** 0.5


def test_forks_are_independent_of_the_stream_and_of_each_other() -> None:
    stream = Stream("s")
    fork = stream.fork("a")
    rows = [draw(s, 256, 32) for s in (Stream("s"), fork, stream.fork("b"), fork.fork("a"), Stream("sa"))]
    assert len({tuple(row) for row in rows}) == len(rows)


def test_a_fork_does_not_depend_on_how_far_the_stream_is() -> None:
    stream = Stream("s")
    early = draw(stream.fork("a"), 6, 40)
    draw(stream, 6, 17)
    assert draw(stream.fork("a"), 6, 40) == early


def test_a_new_seed_is_short_and_never_the_same() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(len(seed) == 16 and seed.isalnum() for seed in seeds)


def test_a_digest_fixes_the_seed_without_telling_it() -> None:
    assert seed_digest("7") == seed_digest("7") != seed_digest("8")
    assert len(seed_digest("7")) == 64
