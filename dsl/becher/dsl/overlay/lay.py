"""Laying one list of items over another, line by line: what is written again wins."""

from attrs import evolve, field, frozen

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label
from becher.dsl.overlay.keys import (
    ItemKey,
    Keyed,
    Line,
    head_of,
    key_of,
    lines_of,
    name_span_of,
    removed_keys,
    shown,
    shown_key,
)
from becher.dsl.overlay.losses import losses
from becher.dsl.suggest import nearest
from becher.dsl.syntax import Block, Item, Moment, Removed

# New names in these blocks need no `add`.
_FREE_BLOCKS = ("words", "strategy")
_MOST_SUGGESTIONS = 20


@frozen
class Place:
    """Where a list of items stands. `parent` is the game laid under, None where a game is like no other.

    `must_add`: a new name needs `add`. `known`: the keys the parent has here, those a block has by `like` included.
    `patient`: a `remove` that finds nothing stays, because the block's `like` may still bring what it removes.
    """

    parent: str | None
    path: tuple[str, ...] = ()
    must_add: bool = True
    free: bool = False
    patient: bool = False
    known: tuple[Item, ...] = ()
    elsewhere: "dict[str, str]" = field(factory=dict)

    @property
    def where(self) -> str:
        """` in turn { on end }`, or nothing at the top."""
        return f" in {self.path[-1]}" if self.path else ""

    def inside(self, item: Block | Moment, parent: Block | Moment | None, added: bool) -> "Place":
        """The place inside a block of this place."""
        head = head_of(parent if isinstance(parent, Block) else item) if isinstance(item, Block) else f"on {item.name}"
        free = self.free or (isinstance(item, Block) and item.kind in _FREE_BLOCKS)
        like = (isinstance(parent, Block) and parent.like is not None) or (
            isinstance(item, Block) and item.like is not None
        )
        return evolve(
            self,
            path=(*self.path, head),
            must_add=self.must_add and not added and not free,
            free=free,
            patient=self.patient or like,
            known=_known_inside(self.known, item),
        )


def _known_inside(known: tuple[Item, ...], item: Keyed) -> tuple[Item, ...]:
    for line in lines_of(known).lines:
        if key_of(line.item) == key_of(item) and isinstance(line.item, Block | Moment):
            return line.item.items
    return ()


@frozen
class Laid:
    """The merged items, what was found, and the names taken away."""

    items: tuple[Item, ...]
    findings: tuple[Diagnostic, ...]
    removed: frozenset[str] = frozenset()


@frozen
class _Work:
    """The state of one merge: lines by key, in order."""

    place: Place
    lines: dict[ItemKey, Line]
    known: frozenset[ItemKey]
    findings: list[Diagnostic] = field(factory=list)
    removed: set[str] = field(factory=set)
    kept: list[Removed] = field(factory=list)

    def report(self, found: Diagnostic) -> None:
        self.findings.append(found)


def lay(parent: tuple[Item, ...], child: tuple[Item, ...], place: Place) -> Laid:
    """The child's items over the parent's. Every item keeps its span, so its file stays known."""
    under, over = lines_of(parent), lines_of(child)
    known = frozenset(key_of(line.item) for line in lines_of(place.known).lines)
    work = _Work(place, {key_of(line.item): line for line in under.lines}, known)
    for removed in over.removed:
        _remove(work, removed)
    written: dict[ItemKey, Line] = {}
    for line in over.lines:
        _lay_line(work, line, written)
    items = (
        *under.head,
        *over.head,
        *(item for line in work.lines.values() for item in line.items),
        *under.removed,
        *work.kept,
    )
    return Laid(items, tuple(work.findings), frozenset(work.removed))


def _remove(work: _Work, removed: Removed) -> None:
    for key in removed_keys(removed):
        line = work.lines.get(key)
        if line is not None and _kind_fits(removed, line.item):
            del work.lines[key]
            if isinstance(key[1], str):
                work.removed.add(key[1])
            return
    if work.place.patient:
        work.kept.append(removed)
        return
    work.report(_nothing_to_remove(work, removed))


def _kind_fits(removed: Removed, item: Keyed) -> bool:
    return removed.kind is None or (isinstance(item, Block) and item.kind == removed.kind)


def _lay_line(work: _Work, line: Line, written: dict[ItemKey, Line]) -> None:
    key = key_of(line.item)
    if key in written:
        work.report(_twice(line, written[key]))
        return
    written[key] = line
    old = work.lines.get(key)
    if line.added and work.place.parent is None and not work.place.path:
        work.report(_add_without_parent(line))
    if old is None:
        _lay_new(work, key, line)
    elif line.added:
        work.report(_already_there(work, line, old))
    else:
        work.lines[key] = _lay_over(work, old, line)


def _lay_new(work: _Work, key: ItemKey, line: Line) -> None:
    place, item = work.place, line.item
    if place.must_add and not line.added and key not in work.known and _needs_add(item):
        work.report(_no_such_name(work, item))
        return
    work.lines[key] = evolve(line, item=_opened(work, item, None, line.added), added=False)


def _needs_add(item: Keyed) -> bool:
    key = key_of(item)
    return key[0] == "name" or (key[0] == "case" and key[1] != "")


def _opened(work: _Work, item: Keyed, parent: Keyed | None, added: bool) -> Keyed:
    """The item with its content laid over the parent's."""
    if not isinstance(item, Block | Moment):
        return item
    base = parent if isinstance(parent, Block | Moment) else None
    place = work.place.inside(item, base, added)
    laid = lay(base.items if base is not None else (), item.items, place)
    work.findings.extend(laid.findings)
    work.removed.update(laid.removed)
    if isinstance(item, Moment) or not isinstance(base, Block):
        return evolve(item, items=laid.items)
    return evolve(
        base,
        items=laid.items,
        params=item.params if item.params is not None else base.params,
        like=item.like or base.like,
    )


def _lay_over(work: _Work, old: Line, new: Line) -> Line:
    if _kind(old.item) != _kind(new.item):
        work.report(_other_kind(work, old, new))
        return old
    only_remarked = bool(new.notes) and old.item == new.item
    if (work.place.must_add or work.place.free) and not only_remarked:
        work.findings.extend(losses(old.item, new.item, work.place.parent or ""))
    notes = (*old.notes, *new.notes) if isinstance(new.item, Block | Moment) else new.notes
    return Line(_opened(work, new.item, old.item, False), notes)


def _kind(item: Keyed) -> str:
    if isinstance(item, Block):
        return "block"
    return type(item).__name__


# ---- what is said


def _no_such_name(work: _Work, item: Keyed) -> Diagnostic:
    place = work.place
    name = shown(item)
    many = len(work.findings) >= _MOST_SUGGESTIONS
    here = [] if many else [str(key_of(line.item)[1]) for line in (*work.lines.values(), *lines_of(place.known).lines)]
    message = f"{place.parent} has no {name}{place.where}; new names need add"
    if name in place.elsewhere:
        hint: str | None = f"{name} stands in {place.elsewhere[name]}: write it there to override it"
    else:
        near = None if many else nearest(name, here) or nearest(name, place.elsewhere)
        if near is not None:
            message += f"; did you mean {near}?"
        hint = f"add {name} ... if it is new"
    return finding("E401", message, name_span_of(item), hint)


def _nothing_to_remove(work: _Work, removed: Removed) -> Diagnostic:
    place = work.place
    target = removed.target if isinstance(removed.target, str) else shown_key(removed.target)
    name = f'example "{target}"' if removed.quoted else target
    owner = place.parent or "this game"
    message = f"{owner} has no {name}{place.where} to remove"
    here = [str(key_of(line.item)[1]) for line in work.lines.values()]
    hint = None
    if target in place.elsewhere and not removed.quoted:
        hint = f"{target} stands in {place.elsewhere[target]}: remove it there"
    elif near := nearest(target, here) or nearest(target, place.elsewhere):
        message += f"; did you mean {near}?"
    return finding("E403", message, removed.span, hint)


def _twice(line: Line, first: Line) -> Diagnostic:
    name = shown(line.item)
    return finding(
        "E202",
        f"{name} is written twice",
        name_span_of(line.item),
        "keep one of the two",
        Label(name_span_of(first.item), "first here"),
    )


def _add_without_parent(line: Line) -> Diagnostic:
    name = shown(line.item)
    message = f"add {name}: only a variant adds, and this game is like no other"
    return finding("E405", message, name_span_of(line.item), "leave out the word add")


def _already_there(work: _Work, line: Line, old: Line) -> Diagnostic:
    name = shown(line.item)
    message = f"{work.place.parent or 'this block'} has {name} already{work.place.where}: add is for new names"
    hint = "leave out the word add to override it, or take another name"
    return finding("E404", message, name_span_of(line.item), hint, Label(name_span_of(old.item), "it stands here"))


def _other_kind(work: _Work, old: Line, new: Line) -> Diagnostic:
    name = shown(new.item)
    message = f"{name} is something else in {work.place.parent or 'this game'}: what is written again keeps its kind"
    hint = f"remove {name} and add {name} if it shall change its kind"
    return finding("E406", message, name_span_of(new.item), hint, Label(name_span_of(old.item), "it stands here"))
