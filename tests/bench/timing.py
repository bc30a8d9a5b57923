"""Rates measured side by side, in processor time: rows take turns, slice by slice, so that what else the machine does hits all alike."""

from collections.abc import Callable, Mapping
from statistics import median
from time import process_time

Row = Callable[[], object]


def rates(rows: Mapping[str, Row], seconds: float, slices: int) -> dict[str, float]:
    """How often each row runs in a second of the processor: the median over its slices of so many seconds."""
    for run in rows.values():
        run()
    found: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(slices):
        for name, run in rows.items():
            found[name].append(_rate(run, seconds))
    return {name: median(several) for name, several in found.items()}


def _rate(run: Row, seconds: float) -> float:
    began, count = process_time(), 0
    while (taken := process_time() - began) < seconds:
        run()
        count += 1
    return count / taken
