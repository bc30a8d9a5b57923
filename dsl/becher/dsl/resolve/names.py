"""The one name space of a game: what each name its author made up stands for."""

import re
from collections.abc import Iterator

from attrs import field, frozen

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label, Span
from becher.dsl.resolve.outline import Drawer
from becher.dsl.schema import SEAT_WORDS, reserved_words
from becher.dsl.syntax import Action, Choose, Define, Expr, PointKey, Ref, When

_RESERVED = reserved_words()
_DIE = re.compile(r"d[1-9][0-9]*")
VARIABLE_PLACES = ("player", "shared", "tally")


@frozen
class Name:
    """kind: option variable formula action table phase box boxes column die face word. `home` is the block it stands in."""

    name: str
    kind: str
    span: Span
    home: str = ""
    define: Define | None = None
    action: Action | None = None
    drawer: Drawer | None = None

    @property
    def params(self) -> tuple[str, ...]:
        if self.define is not None:
            return self.define.params or ()
        if self.action is not None:
            return self.action.params
        return self.drawer.params if self.drawer is not None else ()


@frozen
class Names:
    """Every name by itself, the words of each option, and the symbols that are faces or answers."""

    names: dict[str, Name]
    option_words: dict[str, tuple[str, ...]]
    chosen: dict[str, Span]
    boxes: tuple[str, ...]
    findings: tuple[Diagnostic, ...] = field(factory=tuple)

    def get(self, name: str) -> Name | None:
        return self.names.get(name)

    def of(self, kind: str) -> list[Name]:
        return [name for name in self.names.values() if name.kind == kind]


def names_of(game: Drawer, id: str, words: dict[str, tuple[str, ...]]) -> Names:
    """Collect the names of a game. Names of the language and names defined twice are reported.

    `words` are those of options, also of options that a variant has fixed to one value.
    """
    collector = _Collector(id)
    collector.game(game)
    return Names(
        collector.names,
        {name: some for name, some in words.items() if name in collector.names},
        dict(_chosen(game)),
        tuple(n.name for n in collector.names.values() if n.kind == "box"),
        tuple(collector.findings),
    )


class _Collector:
    def __init__(self, id: str) -> None:
        self.id = id
        self.names: dict[str, Name] = {}
        self.findings: list[Diagnostic] = []

    def game(self, game: Drawer) -> None:
        self._defines(game, "")
        for action in game.actions.values():
            self.put(Name(action.name, "action", action.name_span, action=action))
        for drawer in game.drawers.values():
            self._drawer(drawer)
        for drawer in (*game.of("die"), *game.of("table")):
            self._symbols(drawer)

    def _defines(self, drawer: Drawer, home: str) -> None:
        for define in drawer.defines.values():
            kind = "option" if len(define.values) > 1 else "formula"
            self.put(Name(define.name, kind, define.name_span, home, define))

    def _drawer(self, drawer: Drawer) -> None:
        place = drawer.place
        if place in VARIABLE_PLACES:
            for define in drawer.defines.values():
                self.put(Name(define.name, "variable", define.name_span, place, define))
        elif place == "phase":
            if drawer.name not in ("turn", "opening"):
                self.put(Name(drawer.name, "phase", drawer.span, drawer=drawer))
            else:
                self.names[drawer.name] = Name(drawer.name, "phase", drawer.span, drawer=drawer)
            self._defines(drawer, drawer.name)
        elif place in ("table", "die"):
            self.put(Name(drawer.name, place, drawer.span, drawer=drawer))
        elif place == "strategy":
            self._defines(drawer, drawer.name)
        elif place == "sheet":
            self._sheet(drawer)
        elif place == "always":
            for define in drawer.defines.values():
                self._check_word(define.name, define.name_span)

    def _sheet(self, sheet: Drawer) -> None:
        for part in sheet.order.values():
            if isinstance(part, Define):
                self.put(Name(part.name, "box", part.name_span, "", part))
            elif part.place == "group":
                self.put(Name(part.name, "boxes", part.span, drawer=part))
                for define in part.defines.values():
                    self.put(Name(define.name, "box", define.name_span, part.name, define))
        for column in sheet.of("column"):
            self.put(Name(column.name, "column", column.span, drawer=column))

    def _symbols(self, drawer: Drawer) -> None:
        """Faces of dice and answers of tables that are words."""
        faces = drawer.settings.get("faces")
        for value in faces.values if faces is not None else ():
            if isinstance(value, Ref) and value.args is None:
                if drawer.place == "die":
                    self._check_word(value.name, value.span)
                self._symbol(value, "face")
        for row in drawer.rows:
            for answer in _answers(row.value):
                self._symbol(answer, "word")
        for row in drawer.rows:
            for point in row.key if isinstance(row.key, tuple) else ():
                if isinstance(point, PointKey) and isinstance(point.first, str):
                    self._symbol(Ref(point.first, None, point.span), "word")

    def _symbol(self, ref: Ref, kind: str) -> None:
        if len(ref.name) == 1 or ref.name in _RESERVED:
            return
        before = self.names.setdefault(ref.name, Name(ref.name, kind, ref.span))
        if kind == "face" and before.kind not in ("face", "word"):
            self._two_things(ref.name, ref.span, before)

    def put(self, name: Name) -> None:
        self._check_word(name.name, name.span)
        before = self.names.get(name.name)
        if before is not None and before.span != name.span:
            self._two_things(name.name, name.span, before)
            return
        self.names[name.name] = name

    def _two_things(self, name: str, span: Span, before: Name) -> None:
        label = Label(before.span, "the other one")
        message = f"{name} is the name of two things"
        self.findings.append(finding("E202", message, span, "give one of them another name", label))

    def _check_word(self, name: str, span: Span) -> None:
        if name in _RESERVED and name != self.id:
            message = f"{name} is a word of the language and cannot name something of yours"
            self.findings.append(finding("E203", message, span, f"for instance my_{name}"))
        elif len(name) == 1:
            message = f"a name needs two letters or more: one letter, such as {name}, is for brackets and parameters"
            self.findings.append(finding("E210", message, span))
        elif _DIE.fullmatch(name):
            message = f"{name} means a die with {name[1:]} faces and cannot name something else"
            self.findings.append(finding("E203", message, span))


def _answers(value: Expr) -> Iterator[Ref]:
    """Plain words a table answers with, through `when` and `else`."""
    if isinstance(value, When):
        yield from _answers(value.value)
        if value.other is not None:
            yield from _answers(value.other)
    elif isinstance(value, Ref) and value.args is None and value.name not in SEAT_WORDS:
        yield value


def _chosen(game: Drawer) -> Iterator[tuple[str, Span]]:
    """Every variable some `choose` chooses, with the first place."""
    seen: set[str] = set()
    for effect in _effects(game):
        if isinstance(effect, Choose) and effect.name not in seen:
            seen.add(effect.name)
            yield effect.name, effect.name_span


def _effects(game: Drawer) -> Iterator[object]:
    for drawer in (game, *game.drawers.values()):
        for cases in drawer.moments.values():
            for case in cases:
                yield from case.effects
    for action in game.actions.values():
        yield from action.effects
