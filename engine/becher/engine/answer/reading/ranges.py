"""What is known of a number: where it starts, in which direction it goes, from where on all values are one."""

from attrs import frozen

from becher.engine.answer.reading.intervals import ANY, Interval


@frozen
class Range:
    """What is known of a number: it `starts` in an interval, only grows or only shrinks, and beyond `low`..`high` all is one."""

    grows: bool
    shrinks: bool
    bounds: Interval
    low: int | None
    high: int | None

    @property
    def is_open(self) -> bool:
        """Is there no end to it, as far as that shows?"""
        return (
            self.high is None
            and self.low is None
            and not (self.bounds.low is not None and self.bounds.high is not None)
        )

    def capped(self, value: int) -> int:
        """The value that stands for all that are as good."""
        if self.high is not None and value > self.high:
            return self.high
        return self.low if self.low is not None and value < self.low else value

    def change(self, amount: int) -> int:
        """The amount that stands for all that bring the same."""
        if self.high is not None and self.bounds.low is not None and amount > 0:
            return min(amount, self.high - self.bounds.low)
        if self.low is not None and self.bounds.high is not None and amount < 0:
            return max(amount, self.low - self.bounds.high)
        return amount


FREE = Range(False, False, ANY, None, None)
