"""What a formula may be worth at one place of the rules, all dice and all accounts considered.

Formulas that read nothing but dice are asked of every group of dice there is, by the engine's own closures; what else they read is
known as a range. The answer never leaves out a value that can come up.
"""

from collections.abc import Mapping

from attrs import define, evolve, field

from becher.dsl.model import (
    EachSeat,
    Expr,
    Extreme,
    Filter,
    FormulaCall,
    Game,
    HandAsk,
    KeyRow,
    Letter,
    Local,
    TableAsk,
    Value,
)
from becher.dsl.model.walk import Reads, reads, walk
from becher.engine.examine import possible as p
from becher.engine.examine.possible import ANY, MAYBE, YES, Few, Possible, is_one, only, unknown
from becher.engine.examine.structure import STRUCTURE, ZONES
from becher.engine.expressions.words import SeatWanted
from becher.engine.faults import LimitReached, RuleFault
from becher.engine.machine.rules import Rules
from becher.engine.state import Dice, State

# What a formula asked out of play may run into: no answer is known then.
_NO_ANSWER = (RuleFault, LimitReached, SeatWanted, KeyError)


@define
class Scene:
    """A place of the rules: which dice may lie in each zone, what variables and boxes may hold.

    `fixed` are the words of the state whose value in `state` is the one meant. `zones` lists the groups of dice the others may hold
    (None: not known). `locals` are parameters and letters.
    """

    rules: Rules
    state: State
    zones: Mapping[str, tuple[Dice, ...] | None]
    variables: Mapping[str, Possible]
    boxes: Mapping[str, Possible]
    words: Mapping[str, Possible] = field(factory=dict)
    locals: Mapping[str, Possible] = field(factory=dict)
    fixed: frozenset[str] = frozenset()
    _reads: dict[int, tuple[Expr, Reads]] = field(factory=dict)
    _listed: dict[tuple[int, str], Possible] = field(factory=dict)

    def with_dice(self, zone: str, dice: Dice) -> "Scene":
        """The scene in which these dice lie there."""
        state = self.state.copy()
        setattr(state, zone, dice)
        return evolve(self, state=state, fixed=self.fixed | {zone}, listed={})

    def with_word(self, word: str, value: int) -> "Scene":
        """The scene in which a word of the state, such as throw_no, has this value."""
        state = self.state.copy()
        setattr(state, word, value)
        return evolve(self, state=state, fixed=self.fixed | {word}, listed={})

    def with_locals(self, values: Mapping[str, Possible]) -> "Scene":
        """The scene with these parameters; those known for sure are the phase's own."""
        state = self.state.copy()
        merged = {**self.locals, **values}
        state.args = {name: only(value) for name, value in merged.items() if is_one(value)}
        return evolve(self, state=state, locals=merged, listed={})

    def reads(self, expr: Expr) -> Reads:
        known = self._reads.get(id(expr))
        if known is None:
            known = self._reads[id(expr)] = (expr, reads(expr, self.rules.game))
        return known[1]

    def _free(self, expr: Expr) -> frozenset[str]:
        if not self.reads(expr).locals:
            return frozenset()
        return free_locals(expr, self.rules.game)

    # ---- asking

    def ask(self, expr: Expr) -> Possible:
        """Everything this formula may be worth here."""
        found = self.exactly(expr)
        if found is None:
            work = STRUCTURE.get(type(expr))
            found = work(self, expr) if work is not None else None
        return found if found is not None else unknown(expr.sort)

    def exactly(self, expr: Expr) -> Possible | None:
        """The answer by the engine's closures, where all that is read is known or one zone is gone through."""
        read = self.reads(expr)
        loose = read.words - self.fixed
        if read.variables or read.seats or read.sheet or loose - set(ZONES) or len(loose) > 1:
            return None
        if not all(is_one(self.locals.get(name, ANY)) for name in self._free(expr)):
            return None
        if not loose:
            return self.evaluate(expr, self.state)
        (zone,) = loose
        key = (id(expr), zone)
        if key not in self._listed:
            found = self._through(expr, zone)
            if found is None:
                return None
            self._listed[key] = found
        return self._listed[key]

    def _through(self, expr: Expr, zone: str) -> Possible | None:
        groups = self.zones.get(zone)
        if groups is None:
            return None
        state = self.state.copy()
        values: set[Value] = set()
        formula = self.rules.compiler.compile(expr)
        for dice in groups:
            setattr(state, zone, dice)
            try:
                values.add(formula(state, 1, self._locals()))
            except _NO_ANSWER:
                return None
        return p.of(values)

    def _locals(self) -> dict[str, Value]:
        return {name: only(value) for name, value in self.locals.items() if is_one(value)}

    def evaluate(self, expr: Expr, state: State) -> Possible | None:
        try:
            return p.just(self.rules.compiler.compile(expr)(state, 1, self._locals()))
        except _NO_ANSWER:
            return None

    def truth(self, expr: Expr | None) -> Possible:
        """YES, NO or MAYBE; a condition that is not written holds."""
        if expr is None:
            return YES
        found = self.ask(expr)
        return found if isinstance(found, Few) and found.values <= {True, False} and found.values else MAYBE


def free_locals(expr: object, game: Game, seen: frozenset[str] = frozenset()) -> frozenset[str]:
    """The parameters and letters a formula reads but does not itself give a value."""
    found: set[str] = set()
    bound: set[str] = set()
    for node in walk(expr):
        if isinstance(node, Local):
            found.add(node.name)
        elif isinstance(node, Letter):
            bound.add(node.name)
        elif isinstance(node, Filter | Extreme | KeyRow):
            bound.add("it")
        elif isinstance(node, EachSeat):
            bound.add("$each")
        elif isinstance(node, FormulaCall) and node.name not in seen:
            formula = game.formulas[node.name]
            inner = free_locals(formula.value, game, seen | {node.name})
            found |= inner - {name for name, _ in formula.params}
        elif isinstance(node, TableAsk | HandAsk) and f"table {node.table}" not in seen:
            found |= free_locals(game.tables[node.table], game, seen | {f"table {node.table}"}) - {"it"}
    return frozenset(found - bound)
