"""What `becher simulate` does: reads the question, shares out the work with a bar, prints what was counted."""

from pathlib import Path
from time import perf_counter

import click
from attrs import frozen

from becher.engine.cli.load import find_game
from becher.engine.cli.out import say, say_json
from becher.engine.cli.play.setting import HUMAN, options, seat_kinds, start
from becher.engine.cli.progress import bar
from becher.engine.simulate.cluster import NoCluster
from becher.engine.simulate.run import Job, walk
from becher.engine.simulate.run import simulate as run
from becher.engine.simulate.tally import Summary, Tally, summary
from becher.engine.stream import new_seed


@frozen
class Wanted:
    """The command line."""

    file: str
    games: int
    players: int | None
    seats: str | None
    seed: str | None
    workers: int
    plain: bool
    scheduler: str | None
    plot: Path | None
    settings: tuple[str, ...]
    as_json: bool


def simulate(wanted: Wanted) -> int:
    """Exit 0 with the statistics printed; 1 where no game came to its end."""
    game = find_game(wanted.file)
    kinds = seat_kinds(wanted.seats or "greedy", wanted.players, game)
    if HUMAN in kinds:
        raise click.UsageError("a human cannot be simulated")
    chosen = options(wanted.settings, game)
    start(game, len(kinds), chosen)
    job = Job(wanted.file, tuple(chosen.items()), kinds, wanted.seed or new_seed(), wanted.games)
    began = perf_counter()
    try:
        with bar("games", wanted.games) as advance:
            walked = None if wanted.plain else walk(job, advance)
            tally = walked or run(job, wanted.workers, wanted.scheduler, advance)
    except NoCluster as error:
        raise click.UsageError(str(error)) from None
    return _report(wanted, job, game.id, tally, perf_counter() - began)


def _report(wanted: Wanted, job: Job, game: str, tally: Tally, seconds: float) -> int:
    if not tally.games:
        say(f"none of {tally.unfinished} games came to its end", error=True)
        return 1
    found = summary(tally)
    if wanted.as_json:
        say_json(report_json(found, job, seconds, tally.unfinished))
    else:
        _say_report(found, job, game, seconds, tally.unfinished)
    if wanted.plot is not None:
        from becher.engine.cli.plot import draw_histograms

        draw_histograms(wanted.plot, game, job.kinds, found.histogram)
    return 0


def report_json(found: Summary, job: Job, seconds: float, unfinished: int) -> dict[str, object]:
    """The shape of `becher simulate --json`."""
    return {
        "games": found.games,
        "seed": job.seed,
        "seconds": round(seconds, 3),
        "games_per_second": round(found.games / seconds, 1),
        "win_share": list(found.win_share),
        "interval": [list(ends) for ends in found.interval],
        "mean": list(found.mean),
        "sd": list(found.sd),
        "length": found.length,
        "unfinished": unfinished,
        "histogram": [{str(value): share for value, share in of_seat.items()} for of_seat in found.histogram],
    }


def _say_report(found: Summary, job: Job, game: str, seconds: float, unfinished: int) -> None:
    say(f"{game}: {found.games:,} games with seed {job.seed} in {seconds:.1f} s, {found.length:.1f} turns each")
    if unfinished:
        say(f"{unfinished:,} more games did not end and are not counted")
    say(f"{'seat':<24}{'wins':>8}{'95 %':>18}{'points':>10}{'spread':>9}")
    for seat, kind in enumerate(job.kinds):
        low, high = found.interval[seat]
        say(
            f"{f'{seat + 1} {kind}':<24}{found.win_share[seat]:>8.2%}{f'{low:.2%} .. {high:.2%}':>18}"
            f"{found.mean[seat]:>10.2f}{found.sd[seat]:>9.2f}"
        )
