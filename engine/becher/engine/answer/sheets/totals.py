"""The final value of a sheet: a sum of what is written and of accounts, and parts that look at sums of these."""

from collections.abc import Callable, Mapping
from functools import reduce

from attrs import field, frozen

from becher.dsl.model import Arith, BoxRead, Call, Const, Expr, Local, Sort, VariableRead
from becher.engine.answer.reading.formulas import Formulas, parts_of, with_parts
from becher.engine.answer.refused import Refused
from becher.engine.answer.sheets.probe import Atom
from becher.engine.expressions import Compiler
from becher.engine.machine.rules import Rules
from becher.engine.state import State


@frozen
class Form:
    """A sum: `factors` times cells and variables, and a constant."""

    factors: tuple[tuple[Atom, int], ...] = ()
    constant: int = 0

    def __add__(self, other: "Form") -> "Form":
        found = dict(self.factors)
        for atom, factor in other.factors:
            found[atom] = found.get(atom, 0) + factor
        kept = tuple(sorted(((a, f) for a, f in found.items() if f), key=lambda item: (item[0].kind, item[0].place)))
        return Form(kept, self.constant + other.constant)

    def times(self, factor: int) -> "Form":
        return Form(tuple((a, f * factor) for a, f in self.factors), self.constant * factor)

    def change(self, changes: Mapping[Atom, int]) -> int:
        """By how much these changes move it."""
        return sum(factor * changes[atom] for atom, factor in self.factors if atom in changes)


@frozen
class Total:
    """`plain` + for each of `bent` its factor times its formula, in which Local `$n` stands for `forms[n]`."""

    plain: Form
    bent: tuple[tuple[int, Expr, int | None], ...]
    forms: tuple[Form, ...]

    def compiled(self, compiler: Compiler) -> Callable[[State, dict[str, int]], int]:
        """The sum of the bent parts on a full sheet, for given values of the forms."""
        parts = [(factor, compiler.number(expr), column) for factor, expr, column in self.bent]

        def value(s: State, values: dict[str, int]) -> int:
            found = 0
            for factor, formula, column in parts:
                found += factor * formula(s, 1, values if column is None else {**values, "$column": column})
            return found

        return value


@frozen
class _Split:
    """Takes the total of one column apart."""

    formulas: Formulas
    rules: Rules
    column: int | None
    forms: dict[Form, int] = field(factory=dict)

    def sum_of(self, expr: Expr, factor: int = 1) -> tuple[Form, list[tuple[int, Expr, int | None]]]:
        plain, bent = Form(), []
        work = [(expr, factor)]
        while work:
            part, times = work.pop()
            form = self.form(part)
            if form is not None:
                plain += form.times(times)
            elif isinstance(part, Arith) and all(sign in "+-" for sign, _ in part.rest):
                work.append((part.first, times))
                work += [(inner, times if sign == "+" else -times) for sign, inner in part.rest]
            else:
                bent.append((times, self.bent(part), self.column))
        return plain, bent

    def bent(self, part: Expr) -> Expr:
        """The formula with the sums it reads replaced by names."""
        form = self.form(part)
        if form is not None and form.factors:
            number = self.forms.setdefault(form, len(self.forms))
            return Local(f"${number}", Sort.NUMBER)
        if form is None and not list(parts_of(part)) and not self.formulas.is_fixed(part):
            raise Refused("the total reads something that is not a sum of boxes or accounts", part.span)
        return with_parts(part, self.bent)

    def form(self, part: Expr) -> Form | None:
        """The formula as a sum, if it is one."""
        if isinstance(part, Const) and isinstance(part.value, int) and part.sort is Sort.NUMBER:
            return Form((), part.value)
        if isinstance(part, BoxRead):
            return self.cells((part.box,))
        if isinstance(part, Call) and part.name == "written" and isinstance(part.args[0], Const):
            return self.cells(part.args[0].value)  # type: ignore[arg-type]
        if isinstance(part, VariableRead) and part.sort is Sort.NUMBER and self.rules.slots[part.name][0] == "player":
            return Form(((Atom("variable", self.rules.slots[part.name][1]), 1),))
        if isinstance(part, Arith) and part.sort is Sort.NUMBER:
            return self.arithmetic(part)
        return None

    def arithmetic(self, part: Arith) -> Form | None:
        forms = [self.form(part.first), *(self.form(inner) for _, inner in part.rest)]
        if any(form is None for form in forms):
            return None
        signs = [sign for sign, _ in part.rest]
        found = forms[0]
        for sign, other in zip(signs, forms[1:], strict=True):
            assert found is not None and other is not None
            if sign in "+-":
                found = found + other.times(1 if sign == "+" else -1)
            elif sign == "*" and not (found.factors and other.factors):
                found = found.times(other.constant) if not other.factors else other.times(found.constant)
            else:
                return None
        return found

    def cells(self, boxes: tuple[str, ...]) -> Form:
        compiler = self.rules.compiler
        count, columns = len(compiler.boxes), range(max(1, len(compiler.columns)))
        asked = columns if self.column is None else (self.column,)
        atoms = [Atom("cell", column * count + compiler.boxes[box]) for box in boxes for column in asked]
        return reduce(Form.__add__, (Form(((atom, 1),)) for atom in atoms), Form())


def split_total(formulas: Formulas, rules: Rules) -> Total:
    """The total of a sheet taken apart. Raises Refused where it is not of this kind."""
    sheet = formulas.game.sheet
    assert sheet is not None
    plain = Form()
    bent: list[tuple[int, Expr, int | None]] = []
    forms: dict[Form, int] = {}
    times = [formulas.laid_open(column.times) for column in sheet.columns]
    for number in range(max(1, len(times))):
        split = _Split(formulas, rules, number if times else None, forms)
        factor = times[number] if times else Const(1, Sort.NUMBER)
        if not isinstance(factor, Const) or not isinstance(factor.value, int):
            raise Refused("how often a column counts changes while the game runs", sheet.columns[number].span)
        if sheet.total is None:
            plain += split.cells(tuple(rules.compiler.boxes)).times(factor.value)
            continue
        found, more = split.sum_of(formulas.laid_open(sheet.total), factor.value)
        plain += found
        bent += more
    return Total(plain, tuple(bent), tuple(forms))
