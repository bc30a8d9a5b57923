"""The same state with everybody moved on by one seat."""

from collections.abc import Callable
from typing import TypeVar

from becher.dsl.model import Sort, Value
from becher.engine.actions import Action
from becher.engine.state import GameResult, Numbers, RollOff, State

T = TypeVar("T")
Move = Callable[[int], int]


def rotated(state: State) -> State:
    """Seat 1 sits where seat 2 sat, and so on; the last where seat 1 sat."""
    move = _move(state.count)
    new = state.copy()
    for name in ("players", "cells", "hits", "had_turn", "turns"):
        setattr(new, name, _shift(getattr(state, name)))
    new.pools = _shift(state.pools)
    for name in ("leader", "seat", "chosen", "picker"):
        setattr(new, name, move(getattr(state, name)))
    for name in ("winner", "loser", "standing"):
        setattr(new, name, _moved(getattr(state, name), move))
    new.out_order = tuple(_moved(seats, move) for seats in state.out_order)
    new.final = None if state.final is None else tuple(map(move, state.final))
    new.decided = None if state.decided is None else (_moved(state.decided[0], move), _moved(state.decided[1], move))
    new.ranking_ = None if state.ranking_ is None else tuple(_moved(place, move) for place in state.ranking_)
    new.results = tuple(_result(result, move) for result in state.results)
    new.roll = None if state.roll is None else _roll(state.roll, move)
    new.forced = tuple(rotated_action(action, state) for action in state.forced)
    _move_variables(state, new, move)
    return new


def rotated_action(action: Action, state: State) -> Action:
    """The same choice of the seat that is one further: seats in it are moved on too."""
    move = _move(state.count)
    names = {name for name, v in state.rules.game.variables.items() if v.sort in (Sort.SEAT, Sort.SEATS)}
    if action.name == "seat" or action.name in names:
        return Action(action.name, tuple(move(arg) if isinstance(arg, int) else arg for arg in action.args))
    return action


def _move(count: int) -> Move:
    return lambda seat: seat % count + 1 if seat else 0


def _shift(row: tuple[T, ...]) -> tuple[T, ...]:
    return (*row[-1:], *row[:-1])


def _moved(seats: Numbers, move: Move) -> Numbers:
    return tuple(sorted(map(move, seats)))


def _result(result: GameResult, move: Move) -> GameResult:
    ranking = tuple(_moved(place, move) for place in result.ranking)
    return GameResult(ranking, _shift(result.points), _moved(result.first_out, move))


def _roll(roll: RollOff, move: Move) -> RollOff:
    return roll._replace(seats=tuple(map(move, roll.seats)))


def _move_variables(state: State, new: State, move: Move) -> None:
    """Variables whose values are seats."""
    for name, variable in state.rules.game.variables.items():
        if variable.sort not in (Sort.SEAT, Sort.SEATS) or name == "pool":
            continue
        scope, slot = state.rules.slots[name]
        if scope == "player":
            new.players = tuple(_put(row, slot, move) for row in new.players)
        else:
            setattr(new, scope, _put(getattr(new, scope), slot, move))


def _put(row: tuple[Value, ...], slot: int, move: Move) -> tuple[Value, ...]:
    if len(row) <= slot:
        return row
    value = row[slot]
    found: Value = tuple(sorted(map(move, value))) if isinstance(value, tuple) else move(value)  # type: ignore[arg-type]
    return (*row[:slot], found, *row[slot + 1 :])
