"""Least and greatest value of each box and of the total of a filled sheet."""

from collections.abc import Iterator
from itertools import product
from math import prod

from attrs import evolve, frozen

from becher.dsl.model import Box, BoxRead, Call, Const, Expr, Sort, Value
from becher.dsl.model.walk import reads, walk
from becher.engine.examine import possible as p
from becher.engine.examine.places import Stage
from becher.engine.examine.possible import Few, Possible
from becher.engine.examine.scene import Scene
from becher.engine.faults import RuleFault
from becher.engine.machine.effects import write
from becher.engine.state import State

# So many filled sheets (as far as they can differ for the total) are gone through one by one.
SHEETS = 100_000


@frozen
class Range:
    """From min to max, None where there is no bound. exact: both ends come up; else nothing beyond them does."""

    min: int | None
    max: int | None
    exact: bool

    def holds(self, value: int) -> bool:
        """Does the value lie inside?"""
        return (self.min is None or self.min <= value) and (self.max is None or value <= self.max)

    @property
    def text(self) -> str:
        if self.min is None:
            return "any number" if self.max is None else f"at most {self.max}"
        return f"{self.min}..{'many' if self.max is None else self.max}"


@frozen
class BoxValues:
    """What one box may be worth; exact: the least and the greatest of it surely come up."""

    possible: Possible
    exact: bool

    @property
    def range(self) -> Range:
        low, high = p.limits(self.possible)
        return Range(low, high, self.exact)


def box_values(stage: Stage, box: Box) -> BoxValues:
    """Everything a box may be worth over all dice, and whether the ends are sure."""
    scene = stage.phase_scene("turn", "end")
    sure: set[Value] = set()
    found: list[Possible] = []
    for one in _scenes(scene, box.value):
        value = one.ask(box.value)
        found.append(value)
        if isinstance(value, Few) and len(value.values) == 1:
            sure |= value.values
    possible = p.join(*found)
    low, high = p.limits(possible)
    lies = not stage.may_have_fewer_dice(stage.game.phases["turn"])
    return BoxValues(possible, lies and low in sure and high in sure)


def _scenes(scene: Scene, value: Expr) -> Iterator[Scene]:
    """One scene for each group of dice that may be entered, and each throw it may be entered after."""
    groups = scene.zones.get("dice")
    numbers = scene.words["throw_no"] if "throw_no" in scene.reads(value).words else None
    if groups is None or "dice" not in scene.reads(value).words:
        yield scene
        return
    for dice in groups:
        one = scene.with_dice("dice", dice)
        if isinstance(numbers, Few):
            for number in numbers.values:
                yield one.with_word("throw_no", int(number))  # type: ignore[arg-type]
        else:
            yield one


def written(stage: Stage, values: BoxValues) -> Possible:
    """What is read from a box, columns and fills counted: written any number of times, or not at all."""
    sheet = stage.game.sheet
    assert sheet is not None
    fills = p.limits(stage.phase_scene("turn", "end").ask(sheet.fills))[1]
    if fills is None:
        return p.NUMBERS
    once = p.join(p.just(0), values.possible)
    total: Possible = p.just(0)
    for _ in range(fills * max(1, len(sheet.columns))):
        total = p.added(total, once)
    return total


def total_range(stage: Stage, values: dict[str, BoxValues]) -> Range | None:
    """Least and greatest total of a sheet filled by one seat; None without a sheet."""
    sheet = stage.game.sheet
    if sheet is None:
        return None
    columns = [stage.phase_scene("turn", "end").ask(column.times) for column in sheet.columns] or [p.just(1)]
    fills = stage.phase_scene("turn", "end").ask(sheet.fills)
    one = _column_total(stage, {name: _filled(v, fills) for name, v in values.items()})
    total: Possible = p.just(0)
    for times in columns:
        total = p.added(total, p.multiplied(times, p.Between(one.min, one.max)))
    low, high = p.limits(total)
    return Range(low, high, one.exact)


def partial_range(stage: Stage, values: dict[str, BoxValues]) -> Range | None:
    """Least and greatest total of a sheet of which any boxes are written."""
    open_too = {name: BoxValues(p.join(p.just(0), v.possible), v.exact) for name, v in values.items()}
    return total_range(stage, open_too)


def _filled(values: BoxValues, fills: Possible) -> BoxValues:
    """A box written several times holds the sum."""
    possible = p.just(0)
    number = p.limits(fills)[1] or 1
    found: Possible = possible
    for _ in range(number):
        found = p.added(found, values.possible)
    return BoxValues(found, values.exact and isinstance(fills, Few) and len(fills.values) == 1)


def _column_total(stage: Stage, values: dict[str, BoxValues]) -> Range:
    sheet = stage.game.sheet
    assert sheet is not None
    exact = all(v.exact for v in values.values())
    if sheet.total is None:
        lows, highs = zip(*(p.limits(v.possible) for v in values.values()), strict=True)
        return Range(None if None in lows else sum(lows), None if None in highs else sum(highs), exact)
    return _of_classes(stage, sheet.total, values, exact) or _by_ranges(stage, sheet.total, values)


def _by_ranges(stage: Stage, total: Expr, values: dict[str, BoxValues]) -> Range:
    scene = evolve(stage.phase_scene("turn", "end"), boxes={name: v.possible for name, v in values.items()}, listed={})
    low, high = p.limits(scene.ask(total))
    return Range(low, high, False)


def _of_classes(stage: Stage, total: Expr, values: dict[str, BoxValues], exact: bool) -> Range | None:
    """Go through all sheets that can differ: boxes that the total always adds together count as one. None where these are too many."""
    classes = _classes(stage, total, list(values))
    variables = _number_variables(stage, total)
    if classes is None or variables is None:
        return None
    sums = [_sums([values[box] for box in boxes]) for boxes in classes]
    choices = [*sums, *variables.values()]
    if None in choices or prod(len(c) for c in choices if c is not None) > SHEETS:
        return None
    formula = stage.rules.compiler.number(total)
    found = set()
    for amounts in product(*[c for c in choices if c is not None]):
        state = _sheet_state(
            stage, classes, amounts[: len(classes)], dict(zip(variables, amounts[len(classes) :], strict=True))
        )
        try:
            found.add(formula(state, 1, {}))
        except (RuleFault, KeyError):
            return None
    sure = exact and all(len(values) == 1 for values in variables.values())
    return Range(min(found), max(found), sure)


def _classes(stage: Stage, total: Expr, boxes: list[str]) -> list[list[str]] | None:
    """Boxes by which sums of the total they are part of. None where the total reads the sheet otherwise."""
    reading = [total, *(f.value for f in stage.game.formulas.values())]
    parts: list[frozenset[str]] = []
    for node in walk(reading):
        if isinstance(node, BoxRead):
            parts.append(frozenset({node.box}))
        elif isinstance(node, Call) and node.name in ("written", "written_in"):
            if node.name == "written_in" or not isinstance(node.args[0], Const):
                return None
            parts.append(frozenset(node.args[0].value))  # type: ignore[arg-type]
    by_parts: dict[tuple[bool, ...], list[str]] = {}
    for box in boxes:
        by_parts.setdefault(tuple(box in part for part in parts), []).append(box)
    return [found for where, found in by_parts.items() if any(where)]


def _sums(values: list[BoxValues]) -> list[int] | None:
    """Everything these boxes may add up to."""
    sums = {0}
    for value in values:
        if not isinstance(value.possible, Few):
            return None
        sums = {a + int(b) for a in sums for b in value.possible.values}  # type: ignore[arg-type]
    return sorted(sums)


def _number_variables(stage: Stage, total: Expr) -> dict[str, list[int]] | None:
    """The variables the total reads, each with everything it may hold; None where one of them may hold too much."""
    found = {}
    for name in sorted(reads(total, stage.game).variables):
        possible = stage.variables[name]
        low, high = p.limits(possible)
        if stage.game.variables[name].sort is not Sort.NUMBER or low is None or high is None:
            return None
        found[name] = sorted(possible.values) if isinstance(possible, Few) else [low, high]
    return found  # type: ignore[return-value]


def _sheet_state(stage: Stage, classes: list[list[str]], sums: tuple[int, ...], variables: dict[str, int]) -> State:
    """A filled sheet whose boxes add up to this, each sum written in the first box of its class."""
    state = stage.state.copy()
    boxes = stage.rules.compiler.boxes
    cells: list[int | None] = [0] * len(stage.rules.cell_names())
    for names, amount in zip(classes, sums, strict=True):
        cells[boxes[names[0]]] = amount
    state.cells = (tuple(cells), *state.cells[1:])
    fills = stage.rules.fills(state)
    state.hits = ((fills,) * len(cells), *state.hits[1:])
    for name, value in variables.items():
        write(state, name, 1, value)
    return state
