"""Walking a model: the parts of a value, and what a formula reads."""

from collections.abc import Iterator

import attrs
from attrs import frozen

from becher.dsl.diagnostics import Span
from becher.dsl.model.formulas import (
    BoxRead,
    Call,
    Expr,
    Extreme,
    FormulaCall,
    HandAsk,
    Local,
    SeatWord,
    StateWord,
    TableAsk,
    VariableRead,
)
from becher.dsl.model.game import Game


def walk(value: object) -> Iterator[object]:
    """Every attrs value inside `value`, itself included, outermost first; tuples, lists and dicts are looked through."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, tuple | list):
            stack.extend(reversed(item))
        elif isinstance(item, dict):
            stack.extend(reversed(list(item.values())))
        elif attrs.has(type(item)) and not isinstance(item, Span):
            yield item
            shape: tuple[attrs.Attribute[object], ...] = attrs.fields(type(item))  # type: ignore[arg-type]
            stack.extend(getattr(item, a.name) for a in reversed(shape) if a.name != "span")


@frozen
class Reads:
    """What a formula depends on, formulas and tables looked through."""

    words: frozenset[str]
    variables: frozenset[str]
    locals: frozenset[str]
    seats: frozenset[str]
    sheet: bool

    @property
    def ledger(self) -> bool:
        """Does it read anything that is not the dice of this phase, a local or a constant?"""
        return bool(self.variables or self.seats or self.sheet or self.words - DICE_WORDS)


DICE_WORDS = frozenset({"thrown", "kept", "aside", "dice", "throw_no"})
_SHEET_CALLS = frozenset({"written", "written_in", "open", "open_in", "filled", "hits", "hits_in", "worth", "worth_in"})
_DICE_CALLS = {"every": {"thrown"}, "chain": {"thrown", "aside"}}


def reads(value: Expr | tuple[Expr, ...] | None, game: Game) -> Reads:
    """Everything these formulas read, directly or through formulas, tables and boxes they name."""
    words: set[str] = set()
    variables: set[str] = set()
    local: set[str] = set()
    seats: set[str] = set()
    sheet = False
    seen: set[str] = set()
    stack: list[object] = [value]
    while stack:
        for node in walk(stack.pop()):
            if isinstance(node, StateWord):
                words.add(node.name)
                if node.name == "total":
                    sheet = True
                    if game.sheet and "$total" not in seen:
                        seen.add("$total")
                        stack.append(game.sheet.total)
            elif isinstance(node, VariableRead):
                variables.add(node.name)
            elif isinstance(node, Local):
                local.add(node.name)
            elif isinstance(node, SeatWord):
                seats.add(node.name)
            elif isinstance(node, Extreme):
                seats.add(node.which)
            elif isinstance(node, BoxRead):
                sheet = True
            elif isinstance(node, Call) and node.name in _SHEET_CALLS:
                sheet = True
                if node.name.startswith("worth") and game.sheet and "$worth" not in seen:
                    seen.add("$worth")
                    stack.append([box.value for box in game.sheet.boxes])
            elif isinstance(node, Call) and node.name in _DICE_CALLS:
                words |= _DICE_CALLS[node.name]
            elif isinstance(node, FormulaCall) and node.name not in seen:
                seen.add(node.name)
                stack.append(game.formulas[node.name])
            elif isinstance(node, TableAsk | HandAsk) and "table " + node.table not in seen:
                seen.add("table " + node.table)
                stack.append(game.tables[node.table])
    return Reads(frozenset(words), frozenset(variables), frozenset(local), frozenset(seats), sheet)
