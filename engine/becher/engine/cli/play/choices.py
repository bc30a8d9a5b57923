"""What a player types, as an action; and each action as a player would type it.

`66` or `6 6` keeps these dice, `all 6` every six there is, `all` everything, `none` nothing; `stop` also keeps everything where that
ends the throws. Other choices are known by what stands in their brackets (`sixes`, `2`), by its label, or by a beginning of either
that fits one choice only. The full text of an action always does.
"""

import re
from collections.abc import Callable

from becher.dsl.model import Member, canonical
from becher.engine.actions import STOP, THROW_AGAIN, Action, parse_action
from becher.engine.expressions.functions import same_action
from becher.engine.expressions.words import faces_of
from becher.engine.machine.keeps import without_forced
from becher.engine.state import Dice, State

Label = Callable[[str], str]

_WORDS = {"stop": "stop", "s": "stop", "throw": "throw_again", "again": "throw_again", "t": "throw_again"}


class Unclear(ValueError):
    """Text that is no choice; the message says what would be."""


def read_choice(text: str, state: State, label: Label = str) -> Action:
    """The action this text means now; it may be one that is not legal. Raises Unclear."""
    text = " ".join(text.split())
    legal = state.legal_actions()
    for action in legal:
        if text in (action.text, short(action), offered(state, action)):
            return action
    found = _keep(text, state) if state.stage == "keep" else _named(text.lower(), legal, label)
    if found is None and text.lower() in _WORDS:
        found = parse_action(_WORDS[text.lower()])
    if found is None:
        found = _written_out(text)
    return state.meant(found) or found


def short(action: Action) -> str:
    """What one types for this action."""
    if action.name == "keep":
        dice = [str(member) for member in action.args[0]] if isinstance(action.args[0], tuple) else []
        return dice_text(dice) or "none"
    if action == THROW_AGAIN:
        return "throw"
    if not action.args:
        return action.name
    return " ".join(dice_text(list(map(str, arg))) if isinstance(arg, tuple) else str(arg) for arg in action.args)


def offered(state: State, action: Action) -> str:
    """What one types for this action here: of a keep only the dice one chooses."""
    if action.name != "keep":
        return short(action)
    return short(without_forced(state, state.rules.phases[state.phase], action))


def dice_text(faces: list[str]) -> str:
    """Faces without spaces where each is one digit."""
    return ("" if all(len(face) == 1 and face.isdigit() for face in faces) else " ").join(faces)


def read_dice(text: str) -> tuple[Member, ...] | None:
    """The faces typed: `664`, `6 6 4`, `6,6,4`, `10 12`, `red red`; None where it is nothing of the kind."""
    words = text.replace(",", " ").strip("[] ").split()
    if len(words) == 1 and re.fullmatch("[0-9]{2,}", words[0]):
        words = list(words[0])
    if not all(re.fullmatch(r"[a-z0-9_:]+", word) for word in words):
        return None
    return canonical(int(word) if word.isdigit() else word for word in words)


def ends_throws(state: State, action: Action) -> bool:
    """Is nothing more thrown in this phase after this choice?"""
    after = state.apply(action)
    same = (after.phase, after.seat, after.turns, after.throw_no) == (
        state.phase,
        state.seat,
        state.turns,
        state.throw_no,
    )
    return not (same and after.stage in ("throw", "draw", "stop"))


def keep_all(state: State) -> Action | None:
    """The legal keep after which every die lies, if there is one."""
    last = state.legal_actions()[-1]
    lying = faces_of(_choosable(state))
    return last if last.name == "keep" and same_action(Action("keep", (lying,)), last) else None


def _choosable(state: State) -> Dice:
    """The dice of which one may keep some: with retake also those aside."""
    phase = state.rules.phases[state.phase]
    taking_up = phase.retake is not None and phase.retake(state, state.seat, state.args)
    return state.dice if taking_up else state.thrown


def _keep(text: str, state: State) -> Action | None:
    there = faces_of(_choosable(state))
    word, _, rest = text.lower().partition(" ")
    if word in ("none", "nothing", "-"):
        return Action("keep", ((),))
    if word == "all" and not rest:
        return Action("keep", (there,))
    if word == "all":
        wanted = read_dice(rest) or ()
        for face in wanted:
            if face not in there:
                raise Unclear(f"no {face} lies there")
        return Action("keep", (tuple(face for face in there if face in wanted),)) if wanted else None
    if word in ("stop", "s"):
        everything = keep_all(state)
        return everything if everything is not None and ends_throws(state, everything) else STOP
    dice = read_dice(text.lower().removeprefix("keep "))
    sides = tuple(token for kind in state.rules.phases[state.phase].cup.sides for token, _ in kind)
    faces = {*map(str, sides), *map(str, faces_of(sides))}
    known = dice and all(isinstance(face, int) or face in faces for face in dice)
    return Action("keep", (dice,)) if dice and known else None


def _named(text: str, legal: tuple[Action, ...], label: Label) -> Action | None:
    """The one choice whose short form or label is this text, or begins with it."""
    known = [(_names(action, label), action) for action in legal]
    for fits in (str.__eq__, str.startswith):
        found = [action for names, action in known if any(fits(name, text) for name in names)]
        if len(found) == 1:
            return found[0]
    return None


def _names(action: Action, label: Label) -> tuple[str, ...]:
    labelled = " ".join(label(arg) if isinstance(arg, str) else short(Action("", (arg,))) for arg in action.args)
    return (short(action).lower(), labelled.lower() or action.name)


def _written_out(text: str) -> Action:
    try:
        return parse_action(text)
    except ValueError:
        raise Unclear(f"{text!r} is no choice here") from None
