"""Saves and logs: what they say, how they stand on disk, and how they are played again."""

from becher.engine.record.course import Course, Keeper, Refused
from becher.engine.record.events import End, Event, Header, Record, record_of, record_text
from becher.engine.record.fields import Seat
from becher.engine.record.files import RecordFile, RecordInUse, create_log, create_save, open_save, read_record
from becher.engine.record.lines import RecordError, read_lines
from becher.engine.record.replay import replay, replay_course

__all__ = [
    "Course",
    "End",
    "Event",
    "Header",
    "Keeper",
    "Record",
    "RecordError",
    "RecordFile",
    "RecordInUse",
    "Refused",
    "Seat",
    "create_log",
    "create_save",
    "open_save",
    "read_lines",
    "read_record",
    "record_of",
    "record_text",
    "replay",
    "replay_course",
]
