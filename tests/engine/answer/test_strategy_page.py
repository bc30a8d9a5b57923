"""The page of what strategies cost says what the solver says: its quickest lines are asked again."""

import re
import shlex
from pathlib import Path

import pytest

from becher.dsl.load import load
from becher.engine.answer.ask import ask
from becher.engine.answer.question import Question

PAGE = (Path(__file__).parents[3] / "docs" / "strategies.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(\S+)` \| `(.*)` \| `(\w+)` \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", PAGE, re.MULTILINE)
QUICK = [row for row in ROWS if "--phase" in row[1]][::4] + [row for row in ROWS if row[0] == "macao"]


def question(asked: str, strategy: str) -> Question:
    words = shlex.split(asked)
    given = dict(zip(words[::2], words[1::2], strict=True))
    players = int(given["--players"]) if "--players" in given else None
    return Question(players, given.get("--phase"), given.get("--maximize"), given.get("--minimize"), strategy)


@pytest.mark.parametrize(("id", "asked", "strategy", "value", "best", "cost"), QUICK)
def test_a_strategy_costs_what_the_page_says(
    id: str, asked: str, strategy: str, value: str, best: str, cost: str
) -> None:
    game = load(id).game
    assert game is not None
    found = ask(game, question(asked, strategy), backend="numpy")
    assert found.best is not None
    assert (f"{found.value:.6f}", f"{found.best:.6f}") == (value, best)
    assert abs(float(best) - float(value)) == pytest.approx(float(cost), abs=2e-6)


def test_the_aids_of_the_family_and_the_hints_of_the_book_stand_on_the_page() -> None:
    named = {(game, strategy) for game, _, strategy, *_ in ROWS}
    aids = ("sixes_then_highest", "fives_and_fours", "balanced")
    assert {*(("30-ab", aid) for aid in aids), ("ohio", "by_the_book")} <= named
    assert len(QUICK) == 4
