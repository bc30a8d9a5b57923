"""Accounts that the seats can drive on for ever: then there are endlessly many states, and exploring them is refused."""

from collections.abc import Callable, Hashable, Sequence

from attrs import frozen

from becher.engine.answer.ledgers.accounts import Accounts
from becher.engine.answer.refused import Refused
from becher.engine.answer.turns.endings import Ending
from becher.engine.state import State

FAR_TURNS = 400


@frozen
class Growth:
    """Looks how far accounts can be brought. `endings(s)` are the ways the turn that begins in `s` may end, `key(s)` tells states apart."""

    accounts: Accounts
    endings: Callable[[State], Sequence[Ending]]
    key: Callable[[State], Hashable]

    def must_stop(self, first: State) -> None:
        """Raises Refused where an account can come beyond all measure, in one direction or the other."""
        ledger = self.accounts.ledger
        variables = ledger.rules.game.variables.values()
        if ledger.matters.rounds or ledger.matters.turns:
            return
        for variable in (v for v in variables if v.scope == "player" and ledger.caps.range(v.name).is_open):
            slot = ledger.rules.slots[variable.name][1]
            for way, verb in ((1, "grow"), (-1, "fall")) if slot in self.accounts.slots else ():
                if self._reaches(first, slot, way):
                    reason = f"{variable.name} can {verb} without end, so there are endlessly many states"
                    raise Refused(reason, variable.span, "one turn: --phase turn --maximize FORMULA")

    def _reaches(self, s: State, slot: int, way: int) -> bool:
        """Can the seats bring the sum of this account beyond all measure, if each turn ends as it helps most?"""
        ledger, seen = self.accounts.ledger, set[Hashable]()
        for _ in range(FAR_TURNS):
            s = ledger.relative(s)
            seen.add(self.key(s))
            after = [ledger.follow(s, ending) for ending in self.endings(s)]
            on = sorted((t for t in after if not t.is_terminal()), key=lambda t: way * _sum(t, slot), reverse=True)
            new = (t for t in map(ledger.relative, on) if self.key(t) not in seen)
            step = next(new, None)
            if step is None:
                return False
            s = step
            if way * _sum(s, slot) > ledger.caps.bounds.far:
                return True
        return False


def _sum(s: State, slot: int) -> int:
    return sum(row[slot] for row in s.players)  # type: ignore[misc]
