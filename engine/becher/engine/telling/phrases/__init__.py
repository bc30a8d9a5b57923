"""The languages rules are told in: one table of phrases each."""

from importlib import import_module

from becher.engine.telling.tongue import Tongue

LANGUAGES = ("de", "en", "nl")


def tongue_of(language: str) -> Tongue:
    """The phrases of a language. Raises KeyError for one there are none in."""
    if language not in LANGUAGES:
        raise KeyError(language)
    return Tongue(language, import_module(f"becher.engine.telling.phrases.{language}").PHRASES)
