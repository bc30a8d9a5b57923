"""Mechanics are found in the model of a game: each in a text that has it, none of them in one that has nothing."""

import pytest

from becher.dsl.diagnostics import Severity, Source
from becher.dsl.load import load_text
from becher.dsl.model import Game
from becher.engine.mechanics import MECHANICS, mechanics_of


def game(text: str) -> Game:
    loaded = load_text(Source("mechanics.dice", text))
    assert not [found.message for found in loaded.diagnostics if found.severity is Severity.ERROR]
    assert loaded.game is not None
    return loaded.game


def with_turn(turn: str, more: str = "", ends: str = "over: rounds = 3") -> str:
    player = "player { points = 0 }"
    return f"game g {{ players: 3  dice: 2d6  {player}  turn {{ {turn} }}  {more}  {ends}  wins: highest(points) }}"


def with_sheet(sheet: str, turn: str = "throws: 2  retake: yes  on end { enter }", more: str = "") -> str:
    return f"game g {{ players: 2  dice: 3d6  {more}  turn {{ {turn} }}  sheet {{ {sheet} }} }}"


SCORES = "on end { points += sum(dice) }"
ONES = "upper { ones = sum(dice, 1)  sixes = sum(dice, 6) }"
PLAIN = with_turn(f"throws: 1  {SCORES}")

HAS = {
    "throw-cap": with_turn(f"throws: 3  keep: some  {SCORES}"),
    "free-retake": with_turn(f"throws: 3  retake: yes  {SCORES}"),
    "locked-dice": with_turn(f"keep: some  {SCORES}"),
    "must-keep": with_turn(f"keep: some  {SCORES}"),
    "keep-rule": with_turn(f"keep: every(x)  {SCORES}"),
    "refill": with_turn(f"keep: some  full: refill  throws: 9  {SCORES}"),
    "press-your-luck": with_turn(f"keep: none  bust: thrown has 1  stop: yes  {SCORES}"),
    "score-sheet": with_sheet(ONES),
    "columns": with_sheet(f"column left {{ }}  column right {{ }}  {ONES}"),
    "multi-fill": with_sheet(f"fills: 2  {ONES}"),
    "bonus": with_sheet(f"{ONES}  total: sum(upper) + extra", more="extra = 5 when sum(upper) > 9"),
    "joker": with_sheet(f"{ONES}  chance = 20 when filled(ones) or dice has [x x x]"),
    "announcement": with_sheet(
        f"enter: named  {ONES}",
        "throws: 2  retake: yes  on throw { say_it when throw_no = 1 { choose named in open } }  on end { enter }",
        "tally { named = none }",
    ),
    "sequence": with_sheet(f"enter: first(open)  {ONES}"),
    "partition": with_turn(
        f"keep: sets(kept, pays)  stop: yes  adds: split(kept, pays)  {SCORES}", "table pays { [1]: 5  [x x]: 9 }"
    ),
    "hands": with_turn("throws: 1  on end { points += rank(dice) }", "table rank { [x x]: 5 }"),
    "race": with_turn(f"throws: 1  {SCORES}", ends="over: points >= 20"),
    "last-round": with_turn(f"throws: 1  {SCORES}", "finish: rest_of_round", "over: points >= 20"),
    "round-comparison": with_turn(
        "throws: 1  on end { hand becomes sum(dice) }",
        "tally { x1 = 0 }  shared { y1 = 0 }  round { wins: highest(hand)  on won { points of winner += 1 } }",
    ).replace("points = 0", "points = 0  hand = 0"),
    "lives-and-elimination": with_turn("throws: 1  on end { points -= 1 }", "out: points < 0", ""),
    "instant-win-or-loss": with_turn(
        "throws: 1  on end { all when dice = [6 6] { win(me) }  rest otherwise { points += 1 } }"
    ),
    "effect-on-others": with_turn("throws: 1  on end { points of next += 1 }"),
    "pot": with_turn("throws: 1  on end { points -= 1  pot += 1 }", "shared { pot = 0 }"),
    "shared-things": with_turn("throws: 1  on end { points += 1  tiles -= largest(tiles) }", "shared { tiles = 1..9 }"),
    "custom-faces": with_turn(f"dice: 2 * odd  throws: 1  {SCORES}", "die odd { faces: 1, 1, 6 }"),
    "changing-pool": with_turn(f"dice: max(1, points) * d6  throws: 1  {SCORES}"),
    "saved-throws": with_turn(f"throws: 2 + points  keep: some  {SCORES}"),
    "turn-order": with_turn("throws: 1  on end { points += 1  reverse }"),
    "inherit": with_turn("inherit: dice  throws: 1  on end { points += 1  leave }"),
    "together": with_turn(f"together: yes  keep: none  bust: thrown has 1  stop: yes  {SCORES}"),
    "opening": with_turn(f"throws: 1  {SCORES}", f"opening {{ throws: 1  {SCORES} }}"),
    "second-phase": with_turn("throws: 1  on end { again }", f"phase again {{ throws: 1  {SCORES} }}"),
    "extra-turn": with_turn("throws: 1  on end { pair when dice has [x x] { turn }  rest otherwise { points += 1 } }"),
    "match": with_turn(f"throws: 1  {SCORES}", "match { games: 2 }"),
    "low-wins": PLAIN.replace("wins: highest", "wins: lowest"),
    "pure-chance": PLAIN,
}


def test_every_mechanic_has_an_example_here() -> None:
    assert HAS.keys() == MECHANICS.keys()


@pytest.mark.parametrize("name", HAS)
def test_a_mechanic_is_found_where_it_is(name: str) -> None:
    assert name in mechanics_of(game(HAS[name]))


def test_a_game_of_nothing_but_throwing_has_no_mechanic_but_chance() -> None:
    assert mechanics_of(game(PLAIN)) == ("pure-chance",)


def test_what_an_option_forbids_by_default_is_no_mechanic_of_the_game() -> None:
    text = with_turn(f"throws: 2  retake: free  {SCORES}", "free = no | yes")
    assert "free-retake" not in mechanics_of(game(text))
    assert "free-retake" in mechanics_of(game(text.replace("no | yes", "yes | no")))
