"""Pictures of distributions: in a file (matplotlib, extra `plot`) or at the terminal."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

import click

from becher.engine.cli.bars import say_bars
from becher.engine.cli.out import clean

TERMINAL = Path("-")
ENDINGS = (".svg", ".png")


def must_be_drawable(path: Path | None, as_json: bool) -> None:
    """UsageError, before any work is done, where the picture could not be drawn."""
    if path is None:
        return
    if path == TERMINAL:
        if as_json:
            raise click.UsageError("--json and --plot - both write to the standard output")
        return
    if path.suffix not in ENDINGS:
        raise click.UsageError(f"--plot writes .svg or .png, or - for the terminal, not {path.name}")
    if find_spec("matplotlib") is None:
        raise click.UsageError("--plot FILE needs the extra: pip install 'becher[plot]'")


def draw(path: Path, title: str, label: str, names: Sequence[str], shares: Sequence[Mapping[int, float]]) -> None:
    """Each distribution under its name, compared in one picture; `label` says what the values are."""
    if path == TERMINAL:
        say_bars(label, names, shares)
    else:
        _draw_file(path, clean(title), label, [clean(name) for name in names], shares)


def _draw_file(path: Path, title: str, label: str, names: Sequence[str], shares: Sequence[Mapping[int, float]]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    matplotlib.rcParams["svg.hashsalt"] = "becher"  # the same picture is the same file
    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    for name, of in zip(names, shares, strict=True):
        values = range(min(of), max(of) + 1)
        heights = [of.get(value, 0.0) for value in values]
        edges = [value - 0.5 for value in (*values, values.stop)]
        axes.stairs(heights, edges, label=name, fill=len(shares) == 1, alpha=0.6 if len(shares) == 1 else 1.0)
    axes.set_title(title, parse_math=False)
    axes.set_xlabel(label)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_ylim(bottom=0)
    if len(shares) > 1:
        for text in axes.legend().get_texts():
            text.set_parse_math(False)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    pyplot.close(figure)
