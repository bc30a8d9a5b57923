"""Playing at a terminal: what is on the screen, what is asked, what is never lost."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from becher.engine.record import read_record

PATIENCE = 30
PROMPT = "\r\n> "


class Screen:
    """A program at a terminal of its own."""

    def __init__(self, environment: dict[str, str], *args: object) -> None:
        self.terminal, inside = pty.openpty()
        command = [sys.executable, "-m", "becher", *map(str, args)]
        self.process = subprocess.Popen(
            command, stdin=inside, stdout=inside, stderr=inside, env=environment, start_new_session=True
        )
        os.close(inside)
        self.text = ""

    def shows(self, text: str) -> str:
        """Wait until this text is on the screen; what came up to it, and is taken off."""
        end = time.monotonic() + PATIENCE
        while text not in self.text:
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
            new = self._read() if ready else ""
            assert new, f"{text!r} never came: {self.text[-2000:]}"
            self.text += new
        before, _, self.text = self.text.partition(text)
        return before + text

    def type(self, line: str) -> None:
        os.write(self.terminal, f"{line}\n".encode())

    def ends(self) -> int:
        """The exit code, once the program has ended."""
        end = time.monotonic() + PATIENCE
        while select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
            if not (new := self._read()):
                break
            self.text += new
        return self.process.wait(PATIENCE)

    def _read(self) -> str:
        try:
            return os.read(self.terminal, 65536).decode()
        except OSError:
            return ""

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)


@pytest.fixture
def at_terminal(environment: dict[str, str]) -> Iterator[object]:
    screens: list[Screen] = []

    def start(*args: object, **env: str) -> Screen:
        screens.append(Screen({**environment, "TERM": "xterm", **env}, *args))
        return screens[-1]

    yield start
    for screen in screens:
        screen.close()


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def test_dice_are_drawn_and_kept_ones_lie_apart(at_terminal) -> None:
    """Seed 5 begins with 1 1 3 4 4 4."""
    screen = at_terminal("play", "ohio", "--seed", "5")
    screen.shows(PROMPT)
    screen.type("")
    shown = plain(screen.shows(PROMPT))
    assert "│ ●   │" in shown
    assert "thrown" in shown
    assert "aside" not in shown
    screen.type("444")
    shown = plain(screen.shows(PROMPT).replace("\r", ""))
    heads = next(line for line in shown.splitlines() if "aside" in line)
    assert "thrown" in heads
    assert "sixes" in shown
    screen.type("quit")
    screen.type("quit")
    assert screen.ends() == 0


def test_a_slip_is_told_and_asked_again(at_terminal) -> None:
    screen = at_terminal("play", "ohio", "--seed", "5")
    for line, answer in [
        ("", "keep "),
        ("66", "keep asks for 6 6, but the dice show 1 1 3 4 4 4"),
        ("nonsense", "nonsense is not asked now"),
        ("why 6", "keep asks for 6"),
        ("undo", "since the last throw"),
        ("?", "you may type"),
        ("hint", "hint: "),
        ("all 4", "keep 444"),
    ]:
        screen.shows(PROMPT)
        screen.type(line)
        screen.shows(answer)
    screen.type("quit")
    screen.shows("not saved")
    screen.type("quit")
    assert screen.ends() == 0


def test_the_last_choice_is_taken_back_while_the_next_player_has_not_thrown(at_terminal) -> None:
    screen = at_terminal("play", "ohio", "--players", 2, "--seed", "5")
    for line, answer in [
        ("", "stop"),
        ("stop", "write ones"),
        ("ones", "seat 2: Enter throws"),
        ("undo", "write ones"),
    ]:
        screen.shows(PROMPT)
        screen.type(line)
        screen.shows(answer)
    screen.type("fours")
    screen.shows("seat 1 writes fours: 12")


def test_a_game_is_saved_at_any_prompt_and_goes_on_there(at_terminal, tmp_path: Path) -> None:
    save = tmp_path / "evening.save"
    screen = at_terminal("play", "ohio", "--seed", "5")
    for line in ("", "444", f"save {save}"):
        screen.shows(PROMPT)
        screen.type(line)
    second = screen.shows("saved in")
    screen.shows(PROMPT)
    screen.type("quit")
    assert screen.ends() == 0
    again = at_terminal("play", "--resume", save)
    shown = plain(again.shows(PROMPT))
    dice = [line for line in plain(second).splitlines() if "│" in line]
    assert dice
    assert [line for line in shown.splitlines() if "│" in line] == dice


def test_ctrl_c_ends_it_and_the_save_holds_every_move(at_terminal, tmp_path: Path) -> None:
    save = tmp_path / "save"
    screen = at_terminal("play", "ohio", "--seed", "5", "--save", save)
    for line in ("", "444"):
        screen.shows(PROMPT)
        screen.type(line)
    screen.shows(PROMPT)
    time.sleep(0.3)  # Python reads no signal that comes between its prompt and its wait for a key, before the key comes
    os.killpg(screen.process.pid, signal.SIGINT)
    assert screen.ends() == 130
    assert "Traceback" not in screen.text
    assert [event.action.text for event in read_record(save).events][1] == "keep([4 4 4])"


def test_the_end_of_the_input_leaves_the_table(at_terminal) -> None:
    screen = at_terminal("play", "ohio", "--seed", "5")
    screen.shows(PROMPT)
    os.write(screen.terminal, b"\x04")
    assert screen.ends() == 0
    assert "The seed was 5" in plain(screen.text)


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_a_plain_terminal_gets_no_colour(at_terminal, env: dict[str, str]) -> None:
    screen = at_terminal("play", "ohio", "--seed", "5", **env)
    shown = screen.shows(PROMPT)
    screen.type("")
    shown += screen.shows(PROMPT)
    assert not re.search(r"\x1b\[[0-9;]*m", shown)
    if env.get("TERM") == "dumb":
        assert "\x1b" not in shown
        assert "+-----+" in shown


def test_real_dice_are_asked_for(at_terminal) -> None:
    screen = at_terminal("play", "ohio", "--dice", "typed")
    for line, answer in [
        ("1234567", "6 dice are thrown, not 7"),
        ("123457", "these dice cannot fall like that"),
        ("112233", "112233"),
        ("correct 112234", "corrected"),
        ("void", "is void"),
        ("444666", "444666"),
        ("666", "throws 3 dice; what lies on the table?"),
    ]:
        screen.shows(PROMPT)
        screen.type(line)
        screen.shows(answer)
