"""What anybody at the table may see of a state, as plain values: the JSON of `--json` and of the player protocol.

The shapes stand in docs/protocol.md; nothing in them changes without a note there.
"""

from becher.dsl.model import Value
from becher.engine.record.lines import Json
from becher.engine.state import NO_LOCALS, Dice, Side, State


def state_json(state: State) -> Json:
    """The whole state: whose turn it is, the dice, the turn's tallies, accounts, sheets."""
    return {
        "game": state.rules.game.id,
        "options": {name: plain(value) for name, value in state.rules.options.items()},
        "player": state.current_player(),
        "seat": turn_seat(state),
        "phase": state.phase or None,
        "throw_no": state.throw_no,
        "thrown": _faces(state.thrown),
        "kept": _faces(state.kept),
        "aside": _faces(state.aside),
        "dice": _faces(state.dice),
        "hand": list(state.hand),
        "bag": list(state.bag),
        "pool": state.pool,
        "tally": {name: plain(state.account(name)) for name in names_of(state, "tally") if state.tally},
        "rounds": state.rounds,
        "direction": state.direction,
        "out": sorted(seat for place in state.out_order for seat in place),
        **accounts_json(state),
        "sheets": [sheet_json(state, seat) for seat in seats_of(state)] if state.rules.total else None,
        "entering": [_faces(dice) for dice in state.entering],
        "setup": state.setup,
        "stage": state.stage,
        "args": {name: plain(value) for name, value in state.args.items()},
        "leader": state.leader,
        "had_turn": list(state.had_turn),
        "turns": list(state.turns),
        "final": None if state.final is None else list(state.final),
        "lying": _faces(state.lying),
        "pending": None if state.pending is None else plain(tuple(state.pending)),  # type: ignore[arg-type]
    }


def _faces(dice: Dice) -> list[object]:
    """Faces; `face:die` where dice of several kinds are mixed."""
    return [str(token) if isinstance(token, Side) else token for token in dice]


def state_text(state: State) -> list[str]:
    """The same in lines of `name: value`, as players and programs without JSON read it."""
    lines = []
    for name, value in state_json(state).items():
        if isinstance(value, dict):
            lines += [f"{name}.{inner}: {_text(of)}" for inner, of in value.items()]
        elif name == "sheets" and isinstance(value, list):
            for seat, sheet in enumerate(value, 1):
                lines += [f"sheet.{seat}.{box}: {_text(cell)}" for box, cell in sheet.items()]
        else:
            lines.append(f"{name}: {'none' if value is None else _text(value)}")
    return lines


def _text(value: object) -> str:
    """Words with spaces, lists within lists in brackets."""
    if isinstance(value, dict):
        return " ".join(f"{key} {_text(of)}" for key, of in value.items())
    if isinstance(value, list):
        return " ".join(f"[{_text(of) if of else ''}]" if isinstance(of, list) else _text(of) for of in value) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)


def accounts_json(state: State) -> Json:
    """{accounts: {name: [per seat]}, shared: {name: value}, totals: [per seat] | null}."""
    totals = [state.total(seat) for seat in seats_of(state)] if state.rules.total else None
    return {
        "accounts": {
            name: [plain(state.account(name, seat)) for seat in seats_of(state)] for name in names_of(state, "player")
        },
        "shared": {name: plain(state.account(name)) for name in names_of(state, "shared")},
        "totals": totals,
    }


def sheet_json(state: State, seat: int) -> Json:
    """What is written in each box, null where it is open; with columns {box: {column: value}}."""
    sheet: dict[str, object] = {}
    for (box, column), value in zip(state.rules.cell_names(), state.cells[seat - 1], strict=True):
        if column is None:
            sheet[box] = value
        else:
            entry = sheet.setdefault(box, {})
            assert isinstance(entry, dict)
            entry[column] = value
    return sheet


def seats_of(state: State) -> range:
    return range(1, state.count + 1)


def turn_seat(state: State) -> int:
    """Whose turn it is, also while chance is to decide (in a roll-off: who throws)."""
    if state.roll is not None:
        return state.roll.seats[len(state.roll.results)]
    return state.seat


def names_of(state: State, scope: str) -> list[str]:
    """The variables of a scope, in the order of the file; the pool is no name of the file's."""
    return [name for name, (where, _) in state.rules.slots.items() if where == scope and name != "pool"]


def plain(value: Value) -> object:
    """Groups as lists."""
    return [plain(member) for member in value] if isinstance(value, tuple) else value


def box_values(state: State, seat: int) -> dict[str, int]:
    """What each box would score for this seat and the dice of the state (in the first column, where there are several)."""
    loc = {"$column": 0} if state.rules.compiler.columns else NO_LOCALS
    return {box: value(state, seat, loc) for box, value in state.rules.box_values.items()}
