"""`--protocol jsonl`: any program as player, one JSON object a line both ways (docs/protocol.md, section Players)."""

import json
import sys
from collections.abc import Callable

from becher.engine.actions import Action, action_from_json, parse_action
from becher.engine.cli.exits import NO, Says
from becher.engine.cli.play.table import Table
from becher.engine.record import Event, Refused
from becher.engine.record.lines import Json
from becher.engine.state import CHANCE, State
from becher.engine.view import state_json

PROTOCOL = 1


class Protocol:
    """Asks a program for every human seat of a table."""

    def __init__(self, table: Table, read: Callable[[], str | None]) -> None:
        self.table = table
        self._read = read
        table.hears = self._hear

    def play(self) -> None:
        """To the end of the game. Raises Says where the program answers wrongly or not at all."""
        self._send(self._start())
        while True:
            self.table.run()
            if self.table.course.over:
                return
            self._ask(self.table.state)

    def end(self, result: Json) -> None:
        """The last line."""
        self._send({"type": "end", **result})

    def _start(self) -> Json:
        rules = self.table.state.rules
        return {
            "type": "start",
            "protocol": PROTOCOL,
            "game": rules.game.id,
            "options": dict(rules.options),
            "seats": [seat.kind for seat in self.table.seats],
        }

    def _ask(self, state: State) -> None:
        at_chance = state.current_player() == CHANCE
        legal = [_action_json(action) for action in state.legal_actions()]
        self._send({"type": "throw" if at_chance else "choose", "state": state_json(state), "legal": legal})
        line = self._read()
        if line is None:
            raise Says(NO, "the input ended before the game")
        try:
            self.table.choose(_action(line), typed=at_chance)
        except (Refused, ValueError, RecursionError) as reason:
            self._send({"type": "refused", "reason": str(reason)})
            raise Says(NO, str(reason)) from None

    def _hear(self, before: State, event: Event, after: State) -> None:
        assert event.action is not None
        forced = [_action_json(action) for action in after.forced]
        self._send({"type": "event", "seat": event.seat, **_action_json(event.action), "forced": forced})

    def _send(self, data: Json) -> None:
        sys.stdout.write(json.dumps(data) + "\n")
        sys.stdout.flush()


def _action_json(action: Action) -> Json:
    data = json.loads(json.dumps(action.to_json(), default=str))
    return {**data, "text": action.text}


def _action(line: str) -> Action:
    """An answer: {"action": ..., "args": [...]} or {"text": "keep([6 6])"}. Raises ValueError."""
    data = json.loads(line)
    if isinstance(data, dict) and isinstance(data.get("text"), str) and "action" not in data:
        return parse_action(data["text"])
    return action_from_json(data)
