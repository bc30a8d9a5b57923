"""What a phase asks, and when: before a throw, after it, at its end; and what a question adds to that."""

from collections.abc import Iterable, Iterator

from attrs import field, frozen

from becher.dsl.model import Case, Const, Door, Effect, Expr, Phase, Strategy
from becher.engine.answer.reading.effects import effect_formulas, laid_effects
from becher.engine.answer.reading.formulas import Formulas

QUESTIONS = ("throws", "draw", "bust", "must_keep", "retake", "adds", "until", "full", "stop")


@frozen
class Asked:
    """What a question adds to the rules: formulas read where the phase ends, a strategy that chooses.

    `ends_there`: the question is about one phase; what would happen at its end is not asked.
    """

    at_end: tuple[Expr, ...] = ()
    strategy: Strategy | None = None
    ends_there: bool = False

    def formulas(self) -> Iterator[Expr]:
        """All formulas of the question."""
        yield from self.at_end
        if self.strategy is not None:
            yield from (value for wish in self.strategy.wishes for value in wish.values)

    def wishes(self, phase: str, question: str | None = None) -> Iterator[Expr]:
        if self.strategy is not None:
            for wish in self.strategy.wishes:
                if wish.place == phase and question in (None, wish.question):
                    yield from wish.values


@frozen
class PhaseQuestions:
    """The formulas of one phase, by when they are asked; `effects` are its moments laid open."""

    formulas: Formulas
    asked: Asked
    phase: Phase
    effects: dict[str, tuple[tuple[Case, tuple[Effect, ...]], ...]] = field(init=False)

    @effects.default
    def _lay_open(self) -> dict[str, tuple[tuple[Case, tuple[Effect, ...]], ...]]:
        return {
            name: tuple((case, laid_effects(self.formulas, case.effects)) for case in cases)
            for name, cases in self.phase.moments.items()
        }

    @property
    def params(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.phase.params)

    def question(self, *names: str) -> Iterator[Expr]:
        for name in names:
            value = getattr(self.phase, name)
            if value is not None:
                yield value

    def keep_tests(self) -> Iterator[Expr]:
        for keep in self.phase.keep or ():
            if keep.condition is not None:
                yield keep.condition

    def moment(self, *names: str) -> Iterator[Expr]:
        for name in names:
            for case, effects in self.effects.get(name, ()):
                if case.condition is not None:
                    yield case.condition
                yield from (expr for effect in effects for expr in effect_formulas(effect))

    def amounts(self) -> tuple[Expr, ...]:
        """How many dice of each kind the phase has."""
        cup = self.phase.dice or self.formulas.game.dice
        return () if cup is None else tuple(amount for amount, _ in cup.parts)

    def refilled(self) -> tuple[Expr, ...]:
        """What is asked of the dice when all lie aside and go into the cup again."""
        full = self.phase.full
        return () if isinstance(full, Const) and full.value == "end" else self.amounts()

    def at_end(self) -> Iterator[Expr]:
        """What is asked once the phase ends of itself."""
        yield from self.asked.at_end
        if self.asked.ends_there:
            return
        yield from self.moment("end")
        if self.enters():
            yield from self.sheet()

    def sheet(self) -> Iterator[Expr]:
        sheet = self.formulas.game.sheet
        if sheet is not None:
            yield from (box.value for box in sheet.boxes)
            yield from sheet.enter
            for column in sheet.columns:
                yield from column.enter or ()
            yield from self.asked.wishes("sheet")

    def enters(self) -> bool:
        return any(
            isinstance(effect, Door) and effect.name == "enter"
            for cases in self.effects.values()
            for _, effects in cases
            for effect in effects
        )

    def everything(self) -> list[Expr]:
        """All that may be asked from the first throw on."""
        return [
            *self.question(*QUESTIONS),
            *self.keep_tests(),
            *self.moment("throw", "keep", "full", *([] if self.asked.ends_there else ["bust"])),
            *self.at_end(),
            *self.asked.wishes(self.phase.name),
        ]

    def wishes(self, *questions: str) -> Iterator[Expr]:
        """How the strategy answers these questions of the phase."""
        for question in questions:
            yield from self.asked.wishes(self.phase.name, question)

    def other_wishes(self) -> list[Expr]:
        """How it answers what is neither keep nor stop."""
        wishes = () if self.asked.strategy is None else self.asked.strategy.wishes
        found = [w for w in wishes if w.place == self.phase.name and w.question not in ("keep", "stop")]
        return [value for wish in found for value in wish.values]

    def last_choice(self) -> int | None:
        """The clock at the last throw after which something is kept or stopped by choice; None where that is not known."""
        unasked = self.retakes() or (self.phase.keep is None and self.phase.must_keep is None)
        throws = None if self.phase.throws is None else self.formulas.laid_open(self.phase.throws)
        if not unasked or not isinstance(throws, Const) or not isinstance(throws.value, int):
            return None
        return 2 * (throws.value - 1)

    def reads_word(self, word: str, asked: Iterable[Expr]) -> bool:
        return any(word in self.formulas.reads(expr).words for expr in asked)

    def reads_any(self, asked: Iterable[Expr], *words: str) -> bool:
        read = list(asked)
        return any(self.reads_word(word, read) for word in words)

    def retakes(self) -> bool:
        retake = self.phase.retake
        return retake is not None and self.formulas.laid_open(retake) == Const(True, retake.sort)

    def one_kind(self) -> bool:
        cup = self.phase.dice or self.formulas.game.dice
        return cup is not None and len(cup.parts) == 1 and self.phase.draw is None
