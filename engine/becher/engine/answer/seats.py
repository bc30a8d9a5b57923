"""A whole game between two seats, or one alone, whose ledger is explored state by state."""

from collections.abc import Callable, Hashable, Iterator

from attrs import define, field, frozen

from becher.dsl.model import Expr, Game, Match, Strategy, Value
from becher.engine.answer.caps import Caps
from becher.engine.answer.endings import Ending, Endings
from becher.engine.answer.explorer import Explorer
from becher.engine.answer.formulas import Formulas
from becher.engine.answer.ledger import Ledger, what_matters
from becher.engine.answer.plan import Asked, plan_phases
from becher.engine.answer.refused import Refused
from becher.engine.bots.strategy import StrategyBot
from becher.engine.game import start
from becher.engine.solve.draft import LEAF
from becher.engine.solve.errors import TooManyStates
from becher.engine.solve.explore import seat_game
from becher.engine.solve.passes import finish
from becher.engine.solve.seats import Over, SeatGame, To
from becher.engine.state import State

Worth = Callable[[State, int], float]


@define(eq=False)
class LedgerGame:
    """All ledgers a game can come to, with where each ending of a turn leads.

    State n is `reps[n]`, a state of the machine at rest seen by the seat to move; its turn is of class `turn[n]`.
    `lead[n]` gives for each ending of that class the next state (and whether the same seat moves on), or what the game
    was worth to the mover.
    """

    explorer: Explorer
    ledger: Ledger
    worth: Worth
    limit: int
    first: State
    reps: list[State] = field(factory=list)
    keys: dict[Hashable, int] = field(factory=dict)
    turn: list[int] = field(factory=list)
    roots: list[int] = field(factory=list)
    endings: list[tuple[Ending, ...]] = field(factory=list)
    lead: list[dict[Ending, To | Over]] = field(factory=list)
    _classes: dict[Hashable, int] = field(factory=dict)

    def explore(self) -> None:
        self.number(self.first)
        for number, s in enumerate(self.reps):  # grows meanwhile
            self.lead.append({e: self.follow(s, e) for e in self.endings[self.turn[number]]})
            if len(self.reps) > self.limit:
                raise TooManyStates(self.limit, len(self.reps), exact=False)

    def number(self, s: State) -> int:
        """The number of a state at rest."""
        s = self.ledger.relative(s)
        position = self.explorer.position(s)
        key = (self.ledger.key(s), position)
        known = self.keys.get(key)
        if known is None:
            known = self.keys[key] = len(self.reps)
            self.reps.append(s)
            self.turn.append(self.turn_class(position, s))
        return known

    def turn_class(self, position: Hashable, s: State) -> int:
        known = self._classes.get(position)
        if known is None:
            known = self._classes[position] = len(self.roots)
            root = self.explorer.explore(s)
            self.roots.append(root)
            self.endings.append(tuple(self._endings_from(root)))
        return known

    def _endings_from(self, root: int) -> Iterator[Ending]:
        draft = self.explorer.draft
        seen, work = {root}, [root]
        while work:
            node = work.pop()
            if draft.kinds[node] == LEAF:
                yield draft.endings[draft.children[node][0]]  # type: ignore[misc]
                continue
            for child in draft.children[node]:
                if child not in seen:
                    seen.add(child)
                    work.append(child)

    def follow(self, s: State, ending: Ending) -> To | Over:
        after = self.ledger.follow(s, ending)
        if after.is_terminal():
            return Over(self.worth(after, s.seat))
        return To(self.number(after), again=after.seat == s.seat)


def ledger_game(
    game: Game,
    players: int,
    worth: Worth,
    *,
    options: dict[str, Value] | None = None,
    strategy: Strategy | None = None,
    asked: tuple[Expr, ...] = (),
    least: bool = False,
    limit: int = 5_000_000,
) -> LedgerGame:
    """A whole game, explored. Raises Refused where it has what cannot be explored, TooManyStates."""
    found = ledger_player(
        game, players, worth, options=options, strategy=strategy, asked=asked, least=least, limit=limit
    )
    found.explore()
    return found


def ledger_player(
    game: Game,
    players: int,
    worth: Worth,
    *,
    options: dict[str, Value] | None = None,
    strategy: Strategy | None = None,
    asked: tuple[Expr, ...] = (),
    least: bool = False,
    limit: int = 5_000_000,
) -> LedgerGame:
    """A game of which nothing is explored yet: turns are as they are asked for. Raises Refused."""
    if any(phase.together for phase in game.phases.values()):
        raise Refused("seats that decide at once, unseen, play a matrix game at every throw")
    first = start(game, players, options)
    rules = first.rules
    formulas = Formulas(game, rules.options, players)
    question = Asked((), strategy)
    caps = Caps(formulas, tuple(question.formulas()) + asked)
    matters = what_matters(formulas, rules, (*question.formulas(), *asked))
    explorer = Explorer(
        rules,
        plan_phases(formulas, question),
        Endings(formulas, rules, matters.lying, lambda name, amount: caps.range(name).change(amount)),
        caps,
        mover_gains=not least,
        choose=StrategyBot(rules, strategy).choose if strategy is not None else None,
    )
    return LedgerGame(explorer, Ledger(rules, matters, caps), worth, limit, first)


def as_tables(found: LedgerGame, theirs: float, endless: float | None) -> SeatGame:
    """The game as plain tables."""
    graph = finish(found.explorer.draft, found.roots).graph
    return seat_game(
        graph,
        [[number] for number in range(len(found.roots))],
        0,
        lambda state, ending: found.lead[state][ending],  # type: ignore[call-overload]
        turn=found.turn.__getitem__,  # type: ignore[arg-type]
        theirs=theirs,
        endless=endless,
        limit=found.limit,
    )
