"""The chain of a game of one or two seats whose ledger is explored state by state."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice

from attrs import define, field

from becher.dsl.model import Game, Value
from becher.engine.answer.ledgers.leads import ENTRY, STATE
from becher.engine.answer.refused import Refused
from becher.engine.answer.turns.endings import Ending
from becher.engine.simulate.chain import OVER, Chain, Points, Step, chain_of
from becher.engine.simulate.players import Table, points_for, seated
from becher.engine.state import State

_ENTRIES = (1 << STATE - ENTRY) - 1
_LOOKED_AT = 500  # endings after which the same seat moves again


def ledger_chain(game: Game, options: Mapping[str, Value], kinds: Sequence[str]) -> Chain:
    """Seat k + 1 is played by kinds[k]. Raises Refused, LimitReached."""
    if len(kinds) > 2:
        raise Refused("more than two seats are played one by one")
    table = seated(game, options, kinds)
    first = points_for(table.found.first, 1)
    return chain_of(_Walked(table).rows(), first[: len(kinds)])


@define(eq=False)
class _Walked:
    """The states, each with the entry where its turn begins, that play comes to."""

    table: Table
    numbers: dict[tuple[int, int], int] = field(factory=dict)
    points: list[Points] = field(init=False)
    turns: list[int] = field(init=False)
    results: list[tuple[Fraction, Points]] = field(init=False)
    waits: bool = field(init=False)

    @points.default
    def _count_points(self) -> list[Points]:
        return [points_for(s, s.seat or 1) for s in self.table.found.reps]

    @turns.default
    def _see_turns(self) -> list[int]:
        """1 for a state in which a turn goes on or begins, 0 for one between turns, as where it is thrown for who begins."""
        return [int(bool(s.phase) and not s.setup) for s in self.table.found.reps]

    @results.default
    def _list_results(self) -> list[tuple[Fraction, Points]]:
        """The end that each worth stands for."""
        known = [(Fraction(share), points) for share, points in self.table.results.all()]
        return [known[int(number)] for number in self.table.found.worths]

    @waits.default
    def _look_for_waiting(self) -> bool:
        """Are there turns in which nothing is thrown or chosen, so that the other seat moves again at once?"""
        found = self.table.found
        again = (
            (state, ending)
            for state, leads in enumerate(found.lead)
            if self.turns[state]
            for ending, place in zip(found.endings[found.turn[state]], leads.tolist(), strict=True)
            if place >= 0 and place & 1
        )
        return any(self.taken(state, ending) > 1 for state, ending in islice(again, _LOOKED_AT))

    def rows(self) -> Iterator[list[Step]]:
        """The steps of each state, in the order of their numbers."""
        todo = [self.table.found.place(self.table.found.first)]
        self.numbers[todo[0]] = 0
        for state, entry in todo:  # grows meanwhile
            found = self.table.found
            lead = dict(zip(found.endings[found.turn[state]], found.lead[state].tolist(), strict=True))
            chances = self.table.players[found.kind[state]].chances(state, entry)
            row = []
            for ending, chance in chances.items():
                assert isinstance(ending, Ending)
                place = lead[ending]
                if place >= 0:
                    after = place >> STATE, place >> ENTRY & _ENTRIES
                    if after not in self.numbers:
                        self.numbers[after] = len(todo)
                        todo.append(after)
                row.append(self.step(chance, state, place, self.length(state, ending, place)))
            yield row

    def length(self, state: int, ending: Ending, place: int) -> int:
        """How many turns are over with this ending, or with the game."""
        over = place < 0
        if self.waits:
            return max(self.taken(state, ending), self.turns[state] if over else 0)
        return self.turns[state] if over or _begins(self.table.found.reps[place >> STATE]) else 0

    def taken(self, state: int, ending: Ending) -> int:
        """The same by the machine, which takes longer."""
        s = self.table.found.reps[state]
        return sum(self.table.found.ledger.follow(s, ending).turns) - sum(s.turns)

    def step(self, chance: float, state: int, place: int, length: int) -> Step:
        mine, theirs = self.points[state]
        if place < 0:
            share, (own, other) = self.results[-1 - place]
            return Step(chance, OVER, own - mine, other - theirs, False, share, length)
        after, passes = place >> STATE, not place & 1
        own, other = reversed(self.points[after]) if passes else self.points[after]
        then = self.numbers[after, place >> ENTRY & _ENTRIES]
        return Step(chance, then, own - mine, other - theirs, passes, turns=length)


def _begins(s: State) -> bool:
    """Is this the beginning of a turn, or a state between turns?"""
    return s.phase in ("", "turn") and not s.throw_no and not s.aside
