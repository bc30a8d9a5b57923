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
    "E194": _limit("a text is too long", "A text in quotes has at most 500 characters, a label 120."),
    "E195": _limit("a number is too long", "A number has at most 9 digits."),
    "E196": _limit("too many dice or faces", "There are at most 100 dice of at most 1,000 faces."),
    # ---- E2xx: names
    "E201": _error(
        "nothing has this name",
        "Every name must be defined in the game or its parents, or be a word of the language. Letters of a bracket are "
        "known in that bracket, the `where` behind it and the answer of its row, and nowhere else.",
    ),
    "E202": _error("one name for two things", "A game has one name space, and each question, case and row is written once."),
    "E203": _error(
        "a word of the language as a name",
        "Questions, moments, verbs, functions, seat words and words of the state cannot name something of yours, "
        "or nobody could tell which is meant.",
    ),
    "E204": _error("no such question", "Only the fixed questions take a colon. A name you make up is defined with =."),
    "E205": _error("a question in the wrong block", "Each question is asked in one kind of block, such as a phase or the round."),
    "E206": _error("a question with =", "Questions are answered with a colon: `throws: 3`. The sign = defines a name of yours."),
    "E207": _error("this block cannot stand here", "Only the blocks of the language, groups of boxes and names of blocks."),
    "E208": _error(
        "no such moment",
        "A phase knows start, throw, keep, full, end and bust; a round start, end, won, lost and tied; a game start and end.",
    ),
    "E209": _error("this line cannot stand here", "Each kind of block holds certain kinds of line only."),
    "E210": _error(
        "one letter as a name", "One letter is for brackets and parameters. Names have two letters or more."
    ),
    "E211": _error("no such face", "A bracket holds numbers, faces of a die block, one-letter names and names with a value."),
    "E212": _error("a word without a meaning here", "Some words live in certain places only, such as `it` in where."),
    "E213": _error("too few or too many in brackets", "Formulas, functions, actions and phases take a fixed number of things."),
    "E214": _error("this has no value", "Actions, phases, dice, tables and columns are no values: they are done, entered, thrown or asked."),
    "E215": _error("a formula that depends on itself", "Formulas and tables may not come back to themselves."),
    "E216": _error("brackets behind a plain name", "Only formulas, tables, actions and phases with parameters take brackets."),
    "E217": _error("not a table of hands", "split and sets lay a group out in the rows of a table whose keys are brackets."),
    "E218": _error(
        "no step of an example",
        "An example sets up (given, lay), plays (throw, keep, stop, enter, a phase with its dice) and expects.",
    ),
    "E219": _error("this does not change", "Only variables change: those of player, shared and tally, and the pool."),
    "E220": _error("an action that comes back to itself", "Actions are laid open in place, so they may not go in circles."),
    "E221": _limit("laid open too deep or too wide", "Names may ask for names, but not without bound: 128 deep, 1,000 effects, 10,000 parts of formulas."),
    "E290": _limit("too many faults", "After 50 faults in one game, or 200 in one file, the rest is not looked at."),
    # ---- E3xx: sorts
    "E301": _error(
        "another sort of value is wanted",
        "Numbers, yes/no, words, groups, seats and boxes are told apart. A single thing and the group of just it are the same.",
    ),
    "E302": _error("several seats where one is wanted", "`x of others` is one value for each seat; only a condition holds for each."),
    "E303": _error(
        "a bracket out of place",
        "A bracket with letters is a pattern: it is compared with = or has, or names the part to sum or count.",
    ),
    "E304": _error("this means nothing in a formula", "Dice, texts and open ranges have their own places."),
    "E305": _error("not an answer to this question", "Some questions are answered with one of a few words."),
    "E306": _error("a comparison of unlike things", "Both sides of a comparison are of one sort."),
    "E307": _error("never this word", "The word is none of those an option may be or a table answers."),
    "E308": _error("values that make no option", "The values of an option are plain and of one kind, the default first."),
    "E309": _error("a table of two kinds", "The keys of a table are all brackets or none, and its answers are of one kind."),
    "E310": _error("these are no dice", "Dice are written `6d6`, or an amount times a die: `4 * white + 1 * black`."),
    "E311": _error("a change that cannot be made", "What is added, becomes or is chosen must fit the variable, and say whose it is."),
    "E312": _error("several answers where one is wanted", "Only keep, enter, starter, wins and loses take answers with commas."),
    "E313": _error("a label without quotes", 'Labels are texts: `ones = "Einser"`.'),
    "E314": _error("answers that do not go together", "Both branches of when and else answer with the same sort."),
    # ---- E4xx: variants
    "E401": _error(
        "the parent has no such name",
        "In a variant a name that the parent does not have needs `add`, so that a misspelt override is found.",
    ),
    "E403": _error("nothing to remove", "`remove` takes away what the parent has in the same block."),
    "E404": _error("added twice", "`add` is for names the parent does not have. Without it the line overrides."),
    "E405": _error("add without a parent", "Only a variant, `game x like y`, adds."),
    "E406": _error("another kind of thing", "What is written again keeps its kind: a table stays a table."),
    "E407": _error("outside what the parent allows", "A variant may set an option to what its parent allows, or give a range of its own."),
    "E410": _error("like an unknown block", "`turn like collect` names another block of the same game."),
    "E411": _error("blocks like each other in a circle", "`like` between blocks may not come back to where it began."),
    "E412": _error("the parent cannot be found", "A parent is a game of the same file, of a file beside it, or of the shelf."),
    "E413": _error("games like each other in a circle", "`like` between games may not come back to where it began."),
    "E414": _limit("a chain too long", "A variant has at most 7 parents, from at most 16 files."),
    "E415": _error("the parent has errors", "A variant can only be read when its parents can."),
    "E416": _error("one id for two games", "Two files define a game of this id, so nobody can tell which is meant."),
    "E417": _error("no game of this id", "Neither the shelf nor the file has a game of this id."),
    # ---- E5xx: rules
    "E501": _error("players: is missing", "Every game says how many may play."),
    "E502": _error("dice are missing", "Every game says which dice are thrown, and every die which faces it has."),
    "E503": _error("a keep that leaves no choice", "keep: asks what the player may keep; must_keep: what is kept unasked."),
    "E504": _error("wishes that do not fit", "A wish names what to take, first choice first, or rates each candidate."),
    "E505": _error("impossible numbers of players", "There are 1 to 20 seats."),
    "E506": _error("no turn", "Every game has a turn: what a seat does when it is its turn."),
    "E507": _error(
        "no end",
        "A game ends when `over:` says so, when all boxes are filled, or when those out leave one seat.",
    ),
    "E508": _error("a word beside a yes/no", "A word of an option, a seat or a word such as any stands where yes, no or a condition is wanted."),
    "E509": _error("no winner", "`wins:` says who wins, unless a sheet or `out:` does."),
    "E510": _error("a sheet and enter belong together", "Boxes are written where a case says enter, and only in a game with a sheet."),
    "E511": _error(
        "a phase that never has to end",
        "Somebody who keeps no dice could go on for ever. Every phase ends with probability one, however one plays.",
    ),
    "E512": _error("otherwise without another case", "One case of a moment may say otherwise: it holds where no case with a condition does."),
    "E513": _error("becomes beside another change", "A moment is one step: what a variable becomes is said once."),
    "E514": _error("two doors", "A moment leads to one place: a phase, throw_again, end_turn, bust or enter."),
    "E515": _error(
        "a lasting change during a throw",
        "On throw, keep and full only tallies and the pool change; seats and the table change on end, on bust and in rounds. "
        "This keeps a turn solvable.",
    ),
    "E516": _error("a door that leads nowhere", "Doors belong to moments of a phase in which what they ask for is there."),
    "E517": _error("a choice where all play together", "In a phase with together: yes what is kept is forced, or nothing."),
    "E518": _error("keys that overlap", "Each number or word has one answer in a table."),
    "E519": _error("a throw that cannot fall", "The dice of an example are dice of the game."),
    "E520": _error("words added up", "sum adds numbers; faces that are words have none unless a table gives them one."),
    # ---- W6xx: warnings
    "W601": Code("an override that changes nothing", Severity.WARNING, "The line is the same in the parent and can go."),
    "W602": Code("no else", Severity.WARNING, "Without else the answer is none, 0 or no where the condition fails."),
    "W603": Code("a label of nothing", Severity.WARNING, "The game has nothing of this name to label."),
    "W604": Code("a bust that never comes", Severity.WARNING, "A turn is bust where no keep is legal; keeping nothing must not be legal then."),
    "W605": Code("dice counted twice", Severity.WARNING, "adds: is asked after every keep, so it should read what was just kept."),
    "W606": Code("throws without retake", Severity.WARNING, "Without retake dice laid aside stay there; say so, or allow it."),
    "W607": Code("a name nothing uses", Severity.WARNING, "A name that nothing reads, asks, does or enters can go, or was forgotten somewhere."),
    "W608": Code("a moment that never comes", Severity.WARNING, "The round does not decide what this moment waits for."),
    "W609": Code("nothing to inherit", Severity.WARNING, "`inherit: dice` offers what `leave` left lying."),
    "W610": Code("a face no die has", Severity.WARNING, "The dice of this game never show this face."),
    # ---- E600-E609, W620-W629, N720-N729: what comes out when the rules are tried (becher.engine.examine)
    "E601": _error(
        "a phase that never has to end",
        "Some way of choosing goes on throwing for ever, whatever the dice show. A phase ends by `throws`, by `until`, by a bust that "
        "every throw may bring, or because every throw lays dice aside.",
    ),
    "E602": _error(
        "nothing to choose from",
        "Somebody is to choose a box, a seat or a value, but in a position that can be reached there is none.",
    ),
    "E603": _error(
        "cases in conflict",
        "In a position that can be reached two cases of one moment hold, and both lead elsewhere, or one says what a variable "
        "becomes while the other changes it too.",
    ),
    "E604": _error(
        "a rule without an answer",
        "In a position that can be reached a formula has no value: it divides by zero, wants one of several or none, or grows too large.",
    ),
    "E605": _error(
        "a range that is not kept",
        "`always` claims a range for the total, but the rules of the boxes allow a total outside it.",
    ),
    "E606": _limit(
        "a limit stops the game",
        "With its options as they stand the game meets a limit when it is played: so many steps without a throw or a choice, so many parts of a group.",
    ),
    "W620": Code("a case that can never hold", Severity.WARNING, "No throw and no accounts make its condition true, under any option."),
    "W621": Code(
        "a gap between cases",
        Severity.WARNING,
        "The cases of a moment part the values of one formula among them, but leave some throw to none of them.",
    ),
    "W622": Code(
        "cases that overlap",
        Severity.WARNING,
        "Two cases of a moment compare the same formula and both hold for some throw; all they change is added up.",
    ),
    "W623": Code("a box nobody can score in", Severity.WARNING, "It is worth 0 with any dice and any options."),
    "N720": Code(
        "a game that never has to end",
        Severity.NOTE,
        "Some way of choosing prolongs the game for ever. That is no fault: `endless:` says what such a game is worth to the solver.",
    ),
    "N721": Code("a search that was cut", Severity.NOTE, "There were more positions than were looked at, or values to begin with that perhaps never come up; so nothing is claimed."),
    # ---- N7xx: notes
    "N701": Code("an assumption", Severity.NOTE, "The file says that this is assumed and not found in a source."),
    "N710": Code("a case loses its condition", Severity.NOTE, "A case written again brings its own when."),
    "N711": Code("an option becomes fixed", Severity.NOTE, "An option written again brings its own range."),
    "N712": Code("a formula without else", Severity.NOTE, "Where its condition does not hold it answers none, 0 or no."),
    "N713": Code("an old value is read", Severity.NOTE, "A moment reads everything as it was when the moment came."),
    "N714": Code("a condition written twice", Severity.NOTE, "A name for it lets a variant change it in one place."),
}  # fmt: skip


def finding(code: str, message: str, span: Span | None, hint: str | None = None, *labels: Label) -> Diagnostic:
    """A diagnostic as grave as its code says."""
    return Diagnostic(code, CODES[code].severity, message, span, labels, hint)
