"""Nothing printed can steer the terminal."""

import io
import json
from types import SimpleNamespace

import pytest

from becher.engine.cli.out import clean, has_colour, paint, say, say_json, width


@pytest.mark.parametrize("char", ["\x1b", "\x00", "\x07", "\r", "\x9b", "\u202e", "\u2066", "\u2028", "\ud800", "\x7f"])
def test_a_steering_character_is_written_out(char: str) -> None:
    cleaned = clean(f"a{char}b")
    assert char not in cleaned
    assert cleaned.startswith("a\\")
    assert cleaned.isascii()


def test_letters_and_lines_pass() -> None:
    assert clean("Fünfer\nzwei 骰子 ⚅") == "Fünfer\nzwei 骰子 ⚅"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch) -> Terminal:
    screen = Terminal()
    monkeypatch.setattr("becher.engine.cli.out.sys", SimpleNamespace(stdout=screen, stderr=screen))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return screen


def test_a_terminal_gets_colour_and_nothing_else(terminal) -> None:
    say(paint("ok\x1b[2J", "green") + "\x1b]0;x\x1b[8mhidden")
    assert terminal.getvalue() == "\x1b[32mok\\u001b[2J\x1b[0m\\u001b]0;x\\u001b[8mhidden\n"


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_goes_where_it_is_wanted_only(terminal, monkeypatch, env: dict[str, str]) -> None:
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    say(paint("ok", "green", "bold"))
    assert terminal.getvalue() == "ok\n"
    assert not has_colour(terminal)


def test_a_pipe_gets_no_colour(capsys) -> None:
    say(paint("ok", "green"))
    assert capsys.readouterr().out == "ok\n"


def test_painted_text_is_as_wide_as_its_letters() -> None:
    assert width(paint("four", "red", "bold")) == 4
    assert width(paint("骰子ü", "red")) == 5


def test_json_is_plain_ascii(capsys) -> None:
    say_json({"name": "f\u00fcnf\x1b"})
    assert json.loads(out := capsys.readouterr().out) == {"name": "f\u00fcnf\x1b"}
    assert out.isascii()
    assert "\x1b" not in out
