"""Strategies of one file lent to a game of another whose rules are the same."""

from collections.abc import Mapping
from typing import cast

import attrs

from becher.dsl.diagnostics import Span
from becher.dsl.digest import hash_of
from becher.dsl.model import Formula, FormulaCall, Game, Strategy


class OtherRules(ValueError):
    """The two games play differently, so the strategies of one say nothing about the other."""


def with_strategies_of(game: Game, lender: Game, label: str) -> Game:
    """The game with the lender's strategies beside its own, each as `label:name`. Raises OtherRules."""
    if hash_of(game) != hash_of(lender):
        raise OtherRules(f"{lender.id} does not play by the rules of {game.id}: its strategies are for another game")
    own = {f.name: _labelled(label, f.name) for f in lender.formulas.values() if f.home in lender.strategies}
    formulas = [_lent(lender.formulas[name], label, own) for name in own]
    strategies = [
        attrs.evolve(cast(Strategy, _renamed(strategy, own)), name=_labelled(label, strategy.name))
        for strategy in lender.strategies.values()
    ]
    return attrs.evolve(
        game,
        formulas={**game.formulas, **{formula.name: formula for formula in formulas}},
        strategies={**game.strategies, **{strategy.name: strategy for strategy in strategies}},
    )


def _lent(formula: Formula, label: str, names: Mapping[str, str]) -> Formula:
    home = _labelled(label, str(formula.home))
    return attrs.evolve(cast(Formula, _renamed(formula, names)), name=names[formula.name], home=home)


def _labelled(label: str, name: str) -> str:
    """No name in a file has a colon, so nothing of the game's own is called so."""
    return f"{label}:{name}"


def _renamed(value: object, names: Mapping[str, str]) -> object:
    """The value with calls of these formulas under their other names."""
    if isinstance(value, tuple):
        return tuple(_renamed(part, names) for part in value)
    if not attrs.has(type(value)) or isinstance(value, Span):
        return value
    shape: tuple[attrs.Attribute[object], ...] = attrs.fields(type(value))  # type: ignore[arg-type]
    parts = {a.name: _renamed(getattr(value, a.name), names) for a in shape if a.name != "span"}
    if isinstance(value, FormulaCall):
        parts["name"] = names.get(value.name, value.name)
    return attrs.evolve(value, **parts)  # type: ignore[misc]
