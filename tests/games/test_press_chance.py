"""Games of press, chance and sequence against their rules written again in plain Python, over all throws there are.

The functions here know nothing of the rule files.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from typing import cast

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.dsl.model import Game
from becher.engine.actions import STOP, Action
from becher.engine.bots import make_bot
from becher.engine.game import start
from becher.engine.probe import bust_odds, score
from becher.engine.state import CHANCE, State
from becher.engine.stream import Stream

from .positions import Faces, choices, ended, first_turn, game_of, thrown

Throw = tuple[int, ...]


def throws(dice: int, faces: int = 6) -> list[Throw]:
    return list(combinations_with_replacement(range(1, faces + 1), dice))


def parts(throw: Throw, size: int | None = None) -> set[Throw]:
    """The parts of a throw (of this size), each once; the empty one left out."""
    sizes = range(1, len(throw) + 1) if size is None else (size,)
    return {part for n in sizes for part in combinations(throw, n)}


# ---- games of the ten thousand family: which dice may be kept, and what they bring

Table = Callable[[int, int], int]  # what so many alike of a face are worth in one go; 0: no such row


def singles(face: int) -> int:
    return {1: 100, 5: 50}.get(face, 0)


def triple(face: int) -> int:
    return 1000 if face == 1 else 100 * face


def farkle(face: int, n: int) -> int:
    return {3: triple(face), 4: 1000, 5: 2000, 6: 3000}.get(n, 0)


def doubled(face: int, n: int) -> int:
    return triple(face) * 2 ** (n - 3) if n >= 3 else 0


def a_thousand_more(face: int, n: int) -> int:
    return triple(face) + 1000 * (n - 3) if n >= 3 else 0


def triples(face: int, n: int) -> int:
    return triple(face) if n == 3 else 0


def alike(face: int, n: int, table: Table) -> int | None:
    """The most that n dice of one face bring, none left over; None where one is always left over."""
    best: int | None = 0 if n == 0 else None
    rows = [(1, singles(face))] + [(k, table(face, k)) for k in range(3, n + 1)]
    for size, worth in rows:
        rest = alike(face, n - size, table) if worth and size <= n else None
        if rest is not None:
            best = max(best or 0, worth + rest)
    return best


STRAIGHT, THREE_PAIRS = (1, 2, 3, 4, 5, 6), (2, 2, 2)
Whole = Callable[[Throw], int]  # what all dice together are worth as one row


def farkle_whole(dice: Throw) -> int:
    shape = tuple(sorted(Counter(dice).values()))
    return 1500 if dice == STRAIGHT or shape in (THREE_PAIRS, (2, 4)) else 0


def six_whole(straight: int, pairs: int) -> Whole:
    def whole(dice: Throw) -> int:
        return straight if dice == STRAIGHT else pairs if tuple(sorted(Counter(dice).values())) == THREE_PAIRS else 0

    return whole


def five_whole(dice: Throw) -> int:
    return 750 if dice in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6)) else 0


def worth(dice: Throw, table: Table, whole: Whole) -> int | None:
    """The most these dice bring if every one counts; None if one does not."""
    each = [alike(face, n, table) for face, n in Counter(dice).items()]
    apart = None if None in each else sum(cast("list[int]", each))
    return max(whole(dice), apart or 0) or None


FAMILY = {
    "farkle": (6, farkle, farkle_whole),
    "zehntausend": (6, doubled, six_whole(2000, 0)),
    "zehntausend-bestaetigt": (6, a_thousand_more, six_whole(1500, 1500)),
    "5000en": (6, triples, six_whole(1500, 0)),
    "zilch": (6, doubled, six_whole(1500, 1500)),
    "cinq-mille": (5, triples, five_whole),
}


@pytest.mark.parametrize("id", FAMILY)
def test_what_may_be_kept_of_every_throw_and_what_it_brings(id: str) -> None:
    most, table, whole = FAMILY[id]
    before = first_turn(game_of(id))
    for throw in (throw for n in range(1, most + 1) for throw in throws(n)):
        expected = {part: worth(part, table, whole) for part in parts(throw)}
        allowed = {part for part, points in expected.items() if points}
        if id == "zilch" and not allowed and len(throw) == 6:
            allowed, expected[throw] = {throw}, 500
        if id == "cinq-mille" and throw == (1, 1, 1, 1, 1):
            continue  # wins at once
        after = thrown(before, throw)
        assert set(choices(after, "keep")) == allowed, throw
        assert after.busted == (not allowed), throw
        if after.stage == "keep":
            for part in allowed:
                assert after.apply(Action("keep", (part,))).pool == expected[part], (throw, part)


PLAIN = """
game plain like farkle {
  remove pairs_with_four
  table pays {
    remove [x x x x]  remove [x x x x x]  remove [x x x x x x]
    remove [1 2 3 4 5 6]  remove [x x x x y y]  %s
  }
}
"""
BUSTS = ("2/3", "4/9", "5/18", "17/108", "25/324")


@pytest.mark.parametrize(("rows", "six"), [("remove [x x y y z z]", "5/162"), ("", "5/216")])
def test_the_odds_of_a_throw_without_any_scoring_set(rows: str, six: str) -> None:
    game = load_text(Source("plain.dice", PLAIN % rows)).game
    assert game is not None
    state = start(game, 2)
    assert [bust_odds(state, n) for n in range(1, 7)] == [Fraction(odds) for odds in (*BUSTS, six)]


def test_a_turn_of_pig_that_holds_at_twenty_brings_this_on_average() -> None:
    game = game_of("pig")
    bot = make_bot("strategy:hold_at_20", first_turn(game).rules, Stream("none"))
    known: dict[tuple[str, int], Fraction] = {}

    def mean(s: State) -> Fraction:
        if s.seat != 1 or s.is_terminal():
            return Fraction(cast(int, s.account("score", 1)))
        place = (s.stage, s.pool)
        if place not in known:
            if s.current_player() == CHANCE:
                known[place] = sum((p * mean(s.apply(a)) for a, p in s.chance_outcomes()), Fraction())
            else:
                known[place] = mean(s.apply(bot.choose(s)))
        return known[place]

    assert mean(first_turn(game)) == Fraction(492303203, 60466176)


# ---- Can't Stop

HEIGHT = dict(zip(range(2, 13), (3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3), strict=True))
BOARDS: list[tuple[Throw, Throw, Throw]] = [  # claimed columns, steps climbed before, steps of this turn
    ((), (), ()),
    ((7,), (), ()),
    ((), (), (2, 3, 12)),
    ((), (7,) * 12 + (2, 2), (6, 7)),
    ((6, 8), (5,) * 8, (5, 9, 4)),
    ((), (12, 12), (12, 7, 7, 8)),
    ((2, 12), (3,) * 5, (10,)),
]


def moved(column: int, claimed: Throw, climbed: Throw, steps: Throw) -> Throw | None:
    """The steps after one more on this column, or None."""
    runners = set(steps)
    high = climbed.count(column) + steps.count(column)
    if column in claimed or high >= HEIGHT[column] or (column not in runners and len(runners) == 3):
        return None
    return tuple(sorted((*steps, column)))


def climbs(throw: Throw, board: tuple[Throw, Throw, Throw]) -> dict[Throw, Throw]:
    """For each pair that may be chosen the steps of the turn then."""
    claimed, climbed, steps = board
    found = {}
    for pair in parts(throw, 2):
        after = moved(sum(pair), claimed, climbed, steps)
        if after is not None:
            found[pair] = moved(sum(throw) - sum(pair), claimed, climbed, after) or after
    return found


@pytest.mark.parametrize("board", BOARDS)
def test_runners_move_as_the_rules_say_for_every_throw_of_four_dice(board: tuple[Throw, Throw, Throw]) -> None:
    claimed, climbed, steps = board
    before = first_turn(game_of("cant-stop"), claimed=claimed, climbed=climbed, steps=steps)
    for throw in throws(4):
        expected = climbs(throw, board)
        after = thrown(before, throw)
        assert set(choices(after, "pair")) == set(expected), throw
        assert after.busted == (not expected), throw
        if after.stage == "pick":
            for pair, then in expected.items():
                assert after.apply(Action("pair", (pair,))).account("steps") == then, (throw, pair)


# ---- Pickomino

TILES = [(tuple(range(21, 37)), ()), ((21, 23, 30, 36), (25, 28)), ((22, 36), (33, 24)), ((36,), (21,))]


@pytest.mark.parametrize(("middle", "theirs"), TILES)
def test_tiles_are_taken_stolen_and_given_back_for_all_eight_dice(middle: Throw, theirs: Throw) -> None:
    before = first_turn(game_of("pickomino"), tiles=middle, stack=(26, 29)).copy()
    stacks = before.players[0], (theirs,)
    before.players = stacks
    for faces in throws(8):
        dice: Faces = tuple("worm" if face == 6 else face for face in faces)
        points = sum(min(face, 5) for face in faces)
        lower = [tile for tile in middle if tile <= points]
        offers = {max(lower)} if lower and 6 in faces else set()
        if theirs and theirs[-1] == points and 6 in faces:
            offers.add(points)
        after = ended(before, dice)
        chosen = offers if len(offers) < 2 else set(choices(after, "prize"))
        assert chosen == offers, faces
        if len(offers) < 2:
            mine, others, left = stacks_after(offers, middle, theirs)
            assert after.account("stack", 1) == mine, faces
            assert after.account("stack", 2) == others, faces
            assert after.account("tiles") == left, faces


def stacks_after(offers: set[int], middle: Throw, theirs: Throw) -> tuple[Throw, Throw, Throw]:
    """Both stacks and the middle after a turn in which my stack was 26, 29."""
    if not offers:
        back = tuple(sorted((*middle, 29)))
        return (26,), theirs, back if back[-1] == 29 else back[:-1]
    (prize,) = offers
    others = theirs[:-1] if theirs and theirs[-1] == prize else theirs
    return (26, 29, prize), others, tuple(tile for tile in middle if tile != prize)


# ---- Cosmic Wimpout

SUN = "sun"


def cosmic_worth(kept: Faces) -> int | None:
    """The most these cubes of one throw bring if every one counts, the sun standing for any face."""
    best: int | None = None
    for sun in (2, 3, 4, 5, 6, 10) if SUN in kept else (None,):
        counts = Counter(cast(int, sun if face == SUN else face) for face in kept)
        each = [cosmic_alike(face, n) for face, n in counts.items()]
        if None not in each:
            best = max(best or 0, sum(cast("list[int]", each)))
    return best or None


def cosmic_alike(face: int, n: int) -> int | None:
    if n == 5:
        return 100 * face
    ways = []
    if n >= 3:
        rest = cosmic_alike(face, n - 3) if n > 3 else 0
        ways += [] if rest is None else [10 * face + rest]
    if face in (5, 10):
        ways.append(face * n)
    return max(ways, default=None)


def cosmic_allowed(throw: Faces) -> set[Faces]:
    """A sun thrown with a pair must make a flash of one."""
    pairs = {face for face, n in Counter(throw).items() if n == 2 and face != SUN}
    found = set()
    for part in {part for n in range(1, 6) for part in combinations(throw, n)}:
        flash = SUN in part and any(part.count(face) == 2 for face in pairs)
        if cosmic_worth(part) and (flash or not (pairs and SUN in throw)):
            found.add(part)
    return found


def test_cubes_that_may_be_kept_of_every_throw_of_five() -> None:
    before = first_turn(game_of("cosmic-wimpout"))
    seen = set()
    whites = combinations_with_replacement((2, 3, 4, 5, 6, 10), 4)
    blacks: Faces = (2, SUN, 4, 5, 6, 10)
    for white, black in product(whites, blacks):
        throw: Faces = (*white, SUN) if black == SUN else tuple(sorted((*white, cast(int, black))))
        if throw in seen or any(throw.count(face) + throw.count(SUN) == 5 for face in (6, 10)):
            continue
        seen.add(throw)
        after = before.apply(Action("throw", (throw,)))
        kept = {faces(part) for part in choices(after, "keep")}
        expected = {tuple(sorted(part, key=str)) for part in cosmic_allowed(throw)}
        assert kept == expected, throw
        if after.stage == "keep":
            for action in after.legal_actions():
                part = faces(cast(Faces, action.args[0]))
                assert after.apply(action).pool == cosmic_worth(part), (throw, part)


def faces(dice: Faces) -> Faces:
    """Without the kinds of the dice."""
    return tuple(sorted((getattr(token, "face", token) for token in dice), key=str))


# ---- hands


def indian(hand: Throw) -> int:
    """The best poker hand, every one standing for some face."""
    ones = hand.count(1)
    rest = [face for face in hand if face != 1]
    return max(poker((*rest, *stand)) for stand in combinations_with_replacement(range(1, 7), ones))


def poker(hand: Throw) -> int:
    alike = sorted(((n, face) for face, n in Counter(hand).items()), reverse=True)
    shape = [n for n, _ in alike]
    high = [face for _, face in alike]
    if shape[0] >= 4:
        return 100 * (shape[0] + 1) + high[0]
    if shape[:2] == [3, 2]:
        return 400 + 10 * high[0] + high[1]
    if shape[0] == 3:
        return 300 + high[0]
    if shape[:2] == [2, 2]:
        return 200 + 10 * high[0] + high[1]
    return 100 + high[0] if shape[0] == 2 else 0


def cee_lo(hand: Throw) -> int:
    if hand == (4, 5, 6):
        return 20
    alike = {n: face for face, n in Counter(hand).items()}
    return 10 + alike[3] if 3 in alike else alike[1] if 2 in alike else 0


def mexico(hand: Throw) -> int:
    low, high = hand
    return 200 if hand == (1, 2) else 100 + low if low == high else 10 * high + low


@pytest.mark.parametrize(
    ("id", "dice", "rank"), [("indian-dice", 5, indian), ("cee-lo", 3, cee_lo), ("mexico", 2, mexico)]
)
def test_hands_are_ranked_as_the_rules_say(id: str, dice: int, rank: Callable[[Throw], int]) -> None:
    before = first_turn(game_of(id), options={"ends_round": False} if id == "cee-lo" else {})
    for throw in throws(dice):
        assert ended(before, throw).account("hand", 1) == rank(throw), throw


def hearts(throw: Throw) -> int:
    run = next((n for n in range(6) if n + 1 not in throw), 6)
    return 0 if throw.count(1) >= 3 else 35 if run == 6 else 5 * run


def test_the_word_of_hearts_is_spelt_as_far_as_it_goes() -> None:
    before = first_turn(game_of("hearts-dice"))
    for throw in throws(6):
        assert ended(before, throw).account("score", 1) == hearts(throw), throw


@pytest.mark.parametrize("number", range(1, 7))
def test_bunco_pays_for_the_number_of_the_round(number: int) -> None:
    before = first_turn(game_of("bunco")).copy()
    before.rounds = number - 1
    for throw in throws(3):
        same = throw.count(number)
        gain = 21 if same == 3 else 5 if len(set(throw)) == 1 else same
        after = thrown(before, throw)
        paid = after.account("all_points", 1) if after.seat != 1 or after.rounds != before.rounds else after.pool
        assert paid == gain, throw


# ---- one after the other


def centennial(throw: Throw, steps: int) -> int:
    sums = {sum(part) for part in parts(throw)}
    while steps < 23 and (steps + 1 if steps < 12 else 23 - steps) in sums:
        steps += 1
    return steps


def test_centennial_goes_as_far_as_the_sums_reach() -> None:
    for steps in range(23):
        before = first_turn(game_of("centennial"), steps=steps)
        for throw in throws(3):
            assert ended(before, throw).account("steps", 1) == centennial(throw, steps), (steps, throw)


def flaps_for(standing: Throw, pips: int) -> set[Throw]:
    return {part for n in range(1, 10) for part in combinations(standing, n) if sum(part) == pips}


@pytest.mark.parametrize("standing", [tuple(range(1, 10)), (1, 2, 5, 9), (2, 4, 6, 8), (7, 8), (3,)])
def test_flaps_that_make_up_every_throw(standing: Throw) -> None:
    before = first_turn(game_of("shut-the-box"), flaps=standing)
    for throw in throws(2):
        after = thrown(before, throw)
        ways = flaps_for(standing, sum(throw))
        assert set(choices(after, "down")) == ways, throw
        assert after.account("score", 1) == (0 if ways else sum(standing)), throw


# ---- sheets


def upper(throw: Throw, *numbers: int) -> list[int]:
    return [number * throw.count(number) for number in numbers]


def balut(throw: Throw) -> dict[str, int]:
    shape = sorted(Counter(throw).values())
    fours, fives, sixes = upper(throw, 4, 5, 6)
    straight = throw in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))
    return {
        "fours": fours,
        "fives": fives,
        "sixes": sixes,
        "straight": sum(throw) if straight else 0,
        "full_house": sum(throw) if shape == [2, 3] else 0,
        "choice": sum(throw),
        "five_alike": 20 + sum(throw) if shape == [5] else 0,
    }


def test_the_lines_of_balut() -> None:
    before = first_turn(game_of("balut"))
    for throw in throws(5):
        assert score(before, throw) == balut(throw)


def cameroon(hand: Throw) -> dict[str, int]:
    shape = sorted(Counter(hand).values())
    names = ("ones", "twos", "threes", "fours", "fives", "sixes")
    return {
        **dict(zip(names, upper(hand, *range(1, 7)), strict=True)),
        "full_house": sum(hand) if shape == [2, 3] else 0,
        "little_cameroon": 21 if hand == (1, 2, 3, 4, 5) else 0,
        "large_cameroon": 30 if hand == (2, 3, 4, 5, 6) else 0,
        "five_of_a_kind": 50 if shape == [5] else 0,
    }


def hands_of_ten() -> Iterator[tuple[Throw, Throw]]:
    hands = throws(5)
    return ((hand, hands[(17 * i + 5) % len(hands)]) for i, hand in enumerate(hands))


def test_both_hands_of_ten_dice_are_written_as_they_are() -> None:
    game: Game = game_of("double-cameroon")
    before = first_turn(game)
    for one, other in hands_of_ten():
        divided = ended(before, tuple(sorted((*one, *other))))
        if divided.stage == "pick":
            divided = divided.apply(Action("half", (one,)))
        first, second = cameroon(one), cameroon(other)
        for box in ("ones", "full_house", "five_of_a_kind", "large_cameroon"):
            after = divided.apply(Action("enter", (box,))).apply(Action("enter", ("little_cameroon",)))
            written = dict(zip((name for name, _ in after.rules.cell_names()), after.cells[0], strict=True))
            assert (written[box], written["little_cameroon"]) == (first[box], second["little_cameroon"])


def test_a_turn_that_may_stop_is_over_when_it_does() -> None:
    after = thrown(first_turn(game_of("cant-stop")), (1, 3, 3, 4)).apply(Action("pair", ((1, 4),))).apply(STOP)
    assert (after.account("climbed", 1), after.seat) == ((5, 6), 2)
