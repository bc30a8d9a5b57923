"""The words of the state and the seat words: what each reads."""

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from attrs import frozen

from becher.dsl.model import Member, Sort, Value, canonical
from becher.engine.faults import RuleFault

if TYPE_CHECKING:
    from becher.engine.expressions.compiler import Compiler, Formula
    from becher.engine.state import Dice, Locals, State


class SeatWanted(Exception):
    """`chosen` is read before the seat asked has picked one; the machine turns it into a choice."""


def faces_of(dice: "Dice") -> tuple[Member, ...]:
    """What these dice show, as a group."""
    if dice and isinstance(dice[0], tuple):
        return canonical(token.face for token in dice)  # type: ignore[union-attr]
    return cast("tuple[Member, ...]", dice)


_ZONES: "dict[str, Callable[[State, int, Locals], Dice]]" = {
    "thrown": lambda s, me, loc: s.thrown,
    "kept": lambda s, me, loc: s.kept,
    "aside": lambda s, me, loc: s.aside,
    "dice": lambda s, me, loc: s.dice,
    "lying": lambda s, me, loc: s.lying,
}


def _zone(name: str) -> "Callable[[Compiler], Formula]":
    def build(compiler: "Compiler") -> "Formula":
        read = _ZONES[name]
        if compiler.mixed:
            return lambda s, me, loc: faces_of(read(s, me, loc))
        return cast("Formula", read)

    return build


def _plain(read: "Callable[[State, int], Value]") -> "Callable[[Compiler], Formula]":
    def build(compiler: "Compiler") -> "Formula":
        return lambda s, me, loc: read(s, me)

    return build


def _total(s: "State", me: int, loc: "Locals") -> Value:
    if s.rules.total is None:
        raise RuleFault("there is no sheet, so there is no total")
    return s.rules.total(s, me, loc)


def _bag(compiler: "Compiler") -> "Formula":
    def names(s: "State", me: int, loc: "Locals") -> Value:
        kinds = s.rules.kinds(s.phase)
        return canonical(name for name, n in zip(kinds, s.bag, strict=True) for _ in range(n))

    return names


STATE_WORDS: "dict[str, Callable[[Compiler], Formula]]" = {
    **{name: _zone(name) for name in ("thrown", "kept", "aside", "dice", "lying")},
    "pool": _plain(lambda s, me: s.pool),
    "throw_no": _plain(lambda s, me: s.throw_no),
    "rounds": _plain(lambda s, me: s.rounds),
    "turns": _plain(lambda s, me: s.turns[me - 1]),
    "direction": _plain(lambda s, me: s.direction),
    "sum_of_games": _plain(lambda s, me: sum(game.points[me - 1] for game in s.results)),
    "games_won": _plain(lambda s, me: sum(me in game.ranking[0] for game in s.results)),
    "total": lambda compiler: _total,
    "bag": _bag,
    "box": lambda compiler: lambda s, me, loc: loc["$box"],
}


@frozen
class SeatReader:
    """A seat word: the sort of its answer and how it is read."""

    sort: Sort
    read: "Formula"


def step(s: "State", seat: int, direction: int) -> int:
    """The nearest seat still in from `seat` in this direction (that seat itself if no other is in)."""
    for distance in range(1, s.count + 1):
        candidate = (seat - 1 + direction * distance) % s.count + 1
        if not s.is_out(candidate):
            return candidate
    return seat


def _chosen(s: "State", me: int, loc: "Locals") -> Value:
    if not s.chosen:
        raise SeatWanted
    return s.chosen


SEAT_WORDS: dict[str, SeatReader] = {
    "me": SeatReader(Sort.SEAT, lambda s, me, loc: me),
    "next": SeatReader(Sort.SEAT, lambda s, me, loc: step(s, me, s.direction)),
    "previous": SeatReader(Sort.SEAT, lambda s, me, loc: step(s, me, -s.direction)),
    "leader": SeatReader(Sort.SEAT, lambda s, me, loc: s.leader),
    "chosen": SeatReader(Sort.SEAT, _chosen),
    "others": SeatReader(Sort.SEATS, lambda s, me, loc: tuple(seat for seat in s.in_play() if seat != me)),
    "everyone": SeatReader(Sort.SEATS, lambda s, me, loc: tuple(range(1, s.count + 1))),
    "in_play": SeatReader(Sort.SEATS, lambda s, me, loc: s.in_play()),
    "winner": SeatReader(Sort.SEATS, lambda s, me, loc: s.winner),
    "loser": SeatReader(Sort.SEATS, lambda s, me, loc: s.loser),
    "last_in": SeatReader(Sort.SEATS, lambda s, me, loc: s.in_play() or (s.out_order[-1] if s.out_order else ())),
    "first_out": SeatReader(Sort.SEATS, lambda s, me, loc: s.out_order[0] if s.out_order else ()),
}
