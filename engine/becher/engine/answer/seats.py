"""A whole game between two seats, or one alone, whose ledger is explored state by state."""

from collections.abc import Callable, Hashable, Iterable, Sequence

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from becher.dsl.model import Convert, Expr, Game, SeatWord, Sort, Strategy, Value
from becher.engine.answer.caps import Caps
from becher.engine.answer.endings import Ending, Endings
from becher.engine.answer.explorer import Explorer
from becher.engine.answer.followed import follower
from becher.engine.answer.formulas import Formulas
from becher.engine.answer.ledger import Ledger, what_matters
from becher.engine.answer.plan import Asked, plan_phases
from becher.engine.answer.refused import Refused
from becher.engine.game import start
from becher.engine.solve.draft import LEAF
from becher.engine.solve.errors import TooManyStates
from becher.engine.state import Dice, State

Worth = Callable[[State, int], float]
Longs = NDArray[np.int64]
Progress = Callable[[int], None]
ENTRY, STATE = 1, 24  # bits: a destination is state << STATE | entry << ENTRY | again, or -1 - the number of a worth
SEAT_ROWS = 20
FAR_TURNS = 400


@frozen(eq=False)
class Deltas:
    """What an ending adds to the numbers of the mover and of the other seat."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]


@define(eq=False)
class LedgerGame:
    """All ledgers a game can come to, with where each ending of a turn leads.

    State n is `reps[n]`, a state of the machine at rest seen by the seat to move; its turn is of class `turn[n]`, which
    begins at node `roots[c]` and may end as `endings[c]` say. `lead[n][e]` is where ending e leads: see `ENTRY`; worths
    stand in `worths`. `kind[n]` says by whose explorer the mover plays: both seats by the first, or each by its own. Where a throw was left lying the turn begins at another *entry*: `lying[e]` are these
    dice (none at entry 0), `entries[c][e]` is the node.
    """

    explorers: tuple[Explorer, ...]
    ledger: Ledger
    worth: Worth
    limit: int
    first: State
    progress: Progress = lambda states: None
    reps: list[State] = field(factory=list)
    keys: dict[Hashable, int] = field(factory=dict)
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
    _rows: dict[tuple[int, ...], int] = field(factory=dict)
    _rests: dict[Hashable, int] = field(factory=dict)
    _state_rows: list[tuple[int, ...]] = field(factory=list)
    _added: dict[tuple[int, tuple[int, ...]], int] = field(factory=dict)
    _after: dict[int, int] = field(factory=dict)
    _slots: tuple[int, ...] = field(init=False)

    @_slots.default
    def _number_slots(self) -> tuple[int, ...]:
        """Places of the accounts that are numbers and matter."""
        rules = self.ledger.rules
        names = [v.name for v in rules.game.variables.values() if v.scope == "player" and v.sort is Sort.NUMBER]
        return tuple(sorted({rules.slots[name][1] for name in names} & set(self.ledger.matters.players)))

    @property
    def explorer(self) -> Explorer:
        """That of the first seat."""
        return self.explorers[0]

    def explore(self) -> None:
        """Explore everything from the first state on. Raises TooManyStates, Refused where accounts grow for ever."""
        self.place(self.first)
        self.must_stay_near()
        done = 0
        while done < len(self.reps) or self.explore_entries():
            missing: dict[tuple[int, int], list[int]] = {}
            for number in range(len(self.reps)):
                row = self.lead[number] if number < len(self.lead) else _NONE
                if len(row) < len(self.endings[self.turn[number]]):
                    missing.setdefault((self.turn[number], len(row)), []).append(number)
            done = len(self.reps)
            for (turn, since), numbers in missing.items():
                self.follow_all(turn, since, numbers)
            self.progress(len(self.reps))

    def must_stay_near(self) -> None:
        """Refuse a game in which the seats can bring an account beyond all measure, in one direction or the other."""
        rules, caps = self.ledger.rules, self.ledger.caps
        names = [v.name for v in rules.game.variables.values() if v.scope == "player" and caps.range(v.name).is_open]
        if self.ledger.matters.round_no or self.ledger.matters.turns:
            return
        for name in names:
            slot = rules.slots[name][1]
            for way in (1, -1) if slot in self._slots else ():
                if self._reaches(slot, way * caps.far):
                    raise Refused(
                        f"{name} can grow without end, so there are endlessly many states",
                        rules.game.variables[name].span,
                    )

    def _reaches(self, slot: int, far: int) -> bool:
        """Can the seats bring the sum of this account as far as that, if each turn ends as it helps most?"""
        s, seen = self.first, set[Hashable]()
        way = 1 if far > 0 else -1
        for _ in range(FAR_TURNS):
            s = self.ledger.relative(s)
            position = self.explorer.position(s)
            seen.add((self.ledger.key(s), position))
            after = [self.ledger.follow(s, ending) for ending in self.endings[self.turn_class(position, s)]]
            on = sorted(
                (t for t in after if not t.is_terminal()),
                key=lambda t: way * sum(row[slot] for row in t.players),  # type: ignore[misc]
                reverse=True,
            )
            for t in map(self.ledger.relative, on):
                if (self.ledger.key(t), self.explorer.position(t)) not in seen:
                    s = t
                    break
            else:
                return False
            if way * sum(row[slot] for row in s.players) > abs(far):  # type: ignore[misc]
                return True
        return False

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
            self._state_rows.append(self.rows_of(s, (kind, position)))
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
        s, kind = self.reps[number], self.kind[number]
        after = self.ledger.follow(s, ending)
        if after.is_terminal():
            return -1 - self.worths.setdefault(self.worth(after, s.seat), len(self.worths))
        again = after.seat == s.seat
        state, entry = self.place(after, kind if again or len(self.explorers) == 1 else 1 - kind)
        return state << STATE | entry << ENTRY | again

    def follow_all(self, turn: int, since: int, numbers: Sequence[int]) -> None:
        """Fill the rows of states of one class for the endings from number `since` on.

        What endings that only add known amounts bring is asked of the machine once for all accounts it comes to.
        """
        endings = self.endings[turn][since:]
        found = np.empty((len(numbers), len(endings)), dtype=np.int64)
        plain = [place for place, ending in enumerate(endings) if self.deltas(ending) is not None]
        if plain:
            found[:, plain] = self.follow_plain([endings[place] for place in plain], numbers)
        for place in sorted(set(range(len(endings))) - set(plain)):
            found[:, place] = [self.destination(number, endings[place]) for number in numbers]
        self.lead.extend([_NONE] * (len(self.reps) - len(self.lead)))
        for number, row in zip(numbers, found, strict=True):
            self.lead[number] = np.concatenate([self.lead[number], row])

    def follow_plain(self, endings: Sequence[Ending], numbers: Sequence[int]) -> Longs:
        deltas = [self.deltas(ending) for ending in endings]
        mine = [delta.mine for delta in deltas if delta is not None]
        theirs = [delta.theirs for delta in deltas if delta is not None]
        left = np.array([bool(ending.leaves) for ending in endings])
        rests, own, other = np.array([self._state_rows[number] for number in numbers], dtype=np.int64).T
        codes = (
            (rests << 2 * SEAT_ROWS + 1)[:, None]
            | (left << 2 * SEAT_ROWS)[None, :]
            | (self.added_rows(own, mine) << SEAT_ROWS)
            | (self.added_rows(other, theirs) if self.first.count > 1 else other[:, None])
        )
        different, place, inverse = np.unique(codes, return_index=True, return_inverse=True)
        values = np.empty(len(different), dtype=np.int64)
        for number, (code, at) in enumerate(zip(different.tolist(), place.tolist(), strict=True)):
            known = self._after.get(code)
            if known is None:
                state, ending = divmod(at, len(endings))
                known = self._after[code] = self.destination(numbers[state], endings[ending])
            values[number] = known
        found = values[inverse.reshape(codes.shape)]
        return self.with_entries(found, [self.entry(ending.leaves) for ending in endings])

    def with_entries(self, found: Longs, entries: Sequence[int]) -> Longs:
        """Destinations that begin with some throw left lying begin with that of their own ending."""
        mask = ((1 << (STATE - ENTRY)) - 1) << ENTRY
        taken = (found >= 0) & (found & mask > 0)
        own = np.array(entries, dtype=np.int64)[None, :] << ENTRY
        return np.where(taken, found & ~mask | own, found)

    def rows_of(self, s: State, position: Hashable) -> tuple[int, ...]:
        """(everything but the numbers on accounts, the mover's numbers, the other seat's), each numbered."""
        rows = [self.row(tuple(row[slot] for slot in self._slots)) for row in s.players]  # type: ignore[misc]
        rest = self._rests.setdefault((self.ledger.key(_without_numbers(s, self._slots)), position), len(self._rests))
        return rest, rows[0], rows[1] if len(rows) > 1 else 0

    def row(self, numbers: tuple[int, ...]) -> int:
        """The number of a row of accounts, capped."""
        capped = tuple(cap(number) for cap, number in zip(self.ledger.number_caps(self._slots), numbers, strict=True))
        return self._rows.setdefault(capped, len(self._rows))

    def added_rows(self, rows: Longs, deltas: Sequence[tuple[int, ...]]) -> Longs:
        """i64[rows, deltas]: each row of accounts with each of these amounts added."""
        different, inverse = np.unique(rows, return_inverse=True)
        table = np.empty((len(different), len(deltas)), dtype=np.int64)
        values = {number: row for row, number in self._rows.items()}
        for place, number in enumerate(different.tolist()):
            for column, delta in enumerate(deltas):
                key = (number, delta)
                if key not in self._added:
                    self._added[key] = self.row(tuple(a + b for a, b in zip(values[number], delta, strict=True)))
                table[place, column] = self._added[key]
        return table[inverse.ravel()]

    def deltas(self, ending: Ending) -> Deltas | None:
        """What an ending adds to accounts, where that is all it does and it is plain whose they are."""
        if ending.changes is None or self.first.count > 2 or (ending.leaves and self.ledger.matters.reads_lying):
            return None
        mine, theirs = dict.fromkeys(self._slots, 0), dict.fromkeys(self._slots, 0)
        for name, whose, amount in ending.changes:
            scope, slot = self.ledger.rules.slots[name]
            seats = _seats_meant(whose, self.first.count)
            if scope != "player" or seats is None:
                return None
            for row in [*([mine] if "me" in seats else []), *([theirs] if "other" in seats else [])]:
                if slot in row:
                    row[slot] += amount
        return Deltas(tuple(mine.values()), tuple(theirs.values()))


_NONE: Longs = np.zeros(0, dtype=np.int64)


def _seats_meant(whose: Expr | None, count: int) -> frozenset[str] | None:
    """Of one seat or two, who is meant: me, other, or both. Alone one is one's own neighbour."""
    while isinstance(whose, Convert):
        whose = whose.arg
    if whose is None:
        return frozenset({"me"})
    if not isinstance(whose, SeatWord):
        return None
    neighbour = "me" if count == 1 else "other"
    words = {
        "me": {"me"},
        "next": {neighbour},
        "previous": {neighbour},
        "others": {"other"},
        "everyone": {"me", "other"},
    }
    return frozenset(words[whose.name]) if whose.name in words else None


def _afresh(s: State) -> State:
    """The same turn without the dice that lie."""
    t = s.copy()
    t.lying, t.stage = (), "draw" if s.rules.phases[s.phase].draw else "throw"
    return t


def _without_numbers(s: State, slots: Iterable[int]) -> State:
    t = s.copy()
    blank = set(slots)
    t.players = tuple(tuple(0 if slot in blank else value for slot, value in enumerate(row)) for row in s.players)
    return t


def ledger_game(
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
    """A whole game, explored. Raises Refused where it has what cannot be explored, TooManyStates."""
    found = ledger_player(
        game, players, worth, options=options, strategy=strategy, asked=asked, least=least,
        versus_best=versus_best, limit=limit,
    )  # fmt: skip
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
    explorer = Explorer(rules, plans, endings, caps, mover_gains=not least, choose=choose)
    best = Explorer(rules, plans, endings, caps, explorer.draft, mover_gains=not least)
    explorers = (explorer, best) if versus_best else (explorer,)
    return LedgerGame(explorers, Ledger(rules, matters, caps), worth, limit, first)
