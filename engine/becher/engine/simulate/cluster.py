"""Chunks on a running Dask cluster (extra `cluster`). Workers need Becher installed and the same shelf."""

from collections.abc import Generator
from itertools import islice
from typing import TYPE_CHECKING

from becher.engine.simulate.tally import Tally

if TYPE_CHECKING:
    from becher.engine.simulate.run import Job


class NoCluster(Exception):
    """The cluster cannot be used; the message says why."""


def cluster_chunks(job: "Job", scheduler: str) -> Generator[Tally, None, None]:
    """The tallies of all chunks in the order in which they are done, few under way at a time. Raises NoCluster."""
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
        submitted = (client.submit(run_chunk, job, number, games, pure=False) for number, games in job.chunks())
        under_way = as_completed(list(islice(submitted, 4 * max(1, sum(client.nthreads().values())))))
        for future in under_way:
            yield future.result()
            under_way.update(islice(submitted, 1))
