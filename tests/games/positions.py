"""Positions of shelf games laid out for a question: a throw in seat 1's first turn, a turn that ends with these dice."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import cast

from becher.dsl.load import load
from becher.dsl.model import Game, Value
from becher.dsl.shelf import default_shelf
from becher.engine.actions import Action
from becher.engine.game import start
from becher.engine.machine.effects import write
from becher.engine.machine.machine import as_tokens
from becher.engine.state import State

Faces = tuple[int | str, ...]


@cache
def game_of(id: str) -> Game:
    game = load(id, default_shelf()).game
    assert game is not None
    return game


def first_turn(game: Game, players: int = 2, options: Mapping[str, Value] | None = None, **accounts: Value) -> State:
    """Seat 1 is about to throw for the first time; accounts are the table's, the turn's, or those of seat 1."""
    s = start(game, players, dict(options or {})).copy()
    s.setup, s.seat, s.leader, s.roll, s.stage = False, 1, 1, None, "turn_start"
    scopes = {name: s.rules.slots[name][0] for name in accounts}
    for name, value in accounts.items():
        if scopes[name] != "tally":
            write(s, name, int(scopes[name] == "player"), value)
    s = s.rules.machine.run(s).copy()
    for name, value in accounts.items():
        if scopes[name] == "tally":
            write(s, name, 0, value)
    return s


def thrown(s: State, dice: Faces) -> State:
    """These dice, and no others, are thrown: also fewer than the turn would begin with."""
    trial = s.copy()
    if len(trial.hand) == 1:
        trial.hand = (len(dice),)
    return trial.apply(Action("throw", (dice,)))


def ended(s: State, dice: Faces) -> State:
    """The phase ends, and these dice lie."""
    trial = s.copy()
    cup = trial.rules.phases[trial.phase].cup
    tokens = as_tokens(dice, cup.sides, tuple(len(dice) for _ in cup.kinds))
    assert tokens is not None
    trial.thrown = trial.kept = trial.aside = trial.dice = tokens
    trial.throw_no, trial.stage = 1, "end"
    return trial.rules.machine.run(trial)


def choices(s: State, name: str) -> Iterable[Faces]:
    """What may be kept or chosen now; a choice of one that was taken unasked included."""
    actions = s.legal_actions() if s.stage in ("keep", "pick") else ()
    return tuple(cast(Faces, action.args[0]) for action in (*actions, *s.forced) if action.name == name)
