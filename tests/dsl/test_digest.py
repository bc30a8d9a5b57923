"""The hash of a game: how it behaves, and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.digest import hash_of
from becher.dsl.load import load_text
from becher.dsl.shelf import Shelf

ROOT = Path(__file__).parents[2]
TEXT = """game small {
  players: 2..4
  dice: 2d6
  goal = 50 | 10..100
  player { score = 0  extra = 0 }
  turn { throws: 1  on end { high when sum(dice) > 7 { score += sum(dice) } } }
  bonus = extra + 1
  over: score + bonus >= goal
  wins: highest(score)
  example "six" { turn([6 6]) }
  strategy plain { size = count(kept)  turn { keep: size } }
  always { up = score >= 0 }
  words de { score = "Punkte" }
}
"""


def digest(text: str) -> str:
    game = load_text(Source("text", text), Shelf.of()).game
    assert game is not None
    return hash_of(game)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n", "\n\n# a remark\n  "),
        ("Punkte", "Augen"),
        ("turn([6 6])", "turn([5 6])"),
        ("score >= 0", "score >= 1 - 1"),
        ("count(kept)", "count(kept) + 1"),
        ("players: 2..4", 'players: 2..4 source "a book"'),
        ("game small", "game other"),
        ("score = 0  extra = 0", "extra = 0  score = 0"),
    ],
)
def test_layout_labels_claims_and_names_of_the_game_leave_the_hash_alone(old: str, new: str) -> None:
    assert old in TEXT
    assert digest(TEXT.replace(old, new)) == digest(TEXT)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2..4", "2..5"),
        ("2d6", "3d6"),
        ("50 |", "60 |"),
        ("10..100", "10..101"),
        ("> 7", ">= 7"),
        ("extra + 1", "extra + 2"),
        ("highest", "lowest"),
        ("throws: 1", "throws: 1  stop: yes"),
    ],
)
def test_whatever_plays_differently_has_another_hash(old: str, new: str) -> None:
    assert old in TEXT
    assert digest(TEXT.replace(old, new)) != digest(TEXT)


def test_the_hash_does_not_depend_on_the_hash_seed_of_python() -> None:
    script = (
        "import sys; from becher.dsl.diagnostics import Source; from becher.dsl.digest import hash_of;"
        "from becher.dsl.load import load_text; from becher.dsl.shelf import Shelf;"
        "print(hash_of(load_text(Source('text', sys.stdin.read()), Shelf.of()).game))"
    )
    found = set()
    for seed in ("0", "1"):
        env = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": f"{ROOT / 'dsl'}"}
        run = subprocess.run(
            [sys.executable, "-c", script], input=TEXT, capture_output=True, text=True, env=env, check=True
        )
        found.add(run.stdout.strip())
    assert found == {digest(TEXT)}
