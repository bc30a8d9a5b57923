"""Formulas with names resolved and sorts known. Every node has .sort and .span; spans never count for equality."""

from attrs import field, frozen

from becher.dsl.diagnostics import Span
from becher.dsl.model.values import Sort, Value


def no_span() -> Span | None:
    return field(default=None, eq=False, repr=False)  # type: ignore[no-any-return]


@frozen
class Const:
    """A number, yes/no, word, face, constant group or `none` (the empty tuple of its sort)."""

    value: Value
    sort: Sort
    span: Span | None = no_span()


@frozen
class Local:
    """A letter of a bracket, a parameter of a formula, action or phase, or `it`; also `$each` (see EachSeat)."""

    name: str
    sort: Sort
    span: Span | None = no_span()


@frozen
class OptionRead:
    """The value an option has in this game; replaced by a Const when a game starts with its options."""

    name: str
    sort: Sort
    span: Span | None = no_span()


@frozen
class VariableRead:
    """A variable of `me` (scope player) or of the table (shared, tally). `pool` is a tally variable too."""

    name: str
    sort: Sort
    span: Span | None = no_span()


@frozen
class FormulaCall:
    """A named formula; args has one value for each parameter."""

    name: str
    args: "tuple[Expr, ...]"
    sort: Sort
    span: Span | None = no_span()


@frozen
class StateWord:
    """thrown kept aside dice lying bag (GROUP), throw_no rounds turns direction total sum_of_games games_won (NUMBER), box (BOX)."""

    name: str
    sort: Sort
    span: Span | None = no_span()


@frozen
class SeatWord:
    """me next previous leader chosen (SEAT), others everyone in_play winner loser last_in first_out (SEATS)."""

    name: str
    sort: Sort
    span: Span | None = no_span()


@frozen
class Extreme:
    """`highest(f)`, `lowest(f)`: the seats in play for which f (asked with `me` and `it` = that seat) is best. Sort SEATS."""

    which: str
    value: "Expr"
    sort: Sort = Sort.SEATS
    span: Span | None = no_span()


@frozen
class BoxRead:
    """What is written in a box of `me` (0 if open); over several columns the sum, in a column's formulas that column's."""

    box: str
    sort: Sort = Sort.NUMBER
    span: Span | None = no_span()


@frozen
class TableAsk:
    """A keyed table asked with a FACE, NUMBER or WORD (answer of the table's sort), or many=True with a GROUP (GROUP of answers)."""

    table: str
    arg: "Expr"
    many: bool
    sort: Sort
    span: Span | None = no_span()


@frozen
class HandAsk:
    """A table of hands asked with a GROUP; how is best (greatest row, 0 if none), split (greatest total), or sets (YESNO)."""

    table: str
    how: str
    group: "Expr"
    sort: Sort
    span: Span | None = no_span()


@frozen
class Pattern:
    """A bracket: members are faces (int, or Const-like symbols as Const), Letters, or Exprs of sort FACE/NUMBER.

    Equal letters are equal faces, different letters different faces, and no letter is a face spelt out (by a constant or
    an expression). `where` reads the letters as Local.
    """

    members: "tuple[Letter | Expr, ...]"
    where: "Expr | None" = None
    span: Span | None = no_span()


@frozen
class Letter:
    """A one-letter name in a bracket."""

    name: str


@frozen
class Fits:
    """whole: `group = [x x y]`, these members and no others; else `group has [x x y]`, some of them. Sort YESNO."""

    group: "Expr"
    pattern: Pattern
    whole: bool
    sort: Sort = Sort.YESNO
    span: Span | None = no_span()


@frozen
class BestPart:
    """`sum(g, [x x])`, `count(g, [x x])`: of the part that fits, the one with most pips; 0 if none. function is sum or count."""

    function: str
    group: "Expr"
    pattern: Pattern
    sort: Sort = Sort.NUMBER
    span: Span | None = no_span()


@frozen
class GroupOf:
    """A bracket or pile(...) whose members must be worked out: `[n n]` with n a parameter. Sort GROUP or PILE."""

    members: "tuple[Expr, ...]"
    sort: Sort = Sort.GROUP
    span: Span | None = no_span()


@frozen
class Call:
    """A function of the table below, its arguments already of the sorts listed.

    sum(GROUP) sum_of(GROUP, GROUP faces) count(GROUP|SEATS|BOXES|PARTS) count_of(GROUP, GROUP faces) distinct(GROUP)
    largest(GROUP) smallest(GROUP) first(any group) last(any group) nth(any group, NUMBER) top(PILE): group of at most one;
    run(GROUP) parts(GROUP) parts(GROUP, NUMBER): PARTS; every(GROUP faces): thrown dice; chain(FACE...): GROUP;
    min(NUMBER...) max(NUMBER...) abs(NUMBER);
    written(BOXES), written_in(BOXES, WORD column): sum of what is written in them; open(BOXES) open_in(WORD column) filled(BOXES) worth(BOX) hits(BOX);
    worth_in(BOX, WORD column) hits_in(BOX, WORD column).
    """

    name: str
    args: "tuple[Expr, ...]"
    sort: Sort
    span: Span | None = no_span()


@frozen
class OfSeat:
    """`value of seat`, one seat: value asked with `me` = that seat."""

    value: "Expr"
    seat: "Expr"
    sort: Sort
    span: Span | None = no_span()


@frozen
class OfSeats:
    """`value of seats` as a group of values, one for each seat (a NUMBER each). Sort GROUP, in canonical order."""

    value: "Expr"
    seats: "Expr"
    sort: Sort = Sort.GROUP
    span: Span | None = no_span()


@frozen
class EachSeat:
    """A condition on `value of seats` that holds if it holds for each: body reads the seat as Local `$each` (SEAT)."""

    seats: "Expr"
    body: "Expr"
    sort: Sort = Sort.YESNO
    span: Span | None = no_span()


@frozen
class Filter:
    """`group where condition`: condition reads Local `it`. Sort that of the group."""

    group: "Expr"
    condition: "Expr"
    sort: Sort
    span: Span | None = no_span()


@frozen
class Choice:
    """`value when condition else other`; a missing else is resolved to none (0, no or the empty group)."""

    value: "Expr"
    condition: "Expr"
    other: "Expr"
    sort: Sort
    span: Span | None = no_span()


@frozen
class Compare:
    """= != < <= > >= on NUMBERs; = != on two values of one sort; in, has: every member of one GROUP (SEATS, BOXES) lies in
    the other with its multiplicity (`in`: left in right)."""

    op: str
    left: "Expr"
    right: "Expr"
    sort: Sort = Sort.YESNO
    span: Span | None = no_span()


@frozen
class Within:
    """`value in low..high`, low..many (high None): bounds included, NUMBERs."""

    value: "Expr"
    low: "Expr"
    high: "Expr | None"
    sort: Sort = Sort.YESNO
    span: Span | None = no_span()


@frozen
class Logic:
    """and, or (n-ary), not (one part); asked left to right, stops as soon as the answer is known."""

    op: str
    parts: "tuple[Expr, ...]"
    sort: Sort = Sort.YESNO
    span: Span | None = no_span()


@frozen
class Arith:
    """A flat run on NUMBERs (+ - or * /, `/` rounds down; overflow and division by zero are located errors), or + and - on groups,
    SEATS and BOXES (`-` takes away as often as there is)."""

    first: "Expr"
    rest: "tuple[tuple[str, Expr], ...]"
    sort: Sort
    span: Span | None = no_span()


@frozen
class RangeGroup:
    """`21..36` as a group of numbers, each once."""

    low: "Expr"
    high: "Expr"
    sort: Sort = Sort.GROUP
    span: Span | None = no_span()


@frozen
class Convert:
    """The value of arg as this sort (see the module's docstring)."""

    arg: "Expr"
    sort: Sort
    span: Span | None = no_span()


@frozen
class Legal:
    """In examples: `legal(enter(ones, down))`. Sort YESNO."""

    action: "Act"
    sort: Sort = Sort.YESNO
    span: Span | None = no_span()


@frozen
class IsOut:
    """`out(seats)`, `win(seats)`, `lose(seats)` as a question: are all these seats out; is the game over and are they all in the
    first, in the last place? The last two are for examples."""

    seats: "Expr"
    how: str = "out"
    sort: Sort = Sort.YESNO
    span: Span | None = no_span()


@frozen
class WasBust:
    """`bust` in expect: the last turn went bust."""

    sort: Sort = Sort.YESNO
    span: Span | None = no_span()


@frozen
class Before:
    """`before` in expect, resolved to the value it is compared with, read in the state at the example's start (after its givens)."""

    value: "Expr"
    sort: Sort
    span: Span | None = no_span()


@frozen
class Act:
    """An action as examples write it: name and arguments (faces, boxes, seats, numbers) as constant-like Exprs."""

    name: str
    args: "tuple[Expr, ...]"
    span: Span | None = no_span()


Expr = (
    Const | Local | OptionRead | VariableRead | FormulaCall | StateWord | SeatWord | Extreme | BoxRead | TableAsk | HandAsk | Fits
    | BestPart | GroupOf | Call | OfSeat | OfSeats | EachSeat | Filter | Choice | Compare | Within | Logic | Arith | RangeGroup
    | Convert | Legal | IsOut | WasBust | Before
)  # fmt: skip
