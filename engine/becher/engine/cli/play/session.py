"""Asking people: one line at a time, at a terminal or through a pipe.

At a terminal the table is drawn anew before each question and a slip is asked again; through a pipe every event is a line, and a move
that is not legal or the end of the input before the end of the game ends the program with exit 1.
"""

from collections.abc import Callable
from pathlib import Path

from attrs import frozen

from becher.engine.actions import Action
from becher.engine.cli.exits import NO, Says
from becher.engine.cli.out import clear_screen, folded, paint, say
from becher.engine.cli.play.board import Board
from becher.engine.cli.play.choices import Unclear, offered, read_choice, read_dice
from becher.engine.cli.play.rules_now import rules_now
from becher.engine.cli.play.small import SmallBoard
from becher.engine.cli.play.table import Table
from becher.engine.cli.play.tell import tell
from becher.engine.record import Event, Refused
from becher.engine.state import CHANCE, State
from becher.engine.view import state_text, turn_seat

# Events remembered and lines told of them at least when the table is drawn anew; lines that the question takes.
_REMEMBERED, _TOLD, _BELOW = 10, 3, 5


class Quit(Exception):
    """A player leaves the table."""


@frozen
class Manner:
    """How one talks to people: drawing the table on a screen of so many lines, or line by line; quiet says nothing but why it ends."""

    screen: bool
    quiet: bool
    language: str | None
    lines: int = 24


class Session:
    """Asks the humans of a table until the game is over or somebody quits.

    `read` shows a prompt and answers a line, None at the end of the input; `save_to` begins a save of the whole game so far.
    """

    def __init__(
        self,
        table: Table,
        board: Board,
        manner: Manner,
        read: Callable[[str], str | None],
        save_to: Callable[[Path], None],
        saved: bool,
    ) -> None:
        self.table, self.board, self.saved = table, board, saved
        self.small = SmallBoard(board.seats, board.label, board.columns, board.fancy)
        self._read, self._save_to = read, save_to
        self.manner, self.screen = manner, manner.screen
        self._told: list[str] = []
        self._notes: list[str] = []
        self._leaving = False
        self._commands: dict[str, Callable[[str], None]] = {
            "?": self._rules,
            "help": self._rules,
            "why": self._why,
            "undo": self._undo,
            "hint": self._give_hint,
            "state": self._state,
            "save": self._save,
            "quit": self._quit,
            "void": self._void,
            "correct": self._correct,
        }
        table.hears = self.hear

    def play(self) -> None:
        """To the end of the game. Raises Quit, and Says through a pipe."""
        while True:
            self.table.run(self._waits_for_enter)
            if self.table.course.over:
                self._show_end()
                return
            self._ask()

    def hear(self, before: State, event: Event, after: State) -> None:
        """Tell what happened."""
        lines = tell(before, event, after, self.board.seats, self.board.label)
        if self.screen:
            self._told += lines
        else:
            self.note(*lines)

    # ---- asking

    def _ask(self) -> None:
        state = self.table.state
        self._draw(state)
        line = self._read(self._prompt(state))
        if line is None:
            self._end_of_input()
            return
        text = line.strip()
        try:
            self._take(text, state)
        except (Refused, Unclear) as reason:
            if not self.screen:
                raise Says(NO, str(reason)) from None
            self.note(*(paint(line, "yellow") for line in self._fold(str(reason))))

    def _take(self, text: str, state: State) -> None:
        """A command, dice, or a choice. Raises Refused, Unclear."""
        word, _, rest = text.partition(" ")
        if word in self._commands and text not in {offered(state, action) for action in state.legal_actions()}:
            self._leaving = self._leaving and word == "quit"
            self._commands[word](rest.strip())
        elif state.current_player() == CHANCE:
            self._throw(text, state)
        elif text and not text.startswith("#"):
            self._choose(text, state)

    def _throw(self, text: str, state: State) -> None:
        if not self.table.typed or text == "roll":
            if text not in ("", "throw", "roll"):
                raise Unclear(f"the dice are to be thrown: Enter throws them, not {text!r}")
            self.table.throw()
        elif text and not text.startswith("#"):
            self.table.choose(self._dice(text, state), typed=True)

    def _dice(self, text: str, state: State) -> Action:
        dice = read_dice(text)
        if dice is None:
            raise Unclear(f"{text!r} is no throw; type the faces, such as 6 6 4")
        return Action("draw" if state.stage == "draw" else "throw", (dice,))

    def _choose(self, text: str, state: State) -> None:
        self.table.choose(read_choice(text, state, self.board.label))

    def _end_of_input(self) -> None:
        if self.screen:
            raise Quit
        raise Says(NO, "the input ended before the game")

    def _waits_for_enter(self, state: State) -> bool:
        """At a terminal a turn of a human begins when its player is ready: what was done before may still be taken back."""
        begins = state.throw_no == 0 and state.phase in ("turn", "opening")
        return self.screen and begins and turn_seat(state) not in self.table.bots

    # ---- commands

    def _rules(self, _: str) -> None:
        self.note(*rules_now(self.table.state, self.manner.language, self.table.typed))

    def _why(self, text: str) -> None:
        state = self.table.state
        if not text or state.current_player() == CHANCE:
            self.note("why asks about a choice: `why 2` says why two may not be kept")
            return
        try:
            action = read_choice(text, state, self.board.label)
        except Unclear as reason:
            self.note(str(reason))
        else:
            self.note(f"{action.text}: {state.why_not(action) or 'that is allowed'}")

    def _undo(self, _: str) -> None:
        self.table.undo()

    def _give_hint(self, _: str) -> None:
        if self.table.state.current_player() == CHANCE:
            self.note("the dice decide")
        else:
            from becher.engine.cli.play.hints import hints  # brings the solver along

            try:
                self.note(*hints(self.table.state))
            except KeyboardInterrupt:
                self.note("no hint: you stopped the thinking")

    def _state(self, name: str) -> None:
        lines = state_text(self.table.state)
        if not name:
            self._say_whole(lines)
            return
        try:
            with Path(name).open("x", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
        except (OSError, ValueError) as error:
            raise Refused(f"not written: {name}: {getattr(error, 'strerror', None) or error}") from None
        self.note(f"written to {name}; `becher advise` reads it")

    def _save(self, name: str) -> None:
        if self.saved:
            self.note("everything is saved already")
            return
        path = Path(name or f"{self.table.state.rules.game.id}.save")
        try:
            self._save_to(path)
        except (OSError, ValueError) as error:
            raise Refused(f"not saved: {path}: {getattr(error, 'strerror', None) or error}") from None
        self.saved = True
        self.note(f"saved in {path}; `becher play --resume {path}` goes on")

    def _quit(self, _: str) -> None:
        if self.saved or self._leaving or not self.screen:
            raise Quit
        self._leaving = True
        self.note("this game is not saved: `save NAME` saves it, `quit` once more leaves it")

    def _void(self, _: str) -> None:
        self.table.act(self.table.course.void)

    def _correct(self, text: str) -> None:
        dice = read_dice(text)
        if dice is None:
            raise Unclear("correct wants the faces that lie there: correct 6 6 4")
        self.table.act(lambda: self.table.course.correct(Action("throw", (dice,))))

    # ---- showing

    def note(self, *lines: str) -> None:
        """Say this, at a screen when the table is next drawn."""
        if self.screen:
            self._notes += [part for line in lines for part in self._fold(line)]
        elif not self.manner.quiet:
            for line in lines:
                say(line)

    def _say_whole(self, lines: list[str]) -> None:
        """Say lines that programs read: they are never folded."""
        if self.screen:
            self._notes += lines
        else:
            self.note(*lines)

    def _draw(self, state: State) -> None:
        if not self.screen:
            self.note(self.board.brief(state))
            return
        clear_screen()
        rows = self.board.rows(state)
        if len(rows) > self.manner.lines - _BELOW:
            rows = self.small.rows(state)
        self._told = self._told[-_REMEMBERED:]
        told = [paint(line, "dim") for text in self._told for line in self._fold(text)]
        room = self.manner.lines - len(rows) - len(self._notes) - _BELOW
        for block in (rows, told[-max(room, _TOLD) :], self._notes):
            for line in (*block, "") if block else ():
                say(line)
        self._notes = []

    def _fold(self, text: str) -> list[str]:
        return folded(text, self.board.columns)

    def _prompt(self, state: State) -> str:
        name = self.board.seats[max(0, (state.current_player() or turn_seat(state)) - 1)].name
        if state.current_player() != CHANCE:
            what = self.board.offer(state)
        elif self.table.typed:
            what = self.board.due(state)
        else:
            what = "Enter throws"
        return "\n".join(self._fold(f"{name}: {what}")) if self.screen else f"{name}: {what}"

    def _show_end(self) -> None:
        if self.screen:
            self._draw(self.table.state)
