"""A state from what view.py shows of it: the JSON of the player protocol, or the lines that `state` prints."""

import json
from collections.abc import Mapping, Sequence
from typing import cast

from becher.dsl.model import Sort, Value, canonical
from becher.engine.machine import table
from becher.engine.machine.machine import as_tokens
from becher.engine.machine.rules import Rules
from becher.engine.multisets import in_order, minus
from becher.engine.state import Dice, Numbers, Pending, State

Data = Mapping[str, object]


class NoState(ValueError):
    """Text that is no state of this game; the message says why."""


def read_state(text: str, rules: Rules, seats: int | None) -> State:
    """The state that the text shows. Raises NoState."""
    data = _parsed(text, rules)
    try:
        return _state(data, rules, _seats(data, rules, seats))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise NoState(f"this is no state of {rules.game.id}: {error}") from error


# ---- text


def _parsed(text: str, rules: Rules) -> Data:
    if not text.lstrip().startswith("{"):
        return _from_lines(text, rules)
    try:
        data = json.loads(text)
    except ValueError as error:
        raise NoState(f"this is no JSON: {error}") from error
    return cast(Data, data.get("state", data))


_GROUPS = frozenset({"thrown", "kept", "aside", "lying", "out", "totals", "had_turn", "turns", "final"})


def _from_lines(text: str, rules: Rules) -> Data:
    """Lines `name: value`; accounts have one value a seat."""
    found: dict[str, object] = {}
    sheets: dict[int, dict[str, object]] = {}
    for line in filter(str.strip, text.splitlines()):
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            raise NoState(f"not a line of a state: {line.strip()}")
        head, _, inner = name.partition(".")
        words = [] if value == "-" else [_word(word) for word in value.split()]
        if head == "sheet":
            seat, _, box = inner.partition(".")
            sheets.setdefault(int(seat), {})[box] = _cells(value) if rules.compiler.columns else (words or [None])[0]
        elif head in ("accounts", "shared", "tally", "args"):
            part = found.setdefault(head, {})
            assert isinstance(part, dict)
            part[inner] = words if head == "accounts" or _is_group(rules, inner) else (words or [None])[0]
        elif name in _GROUPS:
            found[name] = None if name in ("final", "totals") and value == "-" else words
        else:
            found[name] = (words or [None])[0]
    if sheets:
        found["sheets"] = [sheets[seat] for seat in sorted(sheets)]
    return found


def _word(word: str) -> object:
    if word in ("yes", "no"):
        return word == "yes"
    return int(word) if word.lstrip("-").isdecimal() else word


def _cells(value: str) -> dict[str, object]:
    words = value.split()
    return {column: None if cell == "-" else int(cell) for column, cell in zip(words[::2], words[1::2], strict=True)}


def _is_group(rules: Rules, name: str) -> bool:
    variable = rules.game.variables.get(name)
    return variable is not None and variable.sort in (Sort.GROUP, Sort.PILE, Sort.SEATS, Sort.BOXES)


# ---- state


def _seats(data: Data, rules: Rules, wanted: int | None) -> int:
    accounts = cast("Mapping[str, Sequence[object]]", data.get("accounts") or {})
    rows = [
        *accounts.values(),
        *(cast("Sequence[object]", data[name]) for name in ("totals", "sheets", "turns") if data.get(name)),
    ]
    return wanted or (len(rows[0]) if rows else max(rules.game.players[0], cast(int, data.get("seat", 1))))


def _state(data: Data, rules: Rules, count: int) -> State:
    s = table.new_game(rules, count, ())
    s.setup, s.seat = False, cast(int, data["seat"])
    _read_ledger(s, data, rules)
    phase = cast("str | None", data.get("phase"))
    table.begin_turn(s, phase or "turn")
    s.args = {name: _value(value, rules, name) for name, value in cast(Data, data.get("args") or {}).items()}
    if not data.get("throw_no"):
        return rules.machine.run(s)
    _read_turn(s, data, rules)
    return s


def _read_ledger(s: State, data: Data, rules: Rules) -> None:
    accounts, shared = cast(Data, data.get("accounts") or {}), cast(Data, data.get("shared") or {})
    scopes = {scope: [n for n, (where, _) in rules.slots.items() if where == scope] for scope in ("player", "shared")}
    rows = {name: cast("Sequence[object]", accounts[name]) for name in scopes["player"]}
    s.players = tuple(
        tuple(_value(rows[name][seat], rules, name) for name in scopes["player"]) for seat in range(s.count)
    )
    s.shared = tuple(_value(shared[name], rules, name) for name in scopes["shared"])
    s.direction, s.rounds = cast(int, data.get("direction", 1)), cast(int, data.get("rounds", 0))
    s.leader = cast(int, data.get("leader", 1))
    s.had_turn = cast("tuple[bool, ...]", tuple(cast("Sequence[bool]", data.get("had_turn") or s.had_turn)))
    s.turns = cast(Numbers, tuple(cast("Sequence[int]", data.get("turns") or s.turns)))
    final = cast("Sequence[int] | None", data.get("final"))
    s.final = None if final is None else tuple(final)
    out = cast("Sequence[int]", data.get("out") or ())
    s.out_order = (tuple(out),) if out else ()
    s.lying = _tokens(s, rules, "turn", data.get("lying"))
    if data.get("sheets"):
        sheets = [_row(sheet, rules) for sheet in cast("Sequence[Data]", data["sheets"])]
        s.cells = tuple(sheets)
        s.hits = tuple(tuple(int(cell is not None) for cell in row) for row in sheets)


def _row(sheet: Data, rules: Rules) -> tuple[int | None, ...]:
    found = []
    for box, column in rules.cell_names():
        cell = sheet[box] if column is None else cast(Data, sheet[box])[column]
        found.append(cast("int | None", cell))
    return tuple(found)


def _read_turn(s: State, data: Data, rules: Rules) -> None:
    """The turn as it stands after a throw."""
    tally = cast(Data, data.get("tally") or {})
    names = [name for name, (scope, _) in rules.slots.items() if scope == "tally" and name != "pool"]
    s.tally = tuple(_value(tally[name], rules, name) for name in names)
    s.pool, s.throw_no = cast(int, data.get("pool", 0)), cast(int, data["throw_no"])
    s.stage = str(data["stage"])
    s.thrown, s.kept, s.aside = (_tokens(s, rules, s.phase, data.get(name)) for name in ("thrown", "kept", "aside"))
    if data.get("pending"):
        owner, moment, cases, picks, then = cast("list[object]", data["pending"])
        s.pending = Pending(str(owner), str(moment), tuple(cast("list[int]", cases)), cast(int, picks), str(then))
        s.picker = cast(int, data["player"])
    phase = rules.phases[s.phase]
    thrown = s.stage == "keep" or (s.pending is not None and s.pending.moment == "throw")  # nothing is kept of it yet
    before = s.aside if thrown or phase.retake is not None else tuple(minus(s.aside, s.kept))
    s.dice = in_order((*before, *s.thrown)) if thrown or phase.retake is None else in_order(s.aside)
    counts = phase.cup.counts(s, s.seat, s.args)
    s.hand = (len(s.dice),) if len(counts) == 1 and (s.aside or thrown) else counts
    s.bag = tuple(0 for _ in counts) if phase.draw else ()


def _tokens(s: State, rules: Rules, phase: str, faces: object) -> Dice:
    """Faces as dice of this phase."""
    asked = cast("Sequence[int | str]", faces or ())
    sides = rules.phases[phase].cup.sides
    found = as_tokens(asked, sides, tuple(len(asked) for _ in sides))
    if found is None:
        raise NoState(f"no dice of {phase} show {' '.join(map(str, asked))}")
    return found


def _value(value: object, rules: Rules, name: str) -> Value:
    """Lists as groups; a pile keeps its order, and groups of parts are groups of groups."""
    if not isinstance(value, list):
        return () if value is None else cast(Value, value)
    variable = rules.game.variables.get(name)
    if variable is not None and variable.sort in (Sort.PILE, Sort.BOXES):
        return tuple(value)
    if any(isinstance(member, list) for member in value):
        return tuple(canonical(member) for member in value)
    return canonical(value)
