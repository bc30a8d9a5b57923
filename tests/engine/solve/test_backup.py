"""Both back ends and fractions on random graphs."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from becher.engine.solve.backends.backup import backends, choose_backend
from becher.engine.solve.exact import exact_chances, exact_nodes
from becher.engine.solve.sheets.exact_sheet import exact_sheet
from becher.engine.solve.sheets.pack import compile_sheet
from becher.engine.solve.turns.draft import MIN, Draft
from becher.engine.solve.turns.graph import TurnGraph
from becher.engine.solve.turns.passes import finish

from .random_sheets import plain_value, random_rules, tables


def random_graph(seed: int) -> TurnGraph:
    random, draft = Random(seed), Draft()
    nodes = [draft.leaf(number) for number in range(random.randrange(2, 9))]
    for _ in range(60):
        children = random.choices(nodes, k=random.randrange(1, 9))
        make = random.choice([draft.best, draft.worst, None, None])
        if make is None:
            nodes.append(draft.mean(children, [random.randrange(1, 7) for _ in children]))
        else:
            nodes.append(make(children))
    return finish(draft, nodes[-5:]).graph


@pytest.mark.parametrize("seed", range(20))
def test_random_graphs_have_one_value_whoever_works_it_out(seed: int) -> None:
    graph = random_graph(seed)
    random = np.random.default_rng(seed)
    leaves = random.integers(-9, 9, size=(graph.leaves, 70)).astype(float)
    exact = [exact_nodes(graph, [Fraction(value) for value in lane]) for lane in leaves.T.tolist()]
    expected = [[float(values[root]) for values in exact] for root in graph.roots.tolist()]
    for name in backends():
        assert choose_backend(name).roots(graph, leaves) == pytest.approx(np.array(expected), abs=1e-11)


@pytest.mark.parametrize("seed", range(20))
def test_random_graphs_have_one_distribution_whoever_works_it_out(seed: int) -> None:
    graph = random_graph(seed)
    leaves = np.random.default_rng(seed).random((graph.leaves, 3))
    ends = np.tile(graph.roots, (3, 1))
    for name in backends():
        found = choose_backend(name).chances(graph, leaves, ends)
        for lane, row in enumerate(leaves.T.tolist()):
            values = exact_nodes(graph, [Fraction(value) for value in row])
            for entry, root in enumerate(graph.roots.tolist()):
                expected = [float(chance) for chance in exact_chances(graph, values, root)]
                assert found[lane, entry] == pytest.approx(np.array(expected), abs=1e-12)


def test_the_random_graphs_have_choices_of_both_kinds() -> None:
    graphs = [random_graph(seed) for seed in range(20)]
    assert sum((graph.kind == MIN).any() for graph in graphs) > 10
    assert any(graph.slots < graph.nodes for graph in graphs)


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_small_sheets_in_fractions_are_worth_what_plain_recursion_says(seed: int, seats: int) -> None:
    rules = random_rules(seed, seats)
    value = exact_sheet(compile_sheet(tables(rules), 2000))[0]
    assert float(value) == pytest.approx(plain_value(rules), abs=1e-12)


def test_large_sheets_are_not_tried_in_fractions() -> None:
    packed = compile_sheet(tables(random_rules(0, 2)), 2000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("becher.engine.solve.sheets.exact_sheet.MOST_STATES", packed.size - 1)
        with pytest.raises(ValueError, match="at most"):
            exact_sheet(packed)
