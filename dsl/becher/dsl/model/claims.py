"""What does not change behaviour: examples, properties, strategies, remarks."""

from attrs import frozen

from becher.dsl.diagnostics import Span
from becher.dsl.model.formulas import Act, Expr, no_span
from becher.dsl.model.values import Value


@frozen
class Given:
    """`given(penalty of me, 26)`: variable or box (with seats or None for me) gets a value. column for a box of one column."""

    target: str
    column: str | None
    seats: Expr | None
    value: Expr
    span: Span | None = no_span()


@frozen
class GivenOption:
    """`given(receiver, previous)`: the example is played with this option of the game set so."""

    option: str
    value: Value
    span: Span | None = no_span()


@frozen
class Lay:
    """`lay([..])`: these dice lie at the end of a turn that begins now."""

    dice: Expr
    span: Span | None = no_span()


@frozen
class PhaseDice:
    """`turn([..])`, `opening([..])`, `distribute([..])`: the phase is played so that these dice lie at its end."""

    phase: str
    dice: Expr
    span: Span | None = no_span()


@frozen
class RoundDice:
    """`round([..], [..])`: one PhaseDice of the turn for each seat in order."""

    dice: tuple[Expr, ...]
    span: Span | None = no_span()


@frozen
class Expect:
    conditions: tuple[Expr, ...]
    span: Span | None = no_span()


Step = Act | Given | GivenOption | Lay | PhaseDice | RoundDice | Expect


@frozen
class Example:
    title: str
    steps: tuple[Step, ...]
    span: Span | None = no_span()


@frozen
class Always:
    """value None is symmetric(seats)."""

    name: str
    value: Expr | None
    span: Span | None = no_span()


@frozen
class Wish:
    """One question answered by a strategy. place is a phase's name, or sheet; question a question or a variable that is chosen (or
    `chosen`). values are tried in order, the first legal one is taken; where one rates (reads `kept` or `box` of each candidate and
    answers a NUMBER or YESNO), the legal candidate rated highest is taken. `keeps` holds the answers of keep: in order."""

    place: str
    question: str
    values: tuple[Expr, ...]
    rates: bool
    span: Span | None = no_span()


@frozen
class Strategy:
    name: str
    wishes: tuple[Wish, ...]
    span: Span | None = no_span()


@frozen
class Remark:
    """`source` or `assumed`: about is the id of the item it stands behind (the game's id at the top)."""

    kind: str
    text: str
    about: str
    span: Span | None = no_span()
