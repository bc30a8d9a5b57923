"""Games as a chain of turns, many at once: one uniform number a turn, drawn from the exact chances of how the turn ends.

Where a turn compiles and every choice in it is fixed, a state of the ledger has a known distribution over endings. A game is then a
walk from state to state, and a thousand walks are rows of an array.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from hashlib import sha256

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from becher.engine.simulate.tally import SHARE, Tally

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Points = tuple[int, int]

OVER = -1
# Games walked side by side; a chunk of this size has a stream of its own.
WIDE = 1 << 16
# More steps than this take longer to write down than games to play move by move.
STEPS = 1_000_000
# A walk that is not over after so many turns is counted as unfinished.
TURNS = 100_000


@frozen
class Step:
    """One ending of a turn from a state: with `chance` the mover gets `gain` points, the other seat `gives`, and the game goes on at
    `then`, where the other seat moves if `passes`; or it is over (`then` OVER) and the mover wins the share `worth`. It took `turns`
    turns: none where it is a throw between them, as for who begins."""

    chance: Fraction | float
    then: int
    gain: int = 0
    gives: int = 0
    passes: bool = False
    worth: Fraction = Fraction(0)
    turns: int = 1


@frozen(eq=False)
class Chain:
    """S states, T steps. The steps of state s are first[s] .. first[s + 1] - 1; `accept` and `other` are their alias table (M. D. Vose,
    1991). The walk begins at state 0, where seat 1 moves and seat k + 1 has start[k] points; there are one or two seats."""

    first: Ints
    accept: Floats
    other: Ints
    then: Ints
    gain: Ints
    gives: Ints
    passes: Ints
    share: Ints
    turns: Ints
    start: tuple[int, ...]

    @property
    def states(self) -> int:
        return len(self.first) - 1

    @property
    def seats(self) -> int:
        return len(self.start)


def chain_of(steps: Iterable[Sequence[Step]], start: tuple[int, ...]) -> Chain:
    """The chain whose state s has the steps steps[s]; their chances add up to 1. `start` holds each seat's points at the beginning."""
    first, accepts, others, columns = [0], [], [], []
    for row in steps:
        accept, other = alias_table([float(step.chance) for step in row])
        accepts.append(accept)
        others.append(other + first[-1])
        columns.append(np.array([_whole(step) for step in row], dtype=np.int64))
        first.append(first[-1] + len(row))
    then, gain, gives, passes, share, turns = np.ascontiguousarray(np.concatenate(columns).T)
    accept, other = np.concatenate(accepts), np.concatenate(others)
    return Chain(np.array(first, dtype=np.int64), accept, other, then, gain, gives, passes, share, turns, start)


def _whole(step: Step) -> tuple[int, ...]:
    """The whole numbers of a step, in the order of a chain's columns."""
    return step.then, step.gain, step.gives, step.passes, int(step.worth * SHARE), step.turns


def alias_table(chances: Sequence[float]) -> tuple[Floats, Ints]:
    """For each place how much of its cell is its own, and whose the rest is: one uniform number picks a place by its chance."""
    n = len(chances)
    scaled = [chance * n / sum(chances) for chance in chances]
    accept, other = np.ones(n), np.arange(n, dtype=np.int64)
    small = [i for i, p in enumerate(scaled) if p < 1]
    large = [i for i, p in enumerate(scaled) if p >= 1]
    while small and large:
        less, more = small.pop(), large[-1]
        accept[less], other[less] = scaled[less], more
        scaled[more] -= 1 - scaled[less]
        if scaled[more] < 1:
            small.append(large.pop())
    return accept, other


def generator(seed: str, chunk: int) -> np.random.Generator:
    """The stream of one chunk: counter-based, its key a hash of the seed and the chunk's number."""
    key = sha256(f"becher chain 1\n{chunk}\n{seed}".encode()).digest()
    return np.random.Generator(np.random.Philox(key=int.from_bytes(key[:16], "big")))


def walk_chunk(chain: Chain, seed: str, chunk: int, games: int) -> Tally:
    """The tally of `games` games."""
    walk = _walk(chain, generator(seed, chunk), games)
    points, turns = (np.delete(rows, walk.unfinished, axis=1) for rows in (walk.points, walk.turns[None, :]))
    return Tally(points.shape[1], walk.shares, tuple(map(_counted, points)), _counted(turns[0]), len(walk.unfinished))


def walk_sheets(chains: Sequence[Chain], seed: str, chunk: int, games: int, least: bool = False) -> Tally:
    """The tally of games in which seat k + 1 walks chains[k] alone, and the most points win, or the least."""
    random = generator(seed, chunk)
    walks = [_walk(chain, random, games) for chain in chains]
    points = np.concatenate([walk.points for walk in walks])
    best = points == (points.min(axis=0) if least else points.max(axis=0))
    shares = best * (SHARE // best.sum(axis=0))
    turns = sum((walk.turns for walk in walks), np.zeros(games, dtype=np.int64))
    return Tally(games, tuple(int(row.sum()) for row in shares), tuple(map(_counted, points)), _counted(turns))


@frozen(eq=False)
class _Walk:
    """`points` i64[seats, games] at the end, `turns` i64[games], `unfinished` the games that did not end."""

    points: Ints
    shares: tuple[int, ...]
    turns: Ints
    unfinished: Ints


def _walk(chain: Chain, random: np.random.Generator, games: int) -> _Walk:
    seats = chain.seats
    state = np.zeros(games, dtype=np.int64)
    mover = np.zeros(games, dtype=np.int64)
    points = np.repeat(np.array(chain.start, dtype=np.int64), games)
    game = np.arange(games)
    shares, turns = [0] * seats, np.zeros(games, dtype=np.int64)
    for _ in range(TURNS):
        if not len(game):
            break
        step = _draw(chain, state, random.random(len(game)))
        points[mover * games + game] += chain.gain[step]
        turns[game] += chain.turns[step]
        if seats > 1:
            points[(1 - mover) * games + game] += chain.gives[step]
        state = chain.then[step]
        over = state == OVER
        ended = int(np.count_nonzero(over))
        if ended:
            _share(shares, chain.share[step[over]], mover[over], seats)
        if seats > 1:
            mover = mover ^ chain.passes[step]
        if ended:
            on = ~over
            game, state, mover = game[on], state[on], mover[on]
    return _Walk(points.reshape(seats, games), tuple(shares), turns, game)


def _draw(chain: Chain, state: Ints, uniform: Floats) -> Ints:
    """The step each game takes from its state, by one uniform number."""
    begin = chain.first[state]
    cell = uniform * (chain.first[state + 1] - begin)
    place = cell.astype(np.int64)
    cell -= place
    place += begin
    return np.where(cell < chain.accept[place], place, chain.other[place])


def _share(shares: list[int], won: Ints, mover: Ints, seats: int) -> None:
    """What the movers did not win is the other seat's."""
    if seats == 1:
        shares[0] += SHARE * len(won)
        return
    for seat in range(seats):
        mine = mover == seat
        shares[seat] += int(won[mine].sum()) + SHARE * int((~mine).sum()) - int(won[~mine].sum())


def _counted(values: Ints) -> Counter[int]:
    if not len(values):
        return Counter()
    low = int(values.min())
    times = np.bincount(values - low)
    return Counter({low + int(i): int(times[i]) for i in np.flatnonzero(times)})
