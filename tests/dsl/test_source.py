"""From bytes to a clean source."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becher.dsl.diagnostics import Source
from becher.dsl.limits import LIMITS
from becher.dsl.source import read_source, source_from_bytes


def read(data: bytes) -> Source:
    source, findings = source_from_bytes("test.dice", data)
    assert not findings
    assert source is not None
    return source


def refused(data: bytes) -> list[tuple[str, int, int]]:
    """Code, line and column of each finding."""
    source, findings = source_from_bytes("test.dice", data)
    assert source is None
    return [(one.code, *one.span.source.position(one.span.start)) for one in findings if one.span]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_each_kind_of_line_end_is_one_line_end(ending: str) -> None:
    assert read(f"a{ending}b{ending}{ending}c".encode()).text == "a\nb\n\nc"


def test_a_byte_order_mark_is_allowed_at_the_start_only() -> None:
    assert read(b"\xef\xbb\xbfgame").text == "game"
    assert refused(b"a\n \xef\xbb\xbf") == [("E101", 2, 2)]


def test_letters_have_one_spelling() -> None:
    assert read("gro\u0308ße".encode()).text == "größe"


@pytest.mark.parametrize(
    "char", ["\0", "\x1b", "\x7f", "\x85", "\x0b", "\u202e", "\u2066", "\u200f", "\u2028", "\ufeff"]
)
def test_a_character_that_could_mislead_is_refused_where_it_stands(char: str) -> None:
    assert refused(f"a\r\nbc{char}d\n".encode()) == [("E101", 2, 3)]


def test_tabs_and_joiners_within_emoji_are_fine() -> None:
    assert read("\ta 👩\u200d🚀".encode()).text == "\ta 👩\u200d🚀"


@pytest.mark.parametrize("bad", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\xaf"])
def test_bytes_that_are_not_utf_8_are_located(bad: bytes) -> None:
    assert refused("zwölf\r\nxö".encode() + bad) == [("E100", 2, 3)]


def test_a_finding_a_line_and_no_more_than_the_limit() -> None:
    assert len(refused(b"\x1b\x1b\n\x1b\n")) == 2
    assert len(refused(b"\x1b\n" * 100)) == LIMITS.findings


@pytest.mark.parametrize(("size", "codes"), [(-1, []), (0, []), (1, ["E190"])])
def test_the_size_of_a_file_is_limited(size: int, codes: list[str]) -> None:
    line = b"#" * 63 + b"\n"
    data = (line * (LIMITS.source_bytes // 64) + b"#")[: LIMITS.source_bytes + size]
    _, findings = source_from_bytes("test.dice", data)
    assert [one.code for one in findings] == codes


@pytest.mark.parametrize(("size", "codes"), [(-1, []), (0, []), (1, ["E191"])])
def test_the_length_of_a_line_is_limited(size: int, codes: list[str]) -> None:
    _, findings = source_from_bytes("test.dice", b"\n" + b"#" * (LIMITS.line_columns + size))
    assert [one.code for one in findings] == codes


@pytest.mark.parametrize(("marks", "codes"), [(29, []), (30, []), (31, ["E101"])])
def test_accents_on_one_letter_are_limited(marks: int, codes: list[str]) -> None:
    _, findings = source_from_bytes("test.dice", ("e" + "\u0323" * marks).encode())
    assert [one.code for one in findings] == codes


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=200))
def test_any_bytes_give_a_source_or_a_located_reason(data: bytes) -> None:
    source, findings = source_from_bytes("test.dice", data)
    assert (source is None) == bool(findings)
    assert all(one.span and 0 <= one.span.start <= len(one.span.source.text) for one in findings)


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "small.dice"
    path.write_bytes(b"game small { }\r\n")
    source, findings = read_source(path)
    assert not findings
    assert source is not None
    assert (source.name, source.text) == (str(path), "game small { }\n")


def test_a_folder_a_device_and_a_pipe_are_no_files(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.dice"
    os.mkfifo(pipe)
    for path in (tmp_path, Path(os.devnull), pipe):
        with pytest.raises(OSError, match=r"not a regular file|[Dd]irectory"):
            read_source(path)


def test_a_missing_file_is_the_caller_s_business(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_source(tmp_path / "none.dice")
