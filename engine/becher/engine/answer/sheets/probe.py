"""What a formula reads of a ledger, found out by asking it: it is run on a ledger full of blanks.

Whenever a run needs a blank, it is run again once for each thing that could stand there. So an answer becomes a small
tree of cases, which holds only what really mattered.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar, overload

from attrs import define, field, frozen

from becher.engine.answer.refused import Refused

T = TypeVar("T")
MOST_CASES = 100_000


@frozen
class Atom:
    """One thing on a ledger: is cell `place` filled (bit), what stands in it (cell), the value of a variable (variable)."""

    kind: str
    place: int


class Blank(Exception):
    """A run that needs to know an atom."""

    def __init__(self, atom: Atom) -> None:
        super().__init__(atom)
        self.atom = atom


class Needed(Exception):
    """A rule reads an atom during play that was thought to matter at the end only."""

    def __init__(self, atom: Atom) -> None:
        super().__init__(atom)
        self.atom = atom


Known = Mapping[Atom, int | None]


@frozen
class Case(Generic[T]):
    """Where the ledger is as `known` says, the answer is `result`."""

    known: tuple[tuple[Atom, int | None], ...]
    result: T


def cases(
    run: Callable[[Known], T], values: Callable[[Atom], Sequence[int | None]], given: Known
) -> tuple[Case[T], ...]:
    """Every answer of `run`, with what it depends on beyond `given`. Raises Refused where that is too much."""
    found: list[Case[T]] = []
    work: list[tuple[tuple[Atom, int | None], ...]] = [()]
    while work:
        extra = work.pop()
        try:
            found.append(Case(extra, run({**given, **dict(extra)})))
        except Blank as blank:
            work += [(*extra, (blank.atom, value)) for value in reversed(values(blank.atom))]
        if len(found) + len(work) > MOST_CASES:
            raise Refused("a turn depends on too much of the sheet at once")
    return tuple(found)


@define(eq=False)
class Row(Sequence[int | None]):
    """A row of a ledger that answers from what is known. Atoms that are not in `asked` may not be asked for.

    `changed` holds what was set, `added` what was added, since the ledger was as known.
    """

    kind: str
    length: int
    known: Known
    asked: frozenset[Atom]
    changed: dict[int, int | None] = field(factory=dict)
    added: dict[int, int] = field(factory=dict)

    @overload
    def __getitem__(self, place: int) -> int | None: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[int | None]: ...
    def __getitem__(self, place: int | slice) -> int | Sequence[int | None] | None:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(self.length))]
        if not -self.length <= place < self.length:
            raise IndexError(place)
        place %= self.length
        if place in self.changed:
            return self.changed[place]
        return (self.look_up(place) or 0) + self.added[place] if place in self.added else self.look_up(place)

    def look_up(self, place: int) -> int | None:
        atom = Atom(self.kind, place)
        if self.kind != "bit" and atom not in self.asked:
            raise Needed(atom)
        if self.kind == "cell" and not self.bit(place):
            return None
        if atom not in self.known:
            raise Blank(atom)
        return self.known[atom]

    def bit(self, place: int) -> int | None:
        atom = Atom("bit", place)
        if atom not in self.known:
            raise Blank(atom)
        return self.known[atom]

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[int | None]:
        return (self[place] for place in range(self.length))


class Closed(Sequence[object]):
    """The row of another seat, which a sheet game may not read."""

    def __getitem__(self, place: object) -> object:  # type: ignore[override]
        raise Refused("a rule reads another seat's sheet or accounts in the middle of a turn")

    def __len__(self) -> int:
        return 0
