"""From lark's tree to syntax. Bottom up without recursion, so no depth of a file can overflow the stack."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from becher.dsl.build_formulas import FORMULA_RULES, Build, Parts, Rule
from becher.dsl.diagnostics import Diagnostic, Source, Span
from becher.dsl.limits import LIMITS
from becher.dsl.recovery.outline import title_of_no_example
from becher.dsl.schema import questions_of, reserved_words
from becher.dsl.syntax import (
    Action,
    Added,
    Block,
    Case,
    Change,
    Choose,
    Define,
    Do,
    Effect,
    Example,
    FileText,
    GameText,
    HandKey,
    Item,
    Key,
    Moment,
    Note,
    OtherwiseKey,
    PointKey,
    Removed,
    Row,
    Setting,
    Text,
)

if TYPE_CHECKING:
    from lark import Tree

_NAME_A_PART = "give a part of it a name of its own"


def build(tree: "Tree[Any]", source: Source) -> tuple[FileText, tuple[Diagnostic, ...]]:
    """The file as syntax; empty where a formula nests deeper than the limit, so that later passes may recurse."""
    builder = Build(source)
    built: dict[int, Any] = {}
    depth: dict[int, int] = {}
    deepest = 0
    for node in tree.iter_subtrees():
        span = Span(source, node.meta.start_pos, node.meta.end_pos)
        parts = [built.get(id(child), child) for child in node.children]
        built[id(node)] = _RULES[node.data](builder, parts, span)
        if node.data in FORMULA_RULES:
            inner = max((depth.get(id(child), 0) for child in node.children), default=0)
            depth[id(node)] = inner + (node.data != "args")
            if deepest <= LIMITS.nesting < depth[id(node)]:
                builder.report("E192", f"this formula nests deeper than {LIMITS.nesting}", span, _NAME_A_PART)
            deepest = max(deepest, depth[id(node)])
    games: tuple[GameText, ...] = built[id(tree)]
    too_deep = any(finding.code == "E192" for finding in builder.findings)
    return FileText(() if too_deep else games), tuple(builder.findings)


# ---- games and what stands in a block


def _start(build: Build, parts: Parts, span: Span) -> tuple[GameText, ...]:
    return tuple(parts)


def _game(build: Build, parts: Parts, span: Span) -> GameText:
    name, base, *items = parts
    if name in reserved_words():
        message = f"a game cannot be called {name}: that is a word of the language"
        build.report("E126", message, build.span(name), f"for instance my-{name}")
    base_span = None if base is None else build.span(base)
    return GameText(str(name), None if base is None else str(base), tuple(items), span, build.span(name), base_span)


def _added(build: Build, parts: Parts, span: Span) -> Added:
    return Added(parts[0], span)


def _removed(build: Build, parts: Parts, span: Span) -> Removed:
    if len(parts) == 2:
        kind, name = parts
        return Removed(str(kind), _block_name(build, str(kind), name), False, span)
    (target,) = parts
    quoted = getattr(target, "type", None) == "STRING"
    if quoted:
        target = target[1:-1]
    return Removed(None, str(target) if isinstance(target, str) else target, quoted, span)


def _note(build: Build, parts: Parts, span: Span) -> Note:
    kind, text = parts
    return Note(str(kind), str(text)[1:-1], span)


def _setting(build: Build, parts: Parts, span: Span) -> Setting:
    name, *values = parts
    return Setting(str(name), build.exprs(values), span, build.span(name))


def _define(build: Build, parts: Parts, span: Span) -> Define:
    name, params, *values = parts
    return Define(str(name), params, build.exprs(values), span, build.span(name))


def _params(build: Build, parts: Parts, span: Span) -> tuple[str, ...]:
    return tuple(map(str, parts))


def _head(build: Build, parts: Parts, span: Span) -> Parts:
    return parts


def _block(build: Build, parts: Parts, span: Span) -> Block:
    kind, head, like, *items = parts
    name, params = (*(head or ()), None, None)[:2]
    last = like if like is not None else name if name is not None else kind
    head_span = build.span(kind).to(build.span(last))
    if name is not None:
        name = _block_name(build, str(kind), name)
    if kind == "table":
        items = [_as_row(item) for item in items]
    elif kind == "words":
        _check_labels(build, items)
    return Block(str(kind), name, params, None if like is None else str(like), tuple(items), span, head_span)


def _block_name(build: Build, kind: str, name: Any) -> str:
    """The second word of a block's head; of words, a language tag in its usual spelling: pt_BR is pt-BR."""
    if kind == "words":
        first, *rest = re.split("[_-]", name)
        return "-".join([first, *(part.upper() if len(part) == 2 else part for part in rest)])
    if name.type == "LANGUAGE":
        hint = f"names have small letters and _ : {name.replace('-', '_').lower()}"
        build.report("E128", f"{name} is not a name; only words takes a language tag", build.span(name), hint)
    return str(name)


def _check_labels(build: Build, items: Iterable[Item]) -> None:
    for item in items:
        label = item.item if isinstance(item, Added) else item
        for text in label.values if isinstance(label, Define) else ():
            if isinstance(text, Text) and len(text.value) > LIMITS.label_length:
                message = f"this label has {len(text.value)} characters; {LIMITS.label_length} are the most"
                build.report("E194", message, text.span)


def _as_row(item: Item) -> Item:
    """In a table `red: 3` is a row unless it answers one of a table's questions; so are added and removed ones."""
    match item:
        case Added(Setting() as inner):
            return Added(_as_row(inner), item.span)
        case Setting(name, (value,)) if name not in questions_of("table") and not isinstance(value, Text):
            return Row((PointKey(name, name, item.name_span),), value, item.span)
        case Removed(None, str(name), False) if name not in questions_of("table"):
            return Removed(None, (PointKey(name, name, item.span),), False, item.span)
    return item


def _action(build: Build, parts: Parts, span: Span) -> Action:
    name, params, *effects = parts
    return Action(str(name), params, tuple(effects), span, build.span(name))


def _example(build: Build, parts: Parts, span: Span) -> Example:
    word, title, *effects = parts
    if word != "example":
        build.findings.append(title_of_no_example(str(word), str(title), build.span(title)))
    return Example(str(title)[1:-1], tuple(effects), span, build.span(title))


# ---- rows and keys of tables


def _row(build: Build, parts: Parts, span: Span) -> Row:
    key, value = parts
    return Row(key, build.expr(value), span)


def _number(build: Build, parts: Parts, span: Span) -> PointKey:
    value = int("".join(parts))
    return PointKey(value, value, span)


def _range(build: Build, parts: Parts, span: Span) -> PointKey:
    first, last = parts
    if isinstance(last, PointKey):
        return PointKey(first.first, last.first, span)
    if last != "many":
        message = f"a range of keys ends in a number or in many, not in {last}"
        build.report("E129", message, build.span(last), f"{first.first}..many")
    return PointKey(first.first, None, span)


def _points(build: Build, parts: Parts, span: Span) -> Key:
    return tuple(p if isinstance(p, PointKey) else PointKey(str(p), str(p), build.span(p)) for p in parts)


def _hand(build: Build, parts: Parts, span: Span) -> HandKey:
    faces, condition = parts
    return HandKey(faces, None if condition is None else build.expr(condition), span)


def _otherwise(build: Build, parts: Parts, span: Span) -> OtherwiseKey:
    return OtherwiseKey(span)


# ---- what stands at a moment


def _moment(build: Build, parts: Parts, span: Span) -> Moment:
    name, *rules = parts
    return Moment(str(name), tuple(_gather(rules)), span, build.span(name))


def _gather(rules: Iterable[Item | Effect]) -> list[Item]:
    """Bare effects become one unnamed case, where the first of them stands."""
    items: list[Item] = []
    bare: list[Effect] = []
    place = 0
    for rule in rules:
        if isinstance(rule, Do | Change | Choose):
            place = place if bare else len(items)
            bare.append(rule)
        else:
            items.append(rule)
    if bare:
        span = bare[0].span.to(bare[-1].span)
        items.insert(place, Case(None, "always", None, tuple(bare), span, bare[0].span))
    return items


def _case_when(build: Build, parts: Parts, span: Span) -> Case:
    name, condition, *effects = parts
    return Case(str(name), "when", build.expr(condition), tuple(effects), span, build.span(name))


def _case_otherwise(build: Build, parts: Parts, span: Span) -> Case:
    name, _, *effects = parts
    return Case(str(name), "otherwise", None, tuple(effects), span, build.span(name))


def _case_always(build: Build, parts: Parts, span: Span) -> Case:
    name, *effects = parts
    return Case(str(name), "always", None, tuple(effects), span, build.span(name))


def _do(build: Build, parts: Parts, span: Span) -> Do:
    return Do(str(parts[0]), parts[1], span)


def _change(build: Build, parts: Parts, span: Span) -> Change:
    name, seat, sign, value = parts
    return Change(
        str(name), None if seat is None else build.expr(seat), str(sign), build.expr(value), span, build.span(name)
    )


def _choose(build: Build, parts: Parts, span: Span) -> Choose:
    may, name, seat, _, group = parts
    group = build.expr(group)
    return Choose(str(name), None if seat is None else build.expr(seat), group, may is not None, span, build.span(name))


_RULES: dict[str, Rule] = FORMULA_RULES | {
    "start": _start,
    "game": _game,
    "added": _added,
    "added_case": _added,
    "removed": _removed,
    "removed_case": _removed,
    "note": _note,
    "setting": _setting,
    "define": _define,
    "params": _params,
    "head": _head,
    "block": _block,
    "action": _action,
    "moment": _moment,
    "example": _example,
    "row": _row,
    "number": _number,
    "signed": _number,
    "range": _range,
    "points": _points,
    "signed_points": _points,
    "hand": _hand,
    "otherwise": _otherwise,
    "case_when": _case_when,
    "case_otherwise": _case_otherwise,
    "case_always": _case_always,
    "do": _do,
    "change": _change,
    "choose": _choose,
}
