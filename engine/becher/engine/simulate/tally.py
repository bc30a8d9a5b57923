"""What is counted over many games, in constant memory: every number is a whole one, so that sums do not depend on the order."""

from collections import Counter
from fractions import Fraction
from math import sqrt

from attrs import field, frozen

# Shares of a shared win are counted in units of 1 / SHARE, a number every count of winners up to 20 divides.
SHARE = 232_792_560


@frozen
class Tally:
    """Counts over games: `shares` in units of 1/SHARE and `points` by seat (each value with how often it came), `turns` by length."""

    games: int
    shares: tuple[int, ...]
    points: tuple[Counter[int], ...]
    turns: Counter[int]
    unfinished: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.games + other.games,
            tuple(a + b for a, b in zip(self.shares, other.shares, strict=True)),
            tuple(a + b for a, b in zip(self.points, other.points, strict=True)),
            self.turns + other.turns,
            self.unfinished + other.unfinished,
        )


def empty(seats: int) -> Tally:
    return Tally(0, (0,) * seats, tuple(Counter() for _ in range(seats)), Counter())


@frozen
class Summary:
    """A tally read off: by seat the share of wins with its 95 % interval, mean and standard deviation; the length in turns."""

    games: int
    win_share: tuple[float, ...]
    interval: tuple[tuple[float, float], ...]
    mean: tuple[float, ...]
    sd: tuple[float, ...]
    length: float
    histogram: tuple[dict[int, float], ...] = field(repr=False)


def summary(tally: Tally) -> Summary:
    """Shares and moments of all games counted (at least one)."""
    n = tally.games
    shares = [share / SHARE / n for share in tally.shares]
    moments = [_moments(points) for points in tally.points]
    return Summary(
        n,
        tuple(shares),
        tuple(wilson(share, n) for share in shares),
        tuple(mean for mean, _ in moments),
        tuple(sd for _, sd in moments),
        _moments(tally.turns)[0],
        tuple({value: times / n for value, times in sorted(points.items())} for points in tally.points),
    )


def _moments(counts: Counter[int]) -> tuple[float, float]:
    n = sum(counts.values())
    if not n:
        return 0.0, 0.0
    mean = Fraction(sum(value * times for value, times in counts.items()), n)
    square = Fraction(sum(value * value * times for value, times in counts.items()), n)
    return float(mean), sqrt(square - mean * mean)


def wilson(share: float, n: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % interval of a share (E. B. Wilson, 1927)."""
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)
