"""What was found by looking at the rules: what is remembered, merged, capped. A line each, for `--explain`."""

from collections.abc import Iterable, Iterator

from becher.engine.answer.phases import PhaseGame, PhaseQuestion
from becher.engine.answer.reading.caps import Caps
from becher.engine.answer.reading.formulas import text_of
from becher.engine.answer.results import Results
from becher.engine.answer.sheets.probe import Atom
from becher.engine.answer.turns.plan import PhasePlan
from becher.engine.answer.whole import LedgerTables, SheetTables


def phase_notes(asked: PhaseQuestion, found: PhaseGame) -> Iterator[str]:
    """Notes on one phase."""
    yield f"a bust counts 0, and so does leaving {asked.phase} before its end"
    if found.turns is not None:
        yield "the pool is a reward: nothing else reads it, so it is not remembered, and each throw is solved by itself"
    yield from _plan_notes([found.explorer.plans[asked.phase]], found.explorer.caps)
    yield f"{_counted(found.positions, 'position')} of the dice came down to {_knots(found.tables.graph.nodes)}"


def ledger_notes(made: LedgerTables, ends: Results | None) -> Iterator[str]:
    """Notes on a game whose ledgers were explored."""
    found, game = made.found, made.game
    matters = found.ledger.matters
    yield from _plan_notes(found.explorer.plans.values(), found.explorer.caps)
    names = sorted(found.ledger.rules.slots)
    for name in names:
        known = found.explorer.caps.range(name)
        if known.high is not None and name != "pool":
            yield f"{name} is not told apart above {known.high}"
        if known.low is not None:
            yield f"{name} is not told apart below {known.low}"
    for name, unit in found.leads.accounts.units().items():
        if unit > 1:
            yield f"{name} is counted in units of {unit}: nothing between them is reached"
    if not matters.direction and "reverse" in repr(found.ledger.rules.game.phases):
        yield "two seats cannot tell the direction: it is left out"
    if found.first.count == 2 and not matters.absolute:
        yield "no rule names a seat: states are those of the seat to move"
    if not matters.rounds:
        yield "no rule asks for rounds or leaders: who had a turn is left out"
    if len(found.lying) > 1:
        yield f"{len(found.lying) - 1} throws may be left lying: entries of the turn, not states"
    yield f"turns are of {_counted(len(found.roots), 'kind')}: {_knots(game.graph.nodes)}, {_counted(game.graph.leaves, 'way')} to end"
    if len(game.graph.cuts):
        yield f"{_counted(len(game.graph.cuts), 'loop')} within a turn cut open and solved as a state"
    if ends is not None:
        yield f"a game takes {ends.turns:.1f} turns on average"
    if ends is not None and ends.endless:
        yield f"with the chance {ends.endless:.3g} the game never ends"


def sheet_notes(made: SheetTables) -> Iterator[str]:
    """Notes on a game on sheets."""
    maker, tables, game = made.maker, made.tables, made.game
    yield from _plan_notes(maker.explorer.plans.values(), maker.explorer.caps)
    yield f"turns are of {_counted(len(game.roots), 'kind')}: {_knots(game.graph.nodes)}, {_counted(game.graph.leaves, 'result')}"
    for atom, values in maker.flags.items():
        yield f"{_atom(made, atom)} is read during play: {len(values)} values are told apart"
    for axis in tables.axes:
        what = " + ".join(_times(factor, _atom(made, atom)) for atom, factor in axis.form.factors)
        yield f"{what} is read by the total alone: counted from {axis.low} to {axis.high}"
    alike: dict[tuple[int, int], list[str]] = {}
    for number, box in enumerate(game.boxes):
        alike.setdefault((len(box.points), box.points.shape[1]), []).append(_atom(made, Atom("cell", number)))
    for (dice, written), boxes in alike.items():
        what = f"{_counted(dice, 'case')} of the dice by {_counted(written, 'case')} of what is written already"
        yield f"{', '.join(boxes)}: {what}"


def _knots(nodes: int) -> str:
    return f"{_counted(nodes, 'throw')} and choices that differ" if nodes != 1 else "nothing to choose"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _times(factor: int, what: str) -> str:
    return what if factor == 1 else f"{factor} * {what}"


def _atom(made: SheetTables, atom: Atom) -> str:
    if atom.kind == "variable":
        rules = made.maker.first.rules
        return next(name for name, (scope, slot) in rules.slots.items() if (scope, slot) == ("player", atom.place))
    box, column = made.maker.cells[atom.place]
    return box if column is None else f"{box} in {column}"


def _plan_notes(plans: Iterable[PhasePlan], caps: Caps) -> Iterator[str]:
    for plan in plans:
        if plan.loose:
            yield f"{plan.name}: all dice lie loose, so only what they show together matters"
        elif plan.aside:
            yield f"{plan.name}: of the dice aside only {', '.join(map(text_of, plan.aside))} matters"
        else:
            yield f"{plan.name}: of the dice aside only their number matters"
        for condition in plan.ledger:
            yield f"{plan.name} is looked at once for each answer to {text_of(condition.value)}"
        for name in plan.tallies:
            high = caps.range(name).high
            if high is not None:
                yield f"{plan.name}: {name} is not told apart above {high}"
