"""Chunks of games, walked as a chain of turns where the turns compile, else shared among workers.

The chunks and their streams are fixed by the question, so the sum is too.
"""

import os
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager
from multiprocessing import active_children, get_context, parent_process
from signal import SIG_BLOCK, SIG_SETMASK, SIGINT, pthread_sigmask
from threading import Thread

from attrs import frozen

from becher.dsl.load import load
from becher.dsl.model import Game, Value
from becher.engine.bots.borrowed import seated
from becher.engine.faults import LimitReached
from becher.engine.simulate.plain import play_chunk
from becher.engine.simulate.tally import Tally, empty

CHUNK = 250
# So many games must be asked for before turns are worked out whole.
WORTH_IT = 5_000


@frozen
class Job:
    """A simulation as plain values, so that it can be sent to another process: the game by its file or id."""

    source: str
    options: tuple[tuple[str, Value], ...]
    kinds: tuple[str, ...]
    seed: str
    games: int

    def chunks(self, size: int = CHUNK) -> Iterator[tuple[int, int]]:
        """(number, games) of every chunk."""
        return ((number, min(size, self.games - first)) for number, first in enumerate(range(0, self.games, size)))


Progress = Callable[[int], None]


def simulate(
    job: Job, workers: int = 1, scheduler: str | None = None, progress: Progress = lambda games: None
) -> Tally:
    """The tally of a job, on this process, on several of this machine, or on a running Dask cluster at `scheduler`.

    `progress` hears of every finished chunk how many games it held.
    """
    if scheduler is not None:
        from becher.engine.simulate.cluster import cluster_chunks

        parts: Generator[Tally, None, None] = cluster_chunks(job, scheduler)
    elif workers > 1:
        parts = _shared(job, workers)
    else:
        game = _game(job)
        parts = (_part(game, job, number, games) for number, games in job.chunks())
    tally = empty(len(job.kinds))
    with closing(parts):
        for part in parts:
            tally = tally + part
            progress(part.games + part.unfinished)
    return tally


def walk(job: Job, progress: Progress = lambda games: None) -> Tally | None:
    """The tally of a job whose turns compile; None where they do not, or playing so few games is quicker."""
    game = _game(job)
    if job.games < WORTH_IT:
        return None
    from becher.engine.answer.refused import Refused
    from becher.engine.simulate.chain import WIDE
    from becher.engine.simulate.compiled import walker

    try:
        walk_chunk = walker(game, dict(job.options), job.kinds)
    except (Refused, LimitReached):
        return None
    tally = empty(len(job.kinds))
    for number, games in job.chunks(WIDE):
        tally = tally + walk_chunk(job.seed, number, games)
        progress(games)
    return tally


def run_chunk(job: Job, number: int, games: int) -> Tally:
    """One chunk in a process that knows nothing yet: what a worker runs."""
    return _part(_game(job), job, number, games)


_LOADED: dict[tuple[str, tuple[str, ...]], Game] = {}


def _game(job: Job) -> Game:
    key = (job.source, job.kinds)
    if key not in _LOADED:
        game = load(job.source).game
        if game is None:
            raise ValueError(f"{job.source} has errors; see `becher check`")
        _LOADED[key] = seated(game, job.kinds)
    return _LOADED[key]


def _part(game: Game, job: Job, number: int, games: int) -> Tally:
    return play_chunk(game, dict(job.options), job.kinds, job.seed, number, games)


def _shared(job: Job, workers: int) -> Generator[Tally, None, None]:
    """Chunks from a pool of processes; never more under way than twice the workers, so that memory stays small.

    Whoever stops listening, or is stopped, ends the processes too.
    """
    waiting = job.chunks()
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_follow_the_parent) as pool:
        under_way: set[Future[Tally]] = set()
        try:
            while True:
                while len(under_way) < 2 * workers and (chunk := next(waiting, None)) is not None:
                    with _deaf_to_ctrl_c():  # a worker that is started now stays so from its first moment
                        under_way.add(pool.submit(run_chunk, job, *chunk))
                if not under_way:
                    return
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        except BaseException:
            for process in active_children():
                process.terminate()
            raise


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Ctrl-C has to wait; processes started meanwhile never hear of it."""
    before = pthread_sigmask(SIG_BLOCK, {SIGINT})
    try:
        yield
    finally:
        pthread_sigmask(SIG_SETMASK, before)


def _follow_the_parent() -> None:
    """A worker ends when the process that started it ends, however it does."""
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
