"""What every shipped game has: no slips, examples of its own that hold, a property, a source, two languages, an end."""

from functools import cache

import pytest

from becher.dsl.diagnostics import Severity
from becher.dsl.load import Loaded, load
from becher.dsl.model import Game
from becher.dsl.parse import parse
from becher.dsl.shelf import default_shelf
from becher.dsl.syntax import GameText
from becher.engine.bots import make_bot
from becher.engine.game import start
from becher.engine.state import CHANCE, State
from becher.engine.stream import Stream
from becher.engine.testing.examples import run_example, seats_of

SHELF = default_shelf()
IDS = SHELF.ids
LEAST_EXAMPLES = 4
STEPS = 50_000


@cache
def loaded(id: str) -> Loaded:
    return load(id, SHELF)


def game_of(id: str) -> Game:
    game = loaded(id).game
    assert game is not None, f"{id} has errors"
    return game


def text_of(game: Game) -> GameText:
    """The game as its own file writes it, without what it inherits."""
    assert game.span is not None
    file, _ = parse(game.span.source)
    return next(text for text in file.games if text.id == game.id)


def is_own(span: object, game: Game) -> bool:
    text = text_of(game).span
    return getattr(span, "source", None) == text.source and text.start <= span.start < text.end  # type: ignore[attr-defined]


@pytest.mark.parametrize("id", IDS)
def test_a_shipped_game_has_neither_errors_nor_warnings(id: str) -> None:
    slips = [found for found in loaded(id).diagnostics if found.severity is not Severity.NOTE]
    assert [f"{found.code} {found.message}" for found in slips] == []


@pytest.mark.parametrize("id", IDS)
def test_the_examples_of_a_shipped_game_hold_inherited_ones_too(id: str) -> None:
    game = game_of(id)
    outcomes = [run_example(game, example) for example in game.examples]
    assert [(outcome.title, outcome.message) for outcome in outcomes if not outcome.ok] == []


@pytest.mark.parametrize("id", IDS)
def test_a_shipped_game_has_examples_of_its_own(id: str) -> None:
    game = game_of(id)
    own = [example.title for example in game.examples if is_own(example.span, game)]
    assert len(own) >= LEAST_EXAMPLES, own


@pytest.mark.parametrize("id", IDS)
def test_a_shipped_game_claims_a_property(id: str) -> None:
    assert game_of(id).always


@pytest.mark.parametrize("id", IDS)
def test_a_shipped_game_names_its_source(id: str) -> None:
    game = game_of(id)
    assert any(remark.kind == "source" and is_own(remark.span, game) for remark in game.remarks)


@pytest.mark.parametrize("id", IDS)
def test_a_shipped_game_has_a_title_of_its_own_in_english_and_another_language(id: str) -> None:
    game = game_of(id)
    assert "en" in game.words
    assert len(game.words) >= 2
    assert all(words.get("title") for words in game.words.values())
    if game.base is not None:
        base = game_of(game.base)
        same = [language for language, words in base.words.items() if game.words[language]["title"] == words["title"]]
        assert same == [], "still called as its parent"


@pytest.mark.parametrize("id", IDS)
def test_what_stands_on_the_table_of_a_shipped_game_is_labelled_in_english(id: str) -> None:
    game = game_of(id)
    accounts = {name for name, variable in game.variables.items() if variable.scope != "tally"}
    boxes = {box.name for box in game.sheet.boxes} if game.sheet else set()
    phases = set(game.phases) - {"turn", "opening"}
    assert (accounts | boxes | phases | set(game.options)) - set(game.words["en"]) == set()


def played(game: Game, kind: str) -> State:
    s, dice = start(game, seats_of(game)), Stream(f"{game.id} {kind}")
    bots = {seat: make_bot(kind, s.rules, dice.fork(str(seat))) for seat in range(1, s.count + 1)}
    for _ in range(STEPS):
        if s.is_terminal():
            break
        seat = s.current_player()
        s = s.apply(s.sample(dice) if seat == CHANCE else bots[seat].choose(s))
    return s


@pytest.mark.parametrize("id", IDS)
def test_random_players_come_to_the_end(id: str) -> None:
    state = played(game_of(id), "random")
    assert state.is_terminal()
    assert sorted(seat for place in state.ranking() for seat in place) == list(range(1, state.count + 1))


@pytest.mark.parametrize("id", IDS)
def test_the_strategies_a_file_ships_come_to_the_end(id: str) -> None:
    game = game_of(id)
    assert [name for name in game.strategies if not played(game, f"strategy:{name}").is_terminal()] == []
