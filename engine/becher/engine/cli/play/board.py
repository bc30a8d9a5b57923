"""The table as one sees it: who has what, the dice aside and the dice thrown, what one may do. Lines of text, nothing printed."""

from collections.abc import Sequence

from attrs import frozen

from becher.engine.actions import STOP, THROW_AGAIN, Action
from becher.engine.cli.out import clean, paint, width
from becher.engine.cli.play.choices import Label, ends_throws, keep_all, offered, short
from becher.engine.cli.play.draw import beside, dice_rows, dice_width, rows_within, table_rows
from becher.engine.cli.play.result import text
from becher.engine.expressions.words import faces_of
from becher.engine.multisets import minus
from becher.engine.record import Seat
from becher.engine.state import CHANCE, Dice, State
from becher.engine.stream import Stream
from becher.engine.view import box_values, names_of, seats_of, turn_seat

# More choices than this are described, not listed.
_LISTED = 12
# Columns between dice aside and dice thrown.
_GAP = 4


@frozen
class Board:
    """How the table is shown: names, labels, how wide, with which signs."""

    seats: Sequence[Seat]
    label: Label
    columns: int = 80
    fancy: bool = True

    def rows(self, state: State) -> list[str]:
        """The whole table."""
        return [self.title(state), "", *self.holdings(state), "", *self.dice(state)]

    def brief(self, state: State) -> str:
        """The same in a line, for a pipe."""
        zones = [
            f"{name} {text(faces_of(dice))}"
            for name, dice in (("aside", state.aside), ("thrown", _loose(state)))
            if dice
        ]
        name = self.seats[max(1, turn_seat(state)) - 1].name
        what = self.offer(state) if state.current_player() != CHANCE else self.due(state)
        return f"{name}, {self.turn(state)}: {'; '.join([*zones, what])}"

    # ---- who has what

    def title(self, state: State) -> str:
        game = state.rules.game
        parts = [paint(self.label("title") if self.label("title") != "title" else game.id, "bold")]
        if state.results and not state.is_terminal():
            parts.append(f"game {len(state.results) + 1}")
        parts.append(f"round {state.rounds + 1}")
        parts += [f"{self.label(name)} {text(state.account(name))}" for name in names_of(state, "shared")]
        if state.direction == -1:
            parts.append("play goes backwards")
        return "   ".join(parts)

    def holdings(self, state: State) -> list[str]:
        """The sheets where there are any, the accounts where there are any."""
        return [*self.sheet(state), *self.accounts(state)]

    def accounts(self, state: State) -> list[str]:
        names = names_of(state, "player")
        if not names and state.rules.total is not None:
            return []
        rows = [["", *(paint(self.label(name), "dim") for name in names)]] if names else []
        for seat in seats_of(state):
            rows.append([self.name(state, seat), *(text(state.account(name, seat)) for name in names)])
        return table_rows(rows)

    def name(self, state: State, seat: int) -> str:
        """The seat's name, marked where it is on or out."""
        name = self.seats[seat - 1].name
        if state.is_out(seat):
            return paint(f"  {name}, out", "dim")
        on = seat == turn_seat(state) and not state.is_terminal()
        return self.marked(name) if on else f"  {clean(name)}"

    def marked(self, name: str) -> str:
        """The name of the seat that is on."""
        return paint(f"{'▸' if self.fancy else '*'} {name}", "bold", "cyan")

    def sheet(self, state: State) -> list[str]:
        """The boxes; the totals in a line where not all of them stand below their boxes."""
        sheet = state.rules.game.sheet
        if sheet is None:
            return []
        lines = self.boxes(state)
        if sheet.columns or len(self._shown_seats(state)) < state.count:
            lines.append(f"totals: {', '.join(f'{self.seats[n - 1].name} {state.total(n)}' for n in seats_of(state))}")
        return lines

    def boxes(self, state: State) -> list[str]:
        """Boxes by seats (or by columns, for the seat that is on); open boxes show what they would score when one may write."""
        sheet = state.rules.game.sheet
        assert sheet is not None
        count, on, shown = len(sheet.boxes), max(1, turn_seat(state)), self._shown_seats(state)
        if sheet.columns:
            heads = [self.label(column.name) for column in sheet.columns]
            cells = [state.cells[on - 1][at * count : (at + 1) * count] for at in range(len(heads))]
        else:
            heads = [self.head(state, seat) for seat in shown]
            cells = [state.cells[seat - 1] for seat in shown]
        worth = self._worth(state)
        rows = [[self.head(state, on) if sheet.columns else "", *heads]]
        for at, box in enumerate(sheet.boxes):
            rows.append([self.label(box.name), *(self._cell(column[at]) for column in cells)])
            if box.name in worth:
                rows[-1].append(paint(f"({worth[box.name]})", "green"))
        if not sheet.columns:
            rows.append([paint("total", "bold"), *(paint(str(state.total(seat)), "bold") for seat in shown)])
        return table_rows(rows)

    def head(self, state: State, seat: int) -> str:
        """What stands above the boxes of a seat."""
        return self.name(state, seat)

    def _shown_seats(self, state: State) -> list[int]:
        """As many seats as the width allows, the one that is on among them."""
        each = 2 + max(width(self.head(state, seat)) for seat in seats_of(state))
        room = max(1, (self.columns - 24) // each)
        first = max(0, min(turn_seat(state) - 1, state.count - room))
        return [*seats_of(state)][first : first + room]

    def _cell(self, value: int | None) -> str:
        return ("·" if self.fancy else ".") if value is None else str(value)

    def _worth(self, state: State) -> dict[str, int]:
        """What each box that may be written now would score."""
        if state.stage != "enter":
            return {}
        values = box_values(state, state.seat)
        return {str(action.args[0]): values[str(action.args[0])] for action in state.legal_actions()}

    # ---- the dice

    def dice(self, state: State) -> list[str]:
        """Dice aside and dice thrown, apart from each other, and the tallies of the turn."""
        if state.current_player() == CHANCE and not state.aside:
            return []
        aside, thrown = [str(token) for token in state.aside], [str(token) for token in _loose(state)]
        both = bool(aside and thrown) and dice_width(aside) + _GAP + dice_width(thrown) > self.columns
        room = (self.columns - _GAP) // 2 if both else self.columns
        blocks = [self._group("aside", aside, room, "dim"), self._group("thrown", thrown, room, "bold")]
        return [self.turn(state), *beside(*blocks, gap=_GAP)]

    def turn(self, state: State) -> str:
        parts = [f"{self.label(state.phase or 'turn')}, throw {state.throw_no}"]
        if state.rules.phases and state.pool:
            parts.append(f"{self.label('pool')} {state.pool}")
        if state.tally:
            parts += [f"{self.label(name)} {text(state.account(name))}" for name in names_of(state, "tally")]
        return ", ".join(parts)

    def _group(self, title: str, faces: list[str], room: int, *styles: str) -> list[str]:
        if not faces:
            return []
        rows: list[str] = [paint(title, "dim")]
        for row in rows_within(faces, room):
            rows += dice_rows(row, self.fancy, *styles)
        return rows

    # ---- what one may do

    def offer(self, state: State) -> str:
        """The choices with their short forms, in a line."""
        legal = state.legal_actions()
        if state.stage == "enter":
            return f"write {', '.join(map(short, legal))}"
        if state.stage != "keep":
            return ", ".join(self._offered(state, action) for action in legal)
        everything = keep_all(state)
        stops = ", stop" if everything is not None and ends_throws(state, everything) else ""
        if len(legal) <= _LISTED:
            return f"keep {', '.join(offered(state, action) for action in legal)}{stops}"
        dice = legal[-1].args[0]
        some, face = offered(state, legal[len(legal) // 2]), dice[-1] if isinstance(dice, tuple) else ""
        return f"keep some dice, such as {some}; all {face}; all{'; none' if not legal[0].args[0] else ''}{stops}"

    def due(self, state: State) -> str:
        """How many dice chance is to bring."""
        dice = state.sample(Stream("how many")).args[0]
        number = len(dice) if isinstance(dice, tuple) else 1
        deed = "draws" if state.stage == "draw" else "throws"
        return f"{deed} {number} {'die' if number == 1 else 'dice'}; what lies on the table?"

    def _offered(self, state: State, action: Action) -> str:
        if action in (STOP, THROW_AGAIN):
            return short(action)
        label = self.label(short(action))
        return short(action) if label == short(action).replace("_", " ") else f"{short(action)} ({label})"


def _loose(state: State) -> Dice:
    """The thrown dice that are still in question: none once they go back into the cup, without those kept after the keep."""
    if state.current_player() == CHANCE:
        return ()
    return state.thrown if state.stage in ("keep", "bust") else minus(state.thrown, state.aside)
