"""A question about a whole game, alone or between two seats."""

from fractions import Fraction

import numpy as np
from attrs import evolve

from becher.dsl.model import Game, Strategy
from becher.engine.answer.notes import ledger_notes, sheet_notes
from becher.engine.answer.objective import BadQuestion
from becher.engine.answer.question import Answer, Estimate, Question, Seconds
from becher.engine.answer.refused import Refused
from becher.engine.answer.results import results
from becher.engine.answer.store import Stored
from becher.engine.answer.ways import Clock, Ways, best_of, in_fractions, mean_and_spread, solve_tables
from becher.engine.answer.whole import SheetTables, WholeQuestion, ledger_tables, must_fit, one_game, sheet_tables
from becher.engine.solve.exact import exact_seats
from becher.engine.solve.ledgers.seat_values import SeatValues
from becher.engine.solve.sheets import spread
from becher.engine.solve.sheets.estimate import Estimate as Expected
from becher.engine.solve.sheets.estimate import estimate
from becher.engine.solve.sheets.exact_sheet import exact_sheet
from becher.engine.solve.sheets.moves import Moves
from becher.engine.solve.sheets.pack import Packed, compile_sheet
from becher.engine.solve.sheets.sheet_values import SheetValues, solve_sheet

CELLS = 30_000_000  # numbers a distribution may take without being asked for
MANY = 200_000  # states beyond which draws are worked out by a second solution
LEAN = 1e-6


def ask_whole(game: Game, question: Question, strategy: Strategy | None, ways: Ways) -> Stored:
    """Best play of a whole game, or the play of a strategy beside it."""
    asked = whole_question(game, question, strategy, ways)
    work = _on_sheets if game.sheet is not None else _on_ledgers
    stored = work(asked, question, ways)
    if strategy is None:
        return stored
    quietly = evolve(ways, tell=lambda expected: None, spread=False)
    best = best_of(lambda: work(evolve(asked, strategy=None), question, quietly).answer.value)
    return evolve(stored, answer=evolve(stored.answer, best=best))


def whole_question(game: Game, question: Question, strategy: Strategy | None, ways: Ways) -> WholeQuestion:
    """The question with what it leaves open filled in. Raises BadQuestion, Refused."""
    low, high = game.players
    players = question.players or (1 if low <= 1 else 2)
    if players < low or (high is not None and players > high):
        raise Refused(
            f"{game.id} is for {low}..{'many' if high is None else high} players, not {players}", None, _two(game)
        )
    if players > 2:
        raise Refused(f"{players} seats have no single best play", None, _two(game))
    if players == 2 and question.at_least is not None:
        raise BadQuestion("--at-least is asked of one seat: --players 1")
    return WholeQuestion(
        one_game(game), players, question.at_least, strategy, dict(question.options), ways.limit, ways.steps
    )


def _two(game: Game) -> str | None:
    low, high = game.players
    return "--players 2" if low <= 2 and (high is None or high >= 2) else None


def _told(asked: WholeQuestion) -> str:
    name = None if asked.strategy is None else asked.strategy.name
    if asked.players == 2:
        who = "both play as well as can be" if name is None else f"the first plays {name}, the second best against it"
        return f"who wins if {who}"
    by = "" if name is None else f" of {name}"
    low = asked.low_is_good
    if asked.at_least is not None:
        return f"{'best ' if name is None else ''}chance{by} of at {'most' if low else 'least'} {asked.at_least}, alone"
    return f"mean result{by}, alone" if by else f"{'least' if low else 'best'} mean result, alone"


def _two_seats(answer: Answer, draw: float) -> Answer:
    """With both seats' chances to win, from what the first gets with draws shared."""
    value = answer.value
    return evolve(answer, win=(value - draw / 2, 1 - value - draw / 2), draw=draw)


# ---- on sheets


def _on_sheets(asked: WholeQuestion, question: Question, ways: Ways) -> Stored:
    clock = Clock()

    def tell(expected: Expected) -> None:
        ways.tell(Estimate(_told(asked), expected.states, expected.bytes, ways.seconds(expected.edges)))

    made = sheet_tables(asked, tell)
    analyse = clock.lap()
    expected = estimate(Moves(made.game))
    tell(expected)
    if asked.players == 1:
        must_fit(expected, ways.limit)
    packed = compile_sheet(made.game, ways.limit, merging=asked.players == 1 or expected.states > ways.limit)
    compiled, jit = clock.lap(), ways.backend.prepare()
    clock.lap()
    solved = solve_sheet(packed, ways.backend, ways.progress)
    sign = -1 if asked.least else 1
    answer = Answer(
        game=asked.game.id,
        question=_told(asked),
        value=sign * solved.start,
        exact=in_fractions(lambda: sign * exact_sheet(packed)[0]) if question.exact else None,
        states=packed.raw,
        states_merged=packed.size,
        seconds=Seconds(analyse, compiled, jit, clock.lap()),
        notes=tuple(sheet_notes(made)),
    )
    if asked.players == 2:
        answer = _two_seats(answer, _draws(made, packed, solved, ways))
    elif asked.at_least is None:
        answer = _with_spread(answer, made, solved, sign, ways)
    return Stored(answer, {"values": solved.values})


def _draws(made: SheetTables, packed: Packed, solved: SheetValues, ways: Ways) -> float:
    """How likely a draw is under best play.

    Of many states it is read off a second solution in which the first seat gets a little more of a draw: the value
    grows by the chance of a draw times that little, as nobody's choices change but where they hardly matter.
    """
    even = (made.game.final == 0.5).astype(np.float64)
    if not even.any():
        return 0.0
    if packed.size <= MANY:
        return float(spread.under_best_play(solved, even, ways.backend)[0])
    sign = 1.0 if packed.game.bits % 2 == 0 else -1.0  # who is to move once the sheets are full
    leaning = evolve(packed.moves.game, final=made.game.final + sign * LEAN * even)
    moved = solve_sheet(evolve(packed, moves=Moves(leaning)), ways.backend, ways.progress)
    return (moved.start - solved.start) / LEAN


def _with_spread(answer: Answer, made: SheetTables, solved: SheetValues, sign: int, ways: Ways) -> Answer:
    if not ways.spread and solved.packed.size * made.tables.width() > CELLS:
        hint = "the distribution takes longer than the value: ask for it with --spread"
        return evolve(answer, mean=answer.value, notes=(*answer.notes, hint))
    found = spread.distribution(solved, ways.backend, progress=ways.progress)
    chances = {sign * value: found[value] for value in sorted(found, key=lambda value: sign * value)}
    mean, deviation = mean_and_spread(chances)
    return evolve(answer, distribution=chances, mean=mean, sd=deviation)


# ---- on ledgers


def _on_ledgers(asked: WholeQuestion, question: Question, ways: Ways) -> Stored:
    clock = Clock()
    ways.tell(Estimate(_told(asked), None, None))
    made = ledger_tables(asked)
    analyse, jit = clock.lap(), ways.backend.prepare()
    clock.lap()
    shared = 0.5 if asked.players == 2 and asked.game.endless == "share" else None
    solved = solve_tables(made.game, ways.backend, shared, ways.progress)
    seconds = Seconds(analyse, 0.0, jit, clock.lap())
    draws = asked.players == 1 or 0.5 in made.game.constants or solved.game.endless is not None
    ends = results(solved, ways.backend) if draws else None
    answer = Answer(
        game=asked.game.id,
        question=_told(asked),
        value=solved.start,
        exact=in_fractions(lambda: _exact_seats(solved)) if question.exact else None,
        states=len(made.found.reps),
        states_merged=made.game.unknowns,
        seconds=seconds,
        notes=tuple(ledger_notes(made, ends)),
    )
    if ends is None:
        return Stored(_two_seats(answer, 0.0), {"values": solved.values, "guide": solved.guide})
    worths = dict(zip(made.game.constants.tolist(), ends.chances.tolist(), strict=True))
    if asked.players == 2:
        answer = _two_seats(answer, worths.get(0.5, 0.0) + ends.endless)
    elif asked.at_least is None:
        chances = {int(worth): worths[worth] for worth in sorted(worths) if worths[worth] > 0}
        mean, deviation = mean_and_spread(chances)
        answer = evolve(answer, distribution=chances, mean=mean, sd=deviation)
    return Stored(answer, {"values": solved.values, "guide": solved.guide})


# ---- fractions


def _exact_seats(solved: SeatValues) -> Fraction:
    return exact_seats(solved.game, solved.guide.ravel().tolist())[0]
