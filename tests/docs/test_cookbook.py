"""Games shown in the pages are whole: their examples hold and random players come to an end; the cookbook names what is there."""

import re
from pathlib import Path

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.dsl.model import Game
from becher.dsl.shelf import default_shelf
from becher.engine.bots import make_bot
from becher.engine.game import start
from becher.engine.state import CHANCE, State
from becher.engine.stream import Stream
from becher.engine.testing.examples import run_example, seats_of

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
COOKBOOK = DOCS / "cookbook"
OTHER_PAGES = {"README.md", "games-wanted.md"}
RECIPES = sorted(page for page in COOKBOOK.glob("*.md") if page.name not in OTHER_PAGES)
_GAME = re.compile(r"^```dice\n((?:#.*\n)*game .*?)^```", re.MULTILINE | re.DOTALL)
_SHELF_LINE = re.compile(r"On the shelf: (.*)")
STEPS = 20_000


def shown() -> list[tuple[str, Source]]:
    """Every whole game of every page, with where it stands."""
    found = []
    for page in sorted(DOCS.rglob("*.md")):
        for number, text in enumerate(_GAME.findall(page.read_text("utf-8")), 1):
            name = f"{page.relative_to(DOCS).as_posix()} {number}"
            found.append((name, Source(name, text)))
    return found


SHOWN = shown()


def game_of(source: Source) -> Game:
    loaded = load_text(source)
    assert [found.message for found in loaded.diagnostics if found.severity == "error"] == []
    assert loaded.game is not None
    return loaded.game


@pytest.mark.parametrize("source", [s for _, s in SHOWN], ids=[name for name, _ in SHOWN])
def test_the_examples_of_a_game_that_is_shown_hold(source: Source) -> None:
    game = game_of(source)
    own = [example for example in game.examples if example.span is not None and example.span.source == source]
    outcomes = [run_example(game, example) for example in own]
    assert [(outcome.title, outcome.message) for outcome in outcomes if not outcome.ok] == []


@pytest.mark.parametrize("source", [s for _, s in SHOWN], ids=[name for name, _ in SHOWN])
def test_random_players_come_to_the_end_of_a_game_that_is_shown(source: Source) -> None:
    game = game_of(source)
    s: State = start(game, seats_of(game))
    dice = Stream(source.name)
    bots = {seat: make_bot("random", s.rules, dice.fork(str(seat))) for seat in range(1, s.count + 1)}
    for _ in range(STEPS):
        if s.is_terminal():
            break
        seat = s.current_player()
        s = s.apply(s.sample(dice) if seat == CHANCE else bots[seat].choose(s))
    assert s.is_terminal()


@pytest.mark.parametrize("page", RECIPES, ids=lambda page: page.stem)
def test_a_recipe_is_one_game_with_an_example_and_is_listed(page: Path) -> None:
    text = page.read_text("utf-8")
    (game,) = _GAME.findall(text)
    assert "example " in game
    assert f"]({page.name})" in (COOKBOOK / "README.md").read_text("utf-8")


@pytest.mark.parametrize("page", RECIPES, ids=lambda page: page.stem)
def test_a_recipe_names_games_that_stand_on_the_shelf(page: Path) -> None:
    named = _SHELF_LINE.search(page.read_text("utf-8"))
    assert named is not None
    ids = re.findall(r"`([a-z0-9-]+)`", re.sub(r"\([^)]*\)", "", named[1]))
    assert ids
    assert [id for id in ids if id not in default_shelf().ids] == []
