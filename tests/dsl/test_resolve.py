"""Names, sorts and conversions of one game."""

import pytest

from becher.dsl.diagnostics import Diagnostic, Source
from becher.dsl.load import load_text
from becher.dsl.model import (
    Add,
    BestPart,
    BoxRead,
    Call,
    Choice,
    Compare,
    Const,
    Convert,
    Door,
    EachSeat,
    Expr,
    Fits,
    FormulaCall,
    Game,
    Given,
    Keep,
    Lay,
    OfSeats,
    OptionRead,
    Pattern,
    Perform,
    PhaseDice,
    RoundDice,
    Sort,
    StateWord,
    TableAsk,
    Within,
)
from becher.dsl.model.walk import walk
from becher.dsl.shelf import Shelf

PARTS = {
    "players": "players: 2..4",
    "dice": "dice: 5d6",
    "player": "player { score = 0  seen = none  stack = pile }",
    "tally": "tally { named = none  picked = none }",
    "turn": "turn { throws: 3  retake: yes  on end { enter } }",
    "sheet": "sheet { upper { ones = sum(dice, 1)  twos = sum(dice, 2) }  chance = sum(dice) }",
}


def loaded(more: str, **parts: str) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    body = "\n".join((PARTS | parts).values())
    result = load_text(Source("text", f"game small {{\n{body}\n{more}\n}}\n"), Shelf.of())
    return result.game, result.diagnostics


def game(more: str, **parts: str) -> Game:
    found, findings = loaded(more, **parts)
    assert found is not None, [f.message for f in findings]
    return found


def formula(text: str, more: str = "") -> Expr:
    return game(f"asked = {text}\n{more}").formulas["asked"].value


# ---- sorts and conversions


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("sum(dice)", Sort.NUMBER),
        ("dice has 6", Sort.YESNO),
        ("distinct(dice)", Sort.GROUP),
        ("dice - thrown", Sort.GROUP),
        ("largest(dice) - 1", Sort.NUMBER),
        ("others where score of it > 3", Sort.SEATS),
        ("leader", Sort.SEAT),
        ("open(upper)", Sort.BOXES),
        ("nth(upper, 2)", Sort.BOXES),
        ("parts(dice, 2) where sum(it) = 7", Sort.PARTS),
        ("1..6", Sort.GROUP),
        ("3 when dice has 6 else 4", Sort.NUMBER),
        ("stack", Sort.PILE),
        ("top(stack)", Sort.GROUP),
        ("ones", Sort.NUMBER),
    ],
)
def test_a_formula_has_the_sort_it_answers_with(text: str, sort: Sort) -> None:
    assert formula(text).sort is sort


def test_a_group_in_a_condition_asks_is_there_any() -> None:
    value = formula("(open(upper) or dice has 6)")
    assert any(isinstance(node, Convert) and node.sort is Sort.YESNO for node in walk(value))


def test_a_bracket_without_letters_is_a_group_in_canonical_order() -> None:
    value = formula("dice = [6 1 3]")
    assert isinstance(value, Compare) and value.right == Const((1, 3, 6), Sort.GROUP)


def test_a_bracket_with_letters_fits_wholly_or_in_part() -> None:
    whole, part = formula("dice = [x x x y y]"), formula("dice has [x x x]")
    assert isinstance(whole, Fits) and whole.whole
    assert isinstance(part, Fits) and not part.whole


def test_the_second_thing_in_sum_is_faces_or_the_best_part() -> None:
    best = formula("sum(dice, [x x])")
    assert isinstance(best, BestPart) and best.function == "sum"
    assert formula("sum(dice, 6)") == Call(
        "sum_of", (StateWord("dice", Sort.GROUP), Const((6,), Sort.GROUP)), Sort.NUMBER
    )
    one_six = formula("sum(dice, [6])")
    assert isinstance(one_six, BestPart) and one_six.pattern == Pattern((Const(6, Sort.FACE),))


def test_the_sum_of_boxes_is_what_is_written_in_them() -> None:
    assert formula("sum(upper)") == Call("written", (Const(("ones", "twos"), Sort.BOXES),), Sort.NUMBER)


def test_boxes_stand_in_the_order_of_the_file_groups_among_them() -> None:
    sheet = "sheet { first_box = 1  upper { ones = sum(dice, 1) }  chance = sum(dice)  lower { low = 2 } }"
    found = game("asked = open", sheet=sheet)
    assert found.sheet is not None
    names = ("first_box", "ones", "chance", "low")
    assert tuple(box.name for box in found.sheet.boxes) == names
    assert found.formulas["asked"].value == Call("open", (Const(names, Sort.BOXES),), Sort.BOXES)


def test_a_box_is_the_box_where_one_is_wanted_and_its_value_elsewhere() -> None:
    assert formula("worth(twos)") == Call("worth", (Const("twos", Sort.BOX),), Sort.NUMBER)
    assert formula("twos = 3") == Compare("=", BoxRead("twos"), Const(3, Sort.NUMBER))
    turn = "turn { throws: 3  retake: yes  on start { choose named in open } on end { enter } }"
    compared = game("asked = named = twos", turn=turn).formulas["asked"].value
    assert isinstance(compared, Compare) and compared.right == Const(("twos",), Sort.BOXES)


def test_a_condition_on_several_seats_holds_if_it_holds_for_each() -> None:
    value = formula("score of others + 1 > 3")
    assert isinstance(value, EachSeat) and isinstance(value.body, Compare)


def test_the_values_of_several_seats_are_a_group_inside_a_function() -> None:
    value = formula("sum(score of everyone)")
    assert isinstance(value, Call) and isinstance(value.args[0], OfSeats)


def test_a_range_is_compared_with_both_ends_or_none() -> None:
    closed, wide = formula("score in 2..5"), formula("score in 2..many")
    assert isinstance(closed, Within) and closed.high == Const(5, Sort.NUMBER)
    assert isinstance(wide, Within) and wide.high is None


def test_a_missing_else_is_none() -> None:
    number, group = formula("3 when dice has 6"), formula("dice when dice has 6")
    assert isinstance(number, Choice) and number.other == Const(0, Sort.NUMBER)
    assert isinstance(group, Choice) and group.other == Const((), Sort.GROUP)


def test_a_table_asked_with_a_group_answers_for_each_member() -> None:
    value = formula("value(dice)", "table value { 1..5: 1  otherwise: it }")
    assert isinstance(value, TableAsk) and value.many and value.sort is Sort.GROUP


def test_the_answer_otherwise_it_is_the_key_as_a_number() -> None:
    table = game("asked = value(3)\ntable value { 1..5: 1  otherwise: it }").tables["value"]
    assert table.sort is Sort.NUMBER
    assert isinstance(table.otherwise, Convert) and table.otherwise.sort is Sort.NUMBER


# ---- options, variables, parameters


def test_an_option_with_a_plural_seat_word_is_about_seats() -> None:
    option = game("who = next | others\nasked = sum(score of (who))").options["who"]
    assert (option.sort, option.default, option.allowed) == (Sort.SEATS, "next", ("next", "others"))


def test_a_default_outside_the_range_is_allowed_too() -> None:
    option = game("stake = 5 | 10..20\nasked = stake").options["stake"]
    assert option.allows(5) and option.allows(12) and not option.allows(6)


def test_a_word_of_an_option_counts_where_it_is_compared_with_it() -> None:
    value = formula("mode = ones", "mode = ones | short")
    assert value == Compare("=", OptionRead("mode", Sort.WORD), Const("ones", Sort.WORD))


def test_a_variable_that_starts_as_none_holds_what_is_chosen() -> None:
    chosen = (
        "turn { throws: 3  retake: yes  on start { choose named in open  choose picked in others } on end { enter } }"
    )
    variables = game("", turn=chosen).variables
    assert variables["named"].sort is Sort.BOXES
    assert variables["picked"].sort is Sort.SEATS
    assert variables["seen"].sort is Sort.GROUP
    assert variables["stack"].sort is Sort.PILE


def test_choose_declares_a_variable_for_the_turn() -> None:
    turn = "turn { throws: 1  on end { choose half in parts(dice, 2)  score += sum(half)  enter } }"
    half = game("", turn=turn).variables["half"]
    assert (half.scope, half.sort) == ("tally", Sort.GROUP)


def test_parameters_have_the_sorts_of_what_they_are_called_with() -> None:
    found = game(
        "hurt(who, n) { score of who -= n }\nphase more(face) { throws: 1  on end { hurt(others, count(dice, face)) } }",
        turn="turn { throws: 1  on end { hit when dice has 6 { hurt(me, 2)  enter } miss otherwise { more(3) } } }",
    )
    assert found.actions["hurt"].params == (("who", Sort.SEATS), ("n", Sort.NUMBER))
    assert found.phases["more"].params == (("face", Sort.NUMBER),)
    performed = [node for node in walk(found.phases["turn"].moments) if isinstance(node, Perform)]
    assert performed[0].args[0].sort is Sort.SEATS


def test_a_formula_of_a_phase_may_read_its_parameters() -> None:
    found = game(
        "phase more(face) { hits_now = count(dice, face)  throws: 1  on end { score += hits_now } }",
        turn="turn { throws: 1  on end { late when dice has 1 { enter }  early otherwise { more(3) } } }",
    )
    assert found.formulas["hits_now"].home == "more"


# ---- effects, keeps, dice


def test_a_change_says_whose_variable_changes() -> None:
    found = game("", turn="turn { throws: 1  on end { score += 1  score of others -= 1  enter } }")
    mine, theirs = [node for node in walk(found.phases["turn"].moments) if isinstance(node, Add)]
    assert mine.seats is not None and mine.seats.sort is Sort.SEATS
    assert (mine.sign, theirs.sign) == (1, -1)


def test_a_phase_named_in_a_case_is_a_door() -> None:
    found = game("", turn="turn { throws: 1  on end { more when dice has 6 { turn }  done otherwise { enter } } }")
    doors = [node for node in walk(found.phases["turn"].moments) if isinstance(node, Door)]
    assert [(door.name, door.target) for door in doors] == [("phase", "turn"), ("enter", None)]


def test_keeps_are_words_formulas_or_the_dice_of_one_face() -> None:
    turn = "turn { keep: every(x) where not aside has x, count(kept) <= 2, some  throws: 3  on end { enter } }"
    keeps = game("", turn=turn).phases["turn"].keep or ()
    assert [keep.kind for keep in keeps] == ["face", "formula", "some"]
    assert keeps[0].letter == "x"


def test_a_word_under_a_condition_is_a_formula_about_kept() -> None:
    turn = "turn { keep: some when throw_no = 1 else none  throws: 3  on end { enter } }"
    (keep,) = game("", turn=turn).phases["turn"].keep or ()
    assert isinstance(keep, Keep) and isinstance(keep.condition, Choice)


def test_dice_are_an_amount_of_each_die() -> None:
    found = game(
        "die white { faces: 1..3, star }",
        dice="dice: 2 * white + 1d8 + d6 * 3",
        sheet="sheet { stars = count(dice, star) }",
    )
    assert found.dice is not None
    assert [(amount.value, die) for amount, die in found.dice.parts if isinstance(amount, Const)] == [
        (2, "white"),
        (1, "d8"),
        (3, "d6"),
    ]
    assert found.dies["white"].faces == (1, 2, 3, "star")
    assert found.dies["d8"].faces == tuple(range(1, 9))


# ---- examples and strategies


def test_steps_of_an_example_are_told_apart() -> None:
    steps = (
        game(
            'example "e" { given(score of others, 3)  lay([1 1 2 3 4])  turn([1 2 3 4 5])  round([1 1 1 1 1])  enter(ones) }'
        )
        .examples[0]
        .steps
    )
    assert [type(step) for step in steps[:4]] == [Given, Lay, PhaseDice, RoundDice]
    assert getattr(steps[4], "name", None) == "enter"


def test_a_wish_that_reads_the_candidate_rates_it() -> None:
    found = game("strategy high { keep_all = count(kept)  turn { keep: keep_all }  enter: worth(box) }").strategies[
        "high"
    ]
    assert [(w.place, w.question, w.rates) for w in found.wishes] == [("sheet", "enter", True), ("turn", "keep", True)]
    named = game("strategy low { enter: ones, chance }").strategies["low"].wishes[0]
    assert not named.rates and [value.sort for value in named.values] == [Sort.BOXES, Sort.BOXES]


def test_a_formula_of_a_strategy_has_the_strategy_as_its_home() -> None:
    found = game("strategy high { size = count(kept)  turn { keep: size } }")
    assert found.formulas["size"].home == "high"
    assert any(isinstance(node, FormulaCall) for node in walk(found.strategies))


# ---- faults


def test_several_faults_come_in_one_run() -> None:
    _, findings = loaded("one_fault = scor\nother_fault = sum(dicee)\nstarter: highest(scoer)")
    assert [f.code for f in findings if f.code == "E201"] == ["E201"] * 3


def test_a_fault_is_told_once_however_many_ask_for_the_name() -> None:
    _, findings = loaded("broken = scor\nfirst_user = broken + 1\nsecond_user = broken + 2")
    assert [f.code for f in findings if f.code.startswith("E")] == ["E201"]


def test_names_laid_open_too_deep_are_refused_before_they_can_hurt() -> None:
    chain = "\n".join(f"step{i} = step{i + 1} + 1" for i in range(400)) + "\nstep400 = 1"
    _, findings = loaded(chain)
    assert "E221" in {f.code for f in findings}


def test_a_circle_of_any_length_is_told_once() -> None:
    chain = "\n".join(f"step{i} = step{(i + 1) % 400} + 1" for i in range(400))
    _, findings = loaded(chain)
    assert [f.code for f in findings if f.code.startswith("E")] == ["E215"]


def test_actions_that_multiply_are_refused() -> None:
    actions = "\n".join(f"act{i}() {{ act{i + 1}()  act{i + 1}() }}" for i in range(40)) + "\nact40() { score += 1 }"
    _, findings = loaded(actions, turn="turn { throws: 1  on end { act0()  enter } }")
    assert "E221" in {f.code for f in findings}


@pytest.mark.parametrize("width", [5, 40])
@pytest.mark.parametrize(
    ("step", "last"),
    [
        ("step{0} = step{1} + step{1}", "step{0} = 1"),
        ("table step{0} {{ otherwise: step{1}(it) + step{1}(it) }}", "table step{0} {{ otherwise: it }}"),
        ("step{0}(n) = step{1}(n) + step{1}(n)", "step{0}(n) = n"),
    ],
)
def test_formulas_that_multiply_are_refused(step: str, last: str, width: int) -> None:
    lines = "\n".join([*(step.format(i, i + 1) for i in range(width)), last.format(width)])
    _, findings = loaded(lines)
    assert ("E221" in {f.code for f in findings}) is (width == 40)


@pytest.mark.parametrize(
    "sheet",
    [
        "ones = worth(ones) + 1",
        "ones = worth(pips)  pips = worth(ones)",
        "ones = worth(first(open))",
        "ones = sum(dice)  total: total + 1",
        "ones = sum(dice)  total: best  ",
        "ones = sum(dice)  fills: 1 + count(open)",
        "ones = worth_and(1)",
    ],
)
def test_a_sheet_that_asks_for_itself_is_a_circle(sheet: str) -> None:
    _, findings = loaded("best = max(total, 9)  worth_and(n) = worth(ones) + n", sheet=f"sheet {{ {sheet} }}")
    assert [f.code for f in findings if f.code.startswith("E")] == ["E215"]


@pytest.mark.parametrize("sheet", ["ones = ones + total", "ones = 2  pips = worth(ones)  total: worth(pips) + ones"])
def test_a_sheet_may_read_what_is_written_and_what_other_boxes_would_score(sheet: str) -> None:
    _, findings = loaded("", sheet=f"sheet {{ {sheet} }}")
    assert [f.code for f in findings if f.code.startswith("E")] == []


def test_a_step_that_is_unknown_is_answered_with_the_choices_of_the_file() -> None:
    text = """game small { players: 2  dice: 1d6  player { score = 0 }
      turn { throws: 1  on start { choose wager in 1..3 }  on end { score += wager } }  over: rounds = 1  wins: highest(score)
      example "it" { named(3) } }"""
    (found,) = load_text(Source("small.dice", text), Shelf.of()).diagnostics
    assert (found.code, found.hint) == ("E218", "throw([...]), keep([...]), stop, enter(box), wager(...)")
