"""Which mechanics a game has: a table of questions about its model, by the names players use for them."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeVar

from attrs import frozen

from becher.dsl.model import (
    Add,
    Arith,
    Become,
    Call,
    Case,
    Choice,
    Compare,
    Const,
    Convert,
    Door,
    Expr,
    FormulaCall,
    Game,
    HandAsk,
    Phase,
    Pick,
    SeatWord,
    Sort,
    TableAsk,
    VariableRead,
    Verb,
)
from becher.dsl.model.walk import reads, walk
from becher.engine.telling.settle import settle
from becher.engine.telling.story import can_bust, throws_once

T = TypeVar("T")


@frozen
class Mechanic:
    """What it means, and whether a game (its options at their defaults) has it."""

    about: str
    holds: Callable[[Game], bool]


def mechanics_of(game: Game) -> tuple[str, ...]:
    """The names of the mechanics a game has, in the order of the table."""
    settled = settle(game, {})
    return tuple(name for name, mechanic in MECHANICS.items() if mechanic.holds(settled))


# ---- looking into a model


def _nodes(value: object, kind: type[T]) -> Iterator[T]:
    return (node for node in walk(value) if isinstance(node, kind))


def _rules(game: Game) -> tuple[object, ...]:
    """All that is done in a game: moments of phases, rounds and the game, and actions."""
    moments = [phase.moments for phase in game.phases.values()]
    return (*moments, game.moments, game.round.moments, game.actions)


def _asked(expr: Expr | None) -> bool:
    """Is a yes/no question answered with anything but no?"""
    return expr is not None and not (isinstance(expr, Const) and expr.value is False)


def _some_phase(holds: Callable[[Phase], bool]) -> Callable[[Game], bool]:
    return lambda game: any(holds(phase) for phase in game.phases.values())


def _does(kind: type[T], holds: Callable[[T], bool] = lambda _: True) -> Callable[[Game], bool]:
    """Does anything that is done look like this?"""
    return lambda game: any(holds(node) for node in _nodes(_rules(game), kind))


def _lays_aside(phase: Phase) -> bool:
    kinds = {keep.kind for keep in phase.keep or ()}
    asked = phase.keep is None and phase.must_keep is None
    return phase.must_keep is not None or (not asked and kinds != {"none"}) or (asked and not throws_once(phase))


def _keeps_some(phase: Phase) -> bool:
    """Must something be laid aside after each throw?"""
    return any(keep.kind in ("some", "face") or _counts_kept(keep.condition) for keep in phase.keep or ())


def _counts_kept(condition: Expr | None) -> bool:
    match condition:
        case Compare(op=">=", left=Call(name="count")) | HandAsk(how="sets"):
            return True
    return False


def _chooses(phase: Phase) -> bool:
    """Does a player decide anything while this phase runs?"""
    keeps = _lays_aside(phase) and phase.must_keep is None
    return keeps or _asked(phase.stop) or phase.inherit or any(True for _ in _nodes(phase.moments, Pick))


def _is_race(game: Game) -> bool:
    """Is it over once a seat's variable has come to something?"""
    ends = tuple(end for end in (game.over, game.round.over) if end is not None)
    return any(
        node.op in (">=", ">", "=") and any(_is_account(side, game) for side in (node.left, node.right))
        for node in _nodes(ends, Compare)
    )


def _is_account(expr: Expr, game: Game) -> bool:
    match expr:
        case Arith():
            return any(_is_account(part, game) for part in (expr.first, *(part for _, part in expr.rest)))
        case VariableRead():
            return expr.name in game.variables and game.variables[expr.name].scope == "player"
    return False


def _is_me(expr: Expr | None) -> bool:
    match expr:
        case None | SeatWord(name="me"):
            return True
        case Convert():
            return _is_me(expr.arg)
    return False


def _has_pot(game: Game) -> bool:
    """Does a seat pay into the middle, or get what lies there?"""
    pays = any(_pays_in(case, game) for case in _nodes(_rules(game), Case))
    return pays or any(
        game.variables[node.name].scope == "shared" and game.variables[node.name].sort is Sort.NUMBER
        for change in _nodes(_rules(game), Add)
        if change.variable in game.variables and game.variables[change.variable].scope == "player"
        for node in _nodes(change.value, VariableRead)
        if node.name in game.variables
    )


def _pays_in(case: Case, game: Game) -> bool:
    """Does something of a seat's go down while something of the table's goes up?"""
    changes = [change for change in _nodes(case, Add) if change.variable in game.variables]
    moved = {(game.variables[change.variable].scope, change.sign) for change in changes}
    return {("player", -1), ("shared", 1)} <= moved


def _has_shared_things(game: Game) -> bool:
    return any(
        game.variables[change.variable].scope == "shared" and game.variables[change.variable].sort is not Sort.NUMBER
        for change in _nodes(_rules(game), Add)
        if change.variable in game.variables
    )


def _has_bonus(game: Game) -> bool:
    """Does the total hold anything that depends on what is written?"""
    return game.sheet is not None and any(
        isinstance(node, Choice | TableAsk) for node in _through(game.sheet.total, game)
    )


def _through(value: object, game: Game) -> Iterator[object]:
    """Every part of a value, the formulas it names looked through."""
    for node in walk(value):
        yield node
        if isinstance(node, FormulaCall):
            yield from _through(game.formulas[node.name].value, game)


def _has_joker(game: Game) -> bool:
    sheet = game.sheet
    by_sheet = sheet is not None and (len(sheet.enter) > 1 or any(reads(box.value, game).sheet for box in sheet.boxes))
    return by_sheet or any(table.wild for table in game.tables.values())


def _in_order(game: Game) -> bool:
    """A chain of faces, or boxes that are written in order."""
    sheet = game.sheet
    answers = () if sheet is None else (sheet.enter, *(column.enter for column in sheet.columns))
    by_box = any(call.name in ("first", "last") for call in _nodes(answers, Call))
    return by_box or any(call.name == "chain" for call in _nodes(tuple(game.phases.values()), Call))


def _custom_faces(game: Game) -> bool:
    return any(die.faces != tuple(range(1, len(die.faces) + 1)) for die in game.dies.values())


def _changing_pool(game: Game) -> bool:
    cups = [phase.dice for phase in game.phases.values() if phase.dice is not None]
    grows = any(not isinstance(amount, Const) for cup in cups for amount, _ in cup.parts)
    return grows or any(phase.draw is not None for phase in game.phases.values())


def _turns_order(game: Game) -> bool:
    keys = bool(game.starter or game.round.starter or game.match.starter)
    return keys or _does(Verb, lambda verb: verb.name == "reverse")(game)


def _refills(phase: Phase) -> bool:
    return any(node.value in ("refill", "must_throw") for node in _nodes(phase.full, Const))


MECHANICS: Mapping[str, Mechanic] = MappingProxyType(
    {
        "throw-cap": Mechanic(
            "at most so many throws", _some_phase(lambda phase: phase.throws is not None and not throws_once(phase))
        ),
        "free-retake": Mechanic(
            "dice set aside may be taken up again", _some_phase(lambda phase: _asked(phase.retake))
        ),
        "locked-dice": Mechanic(
            "dice set aside stay there", _some_phase(lambda phase: _lays_aside(phase) and not _asked(phase.retake))
        ),
        "must-keep": Mechanic(
            "something must be set aside after each throw",
            _some_phase(lambda phase: phase.must_keep is not None or _keeps_some(phase)),
        ),
        "keep-rule": Mechanic(
            "only dice that satisfy a rule may be set aside",
            _some_phase(lambda p: p.must_keep is not None or any(k.kind in ("formula", "face") for k in p.keep or ())),
        ),
        "refill": Mechanic("all dice set aside: a fresh full set", _some_phase(_refills)),
        "press-your-luck": Mechanic(
            "stop, or go on and risk what was collected", _some_phase(lambda p: _asked(p.stop) and can_bust(p))
        ),
        "score-sheet": Mechanic("boxes to be written", lambda game: game.sheet is not None),
        "columns": Mechanic(
            "a sheet of several columns", lambda game: game.sheet is not None and bool(game.sheet.columns)
        ),
        "multi-fill": Mechanic(
            "a box is written more than once", lambda g: g.sheet is not None and g.sheet.fills != Const(1, Sort.NUMBER)
        ),
        "bonus": Mechanic("extra points over what is written", _has_bonus),
        "joker": Mechanic("a face or a throw that may stand for another", _has_joker),
        "announcement": Mechanic(
            "the box is named before the last throw", _does(Pick, lambda p: p.group.sort is Sort.BOXES)
        ),
        "sequence": Mechanic("faces or boxes in a fixed order", _in_order),
        "partition": Mechanic(
            "dice are split into groups scored apart",
            lambda game: (
                any(ask.how == "split" for ask in _nodes(game.phases, HandAsk))
                or _does(Pick, lambda pick: pick.group.sort is Sort.PARTS)(game)
            ),
        ),
        "hands": Mechanic(
            "hands are ranked by a table", lambda game: any(ask.how == "best" for ask in _nodes(game, HandAsk))
        ),
        "race": Mechanic("first to a target", _is_race),
        "last-round": Mechanic("after the target the others play on", lambda game: game.finish != "at_once"),
        "round-comparison": Mechanic(
            "the best or worst of a round scores", lambda game: bool(game.round.wins or game.round.loses)
        ),
        "lives-and-elimination": Mechanic(
            "players go out", lambda game: game.out is not None or game.round.out is not None
        ),
        "instant-win-or-loss": Mechanic(
            "something wins or loses at once", _does(Verb, lambda verb: verb.name in ("win", "lose", "out"))
        ),
        "effect-on-others": Mechanic(
            "a turn changes what another player has",
            lambda game: any(not _is_me(change.seats) for change in _changes_of_seats(game)),
        ),
        "pot": Mechanic("stakes in the middle that somebody gets", _has_pot),
        "shared-things": Mechanic("tiles, flaps or steps taken from the table", _has_shared_things),
        "custom-faces": Mechanic("dice with faces of their own", _custom_faces),
        "changing-pool": Mechanic("the number of dice changes", _changing_pool),
        "saved-throws": Mechanic(
            "how many throws one has depends on the game so far",
            _some_phase(lambda phase: phase.throws is not None and not isinstance(phase.throws, Const)),
        ),
        "turn-order": Mechanic("who begins or which way round is part of the game", _turns_order),
        "inherit": Mechanic("dice left lying are taken over", _some_phase(lambda phase: phase.inherit)),
        "together": Mechanic("all play one throw", _some_phase(lambda phase: phase.together)),
        "opening": Mechanic("a phase of its own before the first turn", lambda game: "opening" in game.phases),
        "second-phase": Mechanic(
            "a turn may lead into another phase", _does(Door, lambda door: door.target not in (None, "turn"))
        ),
        "extra-turn": Mechanic("a turn may lead into another turn", _does(Door, lambda door: door.target == "turn")),
        "match": Mechanic(
            "several games belong together", lambda g: g.match.games != Const(1, Sort.NUMBER) or bool(g.match.starter)
        ),
        "low-wins": Mechanic("the least wins", lambda game: bool(game.wins) and game.wins[0].kind == "lowest"),
        "pure-chance": Mechanic(
            "nobody decides anything", lambda g: g.sheet is None and not any(map(_chooses, g.phases.values()))
        ),
    }
)


def _changes_of_seats(game: Game) -> Iterator[Add | Become]:
    """The changes of a seat's variable; an action's own parameter stands for whoever it is done to."""
    changes: list[Add | Become] = [*_nodes(_rules(game), Add), *_nodes(_rules(game), Become)]
    for change in changes:
        if change.variable in game.variables and game.variables[change.variable].scope == "player":
            yield change
