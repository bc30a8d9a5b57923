"""Formulas taken apart: named ones laid open, and what in them depends on the turn, what on the ledger.

Turn words are the dice of the phase, the number of the throw, tallies and the pool. Everything else that can change is
the ledger: accounts of seats and the table, sheets, who plays, what lies. `me` is neither: it is the seat to move.
"""

from collections.abc import Callable, Iterator, Mapping

import attrs
from attrs import define, field

from becher.dsl.diagnostics import Span
from becher.dsl.model import (
    Call,
    Const,
    Convert,
    EachSeat,
    Expr,
    Extreme,
    Filter,
    FormulaCall,
    Game,
    Letter,
    Local,
    OfSeat,
    OfSeats,
    OptionRead,
    Pattern,
    SeatWord,
    Sort,
    StateWord,
    Value,
    VariableRead,
)
from becher.dsl.model.walk import Reads, reads, walk
from becher.engine.answer.refused import Refused
from becher.engine.expressions.words import SEAT_WORDS

TURN_WORDS = frozenset({"thrown", "kept", "aside", "dice", "throw_no", "bag"})


@define(eq=False)
class Formulas:
    """All formulas of one game under one setting of its options."""

    game: Game
    options: Mapping[str, Value]
    seats: int
    tallies: frozenset[str] = field(init=False)
    _reads: dict[Expr, Reads] = field(factory=dict, init=False)

    @tallies.default
    def _find_tallies(self) -> frozenset[str]:
        return frozenset({"pool", *(v.name for v in self.game.variables.values() if v.scope == "tally")})

    def laid_open(self, expr: Expr) -> Expr:
        """The same formula with named formulas and options replaced by what they stand for, where names allow it."""
        if isinstance(expr, OptionRead):
            return self._option(expr)
        expr = with_parts(expr, self.laid_open)
        if not isinstance(expr, FormulaCall):
            return expr
        formula = self.game.formulas[expr.name]
        given = dict(zip((name for name, _ in formula.params), expr.args, strict=True))
        body = self.laid_open(formula.value)
        if set().union(*map(free_names, expr.args)) & _bound_names(body):
            return expr
        return replaced(body, given)

    def _option(self, expr: OptionRead) -> Expr:
        value = self.options[expr.name]
        if expr.sort in (Sort.SEAT, Sort.SEATS):
            word = str(value)
            return Convert(SeatWord(word, SEAT_WORDS[word].sort), expr.sort)
        return Const(value, expr.sort)

    def reads(self, expr: Expr) -> Reads:
        """What a formula reads, looked up once."""
        found = self._reads.get(expr)
        if found is None:
            found = self._reads[expr] = reads(expr, self.game)
        return found

    def is_turn(self, expr: Expr) -> bool:
        """Does it read the turn and nothing of the ledger?"""
        found = self.reads(expr)
        return self._reads_turn(found) and not self._reads_ledger(found)

    def is_ledger(self, expr: Expr) -> bool:
        """Does it read the ledger and nothing of the turn?"""
        found = self.reads(expr)
        return self._reads_ledger(found) and not self._reads_turn(found)

    def is_fixed(self, expr: Expr) -> bool:
        """Does it read nothing that can change but parameters and `me`?"""
        found = self.reads(expr)
        return not self._reads_ledger(found) and not self._reads_turn(found)

    def _reads_turn(self, found: Reads) -> bool:
        return bool(found.words & TURN_WORDS or found.variables & self.tallies)

    def _reads_ledger(self, found: Reads) -> bool:
        return bool(found.words - TURN_WORDS or found.variables - self.tallies or found.seats - {"me"} or found.sheet)

    def turn_parts(self, expr: Expr, params: frozenset[str]) -> Iterator[Expr]:
        """The largest parts that read the turn alone and could be asked by themselves."""
        return self._largest(expr, lambda part: self.is_turn(part) and free_names(part) <= params)

    def ledger_parts(self, expr: Expr) -> Iterator[Expr]:
        """The largest parts that read the ledger alone and could be asked before the turn begins."""
        return self._largest(expr, lambda part: self.is_ledger(part) and not free_names(part))

    def _largest(self, expr: Expr, wanted: Callable[[Expr], bool]) -> Iterator[Expr]:
        work, seen = [self.laid_open(expr)], set[Expr]()
        while work:
            part = work.pop()
            if part in seen:
                continue
            seen.add(part)
            if wanted(part):
                yield part
            elif not self.is_fixed(part):
                work += self._inside(part)

    def _inside(self, part: Expr) -> list[Expr]:
        """What a formula that reads both turn and ledger is made of."""
        if isinstance(part, OfSeat | OfSeats | EachSeat | Extreme):
            return list(self._everything_read(part))
        found = [*parts_of(part), *self._asked_tables(part)]
        if isinstance(part, FormulaCall):
            found.append(self.game.formulas[part.name].value)
        elif isinstance(part, Call) and part.name in ("every", "chain"):
            found += [StateWord("thrown", Sort.GROUP), StateWord("aside", Sort.GROUP)]
        elif isinstance(part, Call) and part.name.startswith("worth") and self.game.sheet is not None:
            found += [box.value for box in self.game.sheet.boxes]
        return found

    def _everything_read(self, part: Expr) -> Iterator[Expr]:
        """Every single thing a formula reads, where `me` changes inside and it cannot be taken apart otherwise."""
        found = self.reads(part)
        if found.sheet:
            raise Refused("a formula mixes dice with what stands on another seat's sheet", part.span)
        yield from (StateWord(word, Sort.GROUP) for word in sorted(found.words))
        seat_words = found.seats & set(SEAT_WORDS) | {"in_play"}
        yield from (SeatWord(word, SEAT_WORDS[word].sort) for word in sorted(seat_words))
        for name in sorted(found.variables):
            variable = self.game.variables.get(name)
            read = VariableRead(name, Sort.NUMBER if variable is None else variable.sort)
            if variable is None or variable.scope != "player":
                yield read
            else:
                yield from (OfSeat(read, Const(seat, Sort.SEAT), read.sort) for seat in range(1, self.seats + 1))

    def _asked_tables(self, part: Expr) -> Iterator[Expr]:
        """Answers of a table that is asked here, where they read more than its key."""
        table = self.game.tables.get(getattr(part, "table", ""))
        if table is not None:
            answers = [row.value for row in table.rows] + ([table.otherwise] if table.otherwise is not None else [])
            yield from (answer for answer in answers if not self.is_fixed(answer))


def parts_of(expr: object) -> Iterator[Expr]:
    """The formulas directly inside one, those of its bracket included."""
    for _, value in _fields(expr):
        yield from _formulas_in(value)


def _fields(value: object) -> Iterator[tuple[str, object]]:
    """Names and values of an attrs value, its place in the text left out."""
    shape: tuple[attrs.Attribute[object], ...] = attrs.fields(type(value))  # type: ignore[arg-type]
    yield from ((a.name, getattr(value, a.name)) for a in shape if a.name != "span")


def _formulas_in(value: object) -> Iterator[Expr]:
    if isinstance(value, tuple):
        for member in value:
            yield from _formulas_in(member)
    elif isinstance(value, Pattern):
        yield from parts_of(value)
    elif isinstance(value, Expr):
        yield value


def free_names(expr: Expr) -> frozenset[str]:
    """Locals that are not bound inside: parameters, letters, `it`."""
    found: set[str] = set()
    work: list[tuple[object, frozenset[str]]] = [(expr, frozenset())]
    while work:
        part, bound = work.pop()
        if isinstance(part, Local):
            found |= {part.name} - bound
        for inner, more in _scopes(part):
            work.append((inner, bound | more))
    return frozenset(found)


def _scopes(part: object) -> Iterator[tuple[object, frozenset[str]]]:
    """The parts of a formula with the names each of them may use."""
    none: frozenset[str] = frozenset()
    if isinstance(part, Filter):
        yield part.group, none
        yield part.condition, frozenset({"it"})
    elif isinstance(part, EachSeat):
        yield part.seats, none
        yield part.body, frozenset({"$each"})
    elif isinstance(part, Extreme):
        yield part.value, frozenset({"it"})
    elif isinstance(part, Pattern):
        letters = frozenset(member.name for member in part.members if isinstance(member, Letter))
        yield from ((member, none) for member in part.members if not isinstance(member, Letter))
        if part.where is not None:
            yield part.where, letters
    else:
        for _, value in _fields(part):
            yield from ((inner, none) for inner in _attrs_in(value))


def _attrs_in(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        for member in value:
            yield from _attrs_in(member)
    elif attrs.has(type(value)) and not isinstance(value, Span):
        yield value


def _bound_names(expr: Expr) -> set[str]:
    """Every name some part of the formula binds."""
    found: set[str] = set()
    for part in walk(expr):
        if isinstance(part, Filter | Extreme):
            found.add("it")
        elif isinstance(part, EachSeat):
            found.add("$each")
        elif isinstance(part, Letter):
            found.add(part.name)
    return found


def replaced(expr: Expr, given: Mapping[str, Expr]) -> Expr:
    """The formula with these parameters replaced."""
    if not given:
        return expr
    if isinstance(expr, Local):
        return given.get(expr.name, expr)
    return with_parts(expr, lambda part: replaced(part, given))


def with_parts(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The same formula with each of its parts changed."""
    changed = {name: new for name, old in _fields(expr) if (new := _changed(old, change)) is not old}
    return attrs.evolve(expr, **changed) if changed else expr  # type: ignore[arg-type]


def _changed(value: object, change: Callable[[Expr], Expr]) -> object:
    if isinstance(value, tuple):
        members = tuple(_changed(member, change) for member in value)
        return members if any(new is not old for new, old in zip(members, value, strict=True)) else value
    if isinstance(value, Pattern):
        where = None if value.where is None else change(value.where)
        return attrs.evolve(value, members=_changed(value.members, change), where=where)  # type: ignore[arg-type]
    return change(value) if isinstance(value, Expr) else value


def text_of(expr: Expr) -> str:
    """The formula as the file writes it, as far as it stands there."""
    span = getattr(expr, "span", None)
    if span is not None:
        return " ".join(span.source.text[span.start : span.end].split())
    name, args = getattr(expr, "name", ""), getattr(expr, "args", ())
    return f"{name}({', '.join(map(text_of, args))})" if args else str(name)
