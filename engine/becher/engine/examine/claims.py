"""Ranges that `always` claims, compared with what comes out of the rules."""

from collections.abc import Iterator

from attrs import frozen

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic
from becher.dsl.model import Always, Const, Expr, Game, Logic, OptionRead, StateWord, Value, Within
from becher.engine.examine.bounds import explored
from becher.engine.examine.places import Stage
from becher.engine.examine.settings import other_settings
from becher.engine.examine.sheet import Range, box_values, partial_range


@frozen
class WrongClaim:
    """A property that does not hold: the value that comes up, and under which options."""

    claim: Always
    message: str


def wrong_claims(game: Game) -> Iterator[WrongClaim]:
    """Ranges of the total that a sheet can leave. Only what surely comes up is reported."""
    for claim in game.always.values():
        for part in _ranges(claim.value):
            settings: list[dict[str, Value]] = [{}, *other_settings(game, _all_read(game, part))]
            found = next(filter(None, (_wrong(game, part, options) for options in settings)), None)
            if found is not None:
                yield WrongClaim(claim, found)


def _ranges(value: Expr | None) -> list[Within]:
    """The ranges of totals a claim is made of."""
    if isinstance(value, Logic) and value.op == "and":
        return [found for part in value.parts for found in _ranges(part)]
    if isinstance(value, Within) and value.value == StateWord("total", value.value.sort):
        return [value]
    return []


def _all_read(game: Game, part: Within) -> tuple[Expr, ...]:
    sheet = game.sheet
    if sheet is None:
        return ()
    boxes = tuple(box.value for box in sheet.boxes)
    return (part, *boxes, *([sheet.total] if sheet.total is not None else []))


def _wrong(game: Game, part: Within, options: dict[str, Value]) -> str | None:
    stage = explored(game, options)
    known = _totals(stage)
    low, high = _number(part.low, stage), _number(part.high, stage)
    if known is None or not known.exact:
        return None
    under = f" where {', '.join(f'{name} = {value}' for name, value in options.items())}" if options else ""
    if high is not None and known.max is not None and known.max > high:
        return f"the total can be {known.max}{under}, which is more than {high}"
    if low is not None and known.min is not None and known.min < low:
        return f"the total can be {known.min}{under}, which is less than {low}"
    return None


def _totals(stage: Stage) -> Range | None:
    """The totals of a sheet at any time, not only of a filled one."""
    if stage.game.sheet is None:
        return None
    return partial_range(stage, {box.name: box_values(stage, box) for box in stage.game.sheet.boxes})


def _number(expr: Expr | None, stage: Stage) -> int | None:
    """A bound that is a number or an option."""
    if isinstance(expr, Const) and isinstance(expr.value, int):
        return expr.value
    if isinstance(expr, OptionRead):
        value = stage.rules.options[expr.name]
        return value if isinstance(value, int) else None
    return None


def look(game: Game) -> tuple[Diagnostic, ...]:
    """Wrong claims as findings."""
    return tuple(
        finding(
            "E605",
            f"{wrong.claim.name} is not true: {wrong.message}",
            wrong.claim.span,
            "`becher show --json` tells the bounds; say what holds",
        )
        for wrong in wrong_claims(game)
    )
