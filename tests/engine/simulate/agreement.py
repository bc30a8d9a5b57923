"""Do games that were simulated agree with what was worked out? Pearson's chi-square (1900), cells of small expectation put together."""

from collections.abc import Mapping
from math import erfc, exp, inf, lgamma, log, sqrt

from attrs import frozen

LEAST = 10.0


@frozen
class Fit:
    """A statistic that is chi-square distributed with so many degrees of freedom if all is as expected."""

    statistic: float
    freedom: int

    @property
    def p(self) -> float:
        """The chance of a statistic at least as large: the upper incomplete gamma function of half integers, term by term."""
        if self.freedom < 1 or self.statistic <= 0 or self.statistic == inf:
            return 0.0 if self.statistic > 1e-9 else 1.0
        half, odd = self.statistic / 2, self.freedom % 2
        orders = [odd / 2 + n for n in range(self.freedom // 2)]
        terms = (exp(order * log(half) - half - lgamma(order + 1)) for order in orders)
        return (erfc(sqrt(half)) if odd else 0.0) + sum(terms)


def fit(expected: Mapping[int, float], seen: Mapping[int, int]) -> Fit:
    """How well counts go with shares, exact or from many more games (they are brought to sum 1)."""
    games, whole = sum(seen.values()), sum(expected.values())
    if any(times and not expected.get(value) for value, times in seen.items()):
        return Fit(inf, 0)
    cells: list[tuple[float, int]] = []
    hoped, found = 0.0, 0
    for value in sorted(expected):
        hoped += expected[value] / whole * games
        found += seen.get(value, 0)
        if hoped >= LEAST:
            cells.append((hoped, found))
            hoped, found = 0.0, 0
    if cells:
        cells[-1] = (cells[-1][0] + hoped, cells[-1][1] + found)
    return Fit(sum((f - h) ** 2 / h for h, f in cells), len(cells) - 1)


def fit_of_shares(win: tuple[float, float], draw: float, games: int, share: float) -> Fit:
    """How well the first seat's share of `games` goes with the chances of its win, the other's, and a draw."""
    mean = win[0] + draw / 2
    variance = win[0] + draw / 4 - mean * mean
    return Fit(games * (share - mean) ** 2 / variance, 1) if variance > 1e-12 else Fit(0.0 if share == mean else inf, 0)
