"""Actions: what a seat chooses or chance brings, as values that print and parse.

One table (docs/protocol.md): value, text, JSON. The text is the same in examples, logs and at the prompt:

    throw([6 6 4])  draw([green red])  roll_off([4 6])               chance
    keep([6 6])  throw_again  stop  take_dice  throw_afresh
    enter(sixes)  enter(ones, down)  seat(2)  named(sixes)  pass      a seat

`name` of a choice made by `choose v in g` is v; `pass` is the answer that leaves it alone.
"""

import re
from typing import NamedTuple

from becher.dsl.model import Member

Arg = int | str | tuple[Member, ...]


class Action(NamedTuple):
    """A named choice; args are numbers, words and groups (tuples in canonical order)."""

    name: str
    args: tuple[Arg, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.name}({', '.join(map(arg_text, self.args))})" if self.args else self.name

    def to_json(self) -> dict[str, object]:
        """{"action": name, "args": [...]}, groups as lists; a side of one die among several kinds as its text."""
        return {"action": self.name, "args": [[_plain(m) for m in a] if isinstance(a, tuple) else a for a in self.args]}


def _plain(member: Member) -> Member:
    return member if isinstance(member, int) else str(member)


STOP = Action("stop")
THROW_AGAIN = Action("throw_again")
TAKE_DICE = Action("take_dice")
THROW_AFRESH = Action("throw_afresh")
PASS = Action("pass")


def arg_text(arg: Arg) -> str:
    """A group in brackets, anything else as it is."""
    return f"[{' '.join(map(str, arg))}]" if isinstance(arg, tuple) else str(arg)


_ACTION = re.compile(r"([a-z][a-z0-9_]*)(?:\((.*)\))?")
_ARG = re.compile(r"\[([^\[\]]*)\]|([a-z0-9_:]+)")


def parse_action(text: str) -> Action:
    """The action this text names. Raises ValueError where it is none."""
    match = _ACTION.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"not an action: {text!r}")
    name, inside = match.groups()
    args = tuple(_arg(part) for part in _split(inside)) if inside and inside.strip() else ()
    return Action(name, args)


def action_from_json(data: object) -> Action:
    """The inverse of Action.to_json. Raises ValueError where data is not of that shape."""
    if not isinstance(data, dict) or not isinstance(data.get("action"), str):
        raise ValueError('an action is {"action": name, "args": [...]}')
    args = data.get("args", [])
    if not isinstance(args, list) or not all(_is_json_arg(arg) for arg in args):
        raise ValueError("args is a list of numbers, words and lists of these")
    return Action(data["action"], tuple(tuple(a) if isinstance(a, list) else a for a in args))


def _is_json_arg(arg: object) -> bool:
    members = arg if isinstance(arg, list) else [arg]
    return all(isinstance(m, int | str) and not isinstance(m, bool) for m in members)


def _split(inside: str) -> list[str]:
    parts = [part.strip() for part in re.split(r",(?![^\[]*\])", inside)]
    if not all(_ARG.fullmatch(part) for part in parts):
        raise ValueError(f"not the arguments of an action: {inside!r}")
    return parts


def _arg(text: str) -> Arg:
    if text.startswith("["):
        return tuple(_member(word) for word in text[1:-1].split())
    return _member(text)


def _member(word: str) -> Member:
    return int(word) if word.isascii() and word.isdigit() else word
