"""Answers that are kept: found again, and never in the way."""

from pathlib import Path

import numpy as np
import pytest

from becher.engine.answer import store
from becher.engine.answer.question import Answer
from becher.engine.answer.store import Stored

ANSWER = Answer("tiny", "what is it worth", 3.5, distribution={1: 0.5, 6: 0.5}, notes=("a note",))


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The file in which an answer is kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    store.save("key", Stored(ANSWER, {"values": np.arange(100.0)}))
    return tmp_path / "becher" / "solve" / "key.npz"


def test_what_is_kept_is_found_again_and_nobody_else_may_read_it(kept: Path) -> None:
    found = store.load("key")
    assert found is not None
    assert found.answer == ANSWER
    assert found.values["values"].tolist() == list(range(100))
    assert kept.parent.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in kept.parent.iterdir()] == ["key.npz"]


def with_answer(path: Path, text: bytes) -> None:
    np.savez(path, answer=np.frombuffer(text, dtype=np.uint8))


DAMAGES = {
    "empty": lambda path: path.write_bytes(b""),
    "half": lambda path: path.write_bytes(path.read_bytes()[:300]),
    "not a zip file": lambda path: path.write_bytes(b"hello" * 1000),
    "a flipped byte": lambda path: path.write_bytes(path.read_bytes()[:400] + b"\xff" + path.read_bytes()[401:]),
    "another JSON": lambda path: with_answer(path, b'{"answer": 1}'),
    "a deep JSON": lambda path: with_answer(path, b"[" * 100_000),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "an object": lambda path: np.savez(path, answer=np.array([{}], dtype=object)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_what_is_damaged_is_not_there(kept: Path, damage: object) -> None:
    damage(kept)  # type: ignore[operator]
    assert store.load("key") is None


def test_a_folder_that_cannot_be_made_keeps_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    store.save("key", Stored(ANSWER, {}))
    assert store.load("key") is None


def test_a_relative_cache_folder_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "somewhere")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert store.folder() == tmp_path / ".cache" / "becher" / "solve"
