"""Games of two seats written by hand for the tests: turns and what their endings do to the ledger."""

from becher.engine.multisets import throws
from becher.engine.solve.ledgers.explore import seat_game
from becher.engine.solve.ledgers.seats import Over, SeatGame, To
from becher.engine.solve.turns.draft import Draft
from becher.engine.solve.turns.lattice import best_part, groups_up_to, thrown
from becher.engine.solve.turns.passes import finish

from .turns import D6, hold_or_throw, locked_sums, matches


def pig(goal: int = 100, endless: float | None = 0.5) -> SeatGame:
    """States (own, other) scores; first to hold `goal` wins; an ending is the pool."""
    draft = Draft()
    graph = finish(draft, [hold_or_throw(draft, goal, lambda pool: pool, 0)]).graph

    def follow(state: tuple[int, int], pool: int) -> To | Over:
        own, other = state
        return Over(1.0) if own + pool >= goal else To((other, own + pool))

    return seat_game(graph, [[0]], (0, 0), follow, endless=endless)


def thirty(target: int = 30, limit: int = 30) -> SeatGame:
    """States (own, other) penalties; an ending is what the mover takes (positive) or the other (negative)."""
    draft = Draft()

    def ending(total: int) -> int:
        if total <= target:
            return draft.leaf(target - total)
        number = total - target
        return matches(draft, 6, lambda count: -number * count, cap=-(-limit // number))

    graph = finish(draft, [locked_sums(draft, 6, D6, ending)]).graph

    def follow(state: tuple[int, int], hurt: int) -> To | Over:
        own, other = state
        if hurt >= 0:
            return Over(0.0) if own + hurt >= limit else To((other, own + hurt))
        return Over(1.0) if other - hurt >= limit else To((other - hurt, own))

    return seat_game(graph, [[0]], (0, 0), follow)


def dertigen(credit: int = 30) -> SeatGame:
    """States (own, other) credits; the second phase must go on; an empty first throw may be taken over by the next.

    An ending is (loss of the mover, loss of the other, lying throw or None); entry 1 + i: throw i lies there.
    """
    draft = Draft()
    lying = [group for group, _ in throws(6, D6)]

    def ending(total: int) -> int:
        if total <= 30:
            return draft.leaf((30 - total, 0, None))
        number = total - 30
        others = [(face, 1) for face in range(1, 7) if face != number]

        def after(count: int) -> int:
            if count == 6:
                return draft.leaf((credit, 0, None))
            left = 6 - count
            outcomes = [(hit, ways) for hit, ways in _hits(left)]
            return draft.mean(
                [
                    draft.leaf((0, min(credit, number * count), None)) if not hit else after(count + hit)
                    for hit, _ in outcomes
                ],
                [ways for _, ways in outcomes],
            )

        first = [(draft.leaf((0, 0, group)), ways) for group, ways in throws(6, tuple(others))]
        first += [(after(hit), ways) for hit, ways in _hits(6) if hit]
        return draft.mean([node for node, _ in first], [ways for _, ways in first])

    start, chosen = _collected(draft, ending)
    roots = [start] + [draft.best([start, chosen[group]]) for group in lying]
    graph = finish(draft, roots).graph
    entry = {group: 1 + number for number, group in enumerate(lying)}

    def follow(state: tuple[int, int], end: tuple[int, int, tuple[int, ...] | None]) -> To | Over:
        own, other = state[0] - end[0], state[1] - end[1]
        if own <= 0 or other <= 0:
            return Over(float(own > 0))
        return To((other, own), entry=entry.get(end[2], 0) if end[2] else 0)

    return seat_game(graph, [list(range(len(roots)))], (credit, credit), follow)


def _hits(dice: int) -> list[tuple[int, int]]:
    """How many of the dice show one given face, with the number of ways."""
    return [(group.count(True), ways) for group, ways in throws(dice, ((True, 1), (False, 5)))]


def _collected(draft: Draft, ending):
    """The node before six dice are thrown, and for each throw of six the node when it lies."""
    nodes: dict[tuple[int, int], int] = {}
    for left in range(1, 7):
        groups = groups_up_to(left, D6)
        for total in range(0 if left == 6 else 6 - left, (6 - left) * 6 + 1):
            worth = {
                group: nodes[total + sum(group), left - len(group)] if len(group) < left else ending(total + sum(group))
                for group in groups
                if group
            }
            chosen = best_part(worth, groups, draft.best)
            nodes[total, left] = thrown(draft, left, D6, chosen.__getitem__)
    return nodes[0, 6], chosen
