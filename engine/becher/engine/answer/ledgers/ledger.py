"""What is left of a game between turns: accounts, sheets, who is next. Seen from the seat to move, as far as it is read."""

from collections.abc import Callable, Hashable, Iterable, Iterator

from attrs import define, field, frozen

from becher.dsl.model import Call, Const, Expr, Game, Sort, Value
from becher.dsl.model.walk import Reads, reads, walk
from becher.engine.answer.reading.caps import Caps
from becher.engine.answer.reading.changes import all_cases, changed_by_its_own, questions
from becher.engine.answer.reading.effects import effect_formulas, laid_effects
from becher.engine.answer.reading.formulas import Formulas
from becher.engine.answer.turns.endings import Ending
from becher.engine.machine.rules import Rules
from becher.engine.state import Numbers, State

TURN_SLOTS = (
    "phase", "args", "hand", "bag", "thrown", "kept", "aside", "dice", "entering", "throw_no", "pool", "tally", "must_throw",
    "busted", "chosen", "pending", "stage",
)  # fmt: skip


@frozen
class Matters:
    """Which parts of the ledger any rule reads.

    `lying`: dice left lying, `reads_lying`: otherwise than by being offered. `rounds`: who had a turn, who leads; `round_no`: which round it is. `absolute`: some rule names a seat by its number.
    """

    players: tuple[int, ...]
    shared: tuple[int, ...]
    direction: bool
    rounds: bool
    round_no: bool
    turns: bool
    lying: bool
    reads_lying: bool
    absolute: bool


def what_matters(formulas: Formulas, rules: Rules, asked: Iterable[Expr] = ()) -> Matters:
    """Found by looking through every formula of the rules and of the question."""
    game = formulas.game
    read = reads(tuple(_every_formula(formulas, asked)), game)
    slots = [(name, *rules.slots[name]) for name in sorted(rules.slots)]
    return Matters(
        players=tuple(sorted(slot for name, scope, slot in slots if scope == "player" and name in read.variables)),
        shared=tuple(sorted(slot for name, scope, slot in slots if scope == "shared" and name in read.variables)),
        direction=formulas.seats > 2 or "direction" in read.words,
        rounds=_rounds_matter(formulas, rules, read),
        round_no="rounds" in read.words,
        turns="turns" in read.words,
        lying="lying" in read.words or any(phase.inherit for phase in game.phases.values()),
        reads_lying="lying" in read.words,
        absolute=any(_names_a_seat(part) for part in walk(_rules_of(game))),
    )


def _rules_of(game: Game) -> list[object]:
    return [game.phases, game.round, game.starter, game.out, game.over, game.wins, game.loses, game.moments, game.sheet,
            game.variables, game.formulas, game.actions, game.tables]  # fmt: skip


def _every_formula(formulas: Formulas, asked: Iterable[Expr]) -> Iterator[Expr]:
    game = formulas.game
    yield from asked
    yield from questions(formulas)
    for case in all_cases(formulas):
        yield from () if case.condition is None else (case.condition,)
        for effect in laid_effects(formulas, case.effects):
            yield from effect_formulas(effect)
    keys = (game.starter, game.wins, game.loses, game.round.starter, game.round.wins, game.round.loses)
    yield from (formulas.laid_open(key.value) for some in keys for key in some if key.value is not None)


def _rounds_matter(formulas: Formulas, rules: Rules, read: Reads) -> bool:
    """Could it make a difference who had a turn in this round, or which round it is?"""
    game = formulas.game
    round_ = game.round
    if round_.starter or round_.over or round_.wins or round_.loses or round_.out or round_.moments:
        return True
    if game.finish == "rest_of_round" or "rounds" in read.words or "leader" in read.seats:
        return True
    return game.over is not None and not _seen_at_once(formulas, game.over)


def _seen_at_once(formulas: Formulas, over: Expr) -> bool:
    """Does `over` of a seat change in that seat's own turn only, after which it is asked anyway?

    What depends on who is in play alone needs no asking: with one seat left the game is over by itself.
    """
    read = formulas.reads(formulas.laid_open(over))
    if read.words or read.sheet or read.seats - {"me", "in_play"}:
        return False
    if "in_play" in read.seats:
        return not read.variables and formulas.seats <= 2
    return all(changed_by_its_own(formulas, name) for name in read.variables)


def _names_a_seat(part: object) -> bool:
    if isinstance(part, Const) and part.sort in (Sort.SEAT, Sort.SEATS):
        return part.value != ()
    if not isinstance(part, Call) or part.sort not in (Sort.SEAT, Sort.SEATS):
        return False
    return part.name in ("first", "last", "nth", "largest", "smallest")


@define(eq=False)
class Ledger:
    """The ledger of one game. States given are at rest."""

    rules: Rules
    matters: Matters
    caps: Caps
    _capping: tuple[tuple[int, Callable[[int], int]], ...] = field(init=False)
    _seats: tuple[int, ...] = field(init=False)

    @_capping.default
    def _find_caps(self) -> tuple[tuple[int, Callable[[int], int]], ...]:
        names = {slot: name for name, (scope, slot) in self.rules.slots.items() if scope == "player"}
        return tuple((slot, self.caps.range(names[slot]).capped) for slot in self.matters.players)

    @_seats.default
    def _seat_slots(self) -> tuple[int, ...]:
        """Places of player variables that hold seats."""
        variables = self.rules.game.variables.values()
        kept = (v.name for v in variables if v.scope == "player" and v.sort in (Sort.SEAT, Sort.SEATS))
        return tuple(self.rules.slots[name][1] for name in kept)

    def relative(self, s: State) -> State:
        """The same with the seat to move as seat 1, where no rule can tell, and rounds that do not matter not counted."""
        if s.count > 1 and s.seat != 1 and not s.setup and not self.matters.absolute:
            s = self._turned(s, s.seat)
        if s.rounds and not self.matters.round_no:
            s = s.copy()
            s.rounds = 0
        return s

    def _turned(self, s: State, first: int) -> State:
        t = s.copy()
        count = s.count

        def seat(number: int) -> int:
            return (number - first) % count + 1 if number else 0

        def seats(numbers: Numbers) -> Numbers:
            return tuple(sorted(map(seat, numbers)))

        def around(row: tuple[object, ...]) -> tuple[object, ...]:
            return row[first - 1 :] + row[: first - 1]

        for name in ("players", "cells", "hits", "had_turn", "turns"):
            setattr(t, name, around(getattr(s, name)))
        for slot in self._seats:
            t.players = tuple(
                (*row[:slot], _turned_value(row[slot], seat, seats), *row[slot + 1 :]) for row in t.players
            )
        t.seat, t.leader, t.picker = seat(s.seat), seat(s.leader), seat(s.picker)
        t.out_order = tuple(map(seats, s.out_order))
        t.winner, t.loser = seats(s.winner), seats(s.loser)
        t.final = None if s.final is None else tuple(map(seat, s.final))
        if s.roll is not None:
            t.roll = s.roll._replace(seats=tuple(map(seat, s.roll.seats)))
        return t

    def number_caps(self, slots: tuple[int, ...]) -> tuple[Callable[[int], int], ...]:
        """The capping of each of these accounts."""
        known = dict(self._capping)
        return tuple(known[slot] for slot in slots)

    def key(self, s: State) -> Hashable:
        """All of the ledger that can make a difference, numbers capped."""
        matters = self.matters
        players = tuple(
            tuple([cap(row[slot]) if type(row[slot]) is int else row[slot] for slot, cap in self._capping])  # type: ignore[arg-type]
            for row in s.players
        )
        shared = tuple(s.shared[slot] for slot in matters.shared)
        rounds = (s.rounds, s.had_turn, s.leader) if matters.rounds else ()
        return (
            players,
            shared,
            s.cells,
            s.hits,
            s.direction if matters.direction else 0,
            rounds,
            s.turns if matters.turns else (),
            s.out_order,
            s.lying if matters.lying else (),
            s.winner,
            s.loser,
            s.final,
            s.setup,
            s.seat,
        )

    def follow(self, base: State, ending: Ending) -> State:
        """What the machine makes of an ending that comes on this ledger: the next rest, or the end of the game."""
        t = self.on(base, ending.before)
        return self.rules.machine.run(t) if ending.action is None else t.apply(ending.action)

    def on(self, base: State, turn: State) -> State:
        """This ledger with the turn of another state."""
        t = base.copy()
        t.forced = ()
        for name in TURN_SLOTS:
            setattr(t, name, getattr(turn, name))
        return t


def _turned_value(value: Value, seat: Callable[[int], int], seats: Callable[[Numbers], Numbers]) -> Value:
    if isinstance(value, int):
        return seat(value)
    return seats(value) if isinstance(value, tuple) else value  # type: ignore[arg-type]
