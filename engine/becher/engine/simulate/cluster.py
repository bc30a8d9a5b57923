"""Chunks on a running Dask cluster (extra `cluster`). Workers need Becher installed and the same shelf."""

from collections.abc import Generator
from typing import TYPE_CHECKING

from becher.engine.simulate.tally import Tally

if TYPE_CHECKING:
    from becher.engine.simulate.run import Job


class NoCluster(Exception):
    """The cluster cannot be used; the message says why."""


def cluster_chunks(job: "Job", scheduler: str) -> Generator[Tally, None, None]:
    """The tallies of all chunks in the order in which they are done. Raises NoCluster."""
    from becher.engine.simulate.run import run_chunk

    try:
        from distributed import Client, as_completed
    except ImportError:
        raise NoCluster("a cluster needs the extra: pip install 'becher[cluster]'") from None
    try:
        client = Client(scheduler, timeout="10s")
    except OSError as error:
        raise NoCluster(f"no cluster answers at {scheduler}: {error}") from None
    with client:
        futures = [client.submit(run_chunk, job, number, games, pure=False) for number, games in job.chunks()]
        for future in as_completed(futures):
            yield future.result()
