"""What `becher simulate` does: reads the question, shares out the work with a bar, prints what was counted."""

from pathlib import Path
from time import perf_counter

import click
from attrs import frozen

from becher.engine.bots import STRATEGY
from becher.engine.cli.load import find_game, with_seats
from becher.engine.cli.out import say, say_json
from becher.engine.cli.play.setting import HUMAN, listed, options, remarks, seat_kinds, start
from becher.engine.cli.plot import draw, must_be_drawable
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
    must_be_drawable(wanted.plot, wanted.as_json)
    seats = wanted.seats or "greedy"
    game = with_seats(find_game(wanted.file), listed(seats))
    kinds = seat_kinds(seats, wanted.players, game)
    if HUMAN in kinds:
        raise click.UsageError("a human cannot be simulated")
    chosen = options(wanted.settings, game)
    first = start(game, len(kinds), chosen)
    job = Job(wanted.file, tuple(chosen.items()), kinds, wanted.seed or new_seed(), wanted.games)
    began = perf_counter()
    try:
        with bar("games", wanted.games) as advance:
            walked = None if wanted.plain else walk(job, advance)
            for remark in remarks(first, kinds) if walked is None else ():
                say(remark, error=True)
            tally = run(job, wanted.workers, wanted.scheduler, advance) if walked is None else walked
    except NoCluster as error:
        raise click.UsageError(str(error)) from None
    return _report(wanted, _Ran(game.id, job, "moves" if walked is None else "turns", perf_counter() - began), tally)


@frozen
class _Ran:
    """What was simulated; `drawn` by "turns" or move by move ("moves")."""

    game: str
    job: Job
    drawn: str
    seconds: float


def _report(wanted: Wanted, ran: _Ran, tally: Tally) -> int:
    if not tally.games:
        say(f"none of {tally.unfinished} games came to its end", error=True)
        return 1
    found = summary(tally)
    if wanted.as_json:
        say_json(report_json(found, ran, tally.unfinished))
    else:
        _say_report(found, ran, tally.unfinished)
    if wanted.plot is not None:
        names = [f"{seat} {kind.removeprefix(STRATEGY)}" for seat, kind in enumerate(ran.job.kinds, 1)]
        draw(wanted.plot, f"{ran.game}: points in {found.games:,} games", "points", names, found.histogram)
    return 0


def report_json(found: Summary, ran: _Ran, unfinished: int) -> dict[str, object]:
    """The shape of `becher simulate --json`."""
    return {
        "games": found.games,
        "seed": ran.job.seed,
        "seconds": round(ran.seconds, 3),
        "games_per_second": round(found.games / ran.seconds, 1),
        "win_share": list(found.win_share),
        "interval": [list(ends) for ends in found.interval],
        "mean": list(found.mean),
        "sd": list(found.sd),
        "length": found.length,
        "unfinished": unfinished,
        "drawn": ran.drawn,
        "histogram": [{str(value): share for value, share in of_seat.items()} for of_seat in found.histogram],
    }


def _say_report(found: Summary, ran: _Ran, unfinished: int) -> None:
    games = f"{found.games:,} games with seed {ran.job.seed}"
    say(f"{ran.game}: {games} in {ran.seconds:.1f} s, drawn by {ran.drawn}, {found.length:.1f} turns each")
    if unfinished:
        say(f"{unfinished:,} more games did not end and are not counted")
    say(f"{'seat':<24}{'wins':>8}{'95 %':>20}{'points':>10}{'spread':>9}")
    for seat, kind in enumerate(ran.job.kinds):
        low, high = found.interval[seat]
        say(
            f"{f'{seat + 1} {kind}':<24}{found.win_share[seat]:>8.2%}{f'{low:.2%} .. {high:.2%}':>20}"
            f"{found.mean[seat]:>10.2f}{found.sd[seat]:>9.2f}"
        )
