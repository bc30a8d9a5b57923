"""Cases of moments and boxes of the sheet, asked of every throw: what can never be, what is left out, what holds twice."""

from collections.abc import Iterator
from itertools import pairwise

from attrs import frozen

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label
from becher.dsl.model import Case, Compare, Expr, Game, Within
from becher.engine.examine import possible as p
from becher.engine.examine.bounds import explored
from becher.engine.examine.places import Place, Stage, holding
from becher.engine.examine.settings import other_settings
from becher.engine.examine.sheet import box_values
from becher.engine.expressions.words import faces_of
from becher.engine.state import Dice


def idle_cases(stage: Stage) -> Iterator[Diagnostic]:
    """Cases whose condition holds for no dice and no accounts, whatever the options are."""
    for place in stage.places():
        for case in place.cases:
            if case.condition is not None and not _can_hold(stage, place, case):
                message = f"{case.name} can never hold on {place.moment} of {place.owner}"
                yield finding(
                    "W620", message, case.condition.span or case.span, "change its condition, or remove the case"
                )


def _can_hold(stage: Stage, place: Place, case: Case) -> bool:
    if next(holding(stage.scene(place), case), None) is not None:
        return True
    others = other_settings(stage.game, case.condition)
    return any(next(holding(explored(stage.game, options).scene(place), case), None) is not None for options in others)


def idle_boxes(stage: Stage) -> Iterator[Diagnostic]:
    """Boxes that are worth nothing whatever the dice show and the options are."""
    for box in stage.game.sheet.boxes if stage.game.sheet else ():
        if _is_nothing(stage, box.name) and all(
            _is_nothing(explored(stage.game, options), box.name) for options in other_settings(stage.game, box.value)
        ):
            message = f"nobody can score in {box.name}: it is worth 0 with any dice"
            yield finding("W623", message, box.span, "look at its formula once more: what dice should score?")


def _is_nothing(stage: Stage, name: str) -> bool:
    assert stage.game.sheet is not None
    box = next(box for box in stage.game.sheet.boxes if box.name == name)
    return p.limits(box_values(stage, box).possible) == (0, 0)


# ---- tables of cases: several conditions about one and the same number


@frozen
class _Table:
    """The cases of a moment that compare the same formula, and for which dice each of them holds."""

    subject: Expr
    cases: tuple[Case, ...]


def tables(stage: Stage) -> Iterator[Diagnostic]:
    """Gaps and overlaps of cases that part the values of one formula among them."""
    for place in stage.places():
        table = _table(place)
        if table is not None and place.in_phase:
            yield from _judge(stage, place, table)


def _table(place: Place) -> _Table | None:
    """None where the cases do not all compare one formula, or where some case takes the rest."""
    asked = [case for case in place.cases if case.mode == "when"]
    subjects = [_subject(case.condition) for case in asked]
    if len(asked) < 2 or len(asked) < len([c for c in place.cases if c.mode != "always"]):
        return None
    first = subjects[0]
    return _Table(first, tuple(asked)) if first is not None and all(s == first for s in subjects) else None


def _subject(condition: Expr | None) -> Expr | None:
    if isinstance(condition, Compare) and condition.op not in ("in", "has", "!="):
        return condition.left
    return condition.value if isinstance(condition, Within) else None


def _judge(stage: Stage, place: Place, table: _Table) -> Iterator[Diagnostic]:
    scene = stage.scene(place)
    zone = sorted(scene.reads(table.subject).words & set(scene.zones))
    groups = scene.zones.get(zone[0]) if len(zone) == 1 else None
    if groups is None:
        return
    gap: Dice | None = None
    twice: dict[tuple[str, str], Dice] = {}
    for dice in groups:
        one = scene.with_dice(zone[0], dice)
        truths = [one.truth(case.condition) for case in table.cases]
        if gap is None and all(truth == p.NO for truth in truths):
            gap = dice
        held = [case.name for case, truth in zip(table.cases, truths, strict=True) if truth == p.YES]
        for first, second in pairwise(held):
            twice.setdefault((first, second), dice)
    names = ", ".join(case.name for case in table.cases)
    if gap is not None:
        message = f"none of {names} holds for {_shown(gap)}"
        yield finding("W621", message, table.cases[-1].span, "let a case take it, or add one that says otherwise")
    for (first, second), dice in twice.items():
        one_case, other = (next(c for c in table.cases if c.name == name) for name in (second, first))
        message = f"{first} and {second} both hold for {_shown(dice)}"
        labels = (Label(other.span, "the other case"),) if other.span else ()
        yield finding("W622", message, one_case.span, "what both of them change adds up; is that meant?", *labels)


def _shown(dice: Dice) -> str:
    return f"[{' '.join(map(str, faces_of(dice)))}]"


def look(game: Game) -> tuple[Diagnostic, ...]:
    """Everything of this module."""
    stage = explored(game)
    return (*idle_cases(stage), *idle_boxes(stage), *tables(stage))
