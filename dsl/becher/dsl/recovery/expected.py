"""What the parser would have taken, in words."""

from becher.dsl.suggest import listed

# Each set stands for itself where all of its members are possible; the larger ones come first.
_GROUPS: tuple[tuple[frozenset[str], frozenset[str], str], ...] = (
    (
        frozenset({"_ON", "_ADD", "_REMOVE", "NAME"}),
        frozenset({"_ON", "_ADD", "_REMOVE", "NAME", "NUMBER", "NEGATIVE", "LSQB", "OTHERWISE", "SOURCE", "ASSUMED"}),
        "the next line of the block",
    ),
    (
        frozenset({"_ADD", "_REMOVE", "NAME", "_CHOOSE"}),
        frozenset({"_ADD", "_REMOVE", "NAME", "_CHOOSE", "MAY", "SOURCE", "ASSUMED"}),
        "a case or an effect",
    ),
    (frozenset({"NAME", "_CHOOSE"}), frozenset({"NAME", "_CHOOSE", "MAY"}), "an effect"),
    (
        frozenset({"NUMBER", "NAME", "DICE", "LSQB"}),
        frozenset({"NUMBER", "NAME", "DICE", "LSQB", "LPAR", "MINUS", "_NOT"}),
        "a formula",
    ),
    (
        frozenset({"_AND", "_OR"}),
        frozenset(
            {"PLUS", "MINUS", "TIMES", "OVER", "COMPARE", "EQUALS", "IN", "HAS", "_AND", "_OR", "_WHERE", "_WHEN",
             "_OF", "TO", "_ELSE"}
        ),
        "an operator such as + or and",
    ),
)  # fmt: skip

_WORDS: dict[str, str] = {
    "_GAME": "game",
    "GAME_ID": "the game's id",
    "NAME": "a name",
    "NUMBER": "a number",
    "NEGATIVE": "a number",
    "DICE": "dice such as 6d6",
    "STRING": 'a text in "quotes"',
    "LANGUAGE": "a language tag",
    "HEAD": "the kind of a block",
    "COLON": ":",
    "EQUALS": "=",
    "COMMA": ",",
    "VBAR": "|",
    "LPAR": "(",
    "RPAR": ")",
    "LSQB": "[",
    "RSQB": "]",
    "LBRACE": "{",
    "RBRACE": "}",
    "TO": "..",
    "PLUS": "+",
    "MINUS": "-",
    "TIMES": "*",
    "OVER": "/",
    "COMPARE": "<, >, <=, >= or !=",
    "CHANGE": "+=, -= or becomes",
    "_LIKE": "like",
    "_WHEN": "when",
    "OTHERWISE": "otherwise",
    "_ELSE": "else",
    "_WHERE": "where",
    "IN": "in",
    "HAS": "has",
    "_OF": "of",
    "_AND": "and",
    "_OR": "or",
    "_NOT": "not",
    "_ON": "on",
    "_ADD": "add",
    "_REMOVE": "remove",
    "MAY": "may",
    "_CHOOSE": "choose",
    "SOURCE": "source",
    "ASSUMED": "assumed",
    "$END": "the end of the file",
}


def expected(accepts: frozenset[str]) -> str:
    """`a name, : or =`: what could stand here, always in the same order."""
    left = set(accepts)
    words: list[str] = []
    for sign, group, name in _GROUPS:
        if sign <= left:
            words.append(name)
            left -= group
    words += dict.fromkeys(name for terminal, name in _WORDS.items() if terminal in left)
    return listed(words)
