"""From where on the value of an account or tally makes no difference any more.

A number that only grows and is only ever compared with known numbers, or added to a number of that kind, is as good as
the greatest of these once it has reached it. This is the solver's view alone: the machine keeps the true number.
"""

from collections.abc import Iterator

from attrs import define, field

from becher.dsl.model import Arith, Call, Compare, Expr, Sort, VariableRead, Within
from becher.engine.answer.ledgers.passed import passed_range
from becher.engine.answer.reading.bounds import Bounds
from becher.engine.answer.reading.changes import Changed
from becher.engine.answer.reading.formulas import Formulas, parts_of, text_of
from becher.engine.answer.reading.intervals import ANY, Guess, Interval
from becher.engine.answer.reading.linear import Term, linear
from becher.engine.answer.reading.ranges import FREE, Range
from becher.engine.answer.reading.uses import Use, uses_of_game, uses_of_phase


@define(eq=False)
class Caps:
    """Ranges of all number variables of a game, or of one `phase` by itself. `asked` are formulas a question reads besides."""

    formulas: Formulas
    asked: tuple[Expr, ...] = ()
    phase: str | None = None
    bounds: Bounds = field(init=False)
    _uses: list[Use] = field(init=False)
    _found: dict[str, Range | None] = field(factory=dict, init=False)
    _open: dict[str, Use] = field(factory=dict, init=False)

    @bounds.default
    def _find_bounds(self) -> Bounds:
        return Bounds(self.formulas)

    @_uses.default
    def _collect(self) -> list[Use]:
        rules = uses_of_game(self.formulas) if self.phase is None else uses_of_phase(self.formulas, self.phase)
        return [*rules, *(Use(self.formulas.laid_open(expr)) for expr in self.asked)]

    def range(self, name: str) -> Range:
        """What is known of a variable; FREE for one that is no number."""
        if name not in self._found:
            self._found[name] = None  # asked again on the way: no cap
            self._found[name] = self._range(name)
        return self._found[name] or FREE

    def _range(self, name: str) -> Range:
        if name not in set(self.bounds.numbers()):
            return FREE
        passed = self._passed_on(name)
        if passed is not None:
            return passed
        bounds = self.bounds.of[name]
        changes = self.bounds.changes.get(name, [])
        plain = all(change.kind == "add" or not self._reads_itself(change) for change in changes)
        guess = self.bounds.guess(self.bounds.of)
        signed = [change.amount(guess) for change in changes if change.kind == "add"]
        grows = plain and all(c.low is not None and c.low >= 0 for c in signed)
        shrinks = plain and all(c.high is not None and c.high <= 0 for c in signed)
        high = self._limit(name, guess, 1) if grows else None
        low = self._limit(name, guess, -1) if shrinks and not grows else None
        if high is not None and bounds.low is not None:
            high = max(high, bounds.low)
        found = Range(grows, shrinks, bounds, None if low is None else -low, high)
        return found if self._starts_inside(name, guess, found) else FREE

    def _passed_on(self, name: str) -> Range | None:
        out = self.formulas.game.out
        reading = [use.value for use in self._uses if name in self.formulas.reads(use.value).variables]
        if out is None or any(value != self.formulas.laid_open(out) for value in reading):
            return None
        return passed_range(self.formulas, name, self.bounds.guess({}).of(self.bounds.start(name)))

    def _reads_itself(self, change: Changed) -> bool:
        return change.kind == "pick" or change.variable in self.formulas.reads(change.value).variables

    def _starts_inside(self, name: str, guess: Guess, found: Range) -> bool:
        """Is nobody beyond the limits when it is asked who starts?"""
        keys = [key.value for key in self.formulas.game.starter if key.value is not None]
        if not any(name in self.formulas.reads(self.formulas.laid_open(key)).variables for key in keys):
            return True
        values = [guess.of(self.bounds.start(name))]
        values += [c.amount(guess) for c in self.bounds.changes.get(name, []) if c.kind == "becomes"]
        return all(
            (found.low is None or (v.low is not None and v.low >= found.low))
            and (found.high is None or (v.high is not None and v.high <= found.high))
            for v in values
        )

    def _limit(self, name: str, guess: Guess, way: int) -> int | None:
        """How far (in this direction) the variable has to be known; None where it has no end."""
        needed: list[int] = []
        for use in self._uses:
            if name in self.formulas.reads(use.value).variables:
                for limit in self._needed(name, use, guess, way):
                    if limit is None:
                        self._open[name] = use
                        return None
                    needed.append(limit)
        return max(needed, default=None)

    def why_open(self, name: str, seen: frozenset[str] = frozenset()) -> str:
        """Which formula asks how far a number has come that has no end, in the file's words."""
        use = self._open.get(name)
        if use is None or name in seen:
            return f"{name} rises and falls"
        if use.into is not None and self.range(use.into).is_open:
            return self.why_open(use.into, seen | {name})
        return f"{use.told or text_of(use.value)} asks how far {name} has come"

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
            elif isinstance(part, Call) and (beyond := _standing(name, part, guess, way)) is not None:
                work.append(beyond)
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
                        scale.times(self.bounds.of.get(other.name, ANY))
                        if other.factor > 0
                        else -(Interval(-other.factor, -other.factor).times(self.bounds.of.get(other.name, ANY)))
                    )
            slope, signed = term.factor * way, others
            sure = op in (">=", "<")
            if slope < 0:
                slope, signed, sure = -slope, -others, op in ("<=", ">")
            if signed.low is None:
                yield None
            else:
                yield -(signed.low // slope) if sure else -signed.low // slope + 1


def _standing(name: str, part: Call, guess: Guess, way: int) -> Compare | None:
    """When `min(x, n)` or `max(x, n)` no longer follows x, as x goes the way of the variable; None where it always may."""
    if part.name not in ("min", "max") or len(part.args) != 2:
        return None
    reading = [name in guess.formulas.reads(arg).variables for arg in part.args]
    if all(reading):
        return None
    moving, other = part.args if reading[0] else part.args[::-1]
    terms = linear(moving, guess)
    slope = 0 if terms is None else way * sum(term.factor for term in terms[0] if term.name == name)
    if part.name == "min":
        return Compare(">=", moving, other) if slope > 0 else None
    return Compare("<=", moving, other) if slope < 0 else None
