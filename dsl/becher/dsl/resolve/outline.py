"""A merged game sorted into drawers: every line stands where the language lets it stand, or is reported."""

from attrs import field, frozen

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Span
from becher.dsl.overlay.keys import head_of, lines_of, name_span_of, shown
from becher.dsl.schema import (
    BARE_BLOCKS,
    MOMENTS,
    NAMED_BLOCKS,
    QUESTIONS,
    Question,
    questions_of,
)
from becher.dsl.suggest import did_you_mean, listed
from becher.dsl.syntax import (
    Action,
    Block,
    Case,
    Define,
    Example,
    Item,
    Moment,
    Note,
    Row,
    Setting,
)


@frozen
class Drawer:
    """The lines of one block by kind and name. `place` is the kind of block: phase, player, sheet, group, table ...

    `order` holds its definitions and blocks once more, as they stand in the file.
    """

    place: str
    name: str
    params: tuple[str, ...]
    span: Span
    settings: dict[str, Setting] = field(factory=dict)
    defines: dict[str, Define] = field(factory=dict)
    actions: dict[str, Action] = field(factory=dict)
    rows: list[Row] = field(factory=list)
    moments: dict[str, tuple[Case, ...]] = field(factory=dict)
    examples: list[Example] = field(factory=list)
    drawers: dict[str, "Drawer"] = field(factory=dict)
    order: dict[str, "Define | Drawer"] = field(factory=dict)

    def of(self, place: str) -> "tuple[Drawer, ...]":
        """The blocks of one kind, in order."""
        return tuple(drawer for drawer in self.drawers.values() if drawer.place == place)


@frozen
class Remarked:
    """A remark and the id of what it stands behind; about is empty for a remark at the top of the game."""

    note: Note
    about: str


@frozen
class Outline:
    game: Drawer
    remarks: tuple[Remarked, ...]
    findings: tuple[Diagnostic, ...]


# What may stand in each kind of block beside its questions.
_DEFINES = {"game", "phase", "player", "shared", "tally", "sheet", "group", "always", "strategy", "words"}
_BLOCKS_IN = {
    "game": (*BARE_BLOCKS, *NAMED_BLOCKS),
    "sheet": ("column", "a group of boxes"),
    "strategy": ("a phase", "sheet"),
}
_PHASES = ("turn", "opening")
_HOW_DEFINES = {
    "table": "a table holds keys and answers, such as 24..28: 2",
    "die": "a die has faces: ...",
    "column": "a column has enter: and times:",
    "round": "a round has questions and moments",
    "match": "a match has questions only",
}


def outline(items: tuple[Item, ...], span: Span) -> Outline:
    """Sort the items of a game. Lines that stand in a wrong place are left out and reported."""
    builder = _Builder()
    return Outline(
        builder.fill(Drawer("game", "", (), span), items, ""), tuple(builder.remarks), tuple(builder.findings)
    )


class _Builder:
    def __init__(self) -> None:
        self.remarks: list[Remarked] = []
        self.findings: list[Diagnostic] = []

    def fill(self, drawer: Drawer, items: tuple[Item, ...], path: str) -> Drawer:
        lines = lines_of(items)
        self.remarks.extend(Remarked(note, path) for note in lines.head)
        for line in lines.lines:
            about = self._put(drawer, line.item, path)
            self.remarks.extend(Remarked(note, about) for note in line.notes)
        return drawer

    def _put(self, drawer: Drawer, item: object, path: str) -> str:
        """Put an item into the drawer; answers its id for remarks."""
        match item:
            case Setting():
                return self._setting(drawer, item, path)
            case Define():
                return self._define(drawer, item)
            case Action():
                return self._plain(drawer, item, drawer.actions)
            case Row():
                return self._row(drawer, item, path)
            case Block():
                return self._block(drawer, item, path)
            case Moment():
                return self._moment(drawer, item, path)
            case Example():
                return self._example(drawer, item)
            case Case():
                self._misplaced(item, "a case stands at a moment: on end { ... }")
        return path

    # ---- lines

    def _setting(self, drawer: Drawer, item: Setting, path: str) -> str:
        place = "phase" if drawer.place == "phase" else drawer.place
        if drawer.place == "strategy" or item.name in questions_of(place):
            drawer.settings[item.name] = item
        else:
            self.findings.append(_unknown_question(drawer, item))
        return _joined(path, item.name)

    def _define(self, drawer: Drawer, item: Define) -> str:
        if _questions_named(item.name) and drawer.place != "words":
            self.findings.append(_question_with_equals(drawer, item))
        elif drawer.place not in _DEFINES:
            how = _HOW_DEFINES.get(drawer.place, "a name with = stands elsewhere")
            self._misplaced(item, how)
        else:
            drawer.defines[item.name] = drawer.order[item.name] = item
        return item.name

    def _plain(self, drawer: Drawer, item: Action, into: dict[str, Action]) -> str:
        if drawer.place == "game":
            into[item.name] = item
        else:
            self._misplaced(item, "an action stands in the game itself, beside the blocks")
        return item.name

    def _row(self, drawer: Drawer, item: Row, path: str) -> str:
        if drawer.place == "table":
            drawer.rows.append(item)
        else:
            self._misplaced(item, "keys and answers stand in a table: table x { 1: 10 }")
        return f"{path} {shown(item)}".strip()

    def _example(self, drawer: Drawer, item: Example) -> str:
        if drawer.place == "game":
            drawer.examples.append(item)
        else:
            self._misplaced(item, "an example stands in the game itself, beside the blocks")
        return item.title

    def _moment(self, drawer: Drawer, item: Moment, path: str) -> str:
        about = _joined(path, item.name)
        known = tuple(MOMENTS.get(drawer.place, ()))
        if item.name not in known:
            self.findings.append(_unknown_moment(drawer, item, known))
            return about
        lines = lines_of(item.items)
        self.remarks.extend(Remarked(note, about) for note in lines.head)
        cases = []
        for line in lines.lines:
            if isinstance(line.item, Case):
                cases.append(line.item)
                self.remarks.extend(Remarked(note, _joined(about, line.item.name or "")) for note in line.notes)
        drawer.moments[item.name] = tuple(cases)
        return about

    # ---- blocks

    def _block(self, drawer: Drawer, item: Block, path: str) -> str:
        place = _place_of(drawer, item)
        name = item.name or item.kind
        if place is None:
            self.findings.append(_unknown_block(drawer, item))
            return name
        inner = Drawer(place, name, item.params or (), item.head_span)
        about = name if place in ("phase", "table", "die", "column", "group") else _joined(path, head_of(item))
        key = f"{item.kind} {item.name}" if item.kind in ("words", "strategy") else name
        drawer.drawers[key] = drawer.order[key] = self.fill(inner, item.items, about)
        return about

    def _misplaced(self, item: Define | Action | Row | Example | Case, hint: str) -> None:
        message = f"{shown(item)} cannot stand here"
        self.findings.append(finding("E209", message, name_span_of(item), hint))


def _joined(path: str, name: str) -> str:
    return ".".join(part for part in (path, name) if part)


def _place_of(drawer: Drawer, block: Block) -> str | None:
    """The kind of block this is, or None where it cannot stand."""
    if drawer.place == "strategy":
        return None if block.name else "strategy"
    if drawer.place == "sheet":
        if block.kind == "column" and block.name:
            return "column"
        return None if block.name or block.kind in (*BARE_BLOCKS, *NAMED_BLOCKS) else "group"
    if drawer.place != "game":
        return None
    if block.kind in _PHASES and block.name is None:
        return "phase"
    if block.kind in BARE_BLOCKS and block.name is None:
        return block.kind
    if block.kind in NAMED_BLOCKS and block.kind != "column" and block.name:
        return block.kind
    return None


def _questions_named(name: str) -> list[Question]:
    return [question for question in QUESTIONS if question.name == name]


# ---- what is said


def _home(question: Question) -> str:
    if question.where == "game":
        return "the game itself"
    return "a turn or another phase" if question.where == "phase" else f"a {question.where}"


def _head(drawer: Drawer) -> str:
    """How a message calls the block."""
    if drawer.place == "game":
        return "the game itself"
    if drawer.place in ("phase", "group"):
        return drawer.name
    return f"{drawer.place} {drawer.name}" if drawer.name != drawer.place else drawer.place


def _unknown_question(drawer: Drawer, item: Setting) -> Diagnostic:
    homes = [_home(question) for question in _questions_named(item.name)]
    if homes:
        message = f"{item.name}: is not asked in {_head(drawer)}"
        return finding("E205", message, item.name_span, f"it is a question of {listed(dict.fromkeys(homes))}")
    here = questions_of(drawer.place)
    hint = did_you_mean(item.name, here)
    if hint is None and drawer.place not in ("table", "die"):
        hint = f"a name you make up takes =: {item.name} = ..."
    message = f"{item.name}: is no question; only questions take a colon"
    return finding("E204", message, item.name_span, hint)


def _question_with_equals(drawer: Drawer, item: Define) -> Diagnostic:
    homes = [question.where for question in _questions_named(item.name)]
    hint = f"write {item.name}: ..."
    if drawer.place not in homes:
        hint += f", in {listed(dict.fromkeys(_home(q) for q in _questions_named(item.name)))}"
    return finding("E206", f"{item.name} is a question and takes a colon, not =", item.name_span, hint)


def _unknown_moment(drawer: Drawer, item: Moment, known: tuple[str, ...]) -> Diagnostic:
    if not known:
        message = f"{_head(drawer)} has no moments"
        return finding("E208", message, item.name_span, "moments stand in a phase, a round or the game itself")
    hint = did_you_mean(item.name, known) or f"its moments are {listed(known, 'and')}"
    return finding("E208", f"{_head(drawer)} has no moment {item.name}", item.name_span, hint)


def _unknown_block(drawer: Drawer, item: Block) -> Diagnostic:
    head = head_of(item)
    if drawer.place in ("game", "sheet", "strategy"):
        allowed = _BLOCKS_IN[drawer.place]
        if item.kind in NAMED_BLOCKS and not item.name:
            hint: str | None = f"it wants a name: {item.kind} x {{ ... }}"
        elif item.kind in BARE_BLOCKS and item.name:
            hint = f"{item.kind} takes no name: {item.kind} {{ ... }}"
        else:
            hint = did_you_mean(item.kind, allowed) or f"here can stand {listed(allowed)}"
        return finding("E207", f"{head} {{ ... }} cannot stand in {_head(drawer)}", item.head_span, hint)
    return finding("E207", f"{_head(drawer)} holds no blocks, so {head} cannot stand here", item.head_span, None)
