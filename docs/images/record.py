"""Draws docs/images/play.svg: a few turns of a real game, played by the real program in a terminal of fixed size.

Run it from anywhere with the Python that has Becher: `python docs/images/record.py`. The same program gives the same picture.
"""

import fcntl
import io
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text

COLUMNS, ROWS = 80, 40
GAME = ["play", "ohio", "--players", "2", "--seats", "human,greedy", "--seed", "3", "--lang", "en"]
# What the player types, prompt by prompt. The last line is typed and not sent: the picture shows it waiting.
TYPED = ["", "666", "666", "sixes", "", "1356", "why 44", "1356"]
PROMPT = "\n> "
CLEAR = "\x1b[H\x1b[2J"
PATIENCE = 60
PICTURE = Path(__file__).with_name("play.svg")


class Terminal:
    """The program at a terminal of its own."""

    def __init__(self, args: list[str]) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"} | {"PYTHONPATH": _checkout()}
        environment.pop("NO_COLOR", None)
        command = [sys.executable, "-m", "becher", *args]
        self._program = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
        os.close(theirs)
        self.text = ""

    def until_prompt(self) -> None:
        """Read until the program asks; what it wrote since the last answer is `text`."""
        self.text = ""
        while not self.text.endswith(PROMPT):
            ready, _, _ = select.select([self._ours], [], [], PATIENCE)
            if not ready:
                raise SystemExit(f"no prompt came: {self.text[-500:]}")
            self.text += os.read(self._ours, 65536).decode().replace("\r", "")

    def answer(self, line: str) -> None:
        os.write(self._ours, f"{line}\n".encode())

    def close(self) -> None:
        self._program.kill()
        self._program.wait()
        os.close(self._ours)


def play() -> str:
    """The last screen of the little game, as a terminal would be told it."""
    terminal = Terminal(GAME)
    try:
        for line in TYPED[:-1]:
            terminal.until_prompt()
            terminal.answer(line)
        terminal.until_prompt()
        return terminal.text.rpartition(CLEAR)[2] + TYPED[-1]
    finally:
        terminal.close()


def draw(screen: str) -> str:
    """The screen as SVG; names inside it do not change from run to run."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, legacy_windows=False)
    console.print(Text.from_ansi(screen))
    picture = console.export_svg(title=f"becher {' '.join(GAME[:6])}", theme=DIMMED_MONOKAI, unique_id="becher")
    # No font is fetched from anywhere: the reader's own monospace does.
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)
    return re.sub(r"[ \t]+\n", "\n", picture)


def _checkout() -> str:
    root = Path(__file__).resolve().parents[2]
    return os.pathsep.join(str(root / folder) for folder in ("dsl", "engine"))


if __name__ == "__main__":
    PICTURE.write_text(draw(play()), encoding="utf-8")
