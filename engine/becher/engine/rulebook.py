"""A checked game as records want it: it can begin, and it can be told apart from others."""

from collections.abc import Mapping

from attrs import frozen

from becher.dsl.digest import hash_of
from becher.dsl.model import Game, Value
from becher.engine.game import start
from becher.engine.record import Record, RecordError
from becher.engine.state import State


@frozen
class Rulebook:
    """A game that begins with the seats and options of a record."""

    game: Game

    @property
    def hash(self) -> str:
        return hash_of(self.game)

    def start(self, players: int, options: Mapping[str, Value]) -> State:
        """The first state. Raises ValueError for what the file does not allow."""
        return start(self.game, players, dict(options))

    def check(self, record: Record) -> None:
        """The record was made of this game, under these very rules. Raises RecordError."""
        if record.header.game != self.game.id:
            raise RecordError(f"this is a record of {record.header.game}, not of {self.game.id}", 1)
        if record.header.rules != self.hash:
            raise RecordError(
                f"these are not the rules of {self.game.id} as they are now, so it cannot be played again", 1
            )
