"""What best play says about more than the mean."""

from itertools import product

import numpy as np
import pytest

from becher.engine.solve.backends.backup import Backend, backends, choose_backend
from becher.engine.solve.errors import TooManyStates
from becher.engine.solve.exact import exact_endings, exact_seats
from becher.engine.solve.ledgers.explore import one_turn
from becher.engine.solve.ledgers.seat_spread import ending_chances, for_both, seat_nodes, under_best_play
from becher.engine.solve.ledgers.seat_values import solve_seats
from becher.engine.solve.sheets.pack import compile_sheet
from becher.engine.solve.sheets.sheet_policy import layer_steps, look
from becher.engine.solve.sheets.sheet_values import SheetValues, solve_sheet
from becher.engine.solve.sheets.spread import at_least, distribution, moments
from becher.engine.solve.sheets.spread import under_best_play as under_best_sheet_play
from becher.engine.solve.turns.draft import Draft
from becher.engine.solve.turns.passes import finish

from .ledgers import pig, thirty
from .random_sheets import random_rules, tables
from .sheets import Entry, Rule, loose_turn, ohio, one_seat
from .turns import D6, back_and_forth, locked_sums


@pytest.fixture(params=backends(), scope="module")
def backend(request: pytest.FixtureRequest) -> Backend:
    return choose_backend(request.param)


@pytest.fixture(scope="module")
def best_ohio() -> SheetValues:
    return solve_sheet(compile_sheet(ohio(), 1000), choose_backend("numpy"))


def test_a_distribution_has_the_mean_and_the_spread_of_the_game(backend: Backend, best_ohio: SheetValues) -> None:
    chances, both = distribution(best_ohio, backend), moments(best_ohio, backend)
    mean = sum(total * chance for total, chance in chances.items())
    square = sum(total**2 * chance for total, chance in chances.items())
    assert sum(chances.values()) == pytest.approx(1, abs=1e-12)
    assert mean == pytest.approx(best_ohio.start, abs=1e-9)
    assert both.mean[0] == pytest.approx(best_ohio.start, abs=1e-9)
    assert both.square[0] == pytest.approx(square, abs=1e-7)
    assert both.deviation == pytest.approx((square - mean**2) ** 0.5, abs=1e-9)


def test_ohio_brings_between_1_and_166_points(backend: Backend, best_ohio: SheetValues) -> None:
    chances = distribution(best_ohio, backend)
    assert (min(chances), max(chances)) == (1, 166)
    assert at_least(chances, 1) == pytest.approx(1, abs=1e-12)
    assert at_least(chances, 167) == 0


def test_without_choices_the_distribution_is_that_of_the_dice(backend: Backend) -> None:
    """Two boxes for sums of two dice, of which one counts against its owner."""
    rules = [Rule(lambda pips, _: Entry(pips), sum), Rule(lambda pips, _: Entry(-3 * pips), sum)]
    game = one_seat(loose_turn(2, 6, 1), rules[:1], bonus=lambda flag, counter: 0)
    chances = distribution(solve_sheet(compile_sheet(game, 100), backend), backend)
    ways = [sum(dice) for dice in product(range(1, 7), repeat=2)]
    assert chances == pytest.approx({total: ways.count(total) / 36 for total in range(2, 13)}, abs=1e-14)
    both = one_seat(loose_turn(2, 6, 1), rules, bonus=lambda flag, counter: 0)
    solved = solve_sheet(compile_sheet(both, 100), backend)
    mixed = distribution(solved, backend)
    assert sum(mixed.values()) == pytest.approx(1, abs=1e-12)
    assert sum(total * chance for total, chance in mixed.items()) == pytest.approx(solved.start, abs=1e-12)


def test_a_distribution_too_large_is_refused(best_ohio: SheetValues) -> None:
    with pytest.raises(TooManyStates):
        distribution(best_ohio, choose_backend("numpy"), cells=1000)


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("seed", range(6))
def test_steps_of_best_play_are_worth_what_the_state_is_worth(backend: Backend, seed: int, seats: int) -> None:
    solved = solve_sheet(compile_sheet(tables(random_rules(seed, seats)), 10_000), backend)
    game = solved.packed.game
    for number in range(game.bits):
        for block, steps in layer_steps(solved, number, backend):
            assert np.abs(sum(step.chance for step in steps) - 1).max() < 1e-12
            ahead = [
                step.points + (game.theirs - solved.values[step.ahead] if step.passes else solved.values[step.ahead])
                for step in steps
            ]
            worth = sum(step.chance * value for step, value in zip(steps, ahead, strict=True))
            assert np.abs(worth - solved.values[block]).max() < 1e-10


@pytest.mark.parametrize("seed", range(6))
def test_the_same_question_asked_again_has_the_same_answer(backend: Backend, seed: int) -> None:
    rules = random_rules(2 * seed, 1)
    game = tables(rules)
    for box in game.boxes:
        box.points[:] = 0
    solved = solve_sheet(compile_sheet(game, 10_000, merging=False), backend)
    assert np.abs(under_best_sheet_play(solved, game.final, backend) - solved.values).max() < 1e-12


def test_another_question_must_not_split_what_was_merged() -> None:
    game = next(
        game for game in (tables(random_rules(seed, 1)) for seed in range(20)) if _merges_at_the_end(game.final)
    )
    backend = choose_backend("numpy")
    solved = solve_sheet(compile_sheet(game, 10_000), backend)
    other = np.arange(game.final.size, dtype=float).reshape(game.final.shape)
    with pytest.raises(ValueError, match="without merging"):
        under_best_sheet_play(solved, other, backend)


def _merges_at_the_end(final: np.ndarray) -> bool:
    return any(len(set(row)) < len(row) - 2 for row in final.tolist())


def test_a_look_inside_a_turn_prices_every_choice(best_ohio: SheetValues) -> None:
    seen = look(best_ohio, 0b0000101, 0, 0)
    assert seen.nodes[seen.root] == pytest.approx(best_ohio.of(0b101, 0, 0), abs=1e-12)
    graph = best_ohio.packed.game.graph
    assert np.isneginf(seen.entries[[0, 2]]).all()
    assert np.array_equal(seen.entries.max(axis=0), seen.nodes[: graph.leaves])
    twos = graph.endings.index((2, 2, 2, 2, 2, 2))
    assert seen.entries[1, twos] == pytest.approx(12 + best_ohio.of(0b111, 0, 0), abs=1e-12)


def test_there_is_nothing_to_see_in_a_full_or_impossible_sheet(best_ohio: SheetValues) -> None:
    for mask in (0b1111111, 0b10000000):
        with pytest.raises(KeyError):
            look(best_ohio, mask, 0, 0)


def test_endings_of_a_turn_are_as_likely_as_in_fractions(backend: Backend) -> None:
    draft = Draft()
    game = one_turn(finish(draft, [locked_sums(draft, 3, D6, draft.leaf)]).graph, float)
    solved = solve_seats(game, backend)
    exact = exact_endings(game, exact_seats(game, [0.0]))
    found = ending_chances(solved, backend)
    assert found == pytest.approx(
        {ending: float(chance) for ending, chance in zip(game.graph.endings, exact, strict=True) if chance},
        abs=1e-13,
    )


def test_cut_loops_are_followed_to_their_end(backend: Backend) -> None:
    draft = Draft()
    game = one_turn(finish(draft, [back_and_forth(draft, "bust")]).graph, lambda ending: float(ending == "bust"))
    assert len(game.graph.cuts)
    assert ending_chances(solve_seats(game, backend), backend) == {"bust": pytest.approx(1.0, abs=1e-12)}


def test_the_same_winner_asked_again_wins_as_often(backend: Backend) -> None:
    game = thirty(limit=6)
    solved = solve_seats(game, backend)
    assert np.abs(under_best_play(solved, game, backend) - solved.values).max() < 1e-12


def test_a_question_with_one_answer_for_both_seats_changes_no_sign(backend: Backend) -> None:
    solved = solve_seats(pig(12), backend)
    sure = under_best_play(solved, for_both(solved.game, np.ones_like(solved.game.constants)), backend)
    assert np.abs(sure - 1).max() < 1e-10
    nothing = np.zeros_like(solved.game.constants)
    turns = under_best_play(solved, for_both(solved.game, nothing, lambda ending: 1.0), backend)
    assert 1.5 < turns[0, 0] < 20


def test_nodes_of_a_state_hold_the_prices_of_its_choices() -> None:
    solved = solve_seats(pig(12), choose_backend("numpy"))
    nodes = seat_nodes(solved, 0)
    assert nodes[solved.game.roots[0, 0]] == pytest.approx(solved.start, abs=1e-12)
