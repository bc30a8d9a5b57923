"""A state from what view.py shows of it."""

from collections.abc import Mapping, Sequence
from typing import cast

from becher.dsl.limits import LIMITS
from becher.dsl.model import Sort, Value, canonical
from becher.engine.machine import table
from becher.engine.machine.machine import as_tokens
from becher.engine.machine.rules import Rules
from becher.engine.multisets import in_order, minus
from becher.engine.state import Dice, Numbers, Pending, State
from becher.engine.stated_text import Data, NoState, data_of


def read_state(text: str, rules: Rules, seats: int | None) -> State:
    """The state that the text shows. Raises NoState."""
    try:
        data = data_of(text, rules)
        if data.get("game", rules.game.id) != rules.game.id:
            raise NoState(f"this is a state of {data['game']}, not of {rules.game.id}")
        return _state(data, rules, _seats(data, rules, seats))
    except NoState:
        raise
    except KeyError as error:
        raise NoState(f"this is no state of {rules.game.id}: {error} is missing") from error
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        raise NoState(f"this is no state of {rules.game.id}: {error}") from error


def _seats(data: Data, rules: Rules, wanted: int | None) -> int:
    accounts = cast("Mapping[str, Sequence[object]]", data.get("accounts") or {})
    rows = [
        *accounts.values(),
        *(cast("Sequence[object]", data[name]) for name in ("totals", "sheets", "turns") if data.get(name)),
    ]
    low, high = rules.game.players
    count = wanted or (len(rows[0]) if rows else max(low, _whole(data.get("seat", 1), "seat", 1, LIMITS.seats)))
    if any(len(row) != count for row in rows):
        raise NoState(f"{count} seats, but not a value for each of them")
    return _whole(count, "the number of seats", low, min(high or LIMITS.seats, LIMITS.seats))


def _state(data: Data, rules: Rules, count: int) -> State:
    s = table.new_game(rules, count, ())
    s.setup, s.seat = data.get("setup") is True, _whole(data["seat"], "seat", 1, count)
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
    s.direction = -1 if data.get("direction", 1) == -1 else 1
    s.rounds = _whole(data.get("rounds", 0), "rounds", 0, LIMITS.rounds)
    s.leader = _whole(data.get("leader", 1), "leader", 1, s.count)
    s.had_turn = tuple(had is True for had in _listed(data.get("had_turn", list(s.had_turn))))
    s.turns = tuple(_whole(n, "turns", 0, LIMITS.rounds) for n in _listed(data.get("turns", list(s.turns))))
    if {len(s.had_turn), len(s.turns)} != {s.count}:
        raise NoState(f"{s.count} seats, but not a value for each of them")
    s.final = None if data.get("final") is None else _some_seats(data["final"], s.count)
    out = _some_seats(data.get("out") or [], s.count)
    s.out_order = (out,) if out else ()
    s.lying = _tokens(s, rules, "turn", data.get("lying"))
    if data.get("sheets"):
        sheets = [_row(sheet, rules) for sheet in cast("Sequence[Data]", data["sheets"])]
        s.cells = tuple(sheets)
        s.hits = tuple(tuple(int(cell is not None) for cell in row) for row in sheets)


def _row(sheet: Data, rules: Rules) -> tuple[int | None, ...]:
    found = []
    for box, column in rules.cell_names():
        cell = sheet[box] if column is None else cast(Data, sheet[box])[column]
        found.append(None if cell is None else _whole(cell, box))
    return tuple(found)


def _some_seats(value: object, count: int) -> Numbers:
    return tuple(sorted({_whole(seat, "a seat", 1, count) for seat in _listed(value)}))


def _read_turn(s: State, data: Data, rules: Rules) -> None:
    """The turn as it stands after a throw."""
    tally = cast(Data, data.get("tally") or {})
    names = [name for name, (scope, _) in rules.slots.items() if scope == "tally" and name != "pool"]
    s.tally = tuple(_value(tally[name], rules, name) for name in names)
    s.pool = _whole(data.get("pool", 0), "pool")
    s.throw_no = _whole(data["throw_no"], "throw_no", 1, LIMITS.steps_per_action)
    s.stage = str(data["stage"])
    if s.stage.startswith("together"):
        raise NoState("seats that choose at once hide their choices from each other")
    s.thrown, s.kept, s.aside = (_tokens(s, rules, s.phase, data.get(name)) for name in ("thrown", "kept", "aside"))
    s.entering = tuple(_tokens(s, rules, s.phase, dice) for dice in _listed(data.get("entering", [])))
    if data.get("pending"):
        owner, moment, cases, picks, then = _listed(data["pending"])
        chosen = tuple(_whole(case, "a case", 0) for case in _listed(cases))
        s.pending = Pending(str(owner), str(moment), chosen, _whole(picks, "choices made", 0), str(then))
    if s.pending or s.entering:
        s.picker = _whole(data["player"], "player", 1, s.count)
    s.dice = _tokens(s, rules, s.phase, data["dice"]) if "dice" in data else _all_dice(s, rules)
    counts = rules.phases[s.phase].cup.counts(s, s.seat, s.args)
    s.hand = _counts(data["hand"], len(counts)) if "hand" in data else (len(s.dice),) if len(counts) == 1 else counts
    s.bag = _counts(data["bag"], len(counts)) if data.get("bag") else ()


def _all_dice(s: State, rules: Rules) -> Dice:
    """All dice on the table, where the state does not tell: what was laid aside before, and the last throw."""
    thrown = s.stage == "keep" or (s.pending is not None and s.pending.moment == "throw")  # nothing is kept of it yet
    taken_up = rules.phases[s.phase].retake is not None
    if taken_up and not thrown:
        return in_order(s.aside)
    return in_order((*(s.aside if thrown else minus(s.aside, s.kept)), *s.thrown))


def _counts(value: object, kinds: int) -> Numbers:
    counts = tuple(_whole(count, "a number of dice", 0, LIMITS.dice) for count in _listed(value))
    if len(counts) != kinds:
        raise NoState(f"there are {kinds} kinds of dice")
    return counts


def _tokens(s: State, rules: Rules, phase: str, faces: object) -> Dice:
    """Faces as dice of this phase."""
    asked = cast("Sequence[int | str]", faces or ())
    sides = rules.phases[phase].cup.sides
    found = as_tokens(asked, sides, tuple(len(asked) for _ in sides))
    if found is None:
        raise NoState(f"no dice of {phase} show {' '.join(map(str, asked))}")
    return found


# ---- values


def _value(value: object, rules: Rules, name: str) -> Value:
    """Lists as groups; a pile keeps its order, and groups of parts are groups of groups. Raises NoState for another sort."""
    sort = rules.game.variables[name].sort if name in rules.game.variables else None
    if isinstance(value, list):
        if sort in _SINGLE:
            raise NoState(f"{name} is one value")
        if sort in (Sort.PILE, Sort.BOXES):
            return tuple(map(_member, value))
        if any(isinstance(member, list) for member in value):
            return tuple(canonical(map(_member, _listed(member))) for member in value)
        return canonical(map(_member, value))
    if value is None:
        return ()
    if sort is Sort.YESNO:
        if not isinstance(value, bool):
            raise NoState(f"{name} is yes or no")
        return value
    return _whole(value, name) if sort in (Sort.NUMBER, Sort.SEAT) else _member(value)


_SINGLE = (Sort.NUMBER, Sort.YESNO, Sort.SEAT)


def _member(value: object) -> int | str:
    return value if isinstance(value, str) else _whole(value, "a value")


def _listed(value: object) -> list[object]:
    if not isinstance(value, list):
        raise NoState("several values are wanted where there is one")
    return value


def _whole(value: object, name: str, low: int = -LIMITS.value_bound, high: int = LIMITS.value_bound) -> int:
    """A whole number within these bounds. Raises NoState."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise NoState(f"{name} cannot be {str(value)[:40]}")
    return value
