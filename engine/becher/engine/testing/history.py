"""A playthrough as a value: who plays under which options, and every action from the start."""

from collections.abc import Iterator
from typing import Protocol

from attrs import field, frozen

from becher.dsl.model import Game, Value
from becher.engine.actions import Action
from becher.engine.game import start
from becher.engine.record import End, Event, Header, Seat, record_text
from becher.engine.state import CHANCE, TERMINAL, State

Options = tuple[tuple[str, Value], ...]


class Printer(Protocol):
    """Where hypothesis writes what it shows."""

    def text(self, text: str) -> None: ...


# A longer history is not shown whole where a value is shown.
_TOLD = 40


@frozen(repr=False)
class History:
    """The actions of a game in order, chance's among them. The last one may be what the rules could not answer."""

    players: int
    options: Options = ()
    actions: tuple[Action, ...] = ()
    whole: bool = field(default=True, eq=False)

    def __repr__(self) -> str:
        told = " ".join(action.text for action in self.actions[:_TOLD])
        more = f" and {len(self.actions) - _TOLD} more" if len(self.actions) > _TOLD else ""
        return f"<{self.players} seats {dict(self.options)}: {told}{more}>"

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        """How hypothesis shows a value."""
        printer.text(repr(self))

    def start(self, game: Game) -> State:
        """The first node."""
        return start(game, self.players, dict(self.options))

    def states(self, game: Game) -> Iterator[State]:
        """The first node, then the state after each action."""
        state = self.start(game)
        yield state
        for action in self.actions:
            state = state.apply(action)
            yield state

    def last(self, game: Game) -> State:
        """The state the actions lead to."""
        state = self.start(game)
        for action in self.actions:
            state = state.apply(action)
        return state


def log_text(game: Game, history: History, file: str, rules_hash: str) -> str:
    """The history as a log that `becher replay` shows; its dice count as typed, for no seed gave them."""
    seats = tuple(Seat(f"seat {n}", "test") for n in range(1, history.players + 1))
    full = {name: option.default for name, option in game.options.items()} | dict(history.options)
    header = Header(game.id, file, rules_hash, full, seats, "typed", None, None)  # type: ignore[arg-type]
    events, state = [], history.start(game)
    for place, action in enumerate(history.actions):
        seat = state.current_player()
        events.append(Event("do", seat, action, typed=seat == CHANCE))
        try:
            state = state.apply(action)
        except Exception:
            assert place == len(history.actions) - 1, "only the last action may fail"
            return record_text(header, events, End(None, None))
    over = state.current_player() == TERMINAL
    ranking = tuple(tuple(place) for place in state.ranking()) if over else None
    return record_text(header, events, End(ranking, None))
