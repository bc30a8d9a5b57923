"""Settings of the options to look at: the defaults, and each value of the options that matter on its own."""

from collections.abc import Iterator

from becher.dsl.model import Expr, FormulaCall, Game, OptionRead, TableAsk, Value
from becher.dsl.model.walk import walk
from becher.engine.testing.coverage import values_of


def options_read(exprs: object, game: Game) -> set[str]:
    """The options these formulas read, directly or through formulas and tables."""
    found: set[str] = set()
    seen: set[str] = set()
    todo: list[object] = [exprs]
    while todo:
        for node in walk(todo.pop()):
            if isinstance(node, OptionRead):
                found.add(node.name)
            elif isinstance(node, FormulaCall) and node.name not in seen:
                seen.add(node.name)
                todo.append(game.formulas[node.name].value)
            elif isinstance(node, TableAsk) and f"table {node.table}" not in seen:
                seen.add(f"table {node.table}")
                todo.append(game.tables[node.table])
    return found


def other_settings(game: Game, exprs: Expr | tuple[Expr, ...] | None) -> Iterator[dict[str, Value]]:
    """Settings in which one option that the formulas read is not at its default."""
    for name in sorted(options_read(exprs, game)):
        for value in values_of(game.options[name]):
            if value != game.options[name].default:
                yield {name: value}
