"""What a game's rules hold that a test should have met: phases, cases, boxes, rows of tables, values of options."""

from collections.abc import Iterator

from attrs import frozen

from becher.dsl.diagnostics import Span
from becher.dsl.model import Case, Door, Game, Option, Sort, Value
from becher.dsl.model.walk import walk
from becher.engine.expressions.rows import row_name

Moments = dict[str, tuple[Case, ...]]


@frozen
class Item:
    """One thing that can fire, by the name the engine notes it under."""

    name: str
    span: Span | None


def items(game: Game) -> tuple[Item, ...]:
    """Everything of a game that can fire, in the order of the file."""
    found = [*_phases(game), *_moments("round", game.round.moments), *_moments("game", game.moments)]
    if game.sheet is not None:
        found += [Item(f"box {box.name}", box.span) for box in game.sheet.boxes]
    for table in game.tables.values():
        found += [Item(row_name(table, row), row.span) for row in table.rows]
    for option in game.options.values():
        found += [Item(option_name(option.name, value), option.span) for value in values_of(option)]
    return tuple(found)


def unfired(game: Game, fired: set[str]) -> tuple[Item, ...]:
    """What nothing has fired."""
    return tuple(item for item in items(game) if item.name not in fired)


def _phases(game: Game) -> Iterator[Item]:
    for phase in game.phases.values():
        if is_reachable(game, phase.name):
            yield Item(f"phase {phase.name}", phase.span)
            yield from _moments(phase.name, phase.moments)


def is_reachable(game: Game, phase: str) -> bool:
    """Can this phase begin? A phase that only lends its answers to others (`turn like collect`) cannot."""
    doors = (node.target for node in walk((game.phases, game.actions, game.moments)) if isinstance(node, Door))
    return phase in ("turn", "opening") or phase in set(doors)


def _moments(home: str, moments: Moments) -> Iterator[Item]:
    for moment, cases in moments.items():
        for case in cases:
            yield Item(f"{home}, on {moment}: {case.name}", case.span)


def option_name(name: str, value: Value) -> str:
    """How a value of an option is called in reports."""
    return f"option {name} = {_text(value)}"


def _text(value: Value) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def values_of(option: Option) -> tuple[Value, ...]:
    """The values a test tries, the default first: every single value, and both ends of a range (twice the default where it is open)."""
    found: list[Value] = [option.default]
    for entry in option.allowed:
        if option.sort is Sort.NUMBER and isinstance(entry, tuple):
            low, high = entry[0], entry[1]
            found.append(low)
            found.append(high if high is not None else 2 * max(option.default, low))
        else:
            found.append(entry)  # type: ignore[arg-type]
    return tuple(dict.fromkeys(found))
