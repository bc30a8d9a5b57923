"""`?`: the rules that apply now, and what one may type."""

from becher.engine.state import State

TYPED = (
    "you may type:  66  or  all 6  or  all  or  none   which dice to keep",
    "               stop   throw   or a choice offered, by its name or the beginning of it",
    "               why 66   undo   hint   state   save NAME   quit",
)
TYPED_DICE = "real dice:     664 what lies on the table   roll  let the program throw   void   correct 665"
_LANGUAGE = "en"


def rules_now(state: State, language: str | None, real_dice: bool) -> list[str]:
    """The rules about the choice or the throw that is due, in this language where rules are told in it."""
    lines = _told(state, language or _LANGUAGE)
    if real_dice and state.rules.game.void:
        lines.append(f"void: {state.rules.game.void}")
    return [*lines, *TYPED, *([TYPED_DICE] if real_dice else [])]


def _told(state: State, language: str) -> list[str]:
    from becher.engine.telling.now import explain_now  # only now: nobody waits for it before the first prompt

    try:
        return explain_now(state, language).splitlines()
    except KeyError:
        return explain_now(state, _LANGUAGE).splitlines()
