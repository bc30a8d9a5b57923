"""A game made ready to run under one setting of its options: every formula compiled, every slot known."""

from collections.abc import Callable, Hashable
from operator import attrgetter
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from becher.dsl.diagnostics import Span
from becher.dsl.limits import LIMITS
from becher.dsl.model import Cup, Expr, Game, Keep, Key, Member, Phase, Value
from becher.dsl.model.walk import DICE_WORDS, reads
from becher.engine.actions import Action
from becher.engine.expressions import Compiler, Formula
from becher.engine.expressions.compiler import Quantity, Question
from becher.engine.faults import LimitReached, RuleFault
from becher.engine.machine.effects import CaseRules, compile_cases
from becher.engine.state import NO_LOCALS, Dice, Locals, Numbers, Side, State, Token

if TYPE_CHECKING:
    from becher.engine.machine.machine import Machine

Sides = tuple[tuple[Token, int], ...]
DiceKey = Callable[[State], Hashable]


@frozen
class CupRules:
    """The dice of a cup: how many of each kind, and the sides of each kind with their multiplicities.

    `rings` are all sides of each kind, one written as often as it is on the die; `known` remembers throws found possible.
    """

    amounts: tuple[Quantity, ...]
    kinds: tuple[str, ...]
    sides: tuple[Sides, ...]
    span: Span | None = None
    rings: tuple[tuple[Token, ...], ...] = field(init=False, repr=False, eq=False)
    known: dict[tuple[Dice, Numbers], Action] = field(factory=dict, init=False, repr=False, eq=False)

    @rings.default
    def _rings(self) -> tuple[tuple[Token, ...], ...]:
        return tuple(tuple(token for token, times in sides for _ in range(times)) for sides in self.sides)

    def counts(self, s: State, me: int, loc: Locals) -> Numbers:
        """How many dice of each kind. Raises RuleFault for a negative number, LimitReached for too many."""
        found = tuple(amount(s, me, loc) for amount in self.amounts)
        if any(n < 0 for n in found):
            raise RuleFault("a negative number of dice", self.span)
        if sum(found) > LIMITS.dice:
            raise LimitReached("dice", LIMITS.dice, f"a cup of {sum(found):,} dice")
        return found


@frozen
class KeepRules:
    """One answer of keep: its kind, condition, and whether legal keeps depend on the dice of this phase alone."""

    kind: str
    condition: Question | None
    letter: str | None
    source: Keep


@frozen
class PhaseRules:
    """A phase compiled; a question not answered is None."""

    source: Phase
    cup: CupRules
    draw: Quantity | None
    throws: Quantity | None
    bust: Question | None
    must_keep: Formula | None
    retake: Question | None
    keep: tuple[KeepRules, ...] | None
    keep_key: DiceKey | None
    adds: Quantity | None
    until: Question | None
    full: Formula
    stop: Question | None
    moments: dict[str, CaseRules]


@frozen
class KeyRules:
    """One key of starter, wins or loses: value is a NUMBER (highest, lowest) or SEATS formula."""

    kind: str
    value: Formula | None
    cup: CupRules | None
    source: Key


@define
class Rules:
    """Everything the machine asks of a game. Made once for a game and its options, then only read.

    `memo` remembers legal keeps; `fired` notes which cases, boxes, phases and rows have been met, for coverage reports.
    """

    game: Game
    options: dict[str, Value]
    compiler: Compiler
    machine: "Machine"
    phases: dict[str, PhaseRules] = field(factory=dict)
    moments: dict[str, CaseRules] = field(factory=dict)
    round_moments: dict[str, CaseRules] = field(factory=dict)
    box_values: dict[str, Quantity] = field(factory=dict)
    enter: tuple[Formula, ...] = ()
    column_enter: tuple[tuple[Formula, ...] | None, ...] = ()
    total: Quantity | None = None
    out: Question | None = None
    round_out: Question | None = None
    over: Question | None = None
    round_over: Question | None = None
    starter: tuple[KeyRules, ...] = ()
    wins: tuple[KeyRules, ...] = ()
    loses: tuple[KeyRules, ...] = ()
    round_starter: tuple[KeyRules, ...] = ()
    round_wins: tuple[KeyRules, ...] = ()
    round_loses: tuple[KeyRules, ...] = ()
    match_starter: tuple[KeyRules, ...] = ()
    match_wins: tuple[KeyRules, ...] = ()
    starts: dict[str, tuple[Formula, ...]] = field(factory=dict)
    memo: dict[object, tuple[Action, ...]] = field(factory=dict)
    fired: set[str] = field(factory=set)
    _seats: dict[int, Numbers] = field(factory=dict)

    @property
    def slots(self) -> dict[str, tuple[str, int]]:
        return self.compiler.slots

    def seats(self, count: int) -> Numbers:
        if count not in self._seats:
            self._seats[count] = tuple(range(1, count + 1))
        return self._seats[count]

    def kinds(self, phase: str) -> tuple[str, ...]:
        """The kinds of dice of a phase's cup, in order."""
        return self.phases[phase].cup.kinds

    def fills(self, s: State) -> int:
        """How often each box is written."""
        return self._fills(s, 1, NO_LOCALS)

    _fills: Quantity = field(default=lambda s, me, loc: 1)

    def cell_names(self) -> list[tuple[str, str | None]]:
        """(box, column) of each cell in the order of State.cells."""
        sheet = self.game.sheet
        if sheet is None:
            return []
        columns: list[str | None] = [c.name for c in sheet.columns] or [None]
        return [(box.name, column) for column in columns for box in sheet.boxes]


def compile_rules(game: Game, options: dict[str, Value], machine: "Machine") -> Rules:
    """The rules of a game under these option values (all options given)."""
    compiler = Compiler(game, options)
    rules = Rules(game, options, compiler, machine, fired=compiler.fired)
    build = _Build(game, compiler)
    rules.phases = {name: build.phase(phase) for name, phase in game.phases.items()}
    rules.moments = {name: compile_cases(compiler, cases, f"game, on {name}") for name, cases in game.moments.items()}
    rules.round_moments = {
        name: compile_cases(compiler, cases, f"round, on {name}") for name, cases in game.round.moments.items()
    }
    rules.out, rules.over = build.maybe(game.out), build.maybe(game.over)
    rules.round_out, rules.round_over = build.maybe(game.round.out), build.maybe(game.round.over)
    rules.starter, rules.wins, rules.loses = (build.keys(k) for k in (game.starter, game.wins, game.loses))
    rules.round_starter, rules.round_wins, rules.round_loses = (
        build.keys(k) for k in (game.round.starter, game.round.wins, game.round.loses)
    )
    rules.match_starter, rules.match_wins = build.keys(game.match.starter), build.keys(game.match.wins)
    for scope in ("player", "shared", "tally"):
        variables = [v for v in game.variables.values() if v.scope == scope and v.name != "pool"]
        rules.starts[scope] = tuple(compiler.compile(v.start) for v in variables)
    if game.sheet is not None:
        build.sheet(rules)
    return rules


class _Build:
    def __init__(self, game: Game, compiler: Compiler) -> None:
        self.game = game
        self.compiler = compiler

    def maybe(self, expr: Expr | None) -> Question | None:
        return None if expr is None else self.compiler.question(expr)

    def number(self, expr: Expr | None) -> Quantity | None:
        return None if expr is None else self.compiler.number(expr)

    def cup(self, cup: Cup | None) -> CupRules:
        parts = cup.parts if cup is not None else ()
        return CupRules(
            tuple(self.compiler.number(amount) for amount, _ in parts),
            tuple(die for _, die in parts),
            tuple(self.sides(die) for _, die in parts),
            None if cup is None else cup.span,
        )

    def sides(self, name: str) -> Sides:
        """The different sides of a die in canonical order, with how often each is on it."""
        faces = self.game.dies[name].faces
        order = self.compiler.faces
        found: list[tuple[Token, int]] = []
        for face in sorted(set(faces), key=order.index):
            token: Token = Side(order.index(face), face, name) if self.compiler.mixed else face
            found.append((token, faces.count(face)))
        return tuple(found)

    def phase(self, phase: Phase) -> PhaseRules:
        compiler = self.compiler
        keep = None if phase.keep is None else tuple(self.keep(answer) for answer in phase.keep)
        return PhaseRules(
            phase,
            self.cup(phase.dice or self.game.dice),
            self.number(phase.draw),
            self.number(phase.throws),
            self.maybe(phase.bust),
            None if phase.must_keep is None else compiler.compile(phase.must_keep),
            self.maybe(phase.retake),
            keep,
            dice_key(self.game, phase, ()),
            self.number(phase.adds),
            self.maybe(phase.until),
            compiler.compile(phase.full),
            self.maybe(phase.stop),
            {name: compile_cases(compiler, cases, f"{phase.name}, on {name}") for name, cases in phase.moments.items()},
        )

    def keep(self, keep: Keep) -> KeepRules:
        return KeepRules(keep.kind, self.maybe(keep.condition), keep.letter, keep)

    def keys(self, keys: tuple[Key, ...]) -> tuple[KeyRules, ...]:
        return tuple(
            KeyRules(
                key.kind,
                None if key.value is None else self.compiler.compile(key.value),
                None if key.cup is None else self.cup(key.cup),
                key,
            )
            for key in keys
        )

    def sheet(self, rules: Rules) -> None:
        sheet = self.game.sheet
        assert sheet is not None
        compiler = self.compiler
        rules.box_values = {box.name: compiler.number(box.value) for box in sheet.boxes}
        rules.enter = tuple(compiler.compile(answer) for answer in sheet.enter)
        rules.column_enter = tuple(
            None if column.enter is None else tuple(compiler.compile(answer) for answer in column.enter)
            for column in sheet.columns
        )
        rules._fills = compiler.number(sheet.fills)
        rules.total = self.total(rules)

    def total(self, rules: Rules) -> Quantity:
        sheet = self.game.sheet
        assert sheet is not None
        count = len(sheet.boxes)
        written = None if sheet.total is None else self.compiler.number(sheet.total)
        if not sheet.columns:
            return written or (lambda s, me, loc: sum(filter(None, s.cells[me - 1])))
        times = [self.compiler.number(column.times) for column in sheet.columns]

        def of_column(s: State, me: int, loc: Locals, column: int) -> int:
            if written is not None:
                return written(s, me, {**loc, "$column": column})
            return sum(filter(None, s.cells[me - 1][column * count : (column + 1) * count]))

        return lambda s, me, loc: sum(
            of_column(s, me, loc, column) * factor(s, me, loc) for column, factor in enumerate(times)
        )


def symbol(token: Token) -> Member:
    """The face a token shows."""
    return token.face if isinstance(token, Side) else token


def dice_key(game: Game, phase: Phase, asked: tuple[Expr, ...]) -> DiceKey | None:
    """The dice of a phase as far as its legal keeps and the formulas `asked` depend on them: a key to remember answers by.

    None where they depend on anything else than dice, the number of the throw and the phase's parameters.
    """
    asked += tuple(keep.condition for keep in phase.keep or () if keep.condition is not None)
    asked += tuple(expr for expr in (phase.must_keep, phase.retake, phase.throws) if expr is not None)
    read = reads(asked, game)
    if read.variables or read.seats or read.sheet or read.words - DICE_WORDS:
        return None
    words = read.words - {"thrown", "kept"} | ({"dice"} if phase.retake is not None else set())
    zones = attrgetter("phase", "thrown", *sorted(words))
    if not phase.params:
        return zones
    return lambda s: (*zones(s), *s.args.values())
