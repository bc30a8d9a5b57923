"""Spans as lines and columns, both from 1; the end is the first column behind."""

from attrs import frozen

from becher.dsl.diagnostics import Span


@frozen
class Region:
    file: str
    line: int
    column: int
    end_line: int
    end_column: int


def region(span: Span) -> Region:
    source = span.source
    return Region(source.name, *source.position(span.start), *source.position(span.end))
