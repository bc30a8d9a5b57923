"""Names nothing uses."""

from collections.abc import Iterator

import attrs

from becher.dsl.check.effects import doors_of, effects_of
from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Span
from becher.dsl.model import (
    Cup,
    FormulaCall,
    Game,
    HandAsk,
    OptionRead,
    Perform,
    Pick,
    TableAsk,
    VariableRead,
)
from becher.dsl.model.walk import walk


def unused(game: Game, patterns: frozenset[str]) -> Iterator[Diagnostic]:
    """Warnings about variables never read, formulas, options, tables and actions never used, phases never entered.

    `patterns` are blocks that others are like: they are there for that.
    """
    used = _used(attrs.evolve(game, examples=()))
    for kind, items, why in (
        (VariableRead, game.variables, "is changed perhaps, but never read"),
        (FormulaCall, game.formulas, "is never used"),
        (OptionRead, game.options, "is an option that changes nothing"),
        (TableAsk, game.tables, "is a table nothing asks"),
        (Perform, game.actions, "is an action nothing does"),
    ):
        for name, item in items.items():
            if name not in used[kind] and name in _written(game, kind):
                yield _unused(name, why, item.span)
    yield from _phases(game, patterns)
    yield from _dies(game)


def _written(game: Game, kind: type) -> set[str]:
    """Names the author wrote: a variable only `choose` declares is read by the choice itself."""
    if kind is not VariableRead:
        return {*game.formulas, *game.options, *game.tables, *game.actions}
    chosen = {effect.variable for _, effect in effects_of(game) if isinstance(effect, Pick)}
    return set(game.variables) - chosen


def _used(game: Game) -> dict[type, set[str]]:
    used: dict[type, set[str]] = {kind: set() for kind in (VariableRead, FormulaCall, OptionRead, TableAsk, Perform)}
    for node in walk(game):
        match node:
            case VariableRead() | FormulaCall() | OptionRead():
                used[type(node)].add(node.name)
            case TableAsk() | HandAsk():
                used[TableAsk].add(node.table)
            case Perform():
                used[Perform].add(node.action)
    return used


def _phases(game: Game, patterns: frozenset[str]) -> Iterator[Diagnostic]:
    entered = {door.target for _, door in doors_of(game)}
    for phase in game.phases.values():
        if phase.name not in ("turn", "opening", *entered, *patterns):
            yield _unused(phase.name, "is a phase nothing enters", phase.span)


def _dies(game: Game) -> Iterator[Diagnostic]:
    thrown = {die for cup in walk(game) if isinstance(cup, Cup) for _, die in cup.parts}
    for die in game.dies.values():
        if die.name not in thrown:
            yield _unused(die.name, "is a die nobody throws", die.span)


def _unused(name: str, why: str, span: Span | None) -> Diagnostic:
    return finding("W607", f"{name} {why}", span, "use it or take it away")
