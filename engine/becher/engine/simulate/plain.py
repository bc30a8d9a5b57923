"""Games played one by one by the interpreter: any file, any mix of bots."""

from collections import Counter
from collections.abc import Sequence

from becher.dsl.model import Game, Value
from becher.engine.bots import Bot, make_bot
from becher.engine.game import start
from becher.engine.simulate.tally import SHARE, Tally, empty
from becher.engine.state import CHANCE, State
from becher.engine.stream import Stream

# A game that has not ended after so many actions is counted as unfinished.
ACTIONS = 200_000


def play_chunk(game: Game, options: dict[str, Value], kinds: Sequence[str], seed: str, chunk: int, games: int) -> Tally:
    """The tally of one chunk: its dice and its bots draw from streams of its own, named by the seed and the chunk's number."""
    dice = Stream(seed).fork(f"chunk {chunk}")
    first = start(game, len(kinds), options)
    bots = [make_bot(kind, first.rules, dice.fork(f"seat {n}")) for n, kind in enumerate(kinds, 1)]
    tally = empty(len(kinds))
    shares, points, turns, unfinished = list(tally.shares), tally.points, Counter[int](), 0
    for _ in range(games):
        end, length = _play(first, bots, dice)
        if not end.is_terminal():
            unfinished += 1
            continue
        for seat in end.ranking()[0]:
            shares[seat - 1] += SHARE // len(end.ranking()[0])
        for counts, result in zip(points, end.results[-1].points, strict=True):
            counts[result] += 1
        turns[length] += 1
    return Tally(games - unfinished, tuple(shares), points, turns, unfinished)


def _play(state: State, bots: Sequence[Bot], dice: Stream) -> tuple[State, int]:
    """One game to its end and how many turns it took."""
    seen = len(state.results)
    turns = 0
    for _ in range(ACTIONS):
        if state.ranking_ is not None and state.is_terminal():
            break
        player = state.current_player()
        action = state.sample(dice) if player == CHANCE else bots[player - 1].choose(state)
        after = state.apply(action)
        if len(after.results) > seen:
            under_way = int(bool(state.phase) and not state.setup)  # also a turn that ends with the game, unfinished
            turns += max(sum(after.turns) if after.is_terminal() else 0, sum(state.turns) + under_way)
            seen = len(after.results)
        state = after
    return state, turns
