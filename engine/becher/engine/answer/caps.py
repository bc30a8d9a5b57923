"""From where on the value of an account or tally makes no difference any more.

A number that only grows and is only ever compared with known numbers, or added to a number of that kind, is as good as
the greatest of these once it has reached it. This is the solver's view alone: the machine keeps the true number.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import count

import attrs
from attrs import define, field, frozen

from becher.dsl.model import Add, Arith, Compare, Const, Expr, Sort, VariableRead, Within
from becher.dsl.model.walk import walk
from becher.engine.answer.changes import Changed, all_cases, changed_by_its_own, changes_of, questions
from becher.engine.answer.effects import effect_formulas, laid_effects
from becher.engine.answer.formulas import Formulas, parts_of
from becher.engine.answer.intervals import ANY, Guess, Interval
from becher.engine.answer.linear import Term, linear


@frozen
class Range:
    """What is known of a number: it `starts` in an interval, only grows or only shrinks, and beyond `low`..`high` all is one."""

    grows: bool
    shrinks: bool
    bounds: Interval
    low: int | None
    high: int | None

    @property
    def is_open(self) -> bool:
        """Is there no end to it, as far as that shows?"""
        return (
            self.high is None
            and self.low is None
            and not (self.bounds.low is not None and self.bounds.high is not None)
        )

    def capped(self, value: int) -> int:
        """The value that stands for all that are as good."""
        if self.high is not None and value > self.high:
            return self.high
        return self.low if self.low is not None and value < self.low else value

    def change(self, amount: int) -> int:
        """The amount that stands for all that bring the same."""
        if self.high is not None and self.bounds.low is not None and amount > 0:
            return min(amount, self.high - self.bounds.low)
        if self.low is not None and self.bounds.high is not None and amount < 0:
            return max(amount, self.low - self.bounds.high)
        return amount


_SILENT = ("span", "examples", "always", "words", "remarks", "strategies")
FREE = Range(False, False, ANY, None, None)


@frozen
class Use:
    """A formula that reads numbers: asked as such, or (`into`, `sign`) added to a variable."""

    value: Expr
    into: str | None = None
    sign: int = 1


@define(eq=False, slots=False)
class Caps:
    """Ranges of all number variables of a game. `asked` are formulas a question reads besides the rules."""

    formulas: Formulas
    asked: tuple[Expr, ...] = ()
    _uses: list[Use] = field(init=False)
    _changes: dict[str, list["Changed"]] = field(init=False)
    _found: dict[str, Range | None] = field(factory=dict, init=False)
    bounds: dict[str, Interval] = field(init=False)

    @_uses.default
    def _collect(self) -> list[Use]:
        return list(_uses_of(self.formulas, self.asked))

    @_changes.default
    def _collect_changes(self) -> dict[str, list["Changed"]]:
        found: dict[str, list[Changed]] = {}
        for change in changes_of(self.formulas):
            found.setdefault(change.variable, []).append(change)
        return found

    @bounds.default
    def _bound_all(self) -> dict[str, Interval]:
        """Each variable's interval: from where it starts as far as no change can lead beyond.

        What still moves after as many rounds as there are variables is driven on by itself: it has no bound.
        """
        names = list(self.numbers())
        free = self.guess({})
        starts = {name: free.of(self.start(name)) for name in names}
        found = dict(starts)
        for rounds in count():
            guess = self.guess(found)
            new = {name: self._kept_bounds(guess, name, starts[name], found[name]) for name in names}
            if new == found:
                break
            found = new if rounds <= len(names) else {name: _widened(found[name], new[name]) for name in names}
        return found

    def _kept_bounds(self, guess: Guess, name: str, start: Interval, now: Interval) -> Interval:
        low, high = now.low, now.high
        for changed in self._changes.get(name, ()):
            if changed.kind == "pick":
                return ANY
            change = changed.amount(guess)
            if changed.kind == "becomes":
                low = None if change.low is None or start.low is None else _least(low, change.low)
                high = None if change.high is None or start.high is None else _greatest(high, change.high)
                continue
            if change.low is None or change.low < 0:
                low = None
            if change.high is None or change.high > 0:
                high = None
        return Interval(low, high)

    def numbers(self) -> Iterator[str]:
        yield "pool"
        yield from (v.name for v in self.formulas.game.variables.values() if v.sort is Sort.NUMBER and v.name != "pool")

    def start(self, name: str) -> Expr:
        if name == "pool" and name not in self.formulas.game.variables:
            return Const(0, Sort.NUMBER)
        return self.formulas.laid_open(self.formulas.game.variables[name].start)

    def guess(self, variables: Mapping[str, Interval]) -> Guess:
        game = self.formulas.game
        numbers = [f for die in game.dies.values() for f in die.faces if isinstance(f, int)]
        symbols = any(isinstance(f, str) for die in game.dies.values() for f in die.faces)
        faces = ANY if symbols or not numbers else Interval(min(numbers), max(numbers))
        cups = [cup for cup in (game.dice, *(phase.dice for phase in game.phases.values())) if cup is not None]
        inner = Guess(self.formulas, variables, None, faces)
        dice = [sum((inner.of(self.formulas.laid_open(n)) for n, _ in cup.parts), Interval(0, 0)).high for cup in cups]
        return Guess(self.formulas, variables, None if None in dice else max((d for d in dice if d), default=0), faces)

    @cached_property
    def far(self) -> int:
        """Beyond every number that the rules compare with, as long as they do not multiply: who gets there goes on for ever."""
        game = self.formulas.game
        parts = walk([getattr(game, a.name) for a in attrs.fields(type(game)) if a.name not in _SILENT])
        numbers = [abs(part.value) for part in parts if isinstance(part, Const) and isinstance(part.value, int)]
        numbers += [abs(value) for value in self.formulas.options.values() if isinstance(value, int)]
        return 3 * max(numbers, default=0) + 1000

    # ---- ranges

    def range(self, name: str) -> Range:
        """What is known of a variable; FREE for one that is no number."""
        if name not in self._found:
            self._found[name] = None  # asked again on the way: no cap
            self._found[name] = self._range(name)
        return self._found[name] or FREE

    def _range(self, name: str) -> Range:
        if name not in set(self.numbers()):
            return FREE
        bounds = self.bounds[name]
        changes = self._changes.get(name, [])
        plain = all(change.kind == "add" or not self._reads_itself(change) for change in changes)
        guess = self.guess(self.bounds)
        signed = [change.amount(guess) for change in changes if change.kind == "add"]
        grows = plain and all(c.low is not None and c.low >= 0 for c in signed)
        shrinks = plain and all(c.high is not None and c.high <= 0 for c in signed)
        high = self._limit(name, guess, 1) if grows else None
        low = self._limit(name, guess, -1) if shrinks and not grows else None
        if high is not None and bounds.low is not None:
            high = max(high, bounds.low)
        found = Range(grows, shrinks, bounds, None if low is None else -low, high)
        return found if self._starts_inside(name, guess, found) else FREE

    def _reads_itself(self, change: Changed) -> bool:
        return change.kind == "pick" or change.variable in self.formulas.reads(change.value).variables

    def _starts_inside(self, name: str, guess: Guess, found: Range) -> bool:
        """Is nobody beyond the limits when it is asked who starts?"""
        keys = [key.value for key in self.formulas.game.starter if key.value is not None]
        if not any(name in self.formulas.reads(self.formulas.laid_open(key)).variables for key in keys):
            return True
        values = [guess.of(self.start(name))]
        values += [c.amount(guess) for c in self._changes.get(name, []) if c.kind == "becomes"]
        return all(
            (found.low is None or (v.low is not None and v.low >= found.low))
            and (found.high is None or (v.high is not None and v.high <= found.high))
            for v in values
        )

    def _limit(self, name: str, guess: Guess, way: int) -> int | None:
        """How far (in this direction) the variable has to be known; None where it has no end."""
        needed: list[int | None] = []
        for use in self._uses:
            if name in self.formulas.reads(use.value).variables:
                needed += self._needed(name, use, guess, way)
        if None in needed:
            return None
        return max((n for n in needed if n is not None), default=None)

    def _needed(self, name: str, use: Use, guess: Guess, way: int) -> Iterator[int | None]:
        if use.into is not None:
            terms = linear(use.value, guess)
            if terms is not None:
                yield self._needed_for_amount(name, use, *terms, way)
                return
        work = [use.value]
        while work:
            part = work.pop()
            if name not in self.formulas.reads(part).variables:
                continue
            if isinstance(part, Compare) and part.left.sort is Sort.NUMBER:
                terms = linear(Arith(part.left, (("-", part.right),), Sort.NUMBER), guess)
                yield from [None] if terms is None else self._thresholds(name, part.op, *terms, guess, way)
            elif isinstance(part, Within):
                low = Compare(">=", part.value, part.low)
                work += [low] if part.high is None else [low, Compare("<=", part.value, part.high)]
            elif isinstance(part, VariableRead) or not (inside := list(parts_of(part))):
                yield None
            else:
                work += inside

    def _needed_for_amount(self, name: str, use: Use, terms: list[Term], rest: Interval, way: int) -> int | None:
        """An amount beyond what its account can still take is as good as that."""
        mine = [term for term in terms if term.name == name]
        if len(mine) != 1 or len(terms) != 1 or rest.low is None or rest != Interval(rest.low, rest.low):
            return None
        target = self.range(str(use.into))
        step = mine[0].factor * use.sign * way
        if step > 0 and target.high is not None and target.bounds.low is not None:
            room = target.high - target.bounds.low - use.sign * rest.low
        elif step < 0 and target.low is not None and target.bounds.high is not None:
            room = target.bounds.high - target.low + use.sign * rest.low
        else:
            return None
        return -(-room // abs(step))

    def _thresholds(
        self, name: str, op: str, terms: list[Term], rest: Interval, guess: Guess, way: int
    ) -> Iterator[int | None]:
        """From where on `sum of terms + rest op 0` is known."""
        for term in terms:
            if term.name != name:
                continue
            others = rest
            for other in terms:
                if other is not term:
                    scale = Interval(other.factor, other.factor)
                    others += (
                        scale.times(self.bounds.get(other.name, ANY))
                        if other.factor > 0
                        else -(Interval(-other.factor, -other.factor).times(self.bounds.get(other.name, ANY)))
                    )
            slope, signed = term.factor * way, others
            sure = op in (">=", "<")
            if slope < 0:
                slope, signed, sure = -slope, -others, op in ("<=", ">")
            if signed.low is None:
                yield None
            else:
                yield -(signed.low // slope) if sure else -signed.low // slope + 1


def _widened(before: Interval, now: Interval) -> Interval:
    """`now` without the bounds that have moved."""
    return Interval(
        now.low if now.low == before.low else None,
        now.high if now.high == before.high else None,
    )


def _least(a: int | None, b: int) -> int | None:
    return None if a is None else min(a, b)


def _greatest(a: int | None, b: int) -> int | None:
    return None if a is None else max(a, b)


def _uses_of(formulas: Formulas, asked: Iterable[Expr]) -> Iterator[Use]:
    """Every formula of the rules that may read a variable, but who starts."""
    game = formulas.game
    for expr in questions(formulas):
        yield Use(formulas.laid_open(expr))
    for case in all_cases(formulas):
        if case.condition is not None:
            yield Use(formulas.laid_open(case.condition))
        for effect in laid_effects(formulas, case.effects):
            if isinstance(effect, Add):
                yield Use(effect.value, effect.variable, effect.sign)
                yield from map(Use, () if effect.seats is None else (effect.seats,))
            else:
                yield from map(Use, effect_formulas(effect))
    keys = [*game.wins, *game.loses, *game.round.starter, *game.round.wins, *game.round.loses]
    for key in keys:
        if key.value is not None and not (key in game.wins and decided_by(formulas, key.value)):
            yield Use(formulas.laid_open(key.value))
    yield from (Use(formulas.laid_open(expr)) for expr in asked)


def decided_by(formulas: Formulas, value: Expr) -> bool:
    """Is `highest(x)` known from `over: x >= n` alone? So it is where the game ends the moment a seat's own turn brings x there."""
    over = formulas.game.over
    if over is None or formulas.game.finish != "at_once":
        return False
    over = formulas.laid_open(over)
    variable = formulas.laid_open(value)
    if not isinstance(variable, VariableRead) or not isinstance(over, Compare) or over.op not in (">=", ">"):
        return False
    if over.left != variable or not isinstance(over.right, Const):
        return False
    return changed_by_its_own(formulas, variable.name)
