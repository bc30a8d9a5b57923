"""Which box a strategy writes, asked one box at a time, reading no more of the sheet than it takes (see bots/strategy.py)."""

from collections.abc import Iterator

from attrs import define, field

from becher.dsl.model import Expr, Sort, Strategy, Value, Wish
from becher.engine.answer.sheets.choices import Choices
from becher.engine.expressions import Formula
from becher.engine.expressions.convert import converter
from becher.engine.state import Locals, State

Cell = tuple[str, int | None]


@define(eq=False)
class ForcedChoice:
    """Allows only the box that the strategy chooses among those that the rules allow."""

    choices: Choices
    strategy: Strategy
    _wish: Wish | None = field(init=False)
    _rate: Formula | None = field(init=False)
    _answers: tuple[Expr, ...] = field(init=False)

    @_wish.default
    def _find_wish(self) -> Wish | None:
        return next((w for w in self.strategy.wishes if (w.place, w.question) == ("sheet", "enter")), None)

    @_rate.default
    def _find_rate(self) -> Formula | None:
        if self._wish is None or not self._wish.rates:
            return None
        value = self._wish.values[0]
        formula = self.choices.rules.compiler.compile(value)
        if value.sort in (Sort.YESNO, Sort.NUMBER):
            return formula
        return converter(value.sort, Sort.NUMBER, formula, value.span)

    @_answers.default
    def _find_answers(self) -> tuple[Expr, ...]:
        wish = self._wish
        return () if wish is None or wish.rates else tuple(map(self.choices.formulas.laid_open, wish.values))

    def allows(self, s: State, box: str, column: int | None) -> bool:
        """Is this the box that is written now?"""
        return next(self.chosen(s), None) == (box, column)

    def chosen(self, s: State) -> Iterator[Cell]:
        """The box, as the first of an iterator."""
        for answer in self._answers:
            for box in self.choices.members(answer, s, s.args):
                yield from (cell for cell in self.cells(box) if self.may(s, cell))
        cells = [cell for box in self.choices.rules.compiler.boxes for cell in self.cells(box)]
        cells.sort(key=lambda cell: cell[1] or 0)
        worth = [-int(self.rated(s, cell)) for cell in cells]  # type: ignore[arg-type]
        order = sorted(range(len(cells)), key=lambda place: worth[place])
        yield from (cells[place] for place in order if self.may(s, cells[place]))

    def cells(self, box: str) -> list[Cell]:
        columns = self.choices.rules.compiler.columns
        return [(box, place) for place in columns.values()] if columns else [(box, None)]

    def may(self, s: State, cell: Cell) -> bool:
        return self.choices.is_open(s, *cell) and self.choices.allows(s, *cell)

    def rated(self, s: State, cell: Cell) -> Value:
        box, column = cell
        loc: Locals = s.args if column is None else {**s.args, "$column": column}
        if self._rate is not None:
            return self._rate(s, s.seat, {**loc, "$box": box})
        return self.choices.rules.box_values[box](s, s.seat, loc)
