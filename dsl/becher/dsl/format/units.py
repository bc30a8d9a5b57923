"""The items of a block as the formatter sees them: text to lay out, a body in braces, where they stood."""

from collections.abc import Iterable, Iterator

from attrs import frozen

from becher.dsl.diagnostics import Span
from becher.dsl.layout import BREAK, Doc, Piece, row, separated
from becher.dsl.show import change_docs, effect_doc, formula_doc, key_doc
from becher.dsl.syntax import (
    Action,
    Added,
    Block,
    Case,
    Change,
    Define,
    Effect,
    Example,
    Expr,
    GameText,
    Item,
    Moment,
    Note,
    Removed,
    Row,
    Setting,
)


@frozen
class Unit:
    """One item. `left` and `right` may be aligned with those of other lines of the same `group`."""

    span: Span
    left: Doc
    right: Doc = ""
    group: str = ""
    body: "tuple[Unit, ...] | None" = None
    # A note belongs to the unit before it and hangs below it.
    hangs: bool = False

    @property
    def head(self) -> Doc:
        return row(self.left, " ", self.right) if self.left and self.right else row(self.left, self.right)


# When the lines of a phase come into play; lines not named here come first, as they stood.
_PHASE_ORDER = (
    "together", "dice", "draw", "inherit", "throws", "on start", "on throw", "bust", "must_keep", "retake", "keep",
    "adds", "on keep", "until", "on full", "full", "stop", "on end", "on bust",
)  # fmt: skip
_PHASES = ("turn", "opening", "phase")
_OTHER_BLOCKS = (
    "player", "shared", "tally", "sheet", "column", "table", "die", "round", "match", "always", "strategy", "words",
)  # fmt: skip


def game_unit(game: GameText) -> Unit:
    head = f"game {game.id}" if game.base is None else f"game {game.id} like {game.base}"
    return Unit(game.span, head, body=units(game.items))


def units(items: Iterable[Item]) -> tuple[Unit, ...]:
    """The items in order; a note hangs on the item before it, if there is one."""
    found: list[Unit] = []
    after_item = False
    for item in items:
        if isinstance(item, Note):
            found.append(Unit(item.span, f'{item.kind} "{item.text}"', hangs=after_item))
        else:
            found += _units_of(item)
            after_item = True
    return tuple(found)


def _units_of(item: Item) -> Iterator[Unit]:
    match item:
        case Case(name=None):
            yield from map(_effect, item.effects)
        case Added():
            yield _added(item)
        case _:
            yield _unit(item)


def _added(item: Added) -> Unit:
    (inner,) = _units_of(item.item)
    return Unit(item.span, row("add ", inner.left), inner.right, inner.group, inner.body)


def _unit(item: Item) -> Unit:
    match item:
        case Setting(name, values):
            return Unit(item.span, f"{name}:", _values(values, ","), "setting")
        case Define(name, params, values):
            left = row(name, _params(params))
            return Unit(item.span, left, row("= ", _values(values, " |")), "define")
        case Row(key, value):
            return Unit(item.span, row(key_doc(key), ":"), formula_doc(value), "row")
        case Case():
            return Unit(item.span, item.name or "", _condition(item), _case_group(item), _effects(item.effects))
        case Block():
            return Unit(item.span, _block_head(item), body=_block_body(item))
        case Action(name, params, effects):
            return Unit(item.span, row(name, _params(params)), body=_effects(effects))
        case Moment(name, items):
            return Unit(item.span, f"on {name}", body=units(items))
        case Example(title, effects):
            return Unit(item.span, f'example "{title}"', body=_effects(effects))
        case Removed():
            return Unit(item.span, row("remove ", _target(item)))
    raise AssertionError(item)


def _values(values: tuple[Expr, ...], sign: str) -> Doc:
    return separated(map(formula_doc, values), sign)


def _params(params: tuple[str, ...] | None) -> Doc:
    return "" if params is None else row("(", separated(params, ",", fill=True), ")")


def _condition(case: Case) -> Doc:
    if case.condition is not None:
        return row("when ", formula_doc(case.condition))
    return "otherwise" if case.mode == "otherwise" else ""


def _case_group(case: Case) -> str:
    return "" if case.mode == "always" else "case"


def _effects(effects: Iterable[Effect]) -> tuple[Unit, ...]:
    return tuple(map(_effect, effects))


def _effect(effect: Effect) -> Unit:
    if isinstance(effect, Change):
        left, right = change_docs(effect)
        return Unit(effect.span, left, right, "change")
    return Unit(effect.span, effect_doc(effect))


def _target(item: Removed) -> Doc:
    if isinstance(item.target, str):
        target = f'"{item.target}"' if item.quoted else item.target
        return target if item.kind is None else f"{item.kind} {target}"
    return key_doc(item.target)


def _block_head(block: Block) -> Doc:
    name = "" if block.name is None else f" {block.name}"
    like = "" if block.like is None else row(BREAK, f"like {block.like}")
    return Piece((block.kind, name, _params(block.params), like))


def _block_body(block: Block) -> tuple[Unit, ...]:
    chunks: list[tuple[int, list[Item]]] = []
    for item in block.items:
        if isinstance(item, Note) and chunks:
            chunks[-1][1].append(item)
        else:
            chunks.append((_rank(item), [item]))
    if _is_phase(block):
        chunks.sort(key=lambda chunk: chunk[0])
    return units(item for _, chunk in chunks for item in chunk)


def _is_phase(block: Block) -> bool:
    """A phase, or a block with another head whose questions and moments are those of a phase."""
    asked = [name for item in block.items if (name := _asked(item))]
    return block.kind in _PHASES or (
        block.kind not in _OTHER_BLOCKS and bool(asked) and all(name in _PHASE_ORDER for name in asked)
    )


def _asked(item: Item) -> str | None:
    """`keep` for a question, `on keep` for a moment."""
    match item:
        case Added(inner):
            return _asked(inner)
        case Setting(name):
            return name
        case Moment(name):
            return f"on {name}"
    return None


def _rank(item: Item) -> int:
    asked = _asked(item)
    return _PHASE_ORDER.index(asked) if asked in _PHASE_ORDER else -1
