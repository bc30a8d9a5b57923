"""Simulating by the interpreter: what comes out depends on the seed and the number of games only."""

from multiprocessing import active_children
from pathlib import Path

import pytest
from attrs import evolve

from becher.engine.simulate.run import CHUNK, WORTH_IT, Job, simulate, walk
from becher.engine.simulate.tally import SHARE, summary, wilson

from .agreement import fit


def _job(games: int, *kinds: str, game: str = "pig") -> Job:
    return Job(game, (("goal", 20),) if game == "pig" else (), kinds, "a seed", games)


def test_every_game_is_counted_once_and_every_win_is_shared_out() -> None:
    job = _job(CHUNK + 7, "random", "strategy:hold_at_20")
    tally = simulate(job)
    assert tally.games == CHUNK + 7
    assert sum(tally.shares) == SHARE * tally.games
    assert all(sum(points.values()) == tally.games for points in tally.points)
    assert sum(tally.turns.values()) == tally.games


def test_the_result_does_not_depend_on_the_workers() -> None:
    job = _job(CHUNK + 30, "random", "random")
    assert simulate(job, workers=2) == simulate(job)


def test_who_stops_listening_ends_the_workers_too() -> None:
    def stop(games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(_job(CHUNK * 40, "random", "random"), workers=2, progress=stop)
    assert active_children() == []


def test_progress_adds_up_to_the_games_asked_for() -> None:
    heard: list[int] = []
    simulate(_job(CHUNK * 2 + 1, "random", "random"), progress=heard.append)
    assert sum(heard) == CHUNK * 2 + 1


def test_a_better_player_wins_more() -> None:
    found = summary(simulate(_job(300, "strategy:hold_at_20", "random")))
    assert found.win_share[0] > found.win_share[1]


def test_a_local_cluster_gives_the_same_tally() -> None:
    distributed = pytest.importorskip("distributed")
    job = _job(CHUNK + 1, "random", "random")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        assert simulate(job, scheduler=cluster.scheduler_address) == simulate(job)


@pytest.mark.parametrize(("share", "n"), [(0.0, 10), (1.0, 10), (0.5, 100)])
def test_an_interval_holds_its_share_and_stays_between_none_and_all(share: float, n: int) -> None:
    low, high = wilson(share, n)
    assert 0 <= low <= share <= high + 1e-12 <= 1 + 1e-9


SHUT = """
game shut {
  players: 2
  dice: 1d2
  turn { throws: 1  on end { win_now when sum(dice) = 1 { win(me) } } }
}
"""


def test_the_turn_that_wins_the_game_counts_though_it_is_never_finished(tmp_path: Path) -> None:
    file = tmp_path / "shut.dice"
    file.write_text(SHUT)
    job = Job(str(file), (), ("random", "random"), "a seed", WORTH_IT)
    played, walked = simulate(evolve(job, games=400)), walk(job)
    heads_at_last = {turn: 0.5**turn for turn in range(1, 60)}
    assert walked is not None
    assert [fit(heads_at_last, tally.turns).p > 1e-4 for tally in (played, walked)] == [True, True]


WAITING = """
game waiting {
  players: 2
  player { hand = 1 }
  turn { dice: hand * d2  throws: 1  on end { lose_die when sum(dice) = 2 { hand becomes 0 } } }
  over: sum(hand of everyone) = 0
  wins: highest(hand)
}
"""


def test_turns_without_dice_in_which_one_waits_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "waiting.dice"
    file.write_text(WAITING)
    job = Job(str(file), (), ("random", "random"), "a seed", 60_000)
    played, walked = simulate(evolve(job, games=400)), walk(job)
    assert walked is not None
    assert fit(walked.turns, played.turns).p > 1e-4
