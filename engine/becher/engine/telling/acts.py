"""Actions in words: "lay 6 6 aside", "write Ones"."""

from collections.abc import Sequence

from becher.dsl.model import Act, Sort
from becher.engine.actions import Action, Arg
from becher.engine.telling import amounts, groups
from becher.engine.telling.voice import Voice


def told(act: Act, voice: Voice) -> str:
    """An action as an example writes it."""
    args = [amounts.amount(arg, voice) if arg.sort is not Sort.WORD else voice.term(str(arg)) for arg in act.args]
    return _told(act.name, args, voice)


def told_action(action: Action, voice: Voice) -> str:
    """An action of a game under way."""
    return _told(action.name, [_arg(arg, voice) for arg in action.args], voice)


def _told(name: str, args: Sequence[str], voice: Voice) -> str:
    if name == "enter" and len(args) == 2:
        args = [voice.say("act.in_column", box=args[0], column=args[1])]
    nothing = "" in args or not args
    keys = [f"act.{name}.nothing"] if nothing else []
    return voice.tongue.first(*keys, f"act.{name}", "act", name=voice.term(name), args=" ".join(args))


def _arg(arg: Arg, voice: Voice) -> str:
    if isinstance(arg, tuple):
        return " ".join(groups.member(face, voice) for face in arg)
    if isinstance(arg, str) and voice.knows(arg):
        return voice.term(arg)
    return groups.member(arg, voice)
