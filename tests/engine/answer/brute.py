"""The plain way: every state of the interpreter written down, values by sweeping until nothing moves."""

from collections.abc import Callable

from attrs import frozen

from becher.engine.actions import Action
from becher.engine.state import CHANCE, FIELDS, State

Worth = Callable[[State], float]
_IGNORED = frozenset({"rules", "count", "forced", "_legal", "rounds", "turns", "busted"})
_SLOTS = tuple(name for name in FIELDS if name not in _IGNORED)


class TooBig(Exception):
    """The game has more states than a test wants to write down."""


@frozen
class Node:
    """How a state goes on: `who` is a seat, CHANCE or None at the end (then `worth` counts)."""

    who: int | None
    children: tuple[int, ...]
    chances: tuple[float, ...]
    worth: float


def _key(s: State, counts_rounds: bool) -> tuple[object, ...]:
    found = [getattr(s, name) for name in _SLOTS]
    found[_SLOTS.index("args")] = tuple(s.args.items())
    return (*found, *((s.rounds, s.turns) if counts_rounds else ()))


def written_down(
    first: State, worth: Worth, limit: int = 30_000, chosen: Callable[[State], Action] | None = None
) -> list[Node]:
    """All states from `first` on. Seat 1 may have its choices made by `chosen`. Raises TooBig."""
    text = repr(first.rules.game.over) + repr(first.rules.game.phases) + repr(first.rules.game.round)
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
    return nodes


def value(nodes: list[Node], *, start: float, least: bool = False, sweeps: int = 20_000) -> float:
    """The first node's value: seat 1 wants the most (or least), any other seat the opposite. `start`: before the first sweep."""
    values = [node.worth if node.who is None else start for node in nodes]
    order = range(len(nodes) - 1, -1, -1)
    for _ in range(sweeps):
        moved = 0.0
        for number in order:
            node = nodes[number]
            if node.who is None:
                continue
            ahead = [values[child] for child in node.children]
            if node.who == CHANCE:
                new = sum(p * v for p, v in zip(node.chances, ahead, strict=True))
            else:
                new = (max if (node.who == 1) != least else min)(ahead)
            moved = max(moved, abs(new - values[number]))
            values[number] = new
        if moved < 1e-13:
            return values[0]
    raise TooBig


def win_of_first(s: State) -> float:
    """What the first seat gets of the win."""
    return float(s.returns()[0])
