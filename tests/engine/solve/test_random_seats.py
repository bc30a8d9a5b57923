"""Random games whose states and turns both go round, against plain sweeps over positions."""

from itertools import product
from random import Random

import numpy as np
import pytest
from attrs import frozen

from becher.engine.solve.backends.backup import backends, choose_backend
from becher.engine.solve.exact import exact_seats
from becher.engine.solve.ledgers.explore import seat_game
from becher.engine.solve.ledgers.seat_values import solve_seats
from becher.engine.solve.ledgers.seats import Over, SeatGame, To
from becher.engine.solve.turns.draft import Draft
from becher.engine.solve.turns.passes import finish

STATES, POSITIONS, ENDINGS = 4, 8, 5
LEAK = 1e-3
Step = tuple[str, int]  # ("at", position) or ("end", ending)


@frozen
class Rules:
    """`turns[position]` is (kind, steps, weights); ending 0 is always the end of the game.

    Each chance may end the game. If choices lead to chances only, the game ends however it is played; else it may go
    on for ever, which is then worth `endless`.
    """

    turns: list[tuple[str, list[Step], list[int]]]
    follow: dict[tuple[int, int], To | Over]
    gain: list[int]
    classes: list[int]
    roots: list[list[int]]
    theirs: float
    endless: float | None


def random_rules(seed: int) -> Rules:
    random = Random(seed)
    endless = 1.5 if seed % 8 == 0 else None
    kinds = [random.choice(["best", "worst", "mean", "mean"]) for _ in range(POSITIONS)]
    kinds[:2] = "mean", random.choice(["best", "worst"])
    chances = [position for position in range(POSITIONS) if kinds[position] == "mean"]
    turns = []
    for kind in kinds:
        ends = random.randrange(1, 3) if kind == "mean" or endless else 0
        steps: list[Step] = [("end", random.randrange(ENDINGS)) for _ in range(ends)]
        reach = range(POSITIONS) if kind == "mean" else chances
        steps += [("at", random.choice(reach)) for _ in range(random.randrange(1, 4))]
        if kind == "mean":
            steps.append(("end", 0))
        turns.append((kind, steps, [random.randrange(1, 5) for _ in steps]))
    follow: dict[tuple[int, int], To | Over] = {}
    for state, ending in product(range(STATES), range(ENDINGS)):
        to = To(random.randrange(STATES), random.random() < 0.3, random.randrange(2))
        follow[state, ending] = to if ending else Over(float(random.randrange(4)))
    return Rules(
        turns=turns,
        follow=follow,
        gain=[0 if endless else random.randrange(-1, 2) for _ in range(ENDINGS)],
        classes=[random.randrange(2) for _ in range(STATES)],
        roots=[[random.randrange(POSITIONS) for _ in range(2)] for _ in range(2)],
        theirs=3.0,
        endless=endless,
    )


def tables(rules: Rules) -> SeatGame:
    draft = Draft()
    nodes = [draft.reserve() for _ in rules.turns]
    for node, (kind, steps, weights) in zip(nodes, rules.turns, strict=True):
        children = [nodes[number] if what == "at" else draft.leaf(number) for what, number in steps]
        if kind == "mean":
            draft.fill(node, draft.mean(children, weights))
        else:
            draft.fill(node, (draft.best if kind == "best" else draft.worst)(children))
    graph = finish(draft, [nodes[position] for roots in rules.roots for position in roots]).graph
    return seat_game(
        graph,
        [[0, 1], [2, 3]],
        0,
        lambda state, ending: rules.follow[state, ending],
        turn=rules.classes.__getitem__,
        gain=rules.gain.__getitem__,
        theirs=rules.theirs,
        endless=rules.endless,
    )


def plain_value(rules: Rules) -> float:
    """Where play may be endless, each turn ends the game with the chance LEAK, so that one answer remains."""
    value = np.full((STATES, POSITIONS), 1.5)

    def ended(state: int, ending: int) -> float:
        after = rules.follow[state, ending]
        if isinstance(after, Over):
            return rules.gain[ending] + after.worth
        begun = float(value[after.state, rules.roots[rules.classes[after.state]][after.entry]])
        worth = begun if after.again else rules.theirs - begun
        return rules.gain[ending] + (worth if rules.endless is None else worth + LEAK * (rules.endless - worth))

    for _ in range(20_000):
        before = value.copy()
        for state, (position, (kind, steps, weights)) in product(range(STATES), enumerate(rules.turns)):
            worth = [float(value[state, n]) if what == "at" else ended(state, n) for what, n in steps]
            if kind == "mean":
                value[state, position] = np.dot(worth, weights) / sum(weights)
            else:
                value[state, position] = (max if kind == "best" else min)(worth)
        if np.abs(value - before).max() < 1e-13:
            break
    return float(value[0, rules.roots[rules.classes[0]][0]])


@pytest.mark.parametrize("seed", range(30))
def test_every_way_to_solve_finds_what_plain_sweeps_find(seed: int) -> None:
    rules = random_rules(seed)
    game = tables(rules)
    expected = pytest.approx(plain_value(rules), abs=1e-10 if rules.endless is None else 5 * LEAK)
    for name in backends():
        for policies in (True, False):
            solved = solve_seats(game, choose_backend(name), policies=policies)
            assert solved.start == expected
    if rules.endless is None:
        exact = exact_seats(game, solved.values.ravel().tolist())
        assert float(exact[0]) == expected


def test_the_random_games_are_worth_testing() -> None:
    games = [tables(random_rules(seed)) for seed in range(30)]
    assert sum(len(game.graph.cuts) > 0 for game in games) > 8
    assert sum(len(game.turn) == STATES for game in games) > 15
    assert any(len(set(game.turn.tolist())) == 2 for game in games)
