"""Whole games made ready to be solved: on sheets, or ledger by ledger."""

from collections.abc import Callable, Mapping

from attrs import evolve, frozen

from becher.dsl.model import Compare, Const, Expr, Game, Key, Match, Sort, StateWord, Strategy, Value
from becher.engine.answer.ledgers.ledger import what_matters
from becher.engine.answer.ledgers.seat_tables import as_tables
from becher.engine.answer.ledgers.seats import LedgerGame, ledger_player
from becher.engine.answer.reading.caps import Caps
from becher.engine.answer.reading.formulas import Formulas
from becher.engine.answer.refused import Refused
from becher.engine.answer.sheets.counters import Goal
from becher.engine.answer.sheets.sheets import SheetMaker
from becher.engine.answer.sheets.tables import TableMaker, most_states
from becher.engine.answer.sheets.totals import split_total
from becher.engine.answer.turns.endings import Endings
from becher.engine.answer.turns.explorer import MOST_STEPS, Explorer
from becher.engine.answer.turns.followed import follower
from becher.engine.answer.turns.plan import Asked, plan_phases
from becher.engine.game import start
from becher.engine.machine.table import points_of
from becher.engine.solve.errors import TooManyStates
from becher.engine.solve.ledgers.seats import SeatGame
from becher.engine.solve.sheets.estimate import Estimate, estimate
from becher.engine.solve.sheets.moves import Moves
from becher.engine.solve.sheets.sheet import SheetGame
from becher.engine.solve.turns.graph import Index
from becher.engine.state import State

LARGE = 40_000_000  # states, before any are merged, that are worth counting before all turns are explored
SELDOM = 8  # what rows forbid seldom makes states fewer than that
HOPELESS = 200  # merging has never come near to this
Worth = Callable[[State, int], float]


@frozen
class WholeQuestion:
    """A whole game for one seat or two; `at_least` and `strategy` as in Question. `steps`: how often the machine may be asked."""

    game: Game
    players: int
    at_least: int | None = None
    strategy: Strategy | None = None
    options: Mapping[str, Value] = {}
    limit: int = 5_000_000
    steps: int = MOST_STEPS

    @property
    def key(self) -> Key | None:
        """What says how good a seat has done alone."""
        return next((key for key in self.game.wins if key.kind in ("highest", "lowest")), None)

    @property
    def low_is_good(self) -> bool:
        return self.key is not None and self.key.kind == "lowest"

    @property
    def least(self) -> bool:
        """Is the least value sought?"""
        return self.players == 1 and self.low_is_good and self.at_least is None


def one_game(game: Game) -> Game:
    """One game of a match: what is solved."""
    return game if game.match == Match() else evolve(game, match=Match())


# ---- sheets


@frozen(eq=False)
class SheetTables:
    """The tables of a sheet game, and what they were made from."""

    maker: SheetMaker
    tables: TableMaker
    game: SheetGame


def sheet_tables(asked: WholeQuestion, tell: Callable[[Estimate], None] = lambda expected: None) -> SheetTables:
    """Tables of a game on sheets. Raises Refused where it is not one of boxes alone, TooManyStates.

    `tell` hears what is expected of a large game as soon as that is known, which is before all its turns are explored.
    """
    game = asked.game
    _must_be_boxes_alone(asked)
    first = start(game, asked.players, dict(asked.options))
    rules = first.rules
    formulas = Formulas(game, rules.options, asked.players)
    question = Asked((), asked.strategy)
    lying = what_matters(formulas, rules, question.formulas()).lying
    wishes = tuple(question.wishes("sheet"))
    plans = plan_phases(formulas, question)
    explorer = Explorer(
        rules,
        plans,
        Endings(formulas, rules, lying, wishes=wishes),
        Caps(formulas, tuple(question.formulas())),
        choose=follower(rules, formulas, plans, asked.strategy),
        most_steps=asked.steps,
    )
    total, goal = split_total(formulas, rules), Goal(asked.at_least, asked.low_is_good)

    def check(maker: SheetMaker) -> None:
        rows, states = most_states(maker, total, goal, asked.players)
        if (rows if asked.players == 1 else states) > HOPELESS * asked.limit:
            raise TooManyStates(asked.limit, states, what="solver states, before any are merged")
        if states > min(LARGE, SELDOM * asked.limit) and asked.players == 1:
            expected = estimate(Moves(TableMaker(maker, total, goal, 1).game()))
            expected = evolve(expected, edges=expected.edges * len(maker.ways_to_begin()) // len(maker.turns))
            tell(expected)
            must_fit(expected, asked.limit)

    maker = SheetMaker(first, formulas, explorer, strategy=asked.strategy, check=check)
    maker.work_out()
    tables = TableMaker(maker, total, goal, asked.players)
    made = tables.game()
    faults = made.faults()
    if faults:
        raise AssertionError("; ".join(faults))
    return SheetTables(maker, tables, made)


def must_fit(expected: Estimate, limit: int) -> None:
    """Raises TooManyStates where the states cannot be as few as the limit, or hardly could."""
    if expected.states > (1 if expected.exact else SELDOM) * limit:
        size = f"{expected.bytes / 2**30:.1f} GiB"
        raise TooManyStates(limit, expected.states, what=f"solver states, merged, in {size}")


def _must_be_boxes_alone(asked: WholeQuestion) -> None:
    game = asked.game
    round_ = game.round
    assert game.sheet is not None
    if game.over is not None or game.out is not None or round_.over is not None or round_.out is not None:
        raise Refused("a game on sheets that may end before the sheets are full", game.span)
    if any(cases for cases in round_.moments.values()) or round_.wins or round_.loses:
        raise Refused("something happens at the end of each round", round_.span)
    if any(cases for cases in game.moments.values()) or "opening" in game.phases:
        raise Refused("something happens before the first turn or at the end of the game", game.span)
    if game.phases["turn"].together or game.phases["turn"].inherit:
        raise Refused("a turn that other seats take part in", game.phases["turn"].span)
    if game.sheet.fills != Const(1, Sort.NUMBER):
        raise Refused("boxes that are written several times", game.sheet.span)
    keys = [key for key in game.wins if not (key.kind in ("highest", "lowest") and _is_total(key.value))]
    if keys or len(game.wins) > 1 or game.loses:
        raise Refused("who wins is decided by more than the totals", keys[0].span if keys else game.span)
    if asked.players == 2 and asked.strategy is not None:
        raise Refused("a strategy on a sheet is worked out for one seat", None, "the same with --players 1")


def _is_total(value: Expr | None) -> bool:
    return isinstance(value, StateWord) and value.name == "total"


# ---- ledgers


@frozen(eq=False)
class LedgerTables:
    """The tables of a game whose ledger was explored, and the exploration."""

    found: LedgerGame
    game: SeatGame
    node_of: Index


def ledger_tables(asked: WholeQuestion, progress: Callable[[int], None] = lambda states: None) -> LedgerTables:
    """Explore the ledgers of a game. Raises Refused, TooManyStates."""
    if asked.game.sheet is not None:
        raise Refused("what stands in each cell of this sheet would have to be remembered", asked.game.sheet.span)
    formulas, worth = _aim(asked)
    found = ledger_player(
        asked.game,
        asked.players,
        worth,
        options=dict(asked.options),
        strategy=asked.strategy,
        asked=formulas,
        least=asked.least,
        versus_best=asked.players == 2 and asked.strategy is not None,
        limit=asked.limit,
    )
    found.progress = progress
    found.explorer.most_steps = asked.steps
    found.explore()
    return LedgerTables(found, *as_tables(found, 1.0 if asked.players == 2 else 0.0, None))


def _aim(asked: WholeQuestion) -> tuple[tuple[Expr, ...], Worth]:
    """The formulas the question reads at the end, and what the end is worth to a seat."""
    if asked.players == 2:
        return (), lambda s, seat: float(s.returns()[seat - 1])
    key = asked.key
    if key is None and asked.game.sheet is None:
        raise Refused(
            "alone there is nothing to gain: the game compares no number of a seat's", asked.game.span, "--players 2"
        )
    value = None if key is None else key.value
    if asked.at_least is None:
        return (() if value is None else (value,)), lambda s, seat: float(points_of(s, seat))
    goal = asked.at_least
    compare = () if value is None else (Compare(">=", value, Const(goal, Sort.NUMBER)),)
    if asked.low_is_good:
        return compare, lambda s, seat: float(points_of(s, seat) <= goal)
    return compare, lambda s, seat: float(points_of(s, seat) >= goal)
