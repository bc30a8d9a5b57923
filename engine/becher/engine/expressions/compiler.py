"""From model formulas to closures. One method for each kind of node; constants are folded where that costs no line."""

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING, cast

from becher.dsl.diagnostics import Span
from becher.dsl.limits import LIMITS
from becher.dsl.model import (
    Arith,
    Before,
    BestPart,
    BoxRead,
    Call,
    Choice,
    Compare,
    Const,
    Convert,
    Cup,
    EachSeat,
    Expr,
    Extreme,
    Filter,
    Fits,
    FormulaCall,
    Game,
    GroupOf,
    HandAsk,
    HandRow,
    IsOut,
    KeyRow,
    Legal,
    Letter,
    Local,
    Logic,
    Member,
    OfSeat,
    OfSeats,
    OptionRead,
    Pattern,
    RangeGroup,
    SeatWord,
    Sort,
    StateWord,
    Table,
    TableAsk,
    Value,
    VariableRead,
    WasBust,
    Within,
    canonical,
)
from becher.dsl.model.walk import reads, walk
from becher.engine.actions import Action
from becher.engine.expressions import functions
from becher.engine.expressions.convert import converter
from becher.engine.expressions.hands import Hands, Row
from becher.engine.expressions.patterns import Group, Letters, Shape, best_part, fits, lies_in, shape_of
from becher.engine.expressions.rows import row_name
from becher.engine.expressions.words import SEAT_WORDS, STATE_WORDS
from becher.engine.expressions.work import Work
from becher.engine.faults import RuleFault
from becher.engine.multisets import contains, minus

if TYPE_CHECKING:
    from becher.engine.state import Locals, State

    Formula = Callable[[State, int, Locals], Value]
    Question = Callable[[State, int, Locals], bool]
    Quantity = Callable[[State, int, Locals], int]
    GroupFormula = Callable[[State, int, Locals], Group]
else:
    Formula = Question = Quantity = GroupFormula = Callable

BOUND = LIMITS.value_bound


class Compiler:
    """Compiles the formulas of one game under one setting of its options."""

    def __init__(self, game: Game, options: dict[str, Value]) -> None:
        self.game = game
        self.options = options
        self.faces: Group = canonical({face for die in game.dies.values() for face in die.faces})
        self.mixed = any(len(cup.parts) > 1 for cup in walk(game) if isinstance(cup, Cup))
        self.slots = functions.variable_slots(game)
        self.boxes: dict[str, int] = {b.name: i for i, b in enumerate(game.sheet.boxes)} if game.sheet else {}
        self.columns: dict[str, int] = {c.name: i for i, c in enumerate(game.sheet.columns)} if game.sheet else {}
        self.fired: set[str] = set()
        self.work = Work()
        self._formulas: dict[str, Formula] = {}
        self._hands: dict[str, Callable[[State, int, Locals], Hands]] = {}
        self._tables: dict[str, Callable[[Member, State, int, Locals], Value]] = {}

    def compile(self, expr: Expr) -> Formula:
        """The closure of a formula. Raises RuleFault at run time where the formula has no answer."""
        return cast(Formula, getattr(self, "_" + type(expr).__name__.lower())(expr))

    def question(self, expr: Expr) -> Question:
        return cast(Question, self.compile(expr))

    def number(self, expr: Expr) -> Quantity:
        return cast(Quantity, self.compile(expr))

    def group(self, expr: Expr) -> GroupFormula:
        return cast(GroupFormula, self.compile(expr))

    # ---- what is known or looked up

    def _const(self, expr: Const) -> Formula:
        value = expr.value
        return lambda s, me, loc: value

    def _local(self, expr: Local) -> Formula:
        name = expr.name
        return lambda s, me, loc: loc[name]

    def _optionread(self, expr: OptionRead) -> Formula:
        value = self.options[expr.name]
        if expr.sort in (Sort.SEAT, Sort.SEATS):
            word = SeatWord(cast(str, value), SEAT_WORDS[cast(str, value)].sort, expr.span)
            return self.compile(Convert(word, expr.sort, expr.span))
        return lambda s, me, loc: value

    def _variableread(self, expr: VariableRead) -> Formula:
        if expr.name == "pool":
            return lambda s, me, loc: s.pool
        scope, slot = self.slots[expr.name]
        if scope == "player":
            return lambda s, me, loc: s.players[me - 1][slot]
        if scope == "shared":
            return lambda s, me, loc: s.shared[slot]
        return lambda s, me, loc: s.tally[slot]

    def _formulacall(self, expr: FormulaCall) -> Formula:
        body = self.formula(expr.name)
        keep_column = bool(self.columns)
        if not expr.args and not keep_column:
            return lambda s, me, loc: body(s, me, s.args)
        names = [name for name, _ in self.game.formulas[expr.name].params]
        args = [self.compile(arg) for arg in expr.args]

        def call(s: "State", me: int, loc: "Locals") -> Value:
            inner = dict(s.args)
            if keep_column and "$column" in loc:
                inner["$column"] = loc["$column"]
            inner.update({name: arg(s, me, loc) for name, arg in zip(names, args, strict=True)})
            return body(s, me, inner)

        return call

    def formula(self, name: str) -> Formula:
        """The body of a named formula, compiled once."""
        if name not in self._formulas:
            self._formulas[name] = self.compile(self.game.formulas[name].value)
        return self._formulas[name]

    def _stateword(self, expr: StateWord) -> Formula:
        return STATE_WORDS[expr.name](self)

    def _seatword(self, expr: SeatWord) -> Formula:
        return SEAT_WORDS[expr.name].read

    def _extreme(self, expr: Extreme) -> Formula:
        value, sign = self.number(expr.value), 1 if expr.which == "highest" else -1
        work, span = self.work, expr.span

        def seats(s: "State", me: int, loc: "Locals") -> Value:
            asked = s.in_play()
            work.begin(len(asked), span)
            try:
                worth = {seat: sign * value(s, seat, {**loc, "it": seat}) for seat in asked}
            finally:
                work.end()
            best = max(worth.values(), default=0)
            return tuple(seat for seat, w in worth.items() if w == best)

        return seats

    def _boxread(self, expr: BoxRead) -> Formula:
        box, count, columns = self.boxes[expr.box], len(self.boxes), len(self.columns)
        if not columns:
            return lambda s, me, loc: s.cells[me - 1][box] or 0

        def read(s: "State", me: int, loc: "Locals") -> Value:
            cells = s.cells[me - 1]
            if "$column" in loc:
                return cells[cast(int, loc["$column"]) * count + box] or 0
            return sum(cells[column * count + box] or 0 for column in range(columns))

        return read

    # ---- tables

    def _tableask(self, expr: TableAsk) -> Formula:
        ask, arg = self._keyed(expr.table), self.compile(expr.arg)
        if not expr.many:
            return lambda s, me, loc: ask(cast(Member, arg(s, me, loc)), s, me, loc)

        work, span = self.work, expr.span

        def each(s: "State", me: int, loc: "Locals") -> Value:
            members = cast(Group, arg(s, me, loc))
            work.begin(len(members), span)
            try:
                found = [ask(member, s, me, loc) for member in members]
            finally:
                work.end()
            return canonical(cast(Member, answer) for answer in found if answer != ())

        return each

    def _keyed(self, name: str) -> Callable[[Member, "State", int, "Locals"], Value]:
        if name not in self._tables:
            table = self.game.tables[name]
            rows = [
                (r.low, r.high, self.compile(r.value), row_name(table, r)) for r in table.rows if isinstance(r, KeyRow)
            ]
            fired = self.fired
            none: Value = 0 if table.sort is Sort.NUMBER else False if table.sort is Sort.YESNO else ()
            other = self.compile(table.otherwise) if table.otherwise is not None else None

            def ask(key: Member, s: "State", me: int, loc: "Locals") -> Value:
                for low, high, answer, row in rows:
                    if key == low or (
                        isinstance(key, int)
                        and isinstance(low, int)
                        and low <= key
                        and (high is None or (isinstance(high, int) and key <= high))
                    ):
                        fired.add(row)
                        return answer(s, me, {**loc, "it": key})
                return other(s, me, {**loc, "it": key}) if other else none

            self._tables[name] = ask
        return self._tables[name]

    def _handask(self, expr: HandAsk) -> Formula:
        table, group = self._table_of_hands(expr.table), self.group(expr.group)
        if expr.how == "sets":
            return lambda s, me, loc: table(s, me, loc).sets(group(s, me, loc))
        if expr.how == "split":
            return lambda s, me, loc: table(s, me, loc).split(group(s, me, loc))
        return lambda s, me, loc: table(s, me, loc).best(group(s, me, loc))

    def _table_of_hands(self, name: str) -> Callable[["State", int, "Locals"], Hands]:
        """The table, its answers remembered for good where they read nothing but letters, else for one question."""
        if name not in self._hands:
            table = self.game.tables[name]
            read = reads(tuple(r.value for r in table.rows), self.game)
            if read.ledger or read.words:
                self._hands[name] = lambda s, me, loc: self._build_hands(table, s, me, loc)
            else:
                fixed: list[Hands] = []

                def once(s: "State", me: int, loc: "Locals") -> Hands:
                    if not fixed:
                        fixed.append(self._build_hands(table, s, me, loc))
                    return fixed[0]

                self._hands[name] = once
        return self._hands[name]

    def _build_hands(self, table: Table, s: "State", me: int, loc: "Locals") -> Hands:
        rows = tuple(self._hand_row(table, row, s, me, loc) for row in table.rows if isinstance(row, HandRow))
        return Hands(rows, frozenset(table.wild), self.faces)

    def _hand_row(self, table: Table, row: HandRow, s: "State", me: int, loc: "Locals") -> Row:
        answer, name, fired = self.number(row.value), row_name(table, row), self.fired

        def told(letters: Letters) -> int:
            fired.add(name)
            return answer(s, me, {**loc, **letters})

        where = self.question(row.pattern.where) if row.pattern.where is not None else None
        return Row(
            self._shape(row.pattern)(s, me, loc),
            (lambda letters: where(s, me, {**loc, **letters})) if where else None,
            told,
        )

    # ---- brackets

    def _shape(self, pattern: Pattern) -> Callable[["State", int, "Locals"], Shape]:
        letters = tuple(m.name for m in pattern.members if isinstance(m, Letter))
        others = [m for m in pattern.members if not isinstance(m, Letter)]
        if all(isinstance(m, Const) for m in others):
            shape = shape_of(canonical(cast(Member, m.value) for m in others if isinstance(m, Const)), letters)
            return lambda s, me, loc: shape
        parts = [self.compile(m) for m in others]
        return lambda s, me, loc: shape_of(canonical(cast(Member, p(s, me, loc)) for p in parts), letters)

    def _fits(self, expr: Fits) -> Formula:
        shape, group, whole = self._shape(expr.pattern), self.group(expr.group), expr.whole
        if expr.pattern.where is not None:
            where = self.question(expr.pattern.where)
            return lambda s, me, loc: any(
                where(s, me, {**loc, **found}) for found in fits(shape(s, me, loc), group(s, me, loc), whole)
            )
        known: dict[tuple[Shape, Group], bool] = {}

        def ask(s: "State", me: int, loc: "Locals") -> Value:
            key = (shape(s, me, loc), group(s, me, loc))
            answer = known.get(key)
            if answer is None:
                answer = known[key] = lies_in(*key, whole)
            return answer

        return ask

    def _bestpart(self, expr: BestPart) -> Formula:
        shape, group, span = self._shape(expr.pattern), self.group(expr.group), expr.span
        where = self.question(expr.pattern.where) if expr.pattern.where is not None else None
        count = expr.function == "count"

        def pips(part: "list[Member]") -> int:
            # Every part that fits has as many dice as the bracket: only a sum asks for pips, which symbols do not have.
            return 0 if count else functions.pips(part, span)

        def best(s: "State", me: int, loc: "Locals") -> Value:
            holds: Callable[[Letters], bool] | None = (lambda found: where(s, me, {**loc, **found})) if where else None
            part = best_part(shape(s, me, loc), group(s, me, loc), holds, pips)
            return len(part) if count else pips(part)

        return best

    def _groupof(self, expr: GroupOf) -> Formula:
        parts, pile = [self.compile(m) for m in expr.members], expr.sort is Sort.PILE

        def build(s: "State", me: int, loc: "Locals") -> Value:
            members = [cast(Member, part(s, me, loc)) for part in parts]
            return tuple(members) if pile else canonical(members)

        return build

    # ---- functions and seats

    def _call(self, expr: Call) -> Formula:
        args = [self.compile(arg) for arg in expr.args]
        return functions.FUNCTIONS[expr.name](self, args, expr.span)

    def _ofseat(self, expr: OfSeat) -> Formula:
        value, seat = self.compile(expr.value), self.number(expr.seat)

        def read(s: "State", me: int, loc: "Locals") -> Value:
            whose = seat(s, me, loc)
            return value(s, whose, {**loc, "it": whose} if "it" not in loc else loc)

        return read

    def _ofseats(self, expr: OfSeats) -> Formula:
        value, seats = self.compile(expr.value), self.compile(expr.seats)
        groups = expr.value.sort is Sort.GROUP
        work, span = self.work, expr.span

        def values(s: "State", me: int, loc: "Locals") -> Value:
            asked = cast("tuple[int, ...]", seats(s, me, loc))
            work.begin(len(asked), span)
            try:
                of_each = [value(s, seat, loc) for seat in asked]
            finally:
                work.end()
            return canonical(chain.from_iterable(of_each) if groups else of_each)  # type: ignore[arg-type]

        return values

    def _eachseat(self, expr: EachSeat) -> Formula:
        seats, body = self.compile(expr.seats), self.question(expr.body)
        work, span = self.work, expr.span

        def each(s: "State", me: int, loc: "Locals") -> Value:
            asked = cast("tuple[int, ...]", seats(s, me, loc))
            work.begin(len(asked), span)
            try:
                return all(body(s, me, {**loc, "$each": seat}) for seat in asked)
            finally:
                work.end()

        return each

    def _isout(self, expr: IsOut) -> Formula:
        seats, how = self.compile(expr.seats), expr.how

        def ask(s: "State", me: int, loc: "Locals") -> Value:
            asked = seats(s, me, loc)
            group = (asked,) if isinstance(asked, int) else cast("tuple[int, ...]", asked)
            if how == "out":
                return all(s.is_out(seat) for seat in group)
            return s.ranking_ is not None and set(group) <= set(s.ranking_[0 if how == "win" else -1])

        return ask

    def _wasbust(self, expr: WasBust) -> Formula:
        return lambda s, me, loc: s.busted

    def _legal(self, expr: Legal) -> Formula:
        name, args = expr.action.name, [self.compile(arg) for arg in expr.action.args]

        def ask(s: "State", me: int, loc: "Locals") -> Value:
            action = Action(name, tuple(functions.action_arg(arg(s, me, loc)) for arg in args))
            return s.meant(action) is not None or any(functions.same_action(action, move) for move in s.forced)

        return ask

    def _before(self, expr: Before) -> Formula:
        value = self.compile(expr.value)
        return lambda s, me, loc: value(cast("State", loc["$before"]), me, loc)

    # ---- operators

    def _filter(self, expr: Filter) -> Formula:
        group, condition = self.group(expr.group), self.question(expr.condition)
        work, span = self.work, expr.span

        def those(s: "State", me: int, loc: "Locals") -> Value:
            members = group(s, me, loc)
            work.begin(len(members), span)
            try:
                return tuple(member for member in members if condition(s, me, {**loc, "it": member}))
            finally:
                work.end()

        return those

    def _choice(self, expr: Choice) -> Formula:
        value, other = self.compile(expr.value), self.compile(expr.other)
        condition = self.question(expr.condition)
        return lambda s, me, loc: value(s, me, loc) if condition(s, me, loc) else other(s, me, loc)

    def _compare(self, expr: Compare) -> Formula:
        left, right = self.compile(expr.left), self.compile(expr.right)
        if expr.op == "in":
            return lambda s, me, loc: contains(cast(Group, right(s, me, loc)), cast(Group, left(s, me, loc)))
        if expr.op == "has":
            return lambda s, me, loc: contains(cast(Group, left(s, me, loc)), cast(Group, right(s, me, loc)))
        return functions.COMPARISONS[expr.op](left, right)

    def _within(self, expr: Within) -> Formula:
        value, low = self.number(expr.value), self.number(expr.low)
        if expr.high is None:
            return lambda s, me, loc: value(s, me, loc) >= low(s, me, loc)
        high = self.number(expr.high)
        return lambda s, me, loc: low(s, me, loc) <= value(s, me, loc) <= high(s, me, loc)

    def _logic(self, expr: Logic) -> Formula:
        parts = [self.question(part) for part in expr.parts]
        if expr.op == "not":
            part = parts[0]
            return lambda s, me, loc: not part(s, me, loc)
        if len(parts) == 2:
            a, b = parts
            if expr.op == "and":
                return lambda s, me, loc: a(s, me, loc) and b(s, me, loc)
            return lambda s, me, loc: a(s, me, loc) or b(s, me, loc)
        if expr.op == "and":
            return lambda s, me, loc: all(part(s, me, loc) for part in parts)
        return lambda s, me, loc: any(part(s, me, loc) for part in parts)

    def _arith(self, expr: Arith) -> Formula:
        if expr.sort is not Sort.NUMBER:
            return self._group_arith(expr)
        first, span = self.number(expr.first), expr.span
        rest = [(functions.ARITHMETIC[sign], self.number(part)) for sign, part in expr.rest]
        if len(rest) == 1:
            operate, second = rest[0]
            return lambda s, me, loc: checked(operate(first(s, me, loc), second(s, me, loc), span), span)

        def run(s: "State", me: int, loc: "Locals") -> Value:
            value = first(s, me, loc)
            for operate, part in rest:
                value = checked(operate(value, part(s, me, loc), span), span)
            return value

        return run

    def _group_arith(self, expr: Arith) -> Formula:
        first, rest = self.group(expr.first), [(sign, self.group(part)) for sign, part in expr.rest]
        ordered = expr.sort in (Sort.PILE, Sort.BOXES, Sort.SEATS)

        def run(s: "State", me: int, loc: "Locals") -> Value:
            value = list(first(s, me, loc))
            for sign, part in rest:
                other = part(s, me, loc)
                if sign == "-":
                    value = list(minus(value, other))
                else:
                    value += other
            return tuple(value) if ordered else canonical(value)

        return run

    def _rangegroup(self, expr: RangeGroup) -> Formula:
        low, high, span = self.number(expr.low), self.number(expr.high), expr.span

        def build(s: "State", me: int, loc: "Locals") -> Value:
            bottom, top = low(s, me, loc), high(s, me, loc)
            if top - bottom >= LIMITS.faces:
                raise RuleFault(f"{bottom}..{top} is more than {LIMITS.faces} members", span)
            return tuple(range(bottom, top + 1))

        return build

    def _convert(self, expr: Convert) -> Formula:
        return converter(expr.arg.sort, expr.sort, self.compile(expr.arg), expr.span)


def checked(value: int, span: Span | None) -> int:
    """The value itself, inside the bounds of numbers. Raises RuleFault beyond."""
    if -BOUND < value < BOUND:
        return value
    raise RuleFault("this number grows beyond 2^53", span)
