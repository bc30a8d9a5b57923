"""Turns in fractions, against values found by other programs."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from becher.engine.solve.exact import exact_endings, exact_seats, solved
from becher.engine.solve.ledgers.explore import one_turn, seat_game
from becher.engine.solve.ledgers.seats import Over, SeatGame, To
from becher.engine.solve.turns.draft import Draft
from becher.engine.solve.turns.passes import finish

from .sheets import loose_turn
from .turns import D6, back_and_forth, locked_sums, matches


def collect(worth: Callable[[int], float]) -> SeatGame:
    draft = Draft()
    return one_turn(finish(draft, [locked_sums(draft, 6, D6, draft.leaf)]).graph, worth)


def best(game: SeatGame) -> Fraction:
    return exact_seats(game, [0.0] * game.unknowns)[0]


def test_the_best_mean_of_six_locked_dice_is_exact() -> None:
    assert best(collect(float)) == Fraction(332273594663, 11019960576)


def test_the_best_chance_of_thirty_with_six_locked_dice_is_exact() -> None:
    assert best(collect(lambda total: float(total >= 30))) == Fraction(4931510846438033, 7312316880125952)


def test_the_least_mean_shortfall_below_thirty_is_exact() -> None:
    assert -best(collect(lambda total: -max(0.0, 30.0 - total))) == Fraction(1828250244505361, 1828079220031488)


def test_the_distribution_under_the_best_mean_is_the_known_one() -> None:
    game = collect(float)
    chances = dict(zip(game.graph.endings, exact_endings(game, [best(game)]), strict=True))
    assert sum(chances.values()) == 1
    low = sum(chance for total, chance in chances.items() if total <= 28)
    percent = [round(100 * float(chance), 2) for chance in [low, *(chances[total] for total in range(29, 37))]]
    assert percent == [26.60, 11.23, 13.05, 13.87, 13.25, 10.84, 7.05, 3.23, 0.88]
    assert sum(chance for total, chance in chances.items() if total >= 30) == pytest.approx(0.6216835, abs=5e-8)
    shortfall = sum(chance * max(0, 30 - total) for total, chance in chances.items())
    assert float(shortfall) == pytest.approx(1.0734712, abs=5e-8)


def test_matches_with_refill_have_the_known_mean_though_the_turn_can_go_round_for_ever() -> None:
    draft = Draft()
    graph = finish(draft, [matches(draft, 6, lambda count: count, None)]).graph

    def follow(state: object, ending: object) -> To | Over:
        return To(state, again=True) if ending == "again" else Over(float(ending))

    game = seat_game(graph, [[0]], "turn", follow, gain=lambda ending: 6.0 if ending == "again" else 0.0, theirs=0.0)
    assert best(game) == Fraction(1090229648077, 606223864550)


def test_five_alike_within_three_throws_is_exact() -> None:
    game = one_turn(loose_turn(5, 6, 3), lambda dice: float(len(set(dice)) == 1))
    assert best(game) == Fraction(347897, 7558272)


def test_holding_at_twenty_is_worth_what_is_known() -> None:
    draft = Draft()

    def pool(total: int) -> int:
        if total >= 20:
            return draft.leaf(total)
        return draft.mean([draft.leaf(0), *(pool(total + face) for face in range(2, 7))], [1] * 6)

    assert best(one_turn(finish(draft, [pool(0)]).graph, float)) == Fraction(492303203, 60466176)


def test_a_cut_loop_is_followed_to_its_end() -> None:
    """Who only wants a 1 throws until it comes."""
    draft = Draft()
    root = back_and_forth(draft, "bust")
    game = one_turn(finish(draft, [root]).graph, lambda ending: 1.0 if ending == "bust" else 0.0)
    assert game.entries == 2
    assert exact_seats(game, [0.0, 0.0]) == [1, 1]
    chances = exact_endings(game, [Fraction(1), Fraction(1)])
    assert {ending: chance for ending, chance in zip(game.graph.endings, chances, strict=True) if chance} == {
        "bust": Fraction(1)
    }


def test_a_singular_system_is_not_solved() -> None:
    with pytest.raises(ZeroDivisionError):
        solved([[Fraction(1), Fraction(1)], [Fraction(1), Fraction(1)]], [Fraction(1), Fraction(1)])
