"""The same graph in fractions: no rounding anywhere. For single turns and small games."""

from collections.abc import Sequence
from fractions import Fraction

from becher.engine.solve.ledgers.seats import SeatGame
from becher.engine.solve.order import strong_parts
from becher.engine.solve.turns.draft import LEAF, MAX, MEAN
from becher.engine.solve.turns.graph import Cut, TurnGraph

MOST_VALUES, MOST_UNKNOWNS = 2000, 60
Row = list[Fraction]


def exact_nodes(graph: TurnGraph, leaves: Sequence[Fraction]) -> Row:
    """The value of every node for these values of the leaves."""
    value = list(leaves)
    ptr, src, parts = graph.ptr.tolist(), graph.src.tolist(), graph.parts.tolist()
    whole, kind = graph.whole.tolist(), graph.kind.tolist()
    for node in range(graph.leaves, graph.nodes):
        edges = range(ptr[node], ptr[node + 1])
        if kind[node] == MEAN:
            value.append(sum((parts[e] * value[src[e]] for e in edges), Fraction()) / whole[node])
        else:
            value.append((max if kind[node] == MAX else min)(value[src[e]] for e in edges))
    return value


def exact_chances(graph: TurnGraph, value: Sequence[Fraction], root: int) -> Row:
    """How likely each ending is from node `root`, if of the best choices the first is taken."""
    flow = [Fraction()] * (root + 1)
    flow[root] = Fraction(1)
    for node in range(root, -1, -1):
        if not flow[node] or graph.kind[node] == LEAF:
            continue
        edges = range(graph.ptr[node], graph.ptr[node + 1])
        if graph.kind[node] == MEAN:
            for edge in edges:
                flow[graph.src[edge]] += flow[node] * int(graph.parts[edge]) / int(graph.whole[node])
        else:
            best = next(edge for edge in edges if value[graph.src[edge]] == value[node])
            flow[graph.src[best]] += flow[node]
    return (flow + [Fraction()] * graph.leaves)[: graph.leaves]


def exact_seats(game: SeatGame, values: Sequence[float]) -> Row:
    """All S * E values exactly, part by part, by policy iteration from what is best by `values`, found in floats.

    Raises ValueError beyond MOST_VALUES values, or if a part has more than MOST_UNKNOWNS of them; ZeroDivisionError if
    a policy on the way never ends.
    """
    if game.unknowns > MOST_VALUES:
        raise ValueError(f"{game.unknowns} states, at most {MOST_VALUES} can be solved exactly")
    exact = [Fraction(number) for number in values]
    for members in strong_parts([game.ahead(state).tolist() for state in range(len(game.turn))]).members:
        unknowns = [state * game.entries + entry for state in members for entry in range(game.entries)]
        if len(unknowns) > MOST_UNKNOWNS:
            raise ValueError(f"{len(unknowns)} values hang together, at most {MOST_UNKNOWNS} can be found exactly")
        while True:
            better = _policy_values(game, members, unknowns, exact)
            if all(exact[place] == value for place, value in zip(unknowns, better, strict=True)):
                break
            for place, value in zip(unknowns, better, strict=True):
                exact[place] = value
    return exact


def exact_endings(game: SeatGame, values: Sequence[Fraction], state: int = 0, entry: int = 0) -> Row:
    """How likely each ending of this turn is if the best is chosen, cut loops followed to their end."""
    chances = _chances(game, values, state)
    loops = {
        leaf: game.loop_entry(state, leaf)
        for leaf in range(game.graph.leaves)
        if isinstance(game.graph.endings[leaf], Cut) and any(row[leaf] for row in chances)
    }
    matrix = [[Fraction(int(a == b)) for a in range(game.entries)] for b in range(game.entries)]
    for came, row in enumerate(chances):
        for leaf, to in loops.items():
            matrix[to][came] -= row[leaf]
    visits = solved(matrix, [Fraction(int(number == entry)) for number in range(game.entries)])
    result = [
        sum((v * row[leaf] for v, row in zip(visits, chances, strict=True)), Fraction())
        for leaf in range(game.graph.leaves)
    ]
    return [Fraction() if leaf in loops else chance for leaf, chance in enumerate(result)]


def _leaves(game: SeatGame, values: Sequence[Fraction], state: int) -> Row:
    """What each ending is worth from a state."""
    theirs = Fraction(game.theirs)
    book = game.succ[state].tolist()
    return [_read(game, values, theirs, place) + Fraction(gain) for place, gain in zip(book, game.gain, strict=True)]


def _read(game: SeatGame, values: Sequence[Fraction], theirs: Fraction, place: int) -> Fraction:
    if place < game.unknowns:
        return values[place]
    if place < 2 * game.unknowns:
        return theirs - values[place - game.unknowns]
    return Fraction(game.constants[place - 2 * game.unknowns])


def _chances(game: SeatGame, values: Sequence[Fraction], state: int) -> list[Row]:
    """For each entry how likely each ending is."""
    nodes = exact_nodes(game.graph, _leaves(game, values, state))
    return [exact_chances(game.graph, nodes, root) for root in game.roots[game.turn[state]].tolist()]


def _policy_values(game: SeatGame, members: Sequence[int], unknowns: Sequence[int], values: Sequence[Fraction]) -> Row:
    """The values of one part under the choices that are best by `values`; other parts as `values` say."""
    column = {place: number for number, place in enumerate(unknowns)}
    matrix = [[Fraction(int(a == b)) for b in unknowns] for a in unknowns]
    right = [Fraction()] * len(unknowns)
    theirs = Fraction(game.theirs)
    row = 0
    for state in members:
        for chances in _chances(game, values, state):
            for leaf in (leaf for leaf, chance in enumerate(chances) if chance):
                place, chance = int(game.succ[state, leaf]), chances[leaf]
                right[row] += chance * Fraction(game.gain[leaf])
                other = place - game.unknowns
                if place in column:
                    matrix[row][column[place]] -= chance
                elif other in column:
                    matrix[row][column[other]] += chance
                    right[row] += chance * theirs
                else:
                    right[row] += chance * _read(game, values, theirs, place)
            row += 1
    return solved(matrix, right)


def solved(matrix: list[Row], right: Row) -> Row:
    """The solution of a linear system; both arguments are used up. ZeroDivisionError if there is not just one."""
    for column in range(len(right)):
        pivot = next((row for row in range(column, len(right)) if matrix[row][column]), column)
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        right[column], right[pivot] = right[pivot], right[column]
        scale = 1 / matrix[column][column]
        matrix[column] = [scale * number for number in matrix[column]]
        right[column] *= scale
        for row in range(len(right)):
            factor = matrix[row][column]
            if row != column and factor:
                matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[column], strict=True)]
                right[row] -= factor * right[column]
    return right
