"""A game being played: lets chance and the bots act until somebody has to be asked."""

from collections.abc import Callable, Sequence
from functools import partial

from becher.engine.actions import Action
from becher.engine.bots import Bot, make_bot
from becher.engine.cli.play.setting import HUMAN
from becher.engine.record import Course, End, Event, Refused, Seat
from becher.engine.state import CHANCE, State

Listener = Callable[[State, Event, State], None]


def _deaf(before: State, event: Event, after: State) -> None:
    """Nobody wants to know."""


class Table:
    """The course of a game, its bots, and whoever wants to hear what happens."""

    def __init__(self, course: Course[State], seats: Sequence[Seat], typed: bool, hears: Listener = _deaf) -> None:
        assert course.stream is not None
        self.course = course
        self.seats = seats
        self.typed = typed
        self.hears = hears
        made = [sum(step.event.seat == n for step in course.steps) for n in range(1, len(seats) + 1)]
        self.bots: dict[int, Bot] = {
            n: make_bot(seat.kind, course.state.rules, course.stream.fork(f"seat {n}"), made[n - 1])
            for n, seat in enumerate(seats, 1)
            if seat.kind != HUMAN
        }

    @property
    def state(self) -> State:
        return self.course.state

    def run(self, pause: Callable[[State], bool] = lambda state: False) -> None:
        """Go on until a human is to choose, real dice are to be typed, the game is over, or `pause` says so at a throw."""
        while not self.course.over:
            player = self.state.current_player()
            if player == CHANCE:
                if self.typed or pause(self.state):
                    return
                self.throw()
            elif player in self.bots:
                self.choose(self.bots[player].choose(self.state))
            else:
                return

    def throw(self) -> None:
        """The dice of the stream fall."""
        self.act(self.course.throw)

    def choose(self, action: Action, typed: bool = False) -> None:
        """The seat that is on chooses this, or real dice show it. Raises Refused."""
        self.act(partial(self.course.act, action, typed))

    def act(self, deed: Callable[[], Event]) -> None:
        """Do what makes an event, and let it be heard."""
        before = self.state
        event = deed()
        self.hears(before, event, self.state)

    def undo(self) -> None:
        """Take back choices up to and with the last one of a human. Raises Refused."""
        for back, step in enumerate(reversed(self.course.steps), 1):
            if step.event.seat not in (CHANCE, *self.bots):
                for _ in range(back):
                    self.act(self.course.undo)
                return
            if step.event.seat == CHANCE:
                break
        raise Refused("nothing to take back since the last throw")

    def close(self) -> None:
        """Write the end of the game: its ranking, or that it was broken off."""
        ranking = tuple(map(tuple, self.state.ranking())) if self.course.over else None
        assert self.course.stream is not None
        self.course.close(End(ranking, self.course.stream.seed))
