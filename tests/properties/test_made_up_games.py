"""Small games made up by hypothesis: every tool must cope with them, and what is worked out must hold in play."""

from hypothesis import HealthCheck, given, settings

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.dsl.model import Game
from becher.engine.examine import examine
from becher.engine.examine.bounds import bounds
from becher.engine.stream import Stream
from becher.engine.testing.laws import Laws
from becher.engine.testing.playing import Playing
from becher.engine.testing.strategies import game_texts, games

made_up = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


@settings(made_up, max_examples=40)
@given(games())
def test_every_law_holds_and_every_value_stays_in_its_range(game: Game) -> None:
    laws = Laws(game, lambda rules: bounds(game, dict(rules.options)))
    for number in range(4):
        laws.check(Playing(game).history(Stream(number).below, longest=150), thorough=True)


@settings(made_up, max_examples=20)
@given(games())
def test_trying_the_rules_tells_the_same_twice(game: Game) -> None:
    assert examine(game) == examine(game)


@settings(made_up, max_examples=40)
@given(game_texts())
def test_made_up_files_have_nothing_against_them(text: str) -> None:
    assert load_text(Source("made up", text)).game is not None
