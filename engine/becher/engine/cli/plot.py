"""Pictures of distributions (extra `plot`)."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click


def draw_histograms(path: Path, title: str, names: Sequence[str], shares: Sequence[Mapping[int, float]]) -> None:
    """Each seat's distribution of points as a step line, written as .svg or .png by the file's ending."""
    try:
        import matplotlib
    except ImportError:
        raise click.UsageError("--plot needs the extra: pip install 'becher[plot]'") from None
    if path.suffix not in (".svg", ".png"):
        raise click.UsageError(f"--plot writes .svg or .png, not {path.name}")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    for seat, (name, of_seat) in enumerate(zip(names, shares, strict=True), 1):
        axes.step(list(of_seat), list(of_seat.values()), where="mid", label=f"seat {seat} ({name})")
    axes.set_title(title)
    axes.set_xlabel("points")
    axes.set_ylabel("share of games")
    axes.legend()
    figure.savefig(path)
    pyplot.close(figure)
