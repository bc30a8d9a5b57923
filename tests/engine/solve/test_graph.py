"""From drafts to turn graphs."""

import numpy as np
import pytest

from becher.engine.solve.backends.backup import choose_backend
from becher.engine.solve.errors import EndlessTurn
from becher.engine.solve.turns.draft import LEAF, MAX, MEAN, Draft
from becher.engine.solve.turns.graph import Cut, TurnGraph
from becher.engine.solve.turns.lattice import best_part, completed, groups_up_to, loose_throws, thrown
from becher.engine.solve.turns.nodes import fill_up
from becher.engine.solve.turns.passes import finish

from .sheets import loose_turn
from .turns import D6, back_and_forth, die, locked_sums, matches


def test_equal_nodes_are_one_node() -> None:
    draft = Draft()
    a, b = draft.leaf("a"), draft.leaf("b")
    assert draft.leaf("a") == a
    assert draft.best([a, b]) == draft.best([a, b, a])
    assert draft.mean([a, b], [2, 4]) == draft.mean([a, b, b], [3, 2, 4])


def test_a_choice_or_chance_of_one_thing_is_that_thing() -> None:
    draft = Draft()
    a = draft.leaf("a")
    assert draft.best([a, a]) == a == draft.mean([a, a], [1, 5])


def test_choices_and_chances_need_something_to_come_of_them() -> None:
    draft = Draft()
    with pytest.raises(ValueError, match="without anything"):
        draft.best([])
    with pytest.raises(ValueError, match="without outcomes"):
        draft.mean([], [])
    with pytest.raises(ValueError, match="positive"):
        draft.mean([draft.leaf("a")], [0])


def test_a_reserved_node_must_be_filled_once() -> None:
    draft = Draft()
    reserved = draft.reserve()
    with pytest.raises(ValueError, match="never filled"):
        finish(draft, [reserved])
    draft.fill(reserved, draft.leaf("a"))
    with pytest.raises(ValueError, match="already"):
        draft.fill(reserved, draft.leaf("b"))


def test_the_known_turns_have_the_known_sizes() -> None:
    draft = Draft()
    assert finish(draft, [locked_sums(draft, 6, D6, draft.leaf)]).graph.nodes == 7665
    assert loose_turn(5, 6, 3).nodes == 1595


def test_a_loop_with_one_way_out_is_that_way_out() -> None:
    draft = Draft()
    loop, out = draft.reserve(), draft.leaf("out")
    draft.fill(loop, draft.mean([loop, out], [5, 1]))
    finished = finish(draft, [loop])
    assert finished.graph.endings == ("out",)
    assert finished.graph.nodes == 1
    assert finished.node_of[loop] == finished.graph.roots[0] == 0


def test_a_loop_without_a_way_out_is_refused() -> None:
    draft = Draft()
    loop = draft.reserve()
    other = draft.mean([loop, draft.leaf("out")], [1, 1])
    stuck = draft.reserve()
    draft.fill(stuck, stuck)
    draft.fill(loop, draft.best([other, stuck]))
    with pytest.raises(EndlessTurn) as caught:
        finish(draft, [loop])
    assert caught.value.positions == 1


def test_a_throw_that_may_lead_straight_back_to_its_choice_is_worth_where_else_it_leads() -> None:
    draft = Draft()
    choice = draft.reserve()
    throw = draft.mean([choice, draft.leaf("low"), draft.leaf("high")], [4, 1, 1])
    draft.fill(choice, draft.best([draft.leaf("stop"), throw]))
    finished = finish(draft, [choice])
    graph = finished.graph
    assert not len(graph.cuts)
    values = {"stop": 7.0, "low": 0.0, "high": 12.0}
    nodes = np.empty((graph.nodes, 1))
    nodes[: graph.leaves, 0] = [values[str(ending)] for ending in graph.endings]
    fill_up(graph, nodes)
    assert nodes[finished.node_of[choice], 0] == 7.0
    assert nodes[finished.node_of[throw], 0] == pytest.approx(
        4 / 6 * 7 + 2 / 6 * 6
    )  # asked for by itself it leads back
    values["stop"] = 5.0
    nodes[: graph.leaves, 0] = [values[str(ending)] for ending in graph.endings]
    fill_up(graph, nodes)
    assert nodes[finished.node_of[choice], 0] == nodes[finished.node_of[throw], 0] == 6.0


def test_a_throw_that_may_lead_back_to_itself_is_worth_where_else_it_leads() -> None:
    draft = Draft()
    throw = draft.reserve()
    draft.fill(throw, draft.mean([throw, draft.leaf("low"), draft.leaf("high")], [4, 1, 3]))
    graph = finish(draft, [throw]).graph
    assert graph.nodes == 3
    assert graph.parts.tolist() == [1, 3]


def test_every_other_loop_is_cut_once() -> None:
    draft = Draft()
    graph = finish(draft, [back_and_forth(draft, "bust")]).graph
    cuts = [ending for ending in graph.endings if isinstance(ending, Cut)]
    assert cuts == [Cut(0)]
    assert len(graph.cuts) == 1


@pytest.mark.parametrize("cap", [None, 3, 12])
def test_children_come_before_parents_and_runs_cover_all_inner_nodes(cap: int | None) -> None:
    draft = Draft()
    graph = finish(draft, [matches(draft, 3, lambda count: count, cap), locked_sums(draft, 3, D6, draft.leaf)]).graph
    degrees = np.diff(graph.ptr)
    owner = np.repeat(np.arange(graph.nodes), degrees)
    assert (graph.src < owner).all()
    covered = []
    for kind, degree, start, end, edge in graph.runs.tolist():
        assert (graph.kind[start:end] == kind).all()
        assert (degrees[start:end] == degree).all()
        assert graph.ptr[start] == edge
        inside = graph.src[edge : edge + degree * (end - start)]
        assert inside.max() < start
        covered += range(start, end)
    assert covered == list(range(graph.leaves, graph.nodes))
    assert (graph.kind[: graph.leaves] == LEAF).all()


def slots_hold(graph: TurnGraph) -> bool:
    """Walk through the nodes in order and see whether every child is still where it was put."""
    held = {slot: slot for slot in range(graph.leaves)}
    for node in range(graph.leaves, graph.nodes):
        children = graph.src[graph.ptr[node] : graph.ptr[node + 1]].tolist()
        if any(held[int(graph.slot[child])] != child or graph.slot[child] == graph.slot[node] for child in children):
            return False
        held[int(graph.slot[node])] = node
    return all(held[int(graph.slot[end])] == end for end in [*graph.roots, *graph.cuts])


def test_a_slot_is_used_again_only_when_nobody_reads_it_any_more() -> None:
    graph = loose_turn(4, 6, 3)
    assert slots_hold(graph)
    assert graph.slots < graph.nodes / 2


def test_weights_are_kept_as_whole_numbers() -> None:
    graph = loose_turn(3, 6, 1)
    assert graph.nodes == 57
    assert graph.kind[-1] == MEAN
    assert graph.whole[-1] == 216
    assert graph.parts[graph.ptr[-2] :].sum() == 216
    assert sorted(set(graph.parts.tolist())) == [1, 3, 6]


def test_the_best_part_is_the_best_of_all_parts() -> None:
    draft = Draft()
    groups = groups_up_to(3, die(3))
    worth = {group: draft.leaf(group) for group in groups if sum(group) % 2}
    chosen = best_part(worth, groups, draft.best)
    assert () not in chosen and (2, 2) not in chosen
    assert chosen[2, 3] == worth[3,] or draft.kinds[chosen[2, 3]] == MAX


def test_one_more_die_at_a_time_is_as_likely_as_all_at_once() -> None:
    draft = Draft()
    leaves = {group: draft.leaf(group) for group in groups_up_to(3, D6) if len(group) == 3}
    step = finish(draft, [completed(draft, 3, D6, leaves)[()], thrown(draft, 3, D6, leaves.__getitem__)]).graph
    worth = np.array([[float(sum(ending) ** 2)] for ending in step.endings])
    one, other = choose_backend("numpy").roots(step, worth)[:, 0]
    assert one == pytest.approx(other, abs=1e-12)


def test_without_a_further_throw_loose_dice_lie_as_they_fell() -> None:
    draft = Draft()
    end = {group: draft.leaf(group) for group in groups_up_to(2, D6) if len(group) == 2}
    assert loose_throws(draft, 2, D6, 0, end) == end
