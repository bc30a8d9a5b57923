"""The bot that takes what leaves it best at the end of this turn, going by a few turns played out for each choice.

Within the turn it plays out plainly: keeps as many dice as it may, stops as soon as it may, writes the box worth most. It knows
no game: how well a seat stands is measured by Standing.
"""

from functools import partial

from becher.engine.actions import STOP, Action
from becher.engine.bots.standing import Standing
from becher.engine.state import CHANCE, TERMINAL, State
from becher.engine.stream import Stream

# Turns played out in one look at all choices (at least two for each); the best third goes on to the next, closer look.
_TRIES = 40
_LOOKS = 4
_GO_ON = 3
# One choice in so many is made at random, so that no game goes on for ever by a habit that leads nowhere.
_WHIM = 32
# A turn that has not ended after so many steps is measured as it stands.
_STEPS = 200


class GreedyBot:
    """Tries the same throws for every choice, from a stream of its own; its n-th choice depends on that stream and n alone.

    `tries` is how many turns one look plays out; `whims` is false for a bot that never chooses at random.
    """

    def __init__(self, stream: Stream, made: int = 0, tries: int = _TRIES, whims: bool = True) -> None:
        self._stream = stream
        self._made = made
        self._tries = tries
        self._whims = whims
        self._standing: Standing | None = None

    def choose(self, state: State) -> Action:
        legal = list(state.legal_actions())
        if self._standing is None or self._standing.rules is not state.rules:
            self._standing = Standing(state.rules)
        self._made += 1
        whim = self._stream.fork(str(self._made))
        if self._whims and whim.below(_WHIM) == 0:
            return legal[whim.below(len(legal))]
        memo: dict[object, float] = {}
        for look in range(_LOOKS):
            if len(legal) == 1:
                break
            streams = [f"{self._made}.{look}.{n}" for n in range(max(2, self._tries // len(legal)))]
            rated = sorted(legal, key=partial(self._mean, state, streams, memo), reverse=True)
            legal = rated[: max(1, len(rated) // _GO_ON)]
        return legal[0]

    def _mean(self, state: State, streams: list[str], memo: dict[object, float], action: Action) -> float:
        seat, after = state.current_player(), state.apply(action)
        if _turn_is_over(state, after):
            return self._measure(after, seat)
        played = (self._play_out(state, after, seat, self._stream.fork(label), memo) for label in streams)
        return sum(played) / len(streams)

    def _play_out(self, before: State, state: State, seat: int, stream: Stream, memo: dict[object, float]) -> float:
        """How the seat stands when this turn is over."""
        for _ in range(_STEPS):
            if _turn_is_over(before, state):
                break
            if state.current_player() == CHANCE:
                state = state.apply(state.sample(stream))
            elif state.stage == "enter":
                return self._best_entry(before, state, seat, memo)
            else:
                state = state.apply(_plainly(state))
        return self._measure(state, seat)

    def _best_entry(self, before: State, state: State, seat: int, memo: dict[object, float]) -> float:
        """How the seat stands after the best box; asked once for equal dice of one turn."""
        key = (state.dice, state.tally, state.pool)
        if key not in memo:
            memo[key] = max(self._measure(state.apply(action), seat) for action in state.legal_actions())
        return memo[key]

    def _measure(self, state: State, seat: int) -> float:
        assert self._standing is not None
        return self._standing(state, seat)


def _turn_is_over(before: State, after: State) -> bool:
    return (
        after.turns != before.turns or len(after.results) != len(before.results) or after.current_player() == TERMINAL
    )


def _plainly(state: State) -> Action:
    """Stop where one may, keep most dice, else the first choice there is."""
    legal = state.legal_actions()
    if legal[0].name == "keep":
        return legal[-1]
    return STOP if STOP in legal else legal[0]
