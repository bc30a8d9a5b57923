"""What a moment does: cases and their effects."""

from attrs import frozen

from becher.dsl.diagnostics import Span
from becher.dsl.model.formulas import Expr, no_span


@frozen
class Add:
    """`x of seats += value` (sign 1) or `-=` (sign -1). seats is None for shared and tally variables; value NUMBER or GROUP by the variable."""

    variable: str
    seats: Expr | None
    value: Expr
    sign: int
    span: Span | None = no_span()


@frozen
class Become:
    variable: str
    seats: Expr | None
    value: Expr
    span: Span | None = no_span()


@frozen
class Pick:
    """`choose v of seat in group`; seat is None for me. The picked member is written to the variable v (a tally variable, declared for
    the turn if nothing else declares it) and may be read by right-hand sides of the same moment. It is written as a value of the
    variable's sort: a box as BOXES of one, a seat as SEATS of one, a part of PARTS as that GROUP. `of others`-like seats are refused.
    """

    variable: str
    seat: Expr | None
    group: Expr
    may_pass: bool
    span: Span | None = no_span()


@frozen
class Perform:
    """An action of the file laid open in place: args are bound to its parameters as Locals."""

    action: str
    args: tuple[Expr, ...]
    span: Span | None = no_span()


@frozen
class Verb:
    """nothing, out, win, lose (with seats), reverse, leave."""

    name: str
    seats: Expr | None
    span: Span | None = no_span()


@frozen
class Door:
    """throw_again, end_turn, bust, enter (args: () or one GROUP: the part of the dice that is entered), or phase (target, args)."""

    name: str
    target: str | None
    args: tuple[Expr, ...]
    span: Span | None = no_span()


Effect = Add | Become | Pick | Perform | Verb | Door


@frozen
class Case:
    """One named case of a moment; mode is when, otherwise or always. Bare effects are the case named ''."""

    name: str
    mode: str
    condition: Expr | None
    effects: tuple[Effect, ...]
    span: Span | None = no_span()


Moments = dict[str, tuple[Case, ...]]
