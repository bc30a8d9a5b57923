"""No formula goes on for ever: what it goes through is counted, and a limit stops it."""

from itertools import product

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.limits import LIMITS
from becher.dsl.load import load_text
from becher.engine.actions import parse_action
from becher.engine.expressions.patterns import Group, Shape, fits, lies_in, shape_of
from becher.engine.expressions.work import Work
from becher.engine.faults import LimitReached
from becher.engine.game import start
from becher.engine.multisets import number_of_parts, parts
from becher.engine.state import State


def scored(formula: str, dice: str = "1d6", more: str = "") -> State:
    """The state after one turn of the first seat that adds this to its score."""
    text = f"""game small {{ players: 2  dice: {dice}  player {{ score = 0 }}  {more}
      turn {{ throws: 1  on end {{ score += {formula} }} }}  over: rounds = 1  wins: highest(score) }}"""
    game = load_text(Source("small.dice", text)).game
    assert game is not None
    number = int(dice.split("d")[0])
    faces = [1 + n % int(dice.split("d")[1]) for n in range(number)]
    return start(game, 2).apply(parse_action(f"throw([{' '.join(map(str, sorted(faces)))}])"))


@pytest.mark.parametrize(
    "formula",
    [
        "count(parts(1..17))",
        "count((1..1000) where count((1..1000) where it > 0) > 0)",
        "count(parts(1..16) where count(parts(it)) > 2)",
        "count(parts(1..40, 20))",
    ],
)
def test_a_formula_that_goes_through_too_much_is_stopped(formula: str) -> None:
    with pytest.raises(LimitReached, match="steps = 100,000"):
        scored(formula)


@pytest.mark.parametrize(
    ("formula", "score"),
    [
        ("count(parts(1..16))", 65536),
        ("count((1..300) where count((1..300) where it > 0) > 0)", 300),
        ("count((1..1000) where it > 0) + count((1..1000) where it > 0)", 2000),
    ],
)
def test_a_formula_that_goes_through_less_is_not(formula: str, score: int) -> None:
    assert scored(formula).account("score", 1) == score


def test_formulas_side_by_side_do_not_share_what_they_may_do() -> None:
    many = " + ".join(["count(parts(1..16))"] * 20)
    assert scored(many).account("score", 1) == 20 * 65536


def test_too_many_ways_to_lay_out_hands_are_stopped() -> None:
    table = "table pays { [a b c d e f g h]: a  [a b c]: 4 }"
    with pytest.raises(LimitReached):
        scored("split(dice, pays)", "12d12", table)
    with pytest.raises(LimitReached):
        scored("split(dice, pays)", "20d20", "table pays { [a]: 1 }")
    with pytest.raises(LimitReached):
        scored("split(dice, pays)", "30d6", "table pays { [a a]: a  [a b c]: 4 }")
    assert scored("split(dice, pays)", "12d6", "table pays { [a a]: a  [a b c]: 4 }").account("score", 1) > 0


def test_too_many_ways_a_bracket_fits_are_stopped() -> None:
    letters = " ".join("abcdefghijkl")
    with pytest.raises(LimitReached):
        scored(f"sum(dice, [{letters}])", "14d14")
    assert scored(f"1 when dice has [{letters}] else 0", "14d14").account("score", 1) == 1


@pytest.mark.parametrize("over", [0, 1])
def test_the_steps_of_a_formula_end_exactly_at_the_limit(over: int) -> None:
    work = Work()
    work.begin(LIMITS.steps_per_action - 1, None)
    if over:
        with pytest.raises(LimitReached):
            work.begin(2, None)
    else:
        work.begin(1, None)
        work.end()
    work.end()
    work.begin(LIMITS.steps_per_action, None)


@pytest.mark.parametrize("number", [3, 9, 12])
def test_parts_are_counted_before_they_are_made(number: int) -> None:
    group = tuple(sorted(1 + n % 4 for n in range(number)))
    assert number_of_parts(group) == len(parts(group)) == len(set(parts(group)))


def test_a_bracket_lies_in_a_group_if_there_is_a_way() -> None:
    brackets = ["x", "x x", "x y", "x x y", "x x y y", "x y z", "2 x", "2 2 x", "2 x x y", "1 2 x x"]
    for size in range(1, 6):
        for group in {tuple(sorted(dice)) for dice in product((1, 2, 3), repeat=size)}:
            for whole in (False, True):
                for bracket in brackets:
                    assert lies(bracket, group, whole) is has_a_way(bracket, group, whole), (bracket, group, whole)


def lies(bracket: str, group: Group, whole: bool) -> bool:
    return lies_in(_shape(bracket), group, whole)


def has_a_way(bracket: str, group: Group, whole: bool) -> bool:
    return next(fits(_shape(bracket), group, whole), None) is not None


def _shape(bracket: str) -> Shape:
    words = bracket.split()
    return shape_of(tuple(int(w) for w in words if w.isdigit()), tuple(w for w in words if w.isalpha()))
