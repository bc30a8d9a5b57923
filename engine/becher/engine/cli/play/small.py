"""The table where the screen has few lines: the sheet in two halves, dice as figures."""

from attrs import frozen

from becher.engine.cli.out import paint, width
from becher.engine.cli.play.board import Board
from becher.engine.cli.play.draw import beside, table_rows
from becher.engine.cli.play.result import text
from becher.engine.state import State
from becher.engine.view import names_of, seats_of, turn_seat

_GAP = 4


@frozen
class SmallBoard(Board):
    """Seats have numbers above their boxes; their names stand beside their totals and accounts."""

    def head(self, state: State, seat: int) -> str:
        return self.marked(str(seat)) if seat == turn_seat(state) and not state.is_terminal() else str(seat)

    def sheet(self, state: State) -> list[str]:
        """The boxes in two halves, where they have room beside each other."""
        if state.rules.game.sheet is None:
            return []
        head, *rows = self.boxes(state)
        half = (len(rows) + 1) // 2
        found = beside([head, *rows[:half]], [head, *rows[half:]], gap=_GAP)
        return found if max(map(width, found)) <= self.columns else [head, *rows]

    def accounts(self, state: State) -> list[str]:
        names = names_of(state, "player")
        totals = ["total"] if state.rules.total else []
        rows = [["", *(paint(self.label(name), "dim") for name in (*totals, *names))]]
        for seat in seats_of(state):
            total = [paint(str(state.total(seat)), "bold")] if totals else []
            rows.append([self.name(state, seat), *total, *(text(state.account(name, seat)) for name in names)])
        return table_rows(rows)

    def _group(self, title: str, faces: list[str], room: int, *styles: str) -> list[str]:
        return [f"{paint(title, 'dim')} {paint(' '.join(faces), *styles)}"] if faces else []
