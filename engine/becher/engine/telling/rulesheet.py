"""The whole rule sheet of a game, as one would hand it round the table."""

from collections.abc import Mapping

from becher.dsl.model import Game, Value
from becher.engine.telling.agreements import option_lines
from becher.engine.telling.changes import change_lines
from becher.engine.telling.layout import printed
from becher.engine.telling.markdown import escape, heading, sentence
from becher.engine.telling.phrases import tongue_of
from becher.engine.telling.remarks import remark_lines
from becher.engine.telling.sections import Section, sections
from becher.engine.telling.settle import settle
from becher.engine.telling.voice import Voice


def rule_sheet(game: Game, language: str, base: Game | None = None, options: Mapping[str, Value] | None = None) -> str:
    """The rule sheet in Markdown, for these option values (others at their defaults). With the base of a variant it also
    says what the variant changes. Raises KeyError for a language there are no phrases in."""
    voice = Voice.of(settle(game, options or {}), tongue_of(language))
    told = [*sections(voice), *_about(game, base, options or {}, voice)]
    return "\n\n".join([*_head(game, base, voice), *(printed(section) for section in told if section.lines)]) + "\n"


def _about(game: Game, base: Game | None, options: Mapping[str, Value], voice: Voice) -> list[Section]:
    """What is said of the game as a whole: what it changes, what is open to agreement, where it is from."""
    found = [
        Section("options", voice.say("title.options"), option_lines(game, options, voice), intro=voice.say("options"))
    ]
    if base is not None:
        title = voice.say("title.changes", base=title_of(base, None, voice))
        found.insert(0, Section("changes", title, change_lines(game, base, voice)))
    kinds = ("source", "assumed")
    return found + [Section(kind, voice.say(f"title.{kind}"), remark_lines(kind, game, voice)) for kind in kinds]


def _head(game: Game, base: Game | None, voice: Voice) -> list[str]:
    parts = [heading(1, title_of(game, base, voice))]
    also = _other_names(game, voice)
    if also and (base is None or also != _other_names(base, voice)):
        parts.append(voice.say("also", names=voice.tongue.joined([escape(name) for name in also], "or")))
    if voice.has_label("about"):
        parts.append(sentence(voice.label("about")))
    return parts


def title_of(game: Game, base: Game | None, voice: Voice) -> str:
    """What the game is called in the voice's language; a title that is its base's does not tell the two apart."""
    own = Voice.of(game, voice.tongue)
    name = escape(game.id.replace("-", " ").capitalize())
    if not own.has_label("title"):
        return name
    title = own.label("title")
    return f"{title} ({name})" if base is not None and title == Voice.of(base, voice.tongue).label("title") else title


def _other_names(game: Game, voice: Voice) -> tuple[str, ...]:
    words = (game.words.get(code, {}) for code in (voice.tongue.code, "en"))
    return next((labels["also"] for labels in words if "also" in labels), ())
