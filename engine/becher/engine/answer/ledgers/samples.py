"""How many kinds of turns a game has at least, learnt from games played at random before anything is explored."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable

from becher.dsl.model import Sort
from becher.engine.answer.turns.plan import PhasePlan
from becher.engine.state import CHANCE, State
from becher.engine.stream import Stream

GAMES, TURNS, STEPS = 120, 12, 20_000


def may_differ_much(plans: Iterable[PhasePlan]) -> bool:
    """Do turns read more of the ledger than a few answers of yes or no?"""
    return any(asked.value.sort is not Sort.YESNO for plan in plans for asked in plan.ledger)


def kinds_of_turns(first: State, kind: Callable[[State], Hashable]) -> int:
    """About how many kinds of turns there are at least; `kind(s)` is that of a turn about to begin.

    Of n games at one point k pairs coincide. Were there fewer than pairs / k kinds, more of them would.
    """
    stream = Stream("kinds of turns")
    met: list[Counter[Hashable]] = [Counter() for _ in range(TURNS)]
    left = STEPS
    for _ in range(GAMES):
        s, turn = first, 0
        while not s.is_terminal() and turn < TURNS and left:
            if sum(s.turns) == turn:
                met[turn][kind(s)] += 1
                turn += 1
            left -= 1
            actions = s.legal_actions()
            s = s.apply(s.sample(stream) if s.current_player() == CHANCE else actions[stream.below(len(actions))])
    return max(map(_at_least, met))


def _at_least(met: Counter[Hashable]) -> int:
    games = met.total()
    alike = sum(n * (n - 1) for n in met.values())
    return max(1, games * (games - 1) // max(alike, 2))
