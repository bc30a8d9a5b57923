"""A rule file as written: frozen values with spans, no meaning attached yet.

Equality ignores spans, so two files that differ only in layout have equal syntax.
"""

from attrs import field, frozen

from becher.dsl.diagnostics import Span


def _span() -> Span:
    return field(eq=False, repr=False)  # type: ignore[no-any-return]


# ---- formulas


@frozen
class Number:
    """`30`."""

    value: int
    span: Span = _span()


@frozen
class DiceOf:
    """`5d6`: count dice with faces 1..sides."""

    count: int
    sides: int
    span: Span = _span()


@frozen
class Text:
    """`"a die that does not lie flat"`: only as an answer or a label."""

    value: str
    span: Span = _span()


@frozen
class Ref:
    """A name, with arguments when it is written with brackets: `pool`, `sum(dice, 6)`."""

    name: str
    args: "tuple[Expr, ...] | None"
    span: Span = _span()


@frozen
class Of:
    """`penalty of next`: `seat` is a Ref or any expression in brackets."""

    value: "Expr"
    seat: "Expr"
    span: Span = _span()


@frozen
class Faces:
    """`[2 2 x]`: members are numbers and names (ints and strs), in the order written."""

    members: tuple[int | str, ...]
    span: Span = _span()


@frozen
class Where:
    """`group where condition`."""

    group: "Expr"
    condition: "Expr"
    span: Span = _span()


@frozen
class When:
    """`value when condition else other`; other is None where no else is written."""

    value: "Expr"
    condition: "Expr"
    other: "Expr | None"
    span: Span = _span()


@frozen
class Op:
    """One operator: or, and (n-ary, flat); not, neg (one part); = != < <= > >= in has .. (two parts)."""

    name: str
    parts: "tuple[Expr, ...]"
    span: Span = _span()


@frozen
class Chain:
    """A flat run of one level, left to right: first, then (sign, part) with signs + - or * /."""

    first: "Expr"
    rest: "tuple[tuple[str, Expr], ...]"
    span: Span = _span()


Expr = Number | DiceOf | Text | Ref | Of | Faces | Where | When | Op | Chain

# ---- effects


@frozen
class Do:
    """`nothing`, `out(me)`, `distribute(2)`; in examples also `throw([6 6])`."""

    name: str
    args: tuple[Expr, ...] | None
    span: Span = _span()


@frozen
class Change:
    """`penalty of who += n`; sign is +=, -= or becomes."""

    name: str
    seat: Expr | None
    sign: str
    value: Expr
    span: Span = _span()
    name_span: Span = _span()


@frozen
class Choose:
    """`choose named of next in open`; may_pass for `may choose`."""

    name: str
    seat: Expr | None
    group: Expr
    may_pass: bool
    span: Span = _span()
    name_span: Span = _span()


Effect = Do | Change | Choose

# ---- what stands in a block


@frozen
class Note:
    """`source "..."` or `assumed "..."`; it belongs to the item written before it, or to the block."""

    kind: str
    text: str
    span: Span = _span()


@frozen
class Setting:
    """`throws: 3`; several values are the comma answers, first choice first."""

    name: str
    values: tuple[Expr, ...]
    span: Span = _span()
    name_span: Span = _span()


@frozen
class Define:
    """`limit = 30 | 1..1000`; params is None for a plain name."""

    name: str
    params: tuple[str, ...] | None
    values: tuple[Expr, ...]
    span: Span = _span()
    name_span: Span = _span()


@frozen
class PointKey:
    """`24..28`, `5`, `78..many`, `red`: first and last, equal for a single point; last None is many."""

    first: int | str
    last: int | str | None
    span: Span = _span()


@frozen
class HandKey:
    """`[x x y]` with an optional condition on its letters."""

    faces: Faces
    where: Expr | None
    span: Span = _span()


@frozen
class OtherwiseKey:
    span: Span = _span()


Key = tuple[PointKey, ...] | HandKey | OtherwiseKey


@frozen
class Row:
    """`24..28: 2` or `[x x]: 100 + x`."""

    key: Key
    value: Expr
    span: Span = _span()


@frozen
class Case:
    """`short when pips < target { ... }`; mode is when, otherwise or always; name is None for bare effects."""

    name: str | None
    mode: str
    condition: Expr | None
    effects: tuple[Effect, ...]
    span: Span = _span()
    name_span: Span = _span()


@frozen
class Block:
    """`turn like collect { ... }`: kind is the head word, name its second word if it has one."""

    kind: str
    name: str | None
    params: tuple[str, ...] | None
    like: str | None
    items: "tuple[Item, ...]"
    span: Span = _span()
    head_span: Span = _span()


@frozen
class Action:
    """`hurt(who, n) { ... }`."""

    name: str
    params: tuple[str, ...]
    effects: tuple[Effect, ...]
    span: Span = _span()
    name_span: Span = _span()


@frozen
class Moment:
    """`on end { ... }`; items are cases, notes, added and removed cases. Bare effects form one unnamed Case."""

    name: str
    items: "tuple[Item, ...]"
    span: Span = _span()
    name_span: Span = _span()


@frozen
class Example:
    """`example "title" { ... }`."""

    title: str
    effects: tuple[Effect, ...]
    span: Span = _span()
    title_span: Span = _span()


@frozen
class Added:
    """`add item`."""

    item: "Item"
    span: Span = _span()


@frozen
class Removed:
    """`remove name`, `remove "title"`, `remove [x x y y]`, `remove words de`: kind is the block's head word or None."""

    kind: str | None
    target: str | Key
    quoted: bool
    span: Span = _span()


Item = Note | Setting | Define | Row | Case | Block | Action | Moment | Example | Added | Removed


@frozen
class GameText:
    """One `game X like Y { ... }` as written."""

    id: str
    base: str | None
    items: tuple[Item, ...]
    span: Span = _span()
    id_span: Span = _span()
    base_span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class FileText:
    """All games of one source, in order, and its comments as (span) for the formatter."""

    games: tuple[GameText, ...]
    comments: tuple[Span, ...] = field(default=(), eq=False, repr=False)
