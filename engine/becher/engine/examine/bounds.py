"""Least and greatest value of accounts, boxes and totals, worked out from the rules."""

from collections.abc import Mapping

from attrs import frozen

from becher.dsl.model import Game, Value
from becher.engine.examine import possible as p
from becher.engine.examine.accounts import explore_accounts, stage_start
from becher.engine.examine.places import Stage
from becher.engine.examine.possible import Few, Possible
from becher.engine.examine.sheet import BoxValues, Range, box_values, total_range, written

# What boxes and variables may hold depends on each other: they are asked in turn; boxes that still grow then may hold anything.
_ROUNDS = 4


@frozen
class AccountBounds:
    """A variable: player, shared or tally; what it starts with; the range of its numbers (no bounds where it holds groups)."""

    scope: str
    start: Value
    range: Range


@frozen
class BoxBounds:
    id: str
    group: str | None
    range: Range


@frozen
class Bounds:
    """Of a game under one setting of its options. `totals` of a filled sheet, None without one."""

    accounts: dict[str, AccountBounds]
    boxes: tuple[BoxBounds, ...]
    totals: Range | None


def bounds(game: Game, options: Mapping[str, Value] | None = None) -> Bounds:
    """What the rules of a game allow, its options at their defaults unless given. Nothing that can come up lies outside."""
    return bounds_of(explored(game, options))


def explored(game: Game, options: Mapping[str, Value] | None = None) -> Stage:
    """Everything known of what variables and boxes may hold."""
    stage = Stage.of(game, options)
    explore_accounts(stage)
    for round in range(_ROUNDS if game.sheet is not None else 0):
        before = stage.boxes
        stage.boxes = _boxes(stage) if round < _ROUNDS - 1 else {}
        stage.changed()
        if stage.boxes == before:
            break
        explore_accounts(stage)
    return stage


def _boxes(stage: Stage) -> dict[str, Possible]:
    boxes = stage.game.sheet.boxes if stage.game.sheet else ()
    return {box.name: written(stage, box_values(stage, box)) for box in boxes}


def bounds_of(stage: Stage) -> Bounds:
    accounts = {
        name: AccountBounds(variable.scope, start, Range(*p.limits(stage.variables[name]), exact=False))
        for name, variable in stage.game.variables.items()
        if name != "pool"
        for start in [_value(stage, name)]
    }
    sheet = stage.game.sheet
    values: dict[str, BoxValues] = {box.name: box_values(stage, box) for box in sheet.boxes} if sheet else {}
    boxes = tuple(BoxBounds(box.name, box.group, values[box.name].range) for box in sheet.boxes) if sheet else ()
    return Bounds(accounts, boxes, total_range(stage, values))


def _value(stage: Stage, name: str) -> Value:
    found = stage_start(stage, name)
    return next(iter(found.values)) if isinstance(found, Few) else ()
