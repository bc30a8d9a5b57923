"""Formulas compiled once to closures: `f(state, me, locals) -> value`. Pure: they read a state and never change it."""

from becher.engine.expressions.compiler import Compiler, Formula

__all__ = ["Compiler", "Formula"]
