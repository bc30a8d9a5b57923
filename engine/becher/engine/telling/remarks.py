"""Where the rules are from, and what was decided where the sources say nothing."""

from becher.dsl.model import Game
from becher.engine.telling.effects import Line
from becher.engine.telling.markdown import escape
from becher.engine.telling.voice import Voice

# Where the questions of the game itself are told.
_TOLD_UNDER = {
    **dict.fromkeys(("out", "over", "finish", "wins", "loses", "endless", "end"), "end"),
    **dict.fromkeys(("players", "dice"), "need"),
    **dict.fromkeys(("player", "shared", "tally", "start"), "setup"),
    "void": "table",
    "total": "sheet",
    "enter": "sheet",
}


def remark_lines(kind: str, game: Game, voice: Voice) -> tuple[Line, ...]:
    """The remarks of a kind, source or assumed, in the order of the file."""
    return tuple(_remark(remark.text, remark.about, game, voice) for remark in game.remarks if remark.kind == kind)


def _remark(text: str, about: str, game: Game, voice: Voice) -> Line:
    """A remark on the whole game (or on the whole of a game it is like) stands alone, any other says what it is on."""
    on = _subject(about, voice)
    if on is None or about in (game.id, game.base):
        return Line("", escape(text))
    return Line("", voice.say("remark", about=on, text=escape(text)))


def _subject(about: str, voice: Voice) -> str | None:
    """What a remark is on: a name of the game, or the part of the sheet where a question is answered."""
    names = about.split(".")
    for name in reversed(names):
        if voice.knows(name):
            return voice.term(name)
    for name in names:
        title = f"title.{_TOLD_UNDER.get(name, name)}"
        if voice.tongue.has(title):
            return f"*{voice.say(title)}*"
    return None
