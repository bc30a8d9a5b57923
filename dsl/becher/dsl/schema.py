"""The words of the language as data: one table that feeds the checker, did-you-mean, the formatter and the docs.

The grammar knows none of these words. A question is asked with a colon, has a default and lives in one kind of block.
"""

from attrs import frozen


@frozen
class Question:
    """One fixed question. `answers` says what is expected in the player's words; `default` likewise."""

    name: str
    where: str
    answers: str
    default: str
    several: bool = False


def _phase(name: str, answers: str, default: str, several: bool = False) -> Question:
    return Question(name, "phase", answers, default, several)


# In the order of play: the formatter and the rules text keep this order.
QUESTIONS: tuple[Question, ...] = (
    Question("players", "game", "a number or a range of seats", "required"),
    Question("dice", "game", "dice, such as 6d6", "required unless every phase says its own"),
    Question("starter", "game", "who starts: seats or keys", "the first seat", True),
    Question("out", "game", "yes/no about a seat: when it is out", "no"),
    Question("over", "game", "yes/no: when the game is over", "all boxes filled, or one seat left"),
    Question("finish", "game", "at_once, rest_of_round or others_once_more", "at_once"),
    Question("wins", "game", "who wins: keys, best first", "the greatest total, or the last seat in", True),
    Question("loses", "game", "who loses: keys, worst first", "nobody is called the loser", True),
    Question("void", "game", "a text: when a throw of real dice is thrown again", "never"),
    Question("endless", "game", "share, or nobody: what a game that never ends is worth", "share"),
    _phase("together", "yes or no: one run for all seats", "no"),
    _phase("dice", "dice of this phase", "the game's dice"),
    _phase("draw", "a number: the hand is filled up to it from the bag before each throw", "no bag"),
    _phase("inherit", "dice: those left lying may be the first throw", "no"),
    _phase("throws", "a number: the most throws", "no limit"),
    _phase("bust", "yes/no after a throw", "no"),
    _phase("must_keep", "thrown dice that are kept without asking", "none"),
    _phase("retake", "yes or no: dice laid aside may be taken up again", "no"),
    _phase("keep", "which thrown dice may be kept", "any, or none beside must_keep", True),
    _phase("adds", "a number added to the pool after each keep", "0"),
    _phase("until", "yes/no after the keep: the phase ends", "no"),
    _phase("full", "end, refill or must_throw: what follows when all dice lie", "end"),
    _phase("stop", "yes/no: one may stop now", "no"),
    Question("enter", "sheet", "the boxes one may write, first choice first", "open", True),
    Question("total", "sheet", "a number", "the sum of all boxes"),
    Question("fills", "sheet", "a number: how often each box is written", "1"),
    Question("enter", "column", "the boxes one may write in this column", "the sheet's", True),
    Question("times", "column", "a number: what the column's total counts", "1"),
    Question("starter", "round", "who leads the round", "play goes on with the next seat", True),
    Question("over", "round", "yes/no after each turn", "each seat had a turn"),
    Question("wins", "round", "who wins the round: keys", "nobody", True),
    Question("loses", "round", "who loses the round: keys", "nobody", True),
    Question("tie", "round", "nobody or all", "nobody"),
    Question("out", "round", "yes/no about a seat, asked at the round's end only", "no"),
    Question("games", "match", "a number", "1"),
    Question("starter", "match", "who opens the next game", "the first seat", True),
    Question("wins", "match", "who wins the match: keys", "most games won", True),
    Question("faces", "die", "the faces, with commas", "required", True),
    Question("wild", "table", "faces that may stand for any", "none", True),
)

# Kind of block -> its moments, in the order of play, and when each comes.
MOMENTS: dict[str, dict[str, str]] = {
    "phase": {
        "start": "before the first throw",
        "throw": "after each throw, before the bust is asked",
        "keep": "after each keep",
        "full": "when all dice lie aside",
        "end": "when the phase ends without a bust",
        "bust": "when the throw is bust",
    },
    "round": {
        "start": "before the first turn of the round",
        "end": "after the last turn of the round",
        "won": "when the round has a winner",
        "lost": "when the round has a loser",
        "tied": "when several are best and the tie is nobody's",
    },
    "game": {
        "start": "before anything else",
        "end": "when the game is over",
    },
}

# Head words of blocks; the named ones take a second word.
NAMED_BLOCKS: dict[str, str] = {
    "phase": "a further phase of the turn; its name is a door to it",
    "column": "a column of the sheet",
    "table": "a keyed table, or a table of hands",
    "die": "a kind of die: faces and what they carry",
    "strategy": "wishes in answer to the questions of the phases and the sheet",
    "words": "labels in one language",
}
BARE_BLOCKS: dict[str, str] = {
    "turn": "the phase each turn begins with",
    "opening": "a phase each seat plays once, before the first turn",
    "player": "variables each seat has, for the whole game",
    "shared": "variables of the table, for the whole game",
    "tally": "variables forgotten when the turn ends",
    "sheet": "the boxes of the score sheet",
    "round": "what happens around each round of turns",
    "match": "several games played as one",
    "always": "properties that hold in every state between turns",
}
GRAMMAR_WORDS: dict[str, str] = {
    "game": "begins a game: game ID { ... }",
    "like": "lays a game over another, or a block over another",
    "add": "before a name the parent does not have",
    "remove": "takes a name of the parent away",
    "source": "where the line above is said",
    "assumed": "why the line above is as it is, where no source says it",
    "on": "begins a moment: on end { ... }",
    "when": "the condition of a case; in a formula the condition of the value before it",
    "otherwise": "the case for when no other conditional case holds; the row for every other key",
    "else": "the value if the condition does not hold",
    "may": "before choose: the player may pass",
    "choose": "the player picks a member of a group",
    "becomes": "gives a variable a new value",
    "where": "the members for which a condition holds",
    "and": "both hold",
    "or": "at least one holds",
    "not": "does not hold",
    "in": "every member lies in the other group; with choose: the group to pick from",
    "has": "the other way round: a has b is b in a",
    "of": "whose: a seat's variable, a column's box",
}

# Verbs and doors of effects; a phase's name is a door too.
VERBS: dict[str, str] = {
    "nothing": "nothing happens",
    "out": "these seats are out of the game",
    "win": "these seats win the game at once",
    "lose": "these seats lose the game at once",
    "reverse": "the direction of play turns round",
    "leave": "the dice stay lying for the next seat",
}
DOORS: dict[str, str] = {
    "throw_again": "the same dice are thrown once more",
    "end_turn": "the turn is over at once",
    "bust": "the turn is bust",
    "enter": "a box is chosen and written",
}

# Functions: name -> (least arguments, most arguments, what it answers).
FUNCTIONS: dict[str, tuple[int, int, str]] = {
    "sum": (1, 99, "the sum of a group, or of its members showing the faces named, or of the best part that fits a bracket"),
    "count": (1, 99, "how many members; with faces how many show them; with a bracket how many fit"),
    "distinct": (1, 1, "each different member once"),
    "largest": (1, 1, "the largest member (none of an empty group)"),
    "smallest": (1, 1, "the smallest member (none of an empty group)"),
    "run": (1, 1, "the length of the longest run of consecutive numbers"),
    "parts": (1, 2, "every part of the group (of n members)"),
    "first": (1, 1, "the first member in order"),
    "last": (1, 1, "the last member in order"),
    "nth": (2, 2, "the n-th member in order, from 1"),
    "top": (1, 1, "the top of a pile"),
    "pile": (0, 99, "a pile of these, the last on top"),
    "every": (1, 99, "the thrown dice showing one of these faces"),
    "chain": (1, 99, "the thrown dice that continue this chain where the dice aside leave off, one each"),
    "highest": (1, 1, "the seats for which this is greatest"),
    "lowest": (1, 1, "the seats for which this is least"),
    "open": (0, 1, "the boxes not yet full (of a group or a column)"),
    "filled": (1, 1, "yes if these boxes are written"),
    "worth": (1, 2, "what a box would score for the dice now (in a column)"),
    "hits": (1, 2, "how often a box has been written (in a column)"),
    "min": (1, 99, "the least of several numbers"),
    "max": (1, 99, "the greatest of several numbers"),
    "abs": (1, 1, "a number without its sign"),
    "split": (2, 2, "the greatest total when a group is laid out in rows of a table of hands, all of it if that can be"),
    "sets": (2, 2, "yes if a group is one or more rows of a table of hands, no die left over"),
    "roll_off": (1, 1, "a key: those tied throw these dice until one is best"),
    "symmetric": (1, 1, "in `always`: no rule names a seat absolutely"),
    "legal": (1, 1, "in examples: yes if this action is legal now"),
}  # fmt: skip

# Words of the state.
STATE_WORDS: dict[str, str] = {
    "thrown": "the dice of the last throw",
    "kept": "the dice just kept",
    "aside": "all dice laid aside",
    "dice": "all dice on the table: those aside and those thrown",
    "pool": "the turn's points so far",
    "throw_no": "the number of throws in this phase so far",
    "lying": "dice the last seat left lying",
    "rounds": "rounds finished so far",
    "turns": "turns this seat has finished",
    "direction": "1 clockwise, -1 the other way",
    "total": "the sheet's total",
    "box": "in a strategy: the box that might be written",
    "it": "the member asked about in where, or the seat in highest, lowest and out",
    "before": "in expect: the same value when the example began",
    "bag": "the dice in the bag",
    "sum_of_games": "in a match: a seat's result added over its games",
    "games_won": "in a match: how many games a seat has won",
}

# Seat words: name -> (one seat only, what it means).
SEAT_WORDS: dict[str, tuple[bool, str]] = {
    "me": (True, "the seat asked: whose turn it is, or the seat a condition is about"),
    "next": (True, "the next seat still in, in the direction of play"),
    "previous": (True, "the seat still in before me, against the direction of play"),
    "others": (False, "all seats still in but me"),
    "everyone": (False, "all seats, those out too"),
    "in_play": (False, "all seats still in"),
    "leader": (True, "the seat that opened this round"),
    "winner": (False, "the seat or seats that won this round"),
    "loser": (False, "the seat or seats that lost this round"),
    "chosen": (True, "a seat the player picks among the others when the line runs"),
    "last_in": (False, "key of wins: the seat that stayed in longest"),
    "first_out": (False, "the seat that went out first"),
}

# Answer words that are not names of anything else.
ANSWER_WORDS: dict[str, str] = {
    "yes": "holds always",
    "no": "holds never",
    "none": "nothing: the empty group, no box, no seat; where a number is wanted 0",
    "any": "keep: whatever one likes, nothing too",
    "some": "keep: at least one",
    "all": "tie: all who are level win, or lose",
    "many": "a range without an upper end",
    "end": "full: the phase ends",
    "refill": "full: all dice go back into the cup, and one may stop",
    "must_throw": "full: all dice go back into the cup and must be thrown",
    "at_once": "finish: the game ends there",
    "rest_of_round": "finish: the others play the round to its end",
    "others_once_more": "finish: every other seat has one more turn",
    "nobody": "tie: nobody wins, or loses; endless: a game without end is worth nothing",
    "share": "endless: a game without end counts as shared",
}

# Words of examples beside the phases and the actions; elsewhere they are names like any other.
EXAMPLE_WORDS: dict[str, str] = {
    "given": "sets a variable, a box or an option before the play begins",
    "lay": "the turn ends with these dice",
    "throw": "these dice fall",
    "draw": "the bag gives these",
    "round": "one turn for each seat, ending with these dice",
    "expect": "what must hold now",
}

# Labels in `words` that name nothing of the rules.
LABEL_WORDS: dict[str, str] = {
    "title": "what the game is called",
    "also": "other names of the game",
    "about": "a few words about the game",
}


def questions_of(where: str) -> dict[str, Question]:
    """The questions of one kind of block by name, in the order of play."""
    return {q.name: q for q in QUESTIONS if q.where == where}


def reserved_words() -> frozenset[str]:
    """Every word of the language: no name an author makes up may be one of these."""
    return frozenset(
        {q.name for q in QUESTIONS}
        | {m for moments in MOMENTS.values() for m in moments}
        | {
            *NAMED_BLOCKS,
            *BARE_BLOCKS,
            *GRAMMAR_WORDS,
            *VERBS,
            *DOORS,
            *FUNCTIONS,
            *STATE_WORDS,
            *SEAT_WORDS,
            *ANSWER_WORDS,
        }
    )
