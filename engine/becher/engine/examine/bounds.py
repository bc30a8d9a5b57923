"""Least and greatest value of accounts, boxes and totals, worked out from the rules."""

from collections.abc import Mapping

from attrs import frozen

from becher.dsl.model import Game, Value
from becher.engine.examine import possible as p
from becher.engine.examine.accounts import explore_accounts, stage_start
from becher.engine.examine.places import Stage
from becher.engine.examine.possible import Few
from becher.engine.examine.sheet import BoxValues, Range, box_values, total_range


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
    for _ in range(2):
        explore_accounts(stage)
        if game.sheet is None:
            break
        stage.boxes = {box.name: box_values(stage, box).possible for box in game.sheet.boxes}
        stage.changed()
    return stage


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
