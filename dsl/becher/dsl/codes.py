"""Every code a finding may bear: its title, how grave it is, and what it means.

E1xx syntax and limits of a source, E2xx names, E3xx sorts, E4xx variants, E5xx rules, W6xx warnings, N7xx notes.
Each code has a page under docs/errors and a smallest case under tests/cases/bad.
"""

from attrs import frozen

from becher.dsl.diagnostics import Diagnostic, Label, Severity, Span


@frozen
class Code:
    """What `becher explain CODE` prints; `is_limit` marks a bound of becher.dsl.limits that was crossed."""

    title: str
    severity: Severity
    explanation: str
    is_limit: bool = False


def _error(title: str, explanation: str) -> Code:
    return Code(title, Severity.ERROR, explanation)


def _limit(title: str, explanation: str) -> Code:
    return Code(title, Severity.ERROR, explanation, is_limit=True)


CODES: dict[str, Code] = {
    # ---- E100-E109: the bytes of a source
    "E100": _error("not UTF-8", "A rule file is text in UTF-8. Save the file as UTF-8 in your editor."),
    "E101": _error(
        "forbidden character",
        "Control characters, marks that turn the direction of writing and piled-up accents can make a file look "
        "other than it is read, so a rule file may not hold them. Tabs and line ends are fine.",
    ),
    # ---- E110-E139: syntax
    "E110": _error(
        "something else was expected",
        "The text up to this place reads well, but what stands here cannot follow it. The message says what can.",
    ),
    "E111": _error("no game", "A rule file holds one or more games: `game pig { ... }`. Nothing stands outside of them."),
    "E112": _error(
        "a bracket is not closed", "Every ( [ and { needs its partner. The second place shown is where it was opened."
    ),
    "E113": _error("a bracket closes nothing", "This ) ] or } has no partner before it: one is too many, or one is missing."),
    "E114": _error("capital letters", "Names are written in small letters, digits and _ : `max_score`, not `maxScore`."),
    "E115": _error(
        "a letter or sign that names cannot have",
        "Names consist of a to z, digits and _ and begin with a letter; a game's id has hyphens instead of _. "
        "How a thing is called at the table stands in a block of labels: `words de { goal = \"Ziel\" }`.",
    ),
    "E116": _error(
        "a sign this language does not have",
        "Signs of other languages such as == && || ! ; // have no meaning here: write = and or not, nothing, and #.",
    ),
    "E117": _error("not a whole number", "Numbers are whole: 0, 1, 2 ... without a point, a leading zero or letters."),
    "E118": _error("a text is not closed", 'A text begins and ends with " on the same line.'),
    "E119": _error("a quote inside a text", "A text cannot hold the sign \" and knows no \\ escapes. Use ' or “ ” inside."),
    "E120": _error("a game inside a game", "Games stand side by side. A variant is a game of its own: `game x like y { ... }`."),
    "E121": _error(
        "colon and equals mixed up",
        "A colon answers one of the fixed questions or a key of a table; = defines a name of your own.",
    ),
    "E122": _error(
        "no sign between a name and its value",
        "An answer follows a colon (`throws: 3`), a definition follows = (`goal = 100`).",
    ),
    "E123": _error("nothing after the sign", "An answer or a formula must follow : and = before the next line begins."),
    "E124": _error(
        "how a variable changes", "In a case a variable changes by +=, -= or becomes. The signs = and : stand elsewhere."
    ),
    "E125": _error("commas between faces", "Faces in brackets stand side by side without commas: [1 2 2]."),
    "E126": _error(
        "a game named like a word of the language",
        "A game's id may not be a word of the language such as dice or turn: nobody could tell them apart.",
    ),
    "E127": _error("a title that is no example's", 'Only an example has a title in quotes: `example "a one" { ... }`.'),
    "E128": _error("not a language tag", "A tag such as de or pt-BR stands after the word words and nowhere else."),
    "E129": _error("a range that ends in a word", "The last key of a range is a number or the word many: 78..many."),
    "E130": _error(
        "a word of programming",
        "There is no if, while or for: a formula says `value when condition else other`, a case says "
        "`name when condition { ... }`.",
    ),
    # ---- E190-E199: limits of a source
    "E190": _limit("the file is too large", "A rule file has at most 64 KiB."),
    "E191": _limit("a line is too long", "A line has at most 1,000 characters."),
    "E192": _limit("nested too deeply", "Brackets, formulas and `else` may nest 64 deep. Give a part of it a name."),
    "E193": _limit("a name is too long", "A name or id has at most 64 characters."),
    "E194": _limit("a text is too long", "A text in quotes has at most 500 characters."),
    "E195": _limit("a number is too long", "A number has at most 9 digits."),
    "E196": _limit("too many dice or faces", "There are at most 100 dice of at most 1,000 faces."),
}  # fmt: skip


def finding(code: str, message: str, span: Span | None, hint: str | None = None, *labels: Label) -> Diagnostic:
    """A diagnostic as grave as its code says."""
    return Diagnostic(code, CODES[code].severity, message, span, labels, hint)
