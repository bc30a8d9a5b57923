"""Every box of every sheet game against scoring written from its rule text alone, over all throws there are.

The functions here know nothing of the rule files: they are the published tables again, in plain Python.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations_with_replacement

import pytest

from becher.dsl.load import load
from becher.dsl.shelf import default_shelf
from becher.engine.game import start
from becher.engine.probe import score
from becher.engine.state import State

Throw = tuple[int, ...]
Scores = dict[str, int]

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
BLACK, RED, GREEN = {1, 6}, {2, 5}, {3, 4}


def throws(dice: int) -> list[Throw]:
    """All throws of so many dice: 252 of five, 462 of six."""
    return list(combinations_with_replacement(range(1, 7), dice))


def counts(throw: Throw) -> list[int]:
    """How often each face shows that shows at all, most often first."""
    return sorted(Counter(throw).values(), reverse=True)


def faces_with(throw: Throw, least: int) -> list[int]:
    """The faces at least so many dice show, highest first."""
    return sorted((face for face, n in Counter(throw).items() if n >= least), reverse=True)


def upper(throw: Throw) -> Scores:
    return {box: face * throw.count(face) for face, box in enumerate(UPPER, 1)}


def longest_run(throw: Throw) -> int:
    return max(n for n in range(1, 7) for low in range(1, 8 - n) if set(range(low, low + n)) <= set(throw))


def alike(throw: Throw, n: int) -> int:
    """n times the highest face that n dice show."""
    return next((n * face for face in faces_with(throw, n)), 0)


def several(throw: Throw, *sizes: int) -> int:
    """The most pips of dice that show as many different faces as there are sizes, each so often."""
    biggest, *rest = sizes
    totals = [
        biggest * face + (several(tuple(die for die in throw if die != face), *rest) if rest else 0)
        for face in faces_with(throw, biggest)
        if not rest or several(tuple(die for die in throw if die != face), *rest)
    ]
    return max(totals, default=0)


def ohio(throw: Throw) -> Scores:
    return {**upper(throw), "ohio": 40 if len(set(throw)) == 6 else sum(set(throw))}


def ohio_all_pips(throw: Throw) -> Scores:
    return {**upper(throw), "ohio": 40 if len(set(throw)) == 6 else sum(throw)}


def stegen(throw: Throw) -> Scores:
    return {**upper(throw), "ohio": 45 if len(set(throw)) == 6 else 0}


def mickey(throw: Throw) -> Scores:
    return {**upper(throw), "mickey": 50 if len(set(throw)) == 1 else 0}


def yahtzee(throw: Throw) -> Scores:
    run, most = longest_run(throw), counts(throw)[0]
    return {
        **upper(throw),
        "three_alike": sum(throw) if most >= 3 else 0,
        "four_alike": sum(throw) if most >= 4 else 0,
        "full_house": 25 if counts(throw) == [3, 2] else 0,
        "small_run": 30 if run >= 4 else 0,
        "large_run": 40 if run == 5 else 0,
        "yahtzee": 50 if most == 5 else 0,
        "chance": sum(throw),
    }


def yatzy(throw: Throw) -> Scores:
    return {
        **upper(throw),
        "pair": alike(throw, 2),
        "two_pairs": several(throw, 2, 2),
        "three_alike": alike(throw, 3),
        "four_alike": alike(throw, 4),
        "small_run": 15 if set(throw) >= {1, 2, 3, 4, 5} else 0,
        "large_run": 20 if set(throw) >= {2, 3, 4, 5, 6} else 0,
        "full_house": several(throw, 3, 2),
        "chance": sum(throw),
        "yatzy": 50 if counts(throw) == [5] else 0,
    }


def yatzy_any_pairs(throw: Throw) -> Scores:
    found = yatzy(throw)
    found["two_pairs"] = max(found["two_pairs"], alike(throw, 4))
    found["full_house"] = max(found["full_house"], alike(throw, 5))
    return found


def maxi_yatzy(throw: Throw) -> Scores:
    return {
        **yatzy(throw),
        "three_pairs": several(throw, 2, 2, 2),
        "five_alike": alike(throw, 5),
        "full_run": 21 if len(set(throw)) == 6 else 0,
        "villa": several(throw, 3, 3),
        "tower": several(throw, 4, 2),
        "yatzy": 100 if counts(throw) == [6] else 0,
    }


def kismet(throw: Throw) -> Scores:
    total, pairs = sum(throw), faces_with(throw, 2)
    one_colour = any(set(throw) <= colour for colour in (BLACK, RED, GREEN))
    house = counts(throw) in ([3, 2], [5])
    same = counts(throw)[0] >= 4 or any(set(pairs) == colour for colour in (BLACK, RED, GREEN))
    return {
        **upper(throw),
        "two_pairs": total if same else 0,
        "three_alike": total if counts(throw)[0] >= 3 else 0,
        "straight": 30 if longest_run(throw) == 5 else 0,
        "flush": 35 if one_colour else 0,
        "full_house": total + 15 if house else 0,
        "full_house_colour": total + 20 if house and one_colour else 0,
        "four_alike": total + 25 if counts(throw)[0] >= 4 else 0,
        "yarborough": total,
        "kismet": total + 50 if counts(throw) == [5] else 0,
    }


def yamb(throw: Throw) -> Scores:
    """After one throw, so that a straight pays 66."""
    return {
        **upper(throw),
        "maximum": sum(throw),
        "minimum": sum(throw),
        "straight": 66 if longest_run(throw) == 5 else 0,
        "house": sum(throw) + 30 if counts(throw) == [3, 2] else 0,
        "poker": alike(throw, 4) + 40 if counts(throw)[0] >= 4 else 0,
        "yamb": sum(throw) + 50 if counts(throw) == [5] else 0,
    }


def cheerio(throw: Throw) -> Scores:
    return {
        **upper(throw),
        "little_straight": 20 if set(throw) == {1, 2, 3, 4, 5} else 0,
        "big_straight": 25 if set(throw) == {2, 3, 4, 5, 6} else 0,
        "full_house": sum(throw) if counts(throw) == [3, 2] else 0,
        "big_hand": sum(throw),
        "cheerio": 50 if counts(throw) == [5] else 0,
    }


TABLES: dict[str, tuple[int, Callable[[Throw], Scores]]] = {
    "ohio": (6, ohio),
    "ohio-all-pips": (6, ohio_all_pips),
    "stegen": (6, stegen),
    "mickey": (5, mickey),
    "yahtzee": (5, yahtzee),
    "yahtzee-free-joker": (5, yahtzee),
    "yahtzee-plain": (5, yahtzee),
    "kniffel": (5, yahtzee),
    "triple-yahtzee": (5, yahtzee),
    "yatzy": (5, yatzy),
    "yatzy-forced": (5, yatzy),
    "yatzy-any-pairs": (5, yatzy_any_pairs),
    "maxi-yatzy": (6, maxi_yatzy),
    "maxi-yatzy-plain": (6, maxi_yatzy),
    "kismet": (5, kismet),
    "yamb": (5, yamb),
    "cheerio": (5, cheerio),
}


def begun(id: str, **options: bool | int | str) -> State:
    game = load(id).game
    assert game is not None, f"{id} has errors"
    return start(game, game.players[0], dict(options))


def with_written(state: State, boxes: Mapping[str, int]) -> State:
    """The state with these boxes of the first seat's sheet written."""
    s = state.copy()
    names = [box for box, _ in s.rules.cell_names()]
    s.cells = (tuple(boxes.get(box) for box in names), *s.cells[1:])
    s.hits = (tuple(int(box in boxes) for box in names), *s.hits[1:])
    return s


@pytest.mark.parametrize("id", TABLES)
def test_every_box_is_worth_what_the_rule_text_says_for_every_throw(id: str) -> None:
    dice, table = TABLES[id]
    state = begun(id)
    wrong = [
        (throw, score(state, throw), table(throw)) for throw in throws(dice) if score(state, throw) != table(throw)
    ]
    assert wrong == []


def test_without_the_broad_reading_five_alike_are_no_full_house_in_kismet() -> None:
    state = begun("kismet", five_alike_is_full_house=False)
    for throw in throws(5):
        wanted = kismet(throw)
        if counts(throw) == [5]:
            wanted |= {"full_house": 0, "full_house_colour": 0}
        assert score(state, throw) == wanted


def test_every_sheet_game_of_the_folder_has_its_table() -> None:
    here = {entry.id for entry in default_shelf().entries if entry.path.parent.name == "category"}
    elsewhere = {"balut", "double-cameroon"}  # test_press_chance has them
    assert here - set(TABLES) == {"poker-dice", *elsewhere}
    assert set(TABLES) <= here


# ---- jokers


def joker_scores(throw: Throw) -> Scores:
    """Five alike as a joker: full house and runs at full value."""
    found = yahtzee(throw)
    if counts(throw) == [5]:
        found |= {"full_house": 25, "small_run": 30, "large_run": 40}
    return found


@pytest.mark.parametrize("struck", [0, 50])
@pytest.mark.parametrize("id", ["yahtzee", "kniffel", "yahtzee-free-joker"])
def test_with_yahtzee_and_upper_part_written_five_alike_are_a_joker(id: str, struck: int) -> None:
    state = with_written(begun(id), {"yahtzee": struck, **dict.fromkeys(UPPER, 1)})
    assert all(score(state, throw) == joker_scores(throw) for throw in throws(5))


def test_the_free_joker_is_none_while_the_upper_box_is_open() -> None:
    state = with_written(begun("yahtzee-free-joker"), {"yahtzee": 50})
    assert all(score(state, throw) == yahtzee(throw) for throw in throws(5))


def test_without_jokers_nothing_changes_however_much_is_written() -> None:
    state = with_written(begun("yahtzee-plain"), {"yahtzee": 50, **dict.fromkeys(UPPER, 1)})
    assert all(score(state, throw) == yahtzee(throw) for throw in throws(5))


# ---- another program


PYHTZEE_YAHTZEE = {
    "three_alike": lambda s, throw, rule: s.score_x_of_a_kind(throw, 3, rule),
    "four_alike": lambda s, throw, rule: s.score_x_of_a_kind(throw, 4, rule),
    "full_house": lambda s, throw, rule: s.score_full_house(throw, rule),
    "small_run": lambda s, throw, rule: s.score_small_straight(throw, rule),
    "large_run": lambda s, throw, rule: s.score_large_straight(throw, rule),
    "chance": lambda s, throw, rule: s.score_chance(throw),
    "yahtzee": lambda s, throw, rule: s.score_yahtzee(throw),
}
PYHTZEE_YATZY = {
    **{box: ask for box, ask in PYHTZEE_YAHTZEE.items() if box != "yahtzee"},
    "pair": lambda s, throw, rule: s.score_one_pair(throw),
    "two_pairs": lambda s, throw, rule: s.score_two_pairs(throw),
    "yatzy": lambda s, throw, rule: s.score_yahtzee(throw),
}


@pytest.mark.parametrize(
    ("id", "rule", "asks"), [("yahtzee-plain", "YAHTZEE", PYHTZEE_YAHTZEE), ("yatzy", "YATZY", PYHTZEE_YATZY)]
)
def test_pyhtzee_scores_every_throw_the_same(id: str, rule: str, asks: Mapping[str, Callable[..., int]]) -> None:
    scoring = pytest.importorskip("pyhtzee.scoring")
    classes = pytest.importorskip("pyhtzee.classes")
    state = begun(id)
    for throw in throws(5):
        theirs = {box: ask(scoring, list(throw), classes.Rule[rule]) for box, ask in asks.items()}
        theirs |= {box: scoring.score_upper_section(list(throw), face) for face, box in enumerate(UPPER, 1)}
        assert score(state, throw) == theirs


# ---- hands instead of boxes

CARDS = ("nine", "ten", "jack", "queen", "king", "ace")
STRAIGHTS = (set(CARDS[:5]), set(CARDS[1:]))
KINDS = {(5,): 9, (4, 1): 8, (3, 2): 6, (3, 1, 1): 4, (2, 2, 1): 3, (2, 1, 1, 1): 2, (1, 1, 1, 1, 1): 1}
STRAIGHT_KIND = {"above_full_house": 7, "below_full_house": 5, "no_hand": 1}


def hand_key(hand: tuple[str, ...], straight: str) -> tuple[int, ...]:
    """The kind of hand, then its faces by how many dice show them, then by height."""
    shown = sorted(((n, CARDS.index(card)) for card, n in Counter(hand).items()), reverse=True)
    kind = KINDS[tuple(n for n, _ in shown)]
    if set(hand) in STRAIGHTS:
        kind = STRAIGHT_KIND[straight]
    return (kind, *(card for _, card in shown))


@pytest.mark.parametrize("straight", STRAIGHT_KIND)
def test_poker_hands_stand_in_the_order_of_their_kinds_and_faces(straight: str) -> None:
    state = begun("poker-dice", most_throws=1, straight=straight)
    values = {throw.args[0]: state.apply(throw).account("hand", 1) for throw, _ in state.chance_outcomes()}
    assert len(set(values.values())) == len(values) == 252
    assert sorted(values, key=values.__getitem__) == sorted(values, key=lambda hand: hand_key(hand, straight))
