"""A whole game between two seats, or one alone, whose ledger is explored state by state."""

from collections.abc import Callable, Hashable

import numpy as np
from attrs import define, field

from becher.dsl.model import Expr, Game, Strategy, Value
from becher.engine.answer.ledgers.accounts import Accounts
from becher.engine.answer.ledgers.growth import Growth
from becher.engine.answer.ledgers.leads import ENTRY, STATE, Leads
from becher.engine.answer.ledgers.ledger import Ledger, what_matters
from becher.engine.answer.ledgers.samples import kinds_of_turns, may_differ_much
from becher.engine.answer.reading.caps import Caps
from becher.engine.answer.reading.formulas import Formulas
from becher.engine.answer.refused import Refused
from becher.engine.answer.turns.endings import Ending, Endings
from becher.engine.answer.turns.explorer import MOST_POSITIONS, Explorer
from becher.engine.answer.turns.followed import follower
from becher.engine.answer.turns.plan import Asked, plan_phases
from becher.engine.game import start
from becher.engine.solve.errors import TooManyStates
from becher.engine.solve.turns.draft import LEAF
from becher.engine.solve.turns.graph import Longs
from becher.engine.state import Dice, State

Worth = Callable[[State, int], float]
Progress = Callable[[int], None]
STATES_A_POSITION = 5  # a position takes about as long to explore as this many states to solve


@define(eq=False)
class LedgerGame:
    """All ledgers a game can come to, with where each ending of a turn leads.

    State n is `reps[n]`, a state of the machine at rest seen by the seat to move; its turn is of class `turn[n]`, which
    begins at node `roots[c]` and may end as `endings[c]` say. `lead[n][e]` is where ending e leads: see leads.py; worths
    stand in `worths`. `kind[n]` says by whose explorer the mover plays: both seats by the first, or each by its own.
    Where a throw was left lying the turn begins at another *entry*: `lying[e]` are these dice (none at entry 0),
    `entries[c][e]` is the node.
    """

    explorers: tuple[Explorer, ...]
    ledger: Ledger
    worth: Worth
    limit: int
    first: State
    progress: Progress = lambda states: None
    reps: list[State] = field(factory=list)
    keys: dict[tuple[int, Hashable, Hashable], int] = field(factory=dict)
    turn: list[int] = field(factory=list)
    kind: list[int] = field(factory=list)
    roots: list[int] = field(factory=list)
    endings: list[list[Ending]] = field(factory=list)
    lead: list[Longs] = field(factory=list)
    lying: list[Dice] = field(factory=lambda: [()])
    entries: list[list[int]] = field(factory=list)
    worths: dict[float, int] = field(factory=dict)
    _classes: dict[Hashable, int] = field(factory=dict)
    _of_class: list[tuple[int, State]] = field(factory=list)
    _seen: list[set[int]] = field(factory=list)
    leads: Leads = field(init=False)

    @leads.default
    def _lead(self) -> Leads:
        return Leads(Accounts(self.ledger), self.destination, self.entry, self.reps)

    @property
    def explorer(self) -> Explorer:
        """That of the first seat."""
        return self.explorers[0]

    def explore(self) -> None:
        """Explore everything from the first state on. Raises TooManyStates, Refused where accounts grow for ever."""
        self.place_first()
        growth = Growth(
            self.leads.accounts, self._endings_of, lambda s: (self.ledger.key(s), self.explorer.position(s))
        )
        growth.must_stop(self.first)
        done = 0
        while done < len(self.reps) or self.explore_entries():
            missing: dict[tuple[int, int], list[int]] = {}
            for number in range(len(self.reps)):
                row = self.lead[number] if number < len(self.lead) else _NONE
                if len(row) < len(self.endings[self.turn[number]]):
                    missing.setdefault((self.turn[number], len(row)), []).append(number)
            done = len(self.reps)
            for (turn, since), numbers in missing.items():
                found = self.leads.of(numbers, self.endings[turn][since:])
                self.lead.extend([_NONE] * (len(self.reps) - len(self.lead)))
                for number, row in zip(numbers, found, strict=True):
                    self.lead[number] = np.concatenate([self.lead[number], row])
            self.progress(len(self.reps))

    def place_first(self) -> None:
        """Explore the first turn as far as the number of kinds of turns leaves room, to refuse before long work."""
        many = may_differ_much(self.explorer.plans.values())
        kinds = kinds_of_turns(self.first, lambda s: self.explorer.position(self.ledger.relative(s))) if many else 1
        room, self.explorer.limit = self.explorer.limit, self.explorer.limit // kinds
        try:
            self.place(self.first)
        except TooManyStates as error:
            raise TooManyStates(room, kinds * error.needed, exact=False, what="positions of turns") from error
        finally:
            self.explorer.limit = room

    def _endings_of(self, s: State) -> list[Ending]:
        return self.endings[self.turn_class(self.explorer.position(s), s)]

    # ---- states and classes of turns

    def place(self, s: State, kind: int = 0) -> tuple[int, int]:
        """The number of a state at rest, and the entry at which its turn begins."""
        s = self.ledger.relative(s)
        entry = 0
        if s.stage == "inherit" and not self.ledger.matters.reads_lying:
            entry = self.entry(s.lying)
            s = _afresh(s)
        position = self.explorers[kind].position(s)
        key = (kind, self.ledger.key(s), position)
        known = self.keys.get(key)
        if known is None:
            known = self.keys[key] = len(self.reps)
            self.reps.append(s)
            self.kind.append(kind)
            self.turn.append(self.turn_class(position, s, kind))
            self.leads.note(s, (kind, position))
            if len(self.reps) > self.limit:
                raise TooManyStates(self.limit, len(self.reps), exact=False)
        return known, entry

    def entry(self, dice: Dice) -> int:
        if dice not in self.lying:
            self.lying.append(dice)
        return self.lying.index(dice)

    def turn_class(self, position: Hashable, s: State, kind: int = 0) -> int:
        """The class of the turn that begins in this state, which is explored when it is met first."""
        known = self._classes.get((kind, position))
        if known is None:
            known = self._classes[kind, position] = len(self.roots)
            self._of_class.append((kind, s))
            self.roots.append(self.explorers[kind].explore(s))
            self.entries.append([self.roots[-1]])
            self.endings.append([])
            self._seen.append(set())
            self.note_endings(known, self.roots[-1])
        return known

    def explore_entries(self) -> bool:
        """Explore the turns that begin with a throw left lying; true if something new came of it."""
        known = sum(map(len, self.endings))
        for turn, (kind, s) in enumerate(self._of_class):
            if s.stage not in ("throw", "draw") or s.throw_no or not s.rules.phases[s.phase].source.inherit:
                continue
            for dice in self.lying[len(self.entries[turn]) :]:
                t = s.copy()
                t.lying, t.stage = dice, "inherit"
                self.entries[turn].append(self.explorers[kind].explore(t))
                self.note_endings(turn, self.entries[turn][-1])
        return sum(map(len, self.endings)) > known

    def comes_to(self, number: int, node: int) -> bool:
        """Can the turn of this state come to that node of the draft?"""
        return node in self._seen[self.turn[number]]

    def note_endings(self, turn: int, root: int) -> None:
        """Add the endings that `root` leads to; what earlier roots of the class lead to is not looked at again."""
        draft, seen = self.explorer.draft, self._seen[turn]
        work = [] if root in seen else [root]
        seen.add(root)
        while work:
            node = work.pop()
            if draft.kinds[node] == LEAF:
                ending = draft.endings[draft.children[node][0]]
                assert isinstance(ending, Ending)
                self.endings[turn].append(ending)
                continue
            for child in draft.children[node]:
                if child not in seen:
                    seen.add(child)
                    work.append(child)

    # ---- where endings lead

    def destination(self, number: int, ending: Ending) -> int:
        """Where the machine says an ending leads from a state, as one number."""
        self.explorer.count_step()
        s, kind = self.reps[number], self.kind[number]
        after, me = self.ledger.follow(s, ending), s.seat or 1  # while it is thrown for who begins, seat 1 is meant
        if after.is_terminal():
            return -1 - self.worths.setdefault(self.worth(after, me), len(self.worths))
        again = after.seat == me
        state, entry = self.place(after, kind if again or len(self.explorers) == 1 else 1 - kind)
        return state << STATE | entry << ENTRY | again


_NONE: Longs = np.zeros(0, dtype=np.int64)


def _afresh(s: State) -> State:
    """The same turn without the dice that lie."""
    t = s.copy()
    t.lying, t.stage = (), "draw" if s.rules.phases[s.phase].draw else "throw"
    return t


def ledger_player(
    game: Game,
    players: int,
    worth: Worth,
    *,
    options: dict[str, Value] | None = None,
    strategy: Strategy | None = None,
    asked: tuple[Expr, ...] = (),
    least: bool = False,
    versus_best: bool = False,
    limit: int = 5_000_000,
) -> LedgerGame:
    """A game of which nothing is explored yet: turns are as they are asked for. Raises Refused.

    `strategy` plays for all seats, or (`versus_best`) for the first, and the other chooses what is best.
    """
    if any(phase.together for phase in game.phases.values()):
        raise Refused("seats that decide at once, unseen, play a matrix game at every throw")
    first = start(game, players, options)
    rules = first.rules
    formulas = Formulas(game, rules.options, players)
    question = Asked((), strategy)
    caps = Caps(formulas, tuple(question.formulas()) + asked)
    matters = what_matters(formulas, rules, (*question.formulas(), *asked))
    endings = Endings(formulas, rules, matters.lying, lambda name, amount: caps.range(name).change(amount))
    plans = plan_phases(formulas, question)
    choose = follower(rules, formulas, plans, strategy)
    room = max(MOST_POSITIONS, limit // STATES_A_POSITION)
    explorer = Explorer(rules, plans, endings, caps, mover_gains=not least, choose=choose, limit=room)
    best = Explorer(rules, plans, endings, caps, explorer.draft, mover_gains=not least, limit=room)
    explorers = (explorer, best) if versus_best else (explorer,)
    return LedgerGame(explorers, Ledger(rules, matters, caps), worth, limit, first)
