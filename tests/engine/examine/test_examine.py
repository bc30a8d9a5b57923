"""What comes out when rules are tried: ends, dead ends, conflicts, gaps, wrong claims."""

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load, load_text
from becher.dsl.model import Game
from becher.engine.examine import examine
from becher.engine.examine.endless import can_be_prolonged, endless_phases
from becher.engine.examine.places import Stage
from becher.engine.examine.possible import (
    MAYBE,
    NO,
    NUMBERS,
    YES,
    Between,
    added,
    compared,
    extreme,
    just,
    multiplied,
    of,
)

ENDING = "over: rounds = 3  wins: highest(score)"


def game_of(text: str) -> Game:
    loaded = load_text(Source("small.dice", text))
    assert loaded.game is not None, [found.message for found in loaded.diagnostics]
    return loaded.game


def shelf(id: str) -> Game:
    game = load(id).game
    assert game is not None
    return game


def with_turn(turn: str, more: str = "", dice: str = "2d6") -> Game:
    return game_of(
        f"game small {{ players: 2..3  dice: {dice}  player {{ score = 0 }}  turn {{ {turn} }} {more} {ENDING} }}"
    )


def codes(game: Game) -> list[str]:
    return [found.code for found in examine(game)]


@pytest.mark.parametrize(
    "turn",
    [
        "throws: 3  keep: any  stop: yes",
        "keep: some  stop: yes",
        "keep: count(kept) >= 1",
        "keep: none  bust: thrown has 1  stop: yes",
        "must_keep: every(6)  until: kept = none  full: refill  stop: yes",
        "must_keep: largest(thrown)",
        "keep: every(x) where not aside has x  until: count(aside) = 2",
        "keep: some  full: refill  bust: thrown has [1 1]  stop: yes",
        "keep: any  until: dice has 6  stop: yes  bust: thrown has 6",
    ],
)
def test_a_phase_that_ends_whatever_is_chosen_is_not_reported(turn: str) -> None:
    assert endless_phases(with_turn(f"{turn}  on end {{ score += 1 }}")) == ()


@pytest.mark.parametrize(
    "turn",
    [
        "keep: count(kept) <= 1  stop: yes",
        "keep: any  until: aside has [6 6]  stop: yes",
        "keep: none  until: thrown has 7 - 7 * count(aside)  stop: yes",
        "keep: some  full: refill  until: count(aside) = 1 and aside has 9  stop: yes",
    ],
)
def test_a_phase_that_some_way_of_choosing_never_leaves_is_reported(turn: str) -> None:
    (found,) = endless_phases(with_turn(f"{turn}  on end {{ score += 1 }}"))
    assert (found.phase, found.cut) == ("turn", False)


def test_phases_that_lead_to_each_other_for_ever_are_reported() -> None:
    game = with_turn(
        "throws: 1  on end { on_we_go when dice has 1 or dice has 2 or sum(dice) > 0 { more } }",
        "phase more { throws: 1  on end { back when sum(dice) > 0 { turn }  bank otherwise { score += 1 } } }",
    )
    assert [found.phase for found in endless_phases(game)] == ["turn", "more"]


def test_phases_that_lead_to_each_other_until_the_dice_say_no_are_not() -> None:
    game = with_turn(
        "throws: 1  on end { again when dice has 6 { more }  bank otherwise { score += 1 } }",
        "phase more { throws: 1  on end { back when dice has 1 { turn }  bank otherwise { score += 1 } } }",
    )
    assert endless_phases(game) == ()


@pytest.mark.parametrize(("id", "can"), [("pig", True), ("farkle", True), ("ohio", False)])
def test_games_that_somebody_could_prolong_for_ever(id: str, can: bool) -> None:
    assert can_be_prolonged(shelf(id)) is can


@pytest.mark.parametrize("id", ["30-ab", "ohio", "mickey"])
def test_there_is_nothing_to_say_against_the_shelf(id: str) -> None:
    assert examine(shelf(id)) == ()


def test_findings_are_the_same_every_time() -> None:
    game = with_turn("throws: 1  on end { score += 30 / (sum(dice) - 7) }")
    assert examine(game) == examine(game)


def test_a_case_that_another_value_of_an_option_wakes_is_not_idle() -> None:
    lines = "on end { low when strict and sum(dice) < 4 { score -= 1 }  bank { score += 1 } }"
    assert "W620" not in codes(with_turn(f"throws: 1  {lines}", "strict = no | yes"))
    assert "W620" in codes(with_turn(f"throws: 1  {lines}", "strict = no"))


def test_a_case_about_an_account_is_idle_only_where_the_account_cannot_get_there() -> None:
    turn = "throws: 1  on end {{ rich when score > {0} {{ score -= 1 }}  bank when score < 9 {{ score += 1 }} }}"
    assert "W620" in codes(with_turn(turn.format(9)))
    assert "W620" not in codes(with_turn(turn.format(8)))


def test_cases_that_share_the_throws_among_them_have_no_gap() -> None:
    cases = "low when sum(dice) < 7 { score += 1 }  high when sum(dice) >= 7 { score += 2 }"
    assert codes(with_turn(f"throws: 1  on end {{ {cases} }}")) == []


def test_cases_about_different_things_are_no_table() -> None:
    cases = "ones when dice = [1 1] { score -= 1 }  many when sum(dice) > 9 { score += 2 }  bank { score += 1 }"
    assert codes(with_turn(f"throws: 1  on end {{ {cases} }}")) == []


def test_a_dead_end_far_into_a_sheet_is_found() -> None:
    text = """game small { players: 1  dice: 2d6  turn { throws: 1  on end { enter } }
      mine = nth(upper, largest(dice))
      sheet { enter: mine when dice = [x x], open
        upper { ones = sum(dice, 1)  twos = sum(dice, 2)  threes = sum(dice, 3)  fours = sum(dice, 4) }
        lower { chance = sum(dice)  pair = sum(dice, [x x]) } } }"""
    assert codes(game_of(text)) == []
    assert "E602" in codes(game_of(text.replace(", open", "")))


def test_a_seat_to_be_chosen_where_nobody_else_plays_is_a_dead_end() -> None:
    text = """game small { players: 1..3  dice: 1d6  player { score = 0 }
      turn { throws: 1  on end { score of chosen += 1 } }  over: rounds = 3  wins: highest(score) }"""
    assert "E602" in codes(game_of(text))


def test_a_range_that_an_option_breaks_is_reported_with_the_option() -> None:
    text = """game small { players: 1  dice: 2d6  most = 20 | 10..50  turn { throws: 1  on end { enter } }
      sheet { pair = most when dice = [x x] else 0 }  always { range = total in 0..20 } }"""
    (found,) = examine(game_of(text))
    assert found.code == "E605"
    assert "the total can be 50 where most = 50" in found.message


def test_a_range_may_be_an_option_itself() -> None:
    text = """game small { players: 1  dice: 2d6  most = 20 | 10..50  turn { throws: 1  on end { enter } }
      sheet { pair = most when dice = [x x] else 0 }  always { range = total in 0..most } }"""
    assert examine(game_of(text)) == ()


# ---- ranges of numbers


def test_sums_and_products_of_ranges() -> None:
    assert added(Between(1, 5), Between(2, None)) == Between(3, None)
    assert added(Between(1, 5), Between(2, 4), -1) == Between(-3, 3)
    assert multiplied(Between(-2, 3), Between(4, 5)) == Between(-10, 15)
    assert multiplied(Between(0, None), Between(2, 3)) == Between(0, None)
    assert multiplied(NUMBERS, just(2)) == NUMBERS
    assert extreme([Between(1, 5), Between(None, 3)], "max") == Between(1, 5)
    assert extreme([Between(1, 5), Between(None, 3)], "min") == Between(None, 3)


def test_few_values_stay_exact() -> None:
    assert added(of([1, 10]), of([2, 3])) == of([3, 4, 12, 13])
    assert compared("<", of([1, 2]), just(3)) == YES


@pytest.mark.parametrize(
    ("op", "answer"),
    [("<", MAYBE), ("<=", YES), (">", NO), (">=", MAYBE), ("=", MAYBE), ("!=", MAYBE)],
)
def test_ranges_that_touch(op: str, answer: object) -> None:
    assert compared(op, Between(1, 5), Between(5, 9)) == answer


@pytest.mark.parametrize(("op", "answer"), [("<", YES), ("<=", YES), (">", NO), (">=", NO), ("=", NO), ("!=", YES)])
def test_ranges_that_lie_apart(op: str, answer: object) -> None:
    assert compared(op, Between(None, 4), Between(5, None)) == answer


def with_main(until: str) -> Game:
    return with_turn(
        "throws: 0  on end { choose main in 5..6  come_in(main) }",
        "tally { main = 0 }"
        "  phase come_in(m) { throws: 1  on end { first when sum(dice) = m { score += 1 }  on_we_go otherwise { again(m, sum(dice)) } } }"
        f"  phase again(m, c) {{ keep: none  until: {until}  on end {{ score += 1 }} }}",
    )


def test_a_phase_that_ends_for_everything_its_doors_pass_is_not_reported() -> None:
    assert endless_phases(with_main("sum(dice) in [m c]")) == ()
    assert endless_phases(with_main("sum(dice) = m")) == ()


def test_a_phase_that_never_ends_for_something_its_doors_pass_is_reported() -> None:
    (found,) = endless_phases(with_main("sum(dice) = m + c"))
    assert (found.phase, found.cut) == ("again", False)


def test_what_perhaps_is_never_passed_is_no_error() -> None:
    game = with_turn(
        "throws: 1  on end { first when score = 0 { score += 5 }  later otherwise { again(score) } }",
        "phase again(n) { keep: none  until: sum(dice) = n or sum(dice) = n - 5  on end { nothing } }",
    )
    assert [found.cut for found in endless_phases(game)] in ([], [True])


def test_a_game_in_which_every_round_costs_a_life_has_an_end() -> None:
    text = """game small {{ players: 2..3  dice: 1d6  player {{ lives = 3  best = 0 }}
      turn {{ keep: none  adds: sum(thrown)  bust: pool + sum(thrown) > 9  stop: yes
        on end {{ best becomes pool }}  on bust {{ best becomes 0 }} }}
      round {{ loses: lowest(best)  tie: all  on lost {{ {} }} }}  out: lives <= 0 }}"""
    assert not can_be_prolonged(game_of(text.format("lives of loser -= 1")))
    assert can_be_prolonged(game_of(text.format("nothing")))


def test_a_sheet_written_with_parts_of_the_dice_is_not_held_to_what_all_of_them_could_be() -> None:
    game = game_of("""game small { players: 1  dice: 4d6  tally { left = none }
      turn { throws: 1  on end { choose left in parts(dice, 2)  enter(left, dice - left) } }
      sheet { one = sum(dice)  two = sum(dice) }  always { range = total in 0..24 } }""")
    assert codes(game) == []


def test_a_finding_about_a_line_of_the_parent_stands_at_the_variant() -> None:
    game = game_of("game ours like ohio { sheet { add anything = sum(dice) } }")
    (found,) = (one for one in examine(game) if one.code == "E605")
    assert found.span is not None and found.span.source.name == "small.dice"
    assert [label.span.source.name != "small.dice" for label in found.labels] == [True]


def test_a_limit_met_only_under_another_option_is_no_fault_of_the_game() -> None:
    turn = "throws: 2  keep: any  on end { score += sum(dice) }"
    assert "E606" not in codes(with_turn(turn, "number = 2 | 2..20", dice="number * d20"))
    assert "E606" in codes(with_turn(turn, "number = 20 | 2..20", dice="number * d20"))


def test_a_sheet_of_very_many_boxes_is_looked_at_without_going_through_all_dice() -> None:
    boxes = "  ".join(f"box_{n} = sum(dice)" for n in range(600))
    assert groups_of_zone(boxes) is None
    assert groups_of_zone("only = sum(dice)") is not None


def groups_of_zone(boxes: str) -> object:
    game = game_of(
        f"game small {{ players: 1  dice: 5d6  turn {{ throws: 3  retake: yes  on end {{ enter }} }}  sheet {{ {boxes} }} }}"
    )
    return Stage.of(game).phase_scene("turn", "end").zones["dice"]
