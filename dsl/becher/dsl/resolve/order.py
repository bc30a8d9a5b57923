"""Before anything is resolved: names that come back to themselves, and names laid open too deep or too wide.

Formulas, tables and actions ask for each other by name. This pass walks them without recursion, so that the passes
behind it may recurse.
"""

from collections.abc import Iterator, Mapping

import attrs
from attrs import frozen

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic
from becher.dsl.limits import LIMITS
from becher.dsl.resolve.names import Name, Names
from becher.dsl.syntax import Chain, Do, Of, Op, Ref, Setting, When, Where

_NODES = (Ref, Of, Where, When, Op, Chain)
_VALUES = ("formula", "table", "variable")
_MOST_EFFECTS = 1_000
_MOST_PARTS = 10_000
# What the language works out by a question of the sheet.
_BY_QUESTION = {"total": "total", "open": "fills"}


@frozen
class _Asks:
    """What one name is made of: its own depth, the names it asks for, and how many effects and parts it has itself."""

    depth: int
    names: tuple[str, ...]
    effects: int
    parts: int


@frozen
class Order:
    """Names that cannot be resolved, reported already."""

    broken: frozenset[str]
    findings: tuple[Diagnostic, ...]


def order_of(names: Names, sheet: Mapping[str, Setting]) -> Order:
    """Find circles first, then what is too much. `sheet` are the questions of the sheet that are answered."""
    known = {name.name: name for name in names.names.values() if name.kind in (*_VALUES, "action", "box")}
    known |= {name: Name(name, "question", sheet[name].span) for name in _BY_QUESTION.values() if name in sheet}
    asks = {name.name: _asks(name, names, sheet) for name in known.values()}
    order, circles = _visit(asks)
    findings = [_circle(known[path[0]], path) for path in circles]
    broken = {name for path in circles for name in path}
    depth: dict[str, int] = {}
    effects: dict[str, int] = {}
    parts: dict[str, int] = {}
    for name in order:
        inner = [other for other in asks[name].names if other in depth and other not in broken]
        depth[name] = asks[name].depth + max((depth[other] for other in inner), default=0)
        effects[name] = asks[name].effects + sum(effects[other] for other in inner)
        parts[name] = asks[name].parts + sum(parts[other] for other in inner)
        found = _too_much(known[name], depth[name], effects[name], parts[name])
        if found is not None:
            findings.append(found)
            broken.add(name)
    return Order(frozenset(broken), tuple(findings))


def _asks(name: Name, names: Names, sheet: Mapping[str, Setting]) -> _Asks:
    parts: list[object] = list(sheet[name.name].values) if name.kind == "question" else []
    if name.define is not None:
        parts.extend(name.define.values)
    if name.drawer is not None and name.kind == "table":
        parts.extend(name.drawer.rows)
    if name.action is not None:
        parts.extend(name.action.effects)
    known = ("action",) if name.kind == "action" else _VALUES
    found: list[str] = []
    deepest = number = 0
    for node, depth in _walk(parts):
        deepest, number = max(deepest, depth), number + 1
        if isinstance(node, Ref | Do) and node.name not in name.params:
            other = names.get(node.name)
            if other is not None and other.kind in known:
                found.append(node.name)
            elif other is None and name.kind != "action":
                found.extend(_worked_out(node, names, sheet))
    plain = len(name.action.effects) if name.action is not None else 0
    return _Asks(deepest, tuple(found), plain, number)


def _worked_out(node: Ref | Do, names: Names, sheet: Mapping[str, Setting]) -> Iterator[str]:
    """What a word of the language asks for: worth(box) a box, or any box where it is not named; total and open their questions."""
    if node.name == "worth" and node.args:
        box = names.get(node.args[0].name) if isinstance(node.args[0], Ref) else None
        yield from [box.name] if box is not None and box.kind == "box" else names.boxes
    elif node.name in _BY_QUESTION and _BY_QUESTION[node.name] in sheet:
        yield _BY_QUESTION[node.name]


def _walk(parts: list[object]) -> Iterator[tuple[object, int]]:
    stack = [(part, 1) for part in reversed(parts)]
    while stack:
        item, depth = stack.pop()
        if isinstance(item, tuple):
            stack.extend((part, depth) for part in reversed(item))
        elif attrs.has(type(item)):
            yield item, depth
            deeper = depth + isinstance(item, _NODES)
            shape: tuple[attrs.Attribute[object], ...] = attrs.fields(type(item))  # type: ignore[arg-type]
            stack.extend((getattr(item, a.name), deeper) for a in reversed(shape) if a.eq)


def _visit(asks: dict[str, _Asks]) -> tuple[list[str], list[list[str]]]:
    """All names, those asked for before those that ask; and the circles met on the way."""
    done: dict[str, bool] = {}
    order: list[str] = []
    circles: list[list[str]] = []
    for start in asks:
        path: list[tuple[str, Iterator[str]]] = [] if start in done else [(start, iter(asks[start].names))]
        done.setdefault(start, False)
        while path:
            name, rest = path[-1]
            other = next(rest, None)
            if other is None:
                done[name] = True
                order.append(name)
                path.pop()
            elif other not in done:
                done[other] = False
                path.append((other, iter(asks[other].names)))
            elif not done[other]:
                on_path = [step for step, _ in path]
                circles.append(on_path[on_path.index(other) :])
    return order, circles


# ---- what is said


def _circle(name: Name, path: list[str]) -> Diagnostic:
    shown = " -> ".join([*path[:8], *(["..."] if len(path) > 8 else []), path[0]])
    if name.kind == "action":
        hint = "actions are laid open in place, so they may not come back to themselves"
        return finding("E220", f"{name.name} comes back to itself: {shown}", name.span, hint)
    return finding(
        "E215", f"{name.name} depends on itself: {shown}", name.span, "a formula may not come back to itself"
    )


def _too_much(name: Name, depth: int, effects: int, parts: int) -> Diagnostic | None:
    most = 2 * LIMITS.nesting
    if depth > most:
        message = f"{name.name} nests deeper than {most} when the names it asks for are laid open"
    elif effects > _MOST_EFFECTS:
        message = f"{name.name} does more than {_MOST_EFFECTS:,} things when the actions it names are laid open"
    elif parts > _MOST_PARTS:
        message = f"{name.name} has more than {_MOST_PARTS:,} parts when the names it asks for are laid open"
    else:
        return None
    return finding("E221", message, name.span)
