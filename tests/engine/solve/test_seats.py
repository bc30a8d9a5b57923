"""Games whose states come back: two seats against values found by other programs, and tiny games counted out."""

from functools import partial

import numpy as np
import pytest
from attrs import evolve

from becher.engine.solve.backends.backup import Backend, backends, choose_backend
from becher.engine.solve.errors import EndlessPlay, TooManyStates
from becher.engine.solve.exact import exact_seats
from becher.engine.solve.ledgers.explore import seat_game
from becher.engine.solve.ledgers.seat_levels import levels_of
from becher.engine.solve.ledgers.seat_values import MANY_SWEEPS, solve_seats
from becher.engine.solve.ledgers.seats import Over, SeatGame, To
from becher.engine.solve.turns.draft import Draft
from becher.engine.solve.turns.passes import finish

from .ledgers import dertigen, pig, thirty


@pytest.fixture(params=backends(), scope="module")
def backend(request: pytest.FixtureRequest) -> Backend:
    return choose_backend(request.param)


def test_the_opener_of_pig_wins_as_often_as_neller_and_presser_found(backend: Backend) -> None:
    solved = solve_seats(pig(), backend)
    assert solved.start == pytest.approx(0.5305927, abs=5e-8)
    assert solved.residual < 1e-12


def plain_pig(goal: int) -> float:
    """The same game by simultaneous sweeps over (own, other, pool), written without the solver."""
    value = {(i, j, k): 0.5 for i in range(goal) for j in range(goal) for k in range(goal - i)}

    def held(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= goal else 1 - value[j, i + k, 0]

    for _ in range(3000):
        for i, j, k in value:
            throw = (1 - value[j, i, 0]) / 6
            throw += sum(value[i, j, k + f] if i + k + f < goal else 1.0 for f in range(2, 7)) / 6
            value[i, j, k] = max(throw, held(i, j, k)) if k else throw
    return value[0, 0, 0]


@pytest.mark.parametrize("goal", [2, 5, 7])
def test_small_pig_agrees_with_a_program_without_graphs(backend: Backend, goal: int) -> None:
    assert solve_seats(pig(goal), backend).start == pytest.approx(plain_pig(goal), abs=1e-10)


@pytest.mark.parametrize("game", [partial(thirty, limit=8), partial(pig, 40), partial(dertigen, 5)])
def test_sweeps_and_policies_and_both_back_ends_agree(game: partial[SeatGame]) -> None:
    tables = game()
    found = [
        solve_seats(tables, choose_backend(name), policies=policies).values
        for name in backends()
        for policies in (True, False)
    ]
    assert all(np.abs(values - found[0]).max() < 1e-11 for values in found)


def test_policies_need_fewer_turns_than_sweeps() -> None:
    tables, backend = thirty(limit=6), choose_backend("numpy")
    with_policies, without = (solve_seats(tables, backend, policies=policies) for policies in (True, False))
    assert with_policies.turns < without.turns / 2


def test_fractions_and_floats_agree_on_a_cyclic_game(backend: Backend) -> None:
    tables = pig(4)
    floats = solve_seats(tables, backend).values.ravel()
    exact = exact_seats(tables, floats.tolist())
    assert np.abs(floats - np.array([float(number) for number in exact])).max() < 1e-14


def test_the_chance_to_take_over_a_throw_is_never_a_loss(backend: Backend) -> None:
    values = solve_seats(dertigen(4), backend).values
    assert (values[:, 1:] >= values[:, :1] - 1e-12).all()
    assert (values[:, 1:] > values[:, :1] + 1e-3).any()


def test_levels_lead_to_earlier_levels_only() -> None:
    tables = thirty(limit=6)
    place = {int(state): number for number, level in enumerate(levels_of(tables)) for state in level.states}
    assert len(place) == len(tables.turn)
    for state, number in place.items():
        for ahead in tables.ahead(state).tolist():
            same = {tables.states[state], tables.states[state][::-1]}
            assert place[ahead] < number or tables.states[ahead] in same


def test_the_chances_of_all_endings_add_up_to_one(backend: Backend) -> None:
    tables = pig(12)
    book = tables.book(solve_seats(tables, backend).values)
    states = np.arange(len(tables.turn), dtype=np.int32)
    chances = backend.chances(tables.graph, tables.endings(states, book), tables.roots[tables.turn])
    assert np.abs(chances.sum(axis=2) - 1).max() < 1e-12
    worth = (chances * (book[tables.succ] + tables.gain)[:, None, :]).sum(axis=2)
    assert np.abs(worth.ravel() - book[: tables.unknowns]).max() < 1e-12


def test_both_back_ends_give_the_same_chances() -> None:
    tables = thirty(limit=4)
    book = tables.book(solve_seats(tables, choose_backend("numpy")).values)
    states = np.arange(len(tables.turn), dtype=np.int32)
    leaves, ends = tables.endings(states, book), tables.roots[tables.turn]
    found = [choose_backend(name).chances(tables.graph, leaves, ends) for name in backends()]
    assert all(np.abs(chances - found[0]).max() < 1e-12 for chances in found)


def stay_or_go(worth: float, endless: float | None, again: bool) -> SeatGame:
    """Stay for ever, or go and get `worth`; with `again` the same seat is asked each time."""
    draft = Draft()
    graph = finish(draft, [draft.best([draft.leaf("stay"), draft.leaf("go")])]).graph

    def follow(state: object, ending: object) -> To | Over:
        return To(state, again=again) if ending == "stay" else Over(worth)

    return seat_game(graph, [[0]], "here", follow, endless=endless)


def test_endless_play_must_be_worth_something(backend: Backend) -> None:
    with pytest.raises(EndlessPlay) as caught:
        solve_seats(stay_or_go(0.3, None, True), backend)
    assert caught.value.states == ("here",)


@pytest.mark.parametrize("again", [True, False])
@pytest.mark.parametrize(("worth", "value"), [(0.3, 0.5), (0.7, 0.7)])
def test_who_gains_by_never_ending_never_ends(backend: Backend, again: bool, worth: float, value: float) -> None:
    assert solve_seats(stay_or_go(worth, 0.5, again), backend).start == pytest.approx(value, abs=1e-12)


def test_nobody_puts_off_for_ever_what_only_looks_good_near_the_end(backend: Backend) -> None:
    """Sweeps that start from 1/2 see 0.55 in the gamble (0.6, or else one more step to 0) and never forget it."""
    draft = Draft()
    stay, gamble = draft.leaf("stay"), draft.leaf("gamble")
    won, lost, zero = draft.leaf(0.6), draft.leaf("lost"), draft.leaf(0.0)
    graph = finish(draft, [draft.best([stay, gamble]), draft.mean([won, lost], [1, 1]), zero]).graph
    steps = {"stay": "here", "gamble": "there", "lost": "nowhere"}

    def follow(state: object, ending: object) -> To | Over:
        return To(steps[ending], again=True) if ending in steps else Over(float(ending))

    turn = ["here", "there", "nowhere"].index
    game = seat_game(graph, [[0], [1], [2]], "here", follow, turn=turn, theirs=0.0, endless=0.5)
    assert solve_seats(game, backend).start == pytest.approx(0.5, abs=1e-12)
    assert solve_seats(evolve(game, endless=0.2), backend).start == pytest.approx(0.3, abs=1e-12)


def test_games_that_end_whatever_is_chosen_need_no_worth_of_endless_play(backend: Backend) -> None:
    assert 0 < solve_seats(thirty(limit=5), backend).start < 1


def test_a_limit_on_states_is_held() -> None:
    draft = Draft()
    graph = finish(draft, [draft.leaf("up")]).graph
    with pytest.raises(TooManyStates) as caught:
        seat_game(graph, [[0]], 0, lambda state, ending: To(int(state) + 1), limit=100)
    assert not caught.value.exact


def test_without_numba_the_numpy_back_end_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("becher.engine.solve.backends.backup.find_spec", lambda name: None)
    assert choose_backend().name == "numpy"
    with pytest.raises(ValueError, match="no back end fortran"):
        choose_backend("fortran")


def test_a_game_of_very_many_turns_is_solved_by_policies_where_sweeps_creep(backend: Backend) -> None:
    """A coin at a time, to nothing or to 100: who has k gets there with the chance k / 100."""
    draft = Draft()
    graph = finish(draft, [draft.mean([draft.leaf(-1), draft.leaf(1)], [1, 1])]).graph

    def follow(coins: int, gain: int) -> To | Over:
        return Over(float(coins + gain > 0)) if coins + gain in (0, 100) else To(coins + gain, again=True)

    solved = solve_seats(seat_game(graph, [[0]], 30, follow), backend)
    wanted = [[coins / 100] for coins in solved.game.states]
    assert solved.values == pytest.approx(np.array(wanted), abs=1e-11)
    assert solved.turns < 2 * MANY_SWEEPS * len(wanted)
