"""Reading the members of one line, strictly."""

from collections.abc import Set
from typing import NoReturn

from attrs import frozen

from becher.engine.actions import Action, parse_action
from becher.engine.record.lines import Json, RecordError

Option = int | bool | str


@frozen
class Seat:
    """Who sits there: a name to show and a kind (human, or the name of a bot)."""

    name: str
    kind: str


class Fields:
    """Reads the members of one line, refusing what is not of the shape asked for."""

    def __init__(self, data: Json, number: int) -> None:
        self.data = data
        self.line = number

    def only(self, needed: Set[str], maybe: Set[str] = frozenset()) -> None:
        found = set(self.data)
        for name in sorted(needed - found):
            raise RecordError(f"{name} is missing", self.line)
        for name in sorted(found - needed - maybe):
            raise RecordError(f"{name} is not known here", self.line)

    def one_of(self, name: str, *words: str) -> None:
        if self.data[name] not in words:
            raise RecordError(f"{name} is {' or '.join(words)}", self.line)

    def text(self, name: str) -> str:
        value = self.data[name]
        return value if isinstance(value, str) else self._wrong(name, "a text")

    def number(self, name: str) -> int:
        value = self.data[name]
        return value if isinstance(value, int) and not isinstance(value, bool) else self._wrong(name, "a number")

    def action(self, name: str) -> Action:
        try:
            return parse_action(self.text(name))
        except ValueError as error:
            raise RecordError(str(error), self.line) from None

    def options(self, name: str) -> dict[str, Option]:
        value = self.data[name]
        if isinstance(value, dict) and all(isinstance(v, int | str) for v in value.values()):
            return dict(value)
        return self._wrong(name, "names with numbers, words, true or false")

    def seats(self, name: str) -> tuple[Seat, ...]:
        value = self.data[name]
        if isinstance(value, list) and value and all(_is_seat(seat) for seat in value):
            return tuple(Seat(seat["name"], seat["kind"]) for seat in value)
        return self._wrong(name, 'a list of {"name": ..., "kind": ...}')

    def ranking(self, name: str) -> tuple[tuple[int, ...], ...]:
        value = self.data[name]
        if isinstance(value, list) and all(isinstance(p, list) and all(type(s) is int for s in p) for p in value):
            return tuple(tuple(place) for place in value)
        return self._wrong(name, "a list of lists of seats")

    def _wrong(self, name: str, wanted: str) -> NoReturn:
        raise RecordError(f"{name} is not {wanted}", self.line)


def _is_seat(value: object) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"name", "kind"}
        and all(isinstance(v, str) and v.isprintable() for v in value.values())
    )
