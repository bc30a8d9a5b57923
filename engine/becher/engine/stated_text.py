"""A state as view.py shows it, read as plain data: JSON, or lines `name: value`."""

import re
from collections.abc import Mapping
from typing import cast

from becher.dsl.model import Sort
from becher.engine.machine.rules import Rules
from becher.engine.record.lines import plain_json

Data = Mapping[str, object]

# Lines that hold several values, and those that hold one for each name or seat.
_DICE = frozenset({"thrown", "kept", "aside", "dice", "hand", "bag", "lying"})
_GROUPS = _DICE | {"out", "totals", "had_turn", "turns", "final", "pending", "entering"}
_PARTS = frozenset({"options", "accounts", "shared", "tally", "args"})
_WORDS: Mapping[str, object] = {"yes": True, "no": False, "-": None}


class NoState(ValueError):
    """Text that is no state of this game; the message says why."""


def setting_of(text: str) -> tuple[str | None, dict[str, str]]:
    """The game a state says it is of, and its options as one writes them. Raises NoState."""
    data = _json(text) if _is_json(text) else None
    if data is None:
        lines = dict(_pairs(text))
        options = {name.removeprefix("options."): value for name, value in lines.items() if name.startswith("options.")}
        return lines.get("game"), options
    game, said = data.get("game"), data.get("options", {})
    if not isinstance(said, dict) or not isinstance(game, str | None):
        raise NoState("`game` is an id, `options` names values")
    return game, {name: {True: "yes", False: "no"}[v] if isinstance(v, bool) else str(v) for name, v in said.items()}


def data_of(text: str, rules: Rules) -> Data:
    """The members of a state. Raises NoState."""
    return _json(text) if _is_json(text) else _from_lines(text, rules)


def _is_json(text: str) -> bool:
    return text.lstrip().startswith("{")


def _json(text: str) -> Data:
    try:
        data = plain_json(text.encode(errors="surrogatepass"))
    except ValueError as error:
        raise NoState(f"this is not plain JSON: {error}") from error
    inner = cast(Data, data).get("state", data)
    if not isinstance(inner, dict):
        raise NoState("`state` is no JSON object")
    return inner


def _pairs(text: str) -> list[tuple[str, str]]:
    """Lines `name: value`."""
    found = []
    for line in filter(str.strip, text.splitlines()):
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            raise NoState(f"not a line of a state: {line.strip()[:80]}; `state FILE` at the prompt writes one")
        found.append((name, value))
    return found


def _from_lines(text: str, rules: Rules) -> Data:
    """Accounts have one value a seat, boxes one line each."""
    found: dict[str, object] = {}
    sheets: dict[int, dict[str, object]] = {}
    for name, value in _pairs(text):
        head, _, inner = name.partition(".")
        values = _values(value)
        if head == "sheet":
            seat, _, box = inner.partition(".")
            sheets.setdefault(int(seat), {})[box] = _columns(values) if rules.compiler.columns else _single(values)
        elif head in _PARTS:
            part = found.setdefault(head, {})
            assert isinstance(part, dict)
            part[inner] = values if head == "accounts" or _is_group(rules, inner) else _single(values)
        elif value == "none":
            found[name] = None
        elif name in _GROUPS:
            found[name] = values
        else:
            found[name] = _single(values)
    if sheets:
        found["sheets"] = [sheets[seat] for seat in sorted(sheets)]
    return found


def _values(text: str) -> list[object]:
    """The words of a line, those in brackets as lists; none where it is only a dash."""
    if text == "-":
        return []
    outer: list[list[object]] = [[]]
    for word in re.findall(r"[\[\]]|[^\s\[\]]+", text):
        if word == "[":
            outer.append([])
        elif word == "]":
            inner = outer.pop()
            outer[-1].append(inner)
        else:
            outer[-1].append(_word(word))
    (values,) = outer
    return values


def _word(word: str) -> object:
    if word in _WORDS:
        return _WORDS[word]
    return int(word) if word.removeprefix("-").isdecimal() else word


def _single(values: list[object]) -> object:
    if len(values) > 1:
        raise ValueError(f"one value is wanted, not {len(values)}")
    return values[0] if values else None


def _columns(values: list[object]) -> dict[object, object]:
    return dict(zip(values[::2], values[1::2], strict=True))


def _is_group(rules: Rules, name: str) -> bool:
    variable = rules.game.variables.get(name)
    return variable is not None and variable.sort in (Sort.GROUP, Sort.PILE, Sort.SEATS, Sort.BOXES, Sort.PARTS)
