"""The course of a game: the states so far and what was said to get there. Play and replay go through this one door."""

from typing import Generic, NamedTuple, Protocol, TypeVar

from becher.engine.actions import Action
from becher.engine.contract import CHANCE, TERMINAL, Node
from becher.engine.record.events import End, Event
from becher.engine.stream import Stream

N = TypeVar("N", bound=Node)


class Keeper(Protocol):
    """Where events are written before they count: a save, a log."""

    def write(self, event: Event) -> None: ...

    def end(self, end: End) -> None: ...


class Refused(ValueError):
    """An event that cannot happen now; the message is the reason."""


class Step(NamedTuple, Generic[N]):
    """An action that still counts, and the state it was taken in."""

    before: N
    event: Event


class Course(Generic[N]):
    """A game under way. `steps` are the actions that still count, `history` is everything that happened."""

    def __init__(self, start: N, stream: Stream | None, keepers: tuple[Keeper, ...] = ()) -> None:
        self.state = start
        self.stream = stream
        self.keepers = keepers
        self.steps: list[Step[N]] = []
        self.history: list[Event] = []
        self._settled = 0

    @property
    def over(self) -> bool:
        return self.state.current_player() == TERMINAL

    def throw(self) -> Event:
        """Let chance decide, with the dice of the stream."""
        if self.stream is None:
            raise Refused("the seed is not known")
        event = Event("do", CHANCE, self.state.sample(self.stream))
        self._done(event, self.state.apply(event.action))  # type: ignore[arg-type]
        return event

    def act(self, action: Action, typed: bool = False) -> Event:
        """The seat whose turn it is chooses this, or real dice show it. Raises Refused."""
        event = Event("do", self.state.current_player(), action, typed)
        self._done(event, self._after(self.state, action))
        return event

    def undo(self) -> Event:
        """Take back the last choice. Never past a throw: raises Refused."""
        if len(self.steps) == self._settled or self.steps[-1].event.seat == CHANCE:
            raise Refused("nothing to take back since the last throw")
        last = self.steps[-1].event
        event = Event("undo", last.seat, last.action)
        self._write(event)
        self.state = self.steps.pop().before
        return event

    def void(self) -> Event:
        """The last throw of real dice does not count and is thrown again. Raises Refused."""
        last = self._typed_throw()
        if last is None and self.state.current_player() != CHANCE:
            raise Refused("only a throw of real dice that nobody has answered yet can be void")
        event = Event("void", CHANCE, last.action if last else None)
        self._write(event)
        if last is not None:
            self.state = self.steps.pop().before
        self._settled = len(self.steps)
        return event

    def correct(self, action: Action) -> Event:
        """The last throw of real dice was mistyped: it is this one. Raises Refused."""
        last = self._typed_throw()
        if last is None:
            raise Refused("only a throw of real dice that nobody has answered yet can be corrected")
        before = self.steps[-1].before
        after = self._after(before, action)
        event = Event("correct", CHANCE, last.action, instead=action)
        self._write(event)
        self.steps[-1] = Step(before, Event("do", CHANCE, action, typed=True))
        self.state = after
        return event

    def close(self, end: End) -> None:
        """Write the last line."""
        for keeper in self.keepers:
            keeper.end(end)

    def _typed_throw(self) -> Event | None:
        last = self.steps[-1].event if self.steps else None
        return last if last is not None and last.typed else None

    def _after(self, state: N, action: Action) -> N:
        reason = state.why_not(action)
        if reason is not None:
            raise Refused(reason)
        return state.apply(action)

    def _done(self, event: Event, after: N) -> None:
        self._write(event)
        self.steps.append(Step(self.state, event))
        self.state = after

    def _write(self, event: Event) -> None:
        for keeper in self.keepers:
            keeper.write(event)
        self.history.append(event)
