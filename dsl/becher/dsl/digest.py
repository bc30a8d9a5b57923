"""A hash of how a game behaves: what a save or a log must agree with to be replayed."""

import hashlib
import json
from collections.abc import Container

import attrs

from becher.dsl.diagnostics import Span
from becher.dsl.model import Formula, Game

# What a game says about itself without playing any differently.
_SILENT = frozenset({"id", "base", "always", "void", "examples", "strategies", "words", "remarks", "span"})


def hash_of(game: Game) -> str:
    """SHA-256 of the behavioural part as canonical JSON: the same on every Python and whatever the layout of the file."""
    strategies = game.strategies.keys()
    parts = {
        name: _plain(value)
        for name, value in ((a.name, getattr(game, a.name)) for a in attrs.fields(Game))
        if name not in _SILENT
    }
    parts["formulas"] = {name: _plain(f) for name, f in game.formulas.items() if not _of_strategy(f, strategies)}
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _of_strategy(formula: Formula, strategies: Container[str]) -> bool:
    return formula.home is not None and formula.home in strategies


def _plain(value: object) -> object:
    """The value as JSON: an attrs value is its class's name and its fields; dicts count without their order."""
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Span) or not attrs.has(type(value)):
        raise TypeError(f"no part of a model: {type(value).__name__}")
    shape: tuple[attrs.Attribute[object], ...] = attrs.fields(type(value))  # type: ignore[arg-type]
    return [type(value).__name__, {a.name: _plain(getattr(value, a.name)) for a in shape if a.name != "span"}]
