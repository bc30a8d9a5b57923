"""More than the mean: what best play for one question says about others. Nothing here chooses anew."""

from collections.abc import Callable, Mapping

import numpy as np
from attrs import frozen

from becher.engine.solve.backends.backup import Backend
from becher.engine.solve.errors import TooManyStates
from becher.engine.solve.sheets.sheet_policy import layer_steps
from becher.engine.solve.sheets.sheet_values import SheetValues, full_values
from becher.engine.solve.turns.graph import Floats, Longs

Progress = Callable[[int, int], None]
MOST_CELLS = 200_000_000


@frozen(eq=False)
class Moments:
    """`mean` f64[V] and `square` f64[V]: of what a state still brings, the mean and the mean of its square."""

    mean: Floats
    square: Floats

    @property
    def deviation(self) -> float:
        """The standard deviation of the whole game's result."""
        return float(np.sqrt(max(0.0, self.square[0] - self.mean[0] ** 2)))


def moments(solved: SheetValues, backend: Backend) -> Moments:
    """Mean and second moment of points and final value under best play of one seat."""
    packed = solved.packed
    mean, square = np.zeros(packed.size), np.zeros(packed.size)
    last = slice(int(packed.layers[-1].base[0]), int(packed.layers[-1].base[-1]))
    mean[last] = full_values(packed, packed.game.final)
    square[last] = mean[last] ** 2
    for number in range(packed.game.bits - 1, -1, -1):
        for block, steps in layer_steps(solved, number, backend):
            mean[block] = sum(step.chance * (step.points + mean[step.ahead]) for step in steps)
            square[block] = sum(
                step.chance * (step.points**2 + 2 * step.points * mean[step.ahead] + square[step.ahead])
                for step in steps
            )
    return Moments(mean, square)


def under_best_play(solved: SheetValues, final: Floats, backend: Backend) -> Floats:
    """f64[V]: the mean of another final value f64[F, U], the same for both seats (a draw, say), if play stays the same.

    `final` must not tell apart counters that the solved game merged: solve with `merging=False` if it does. Then
    ValueError is raised.
    """
    packed = solved.packed
    values = np.zeros(packed.size)
    last = packed.layers[-1]
    _must_not_split(solved, final)
    values[last.base[0] : last.base[-1]] = full_values(packed, final)
    for number in range(packed.game.bits - 1, -1, -1):
        for block, steps in layer_steps(solved, number, backend):
            values[block] = sum(step.chance * values[step.ahead] for step in steps)
    return values


def _must_not_split(solved: SheetValues, final: Floats) -> None:
    packed, last = solved.packed, solved.packed.layers[-1]
    for flag, lanes in {
        (int(key) % packed.game.flags, int(row)) for key, row in zip(last.keys, last.lanes, strict=True)
    }:
        place = packed.place[lanes]
        seen = np.flatnonzero(place >= 0)
        shown = packed.member[packed.begin[lanes] + place[seen]]
        if not np.array_equal(final[flag, seen], final[flag, shown]):
            raise ValueError("the other question tells apart what was merged: compile without merging")


def distribution(
    solved: SheetValues, backend: Backend, *, cells: int = MOST_CELLS, progress: Progress = lambda done, of: None
) -> dict[int, float]:
    """How likely each whole result of a game of one seat is under best play.

    Points and final values must be integers (ValueError). Two layers are kept at a time, one row of results for each
    state; raises TooManyStates if they have more than `cells` numbers.
    """
    packed, layers = solved.packed, solved.packed.layers
    final = full_values(packed, packed.game.final)
    low, high = _bounds(solved, final)
    ahead = np.zeros((len(final), high[-1] - low[-1] + 1))
    ahead[np.arange(len(final)), _whole(final) - low[-1]] = 1.0
    for number in range(packed.game.bits - 1, -1, -1):
        first, width = int(layers[number].base[0]), high[number] - low[number] + 1
        count = int(layers[number].base[-1]) - first
        if count * width + ahead.size > cells:
            raise TooManyStates(cells, count * width + ahead.size, what="cells of a distribution")
        here = np.zeros((count, width))
        next_first, shift = int(layers[number + 1].base[0]), low[number + 1] - low[number]
        for block, steps in layer_steps(solved, number, backend):
            part = here[block.start - first : block.stop - first]
            for step in steps:
                _add_shifted(part, ahead, step.chance, _whole(step.points) + shift, step.ahead - next_first)
        ahead = here
        progress(packed.game.bits - number, packed.game.bits)
    return {low[0] + place: float(chance) for place, chance in enumerate(ahead[0]) if chance > 0}


def _bounds(solved: SheetValues, final: Floats) -> tuple[list[int], list[int]]:
    """For each layer bounds of the result still to come, from the tables alone."""
    game = solved.packed.game
    allowed = [box.points[box.effect >= 0] for box in game.boxes]
    least = sorted(int(points.min()) for points in allowed)
    most = sorted((int(points.max()) for points in allowed), reverse=True)
    low, high = int(final.min()), int(final.max())
    lows = [low + sum(least[: game.bits - number]) for number in range(game.bits + 1)]
    highs = [high + sum(most[: game.bits - number]) for number in range(game.bits + 1)]
    return lows, highs


def _whole(numbers: Floats) -> Longs:
    rounded = np.rint(numbers).astype(np.int64)
    if not np.array_equal(rounded, numbers):
        raise ValueError("a distribution needs whole points")
    return rounded


def _add_shifted(part: Floats, ahead: Floats, chance: Floats, shift: Longs, place: Longs) -> None:
    """Add to each row of `part` its chance times a row of `ahead`, moved right by its shift; what falls out is 0."""
    some = chance > 0
    for move in np.unique(shift[some]).tolist():
        rows = np.flatnonzero(some & (shift == move))
        start, end = max(0, -move), min(ahead.shape[1], part.shape[1] - move)
        part[rows, start + move : end + move] += chance[rows, None] * ahead[place[rows], start:end]


def at_least(chances: Mapping[int, float], total: int) -> float:
    """The chance of at least this total."""
    return sum(chance for result, chance in chances.items() if result >= total)
