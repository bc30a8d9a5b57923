"""What makes two items the same: the key under which a variant's line finds the line it overrides."""

from attrs import evolve, frozen

from becher.dsl.diagnostics import Span
from becher.dsl.schema import BARE_BLOCKS
from becher.dsl.syntax import (
    Action,
    Added,
    Block,
    Case,
    Define,
    Example,
    Expr,
    Faces,
    HandKey,
    Item,
    Key,
    Moment,
    Note,
    OtherwiseKey,
    PointKey,
    Ref,
    Removed,
    Row,
    Setting,
)

ItemKey = tuple[object, ...]
Keyed = Setting | Define | Row | Case | Block | Action | Moment | Example


@frozen
class Line:
    """An item with the remarks that stand behind it; `added` where `add` stands before it."""

    item: Keyed
    notes: tuple[Note, ...] = ()
    added: bool = False

    @property
    def items(self) -> tuple[Item, ...]:
        return (self.item, *self.notes)


@frozen
class Lines:
    """The content of a block in order: remarks about the block itself, its lines, what it removes."""

    head: tuple[Note, ...]
    lines: tuple[Line, ...]
    removed: tuple[Removed, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        return (*self.head, *(item for line in self.lines for item in line.items), *self.removed)


def lines_of(items: tuple[Item, ...]) -> Lines:
    """Remarks go with the item before them."""
    head: list[Note] = []
    lines: list[Line] = []
    removed: list[Removed] = []
    for item in items:
        if isinstance(item, Note):
            if lines:
                lines[-1] = evolve(lines[-1], notes=(*lines[-1].notes, item))
            else:
                head.append(item)
        elif isinstance(item, Removed):
            removed.append(item)
        else:
            inner, added = (item.item, True) if isinstance(item, Added) else (item, False)
            if not isinstance(inner, Note | Removed | Added):
                lines.append(Line(inner, (), added))
    return Lines(tuple(head), tuple(lines), tuple(removed))


def key_of(item: Keyed) -> ItemKey:
    """Equal for an item and the item of the parent it overrides; names of all kinds share one name space."""
    match item:
        case Setting():
            return ("question", item.name)
        case Define() | Action():
            return ("name", item.name)
        case Case():
            return ("case", item.name or "")
        case Moment():
            return ("moment", item.name)
        case Example():
            return ("example", item.title)
        case Row():
            return ("row", row_key(item.key))
        case Block():
            return _block_key(item)


def _block_key(block: Block) -> ItemKey:
    if block.kind in ("words", "strategy"):
        return (block.kind, block.name)
    if block.kind in BARE_BLOCKS:
        return ("block", block.kind)
    return ("name", block.name or block.kind)


def removed_keys(removed: Removed) -> tuple[ItemKey, ...]:
    """The keys this `remove` may mean, the likeliest first."""
    target = removed.target
    if not isinstance(target, str):
        return (("row", row_key(target)),)
    if removed.quoted:
        return (("example", target),)
    if removed.kind in ("words", "strategy"):
        return ((removed.kind, target),)
    if removed.kind is not None:
        return (("name", target),)
    kinds = ("name", "case", "question", "moment", "block", "strategy")
    return tuple((kind, target) for kind in kinds)


def row_key(key: Key) -> object:
    """Points in any order; a bracket as a multiset, its letters up to renaming."""
    if isinstance(key, OtherwiseKey):
        return "otherwise"
    if isinstance(key, HandKey):
        return _hand_key(key)
    return tuple(sorted(((_point(point) for point in key)), key=str))


def _point(point: PointKey) -> tuple[int | str, int | str | None]:
    return (point.first, point.last)


def _hand_key(key: HandKey) -> object:
    members = key.faces.members
    letters = [m for m in members if isinstance(m, str) and len(m) == 1]
    spelt = sorted((m for m in members if not (isinstance(m, str) and len(m) == 1)), key=str)
    order = sorted(dict.fromkeys(letters), key=lambda letter: -letters.count(letter))
    counts = tuple(letters.count(letter) for letter in order)
    names = {letter: f"letter {i}" for i, letter in enumerate(order)}
    where = None if key.where is None else _renamed(key.where, names)
    return (tuple(spelt), counts, where)


def _renamed(value: object, names: dict[str, str]) -> object:
    """The formula with its letters renamed, as nested tuples."""
    if isinstance(value, Ref) and value.args is None and value.name in names:
        return names[value.name]
    if isinstance(value, Faces):
        return tuple(sorted(str(names.get(str(m), m)) for m in value.members))
    if isinstance(value, tuple):
        return tuple(_renamed(part, names) for part in value)
    fields = getattr(type(value), "__attrs_attrs__", None)
    if fields is None:
        return value
    return (type(value).__name__, *(_renamed(getattr(value, f.name), names) for f in fields if f.eq))


def letters_of(expr: Expr | None) -> frozenset[str]:
    """The one-letter members of a bracket; empty for anything else."""
    members = expr.members if isinstance(expr, Faces) else ()
    return frozenset(m for m in members if isinstance(m, str) and len(m) == 1)


def shown(item: Keyed) -> str:
    """How a message calls the item."""
    match item:
        case Example():
            return f'"{item.title}"'
        case Moment():
            return f"on {item.name}"
        case Row():
            return shown_key(item.key)
        case Case():
            return item.name or "these effects"
        case Block():
            return item.name if item.name and item.kind not in ("words", "strategy") else head_of(item)
        case _:
            return item.name


def head_of(block: Block) -> str:
    """`phase distribute`, `turn`."""
    return f"{block.kind} {block.name}" if block.name else block.kind


def shown_key(key: Key) -> str:
    """A key as it is written."""
    if isinstance(key, OtherwiseKey):
        return "otherwise"
    if isinstance(key, HandKey):
        return f"[{' '.join(map(str, key.faces.members))}]"
    return ", ".join(_shown_point(point) for point in key)


def _shown_point(point: PointKey) -> str:
    if point.last == point.first:
        return str(point.first)
    return f"{point.first}..{'many' if point.last is None else point.last}"


def name_span_of(item: Keyed) -> Span:
    """Where the item's name stands, or the whole item."""
    match item:
        case Setting() | Define() | Action() | Moment():
            return item.name_span
        case Case():
            return item.name_span if item.name else item.span
        case Block():
            return item.head_span
        case Example():
            return item.title_span
        case Row():
            return item.key[0].span if isinstance(item.key, tuple) else item.key.span
