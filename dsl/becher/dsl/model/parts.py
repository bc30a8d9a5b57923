"""The parts of a game that change how it plays."""

from typing import cast

from attrs import field, frozen

from becher.dsl.diagnostics import Span
from becher.dsl.model.effects import Effect, Moments
from becher.dsl.model.formulas import Const, Expr, Pattern, no_span
from becher.dsl.model.values import Member, Sort, Value


@frozen
class Die:
    """faces in the order written; one written twice is twice as likely. Implicit dice d2, d6, d20... have faces 1..n."""

    name: str
    faces: tuple[Member, ...]
    span: Span | None = no_span()


@frozen
class Cup:
    """Dice as an amount of each die: ((NUMBER, die name), ...), e.g. `4 * white + 1 * black`, `6d6`, `in_hand * d6`."""

    parts: tuple[tuple[Expr, str], ...]
    span: Span | None = no_span()


@frozen
class Option:
    """allowed: values, or (low, high) pairs of numbers (high None is many). default is one of them."""

    name: str
    sort: Sort
    default: Value
    allowed: tuple[Value | tuple[int, int | None], ...]
    span: Span | None = no_span()

    def allows(self, value: Value) -> bool:
        """Is this a value the option may have?"""
        for entry in self.allowed:
            if isinstance(entry, tuple) and self.sort is Sort.NUMBER:
                low, high = cast("tuple[int, int | None]", entry)
                if isinstance(value, int) and low <= value and (high is None or value <= high):
                    return True
            elif entry == value and type(entry) is type(value):
                return True
        return False


@frozen
class Variable:
    """scope is player, shared or tally; start is asked once setup begins (tally: when a turn begins)."""

    name: str
    scope: str
    sort: Sort
    start: Expr
    span: Span | None = no_span()


@frozen
class Formula:
    """home is the phase, strategy or sheet it was written in (None: the game). Reads a phase's parameters as Locals."""

    name: str
    params: tuple[tuple[str, Sort], ...]
    value: Expr
    home: str | None
    span: Span | None = no_span()


@frozen
class ActionDef:
    name: str
    params: tuple[tuple[str, Sort], ...]
    effects: tuple[Effect, ...]
    span: Span | None = no_span()


@frozen
class KeyRow:
    """Numbers low..high (high None: many) or one word/face (low == high). value may read Local `it` (the key asked)."""

    low: Member
    high: Member | None
    value: Expr
    span: Span | None = no_span()


@frozen
class HandRow:
    pattern: Pattern
    value: Expr
    span: Span | None = no_span()


@frozen
class Table:
    """Keyed (rows KeyRow) or of hands (rows HandRow). otherwise answers for keys not there (None: none). sort is the answer's."""

    name: str
    rows: tuple[KeyRow | HandRow, ...]
    wild: tuple[Member, ...]
    otherwise: Expr | None
    sort: Sort
    hands: bool
    span: Span | None = no_span()


@frozen
class Keep:
    """One answer of `keep:`: kind is any, some, none, formula (YESNO about `kept`), or face: every(letter) where condition."""

    kind: str
    condition: Expr | None = None
    letter: str | None = None
    span: Span | None = no_span()


@frozen
class Phase:
    """The throw cycle. Answers not written are None or the default shown; moments by name, cases in order."""

    name: str
    params: tuple[tuple[str, Sort], ...] = ()
    together: bool = False
    dice: Cup | None = None
    draw: Expr | None = None
    inherit: bool = False
    throws: Expr | None = None
    bust: Expr | None = None
    must_keep: Expr | None = None
    retake: Expr | None = None
    keep: tuple[Keep, ...] | None = None
    adds: Expr | None = None
    until: Expr | None = None
    full: Expr = Const("end", Sort.WORD)
    stop: Expr | None = None
    moments: Moments = field(factory=dict)
    span: Span | None = no_span()


@frozen
class Key:
    """One key of starter, wins, loses: highest, lowest (value), roll_off (cup), last_in, first_out, or seats (value SEATS)."""

    kind: str
    value: Expr | None = None
    cup: Cup | None = None
    span: Span | None = no_span()


@frozen
class Box:
    name: str
    group: str | None
    value: Expr
    span: Span | None = no_span()


@frozen
class Column:
    """enter None: the sheet's."""

    name: str
    enter: tuple[Expr, ...] | None
    times: Expr
    span: Span | None = no_span()


@frozen
class Sheet:
    """boxes in order; groups name -> box names; enter are BOXES answers, first with an open box counts; total None: sum of all."""

    boxes: tuple[Box, ...]
    groups: dict[str, tuple[str, ...]]
    columns: tuple[Column, ...]
    enter: tuple[Expr, ...]
    total: Expr | None
    fills: Expr
    span: Span | None = no_span()


@frozen
class Round:
    starter: tuple[Key, ...] = ()
    over: Expr | None = None
    wins: tuple[Key, ...] = ()
    loses: tuple[Key, ...] = ()
    tie: str = "nobody"
    out: Expr | None = None
    moments: Moments = field(factory=dict)
    span: Span | None = no_span()


@frozen
class Match:
    games: Expr = Const(1, Sort.NUMBER)
    starter: tuple[Key, ...] = ()
    wins: tuple[Key, ...] = ()
    span: Span | None = no_span()
