"""The plain way: every state of the interpreter written down, values by sweeping until nothing moves."""

from collections.abc import Callable, Sequence

from attrs import evolve, frozen

from becher.engine.actions import Action
from becher.engine.state import CHANCE, FIELDS, State

Worth = Callable[[State], float]
_IGNORED = frozenset({"rules", "count", "forced", "_legal", "rounds", "turns", "busted"})
_SLOTS = tuple(name for name in FIELDS if name not in _IGNORED)
_STEPS = 2_000_000  # of sweeps, before values count as not settling
_EQUAL = 1e-10  # choices no further apart are equally good


class TooBig(Exception):
    """The game has more states than a test wants to write down, or its values do not settle."""


@frozen
class Node:
    """How a state goes on: `who` is a seat, CHANCE or None at the end (then `worth` counts)."""

    who: int | None
    children: tuple[int, ...]
    chances: tuple[float, ...]
    worth: float


@frozen
class Written:
    """A game written down, its first state first: `nodes[i]` says how `states[i]` goes on, children as legal_actions has them."""

    states: list[State]
    nodes: list[Node]


def _key(s: State, counts_rounds: bool) -> tuple[object, ...]:
    found = [getattr(s, name) for name in _SLOTS]
    found[_SLOTS.index("args")] = tuple(s.args.items())
    return (*found, *((s.rounds, s.turns) if counts_rounds else ()))


def written_down(
    first: State, worth: Worth, limit: int = 30_000, chosen: Callable[[State], Action] | None = None
) -> Written:
    """All states from `first` on. Seat 1 may have its choices made by `chosen`. Raises TooBig."""
    game = first.rules.game
    text = repr((game.over, game.out, game.phases, game.round))
    counts_rounds = "'rounds'" in text or "'turns'" in text
    known = {_key(first, counts_rounds): 0}
    states, nodes = [first], []
    for s in states:  # grows meanwhile
        if s.is_terminal():
            nodes.append(Node(None, (), (), worth(s)))
            continue
        who = s.current_player()
        outcomes = s.chance_outcomes() if who == CHANCE else [(action, 1) for action in s.legal_actions()]
        if chosen is not None and who == 1:
            outcomes = [(chosen(s), 1)]
        children = []
        for action, _ in outcomes:
            after = s.apply(action)
            key = _key(after, counts_rounds)
            if key not in known:
                known[key] = len(states)
                states.append(after)
                if len(states) > limit:
                    raise TooBig
            children.append(known[key])
        nodes.append(Node(who, tuple(children), tuple(float(p) for _, p in outcomes), 0.0))
    return Written(states, nodes)


def values(nodes: Sequence[Node], *, start: float, least: bool = False) -> list[float]:
    """The value of each node: seat 1 wants the most (or least), any other seat the opposite. `start`: before the first sweep."""
    found = [node.worth if node.who is None else start for node in nodes]
    order = [number for number in range(len(nodes) - 1, -1, -1) if nodes[number].who is not None]
    for _ in range(_STEPS // len(nodes)):
        moved = 0.0
        for number in order:
            node = nodes[number]
            ahead = [found[child] for child in node.children]
            if node.who == CHANCE:
                new = sum(p * v for p, v in zip(node.chances, ahead, strict=True))
            else:
                new = (max if (node.who == 1) != least else min)(ahead)
            moved = max(moved, abs(new - found[number]))
            found[number] = new
        if moved < 1e-13:
            return found
    raise TooBig


def value(nodes: Sequence[Node], *, start: float, least: bool = False) -> float:
    """The value of the first node."""
    return values(nodes, start=start, least=least)[0]


def bounds_of_chance(nodes: Sequence[Node], known: Sequence[float], worth: float) -> tuple[float, float]:
    """The least and the greatest chance of an end of this worth, if no choice is made that costs anything.

    `known` are the values of the nodes, from seat 1's side.
    """
    free = [
        evolve(
            node,
            who=node.who if node.who in (None, CHANCE) else 1,
            children=node.children if node.who == CHANCE else tuple(
                child for child in node.children if abs(known[child] - known[number]) < _EQUAL
            ),
            worth=float(node.worth == worth),
        )
        for number, node in enumerate(nodes)
    ]  # fmt: skip
    return value(free, start=0.0, least=True), value(free, start=0.0)


def win_of_first(s: State) -> float:
    """What the first seat gets of the win."""
    return float(s.returns()[0])
