"""Faces no die has, and more dice than there are."""

from collections.abc import Iterator

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Span
from becher.dsl.model import (
    Act,
    BestPart,
    Call,
    Compare,
    Const,
    Expr,
    Fits,
    Game,
    Lay,
    Pattern,
    PhaseDice,
    RoundDice,
    StateWord,
)
from becher.dsl.model.values import Member
from becher.dsl.model.walk import walk

_DICE = frozenset({"thrown", "kept", "aside", "dice", "lying", "bag"})
_DICE_ACTS = frozenset({"throw", "keep"})


def strange_faces(game: Game) -> Iterator[Diagnostic]:
    """Warnings where the dice are asked for a face they do not have; errors where words are added up or an example
    throws what cannot fall."""
    faces = {face for die in game.dies.values() for face in die.faces}
    if not faces:
        return
    words = sorted(face for face in faces if isinstance(face, str))
    for node in walk([game.phases, game.formulas, game.sheet, game.actions, game.round, game.over, game.out]):
        if words and isinstance(node, Call) and node.name == "sum" and _is_dice(node.args[0]):
            hint = "count(...), or a table that gives each face a value: sum(value(dice))"
            yield finding("E520", f"the dice can show {words[0]}, which is no number to add up", node.span, hint)
        for face, span in _asked(node):
            if face not in faces:
                yield finding("W610", f"no die of this game shows {face}", span)
    most = _most_dice(game)
    for example in game.examples:
        for dice in _thrown(example.steps):
            yield from _impossible(dice, faces, most)


def _is_dice(group: Expr) -> bool:
    return isinstance(group, StateWord) and group.name in _DICE


def _asked(node: object) -> Iterator[tuple[Member, Span | None]]:
    """The faces a formula asks the dice for."""
    match node:
        case Fits(group=StateWord(name=name), pattern=pattern) if name in _DICE:
            yield from _spelt(pattern)
        case BestPart(group=StateWord(name=name), pattern=pattern) if name in _DICE:
            yield from _spelt(pattern)
        case Compare(op="has" | "=", left=StateWord(name=name), right=Const() as faces) if name in _DICE:
            yield from _members(faces)
        case Call(name="sum_of" | "count_of", args=(StateWord(name=name), Const() as faces)) if name in _DICE:
            yield from _members(faces)
        case Call(name="every", args=(Const() as faces,)):
            yield from _members(faces)


def _spelt(pattern: Pattern) -> Iterator[tuple[Member, Span | None]]:
    for member in pattern.members:
        if isinstance(member, Const) and isinstance(member.value, int | str):
            yield member.value, pattern.span


def _members(faces: Const) -> Iterator[tuple[Member, Span | None]]:
    for member in faces.value if isinstance(faces.value, tuple) else ():
        if not isinstance(member, tuple):
            yield member, faces.span


def _most_dice(game: Game) -> int | None:
    """The most dice any phase throws, where that is written as numbers."""
    most = 0
    for cup in [game.dice, *(phase.dice for phase in game.phases.values())]:
        for amount, _ in cup.parts if cup is not None else ():
            if not isinstance(amount, Const) or not isinstance(amount.value, int):
                return None
        most = max(most, sum(int(str(a.value)) for a, _ in cup.parts if isinstance(a, Const)) if cup is not None else 0)
    return most if all(phase.draw is None for phase in game.phases.values()) else None


def _thrown(steps: tuple[object, ...]) -> Iterator[Expr]:
    for step in steps:
        match step:
            case Act(name=name, args=args) if name in _DICE_ACTS:
                yield from args
            case Lay() | PhaseDice():
                yield step.dice
            case RoundDice():
                yield from step.dice


def _impossible(dice: Expr, faces: set[Member], most: int | None) -> Iterator[Diagnostic]:
    if not isinstance(dice, Const) or not isinstance(dice.value, tuple):
        return
    strange = [face for face, _ in _members(dice) if face not in faces]
    if strange:
        yield finding("E519", f"no die of this game shows {strange[0]}", dice.span)
    elif most is not None and len(dice.value) > most:
        yield finding("E519", f"these are {len(dice.value)} dice, but only {most} are thrown", dice.span)
