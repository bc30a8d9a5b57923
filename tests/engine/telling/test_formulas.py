"""Every node of a model's formulas, every effect and every question is told, in every language."""

import re
from collections.abc import Iterator
from typing import get_args

import pytest

from becher.dsl.diagnostics import Severity, Source
from becher.dsl.load import load_text
from becher.dsl.model import Effect, Expr, Game, Key
from becher.dsl.model.walk import walk
from becher.engine.telling.amounts import amount
from becher.engine.telling.effects import told
from becher.engine.telling.phrases import LANGUAGES, tongue_of
from becher.engine.telling.rulesheet import rule_sheet
from becher.engine.telling.sections import sections
from becher.engine.telling.settle import settle
from becher.engine.telling.voice import Voice

from .rules_texts import ODD, PRESS, SHEET

NODES = get_args(Expr)
EFFECTS = get_args(Effect)


def games(text: str) -> tuple[Game, ...]:
    loaded = load_text(Source("told.dice", text))
    assert not [found.message for found in loaded.diagnostics if found.severity is Severity.ERROR]
    return loaded.games


ALL = [*games(ODD), *games(PRESS), *games(SHEET)]


def nodes() -> Iterator[tuple[Game, object]]:
    return ((game, node) for game in ALL for node in walk(game))


def words_of(text: str) -> str:
    """The text without anything but letters and digits."""
    return re.sub(r"\W", "", text)


def test_the_examples_here_use_every_kind_of_formula_effect_and_key() -> None:
    used = {type(node) for _, node in nodes()}
    assert not {kind.__name__ for kind in (*NODES, *EFFECTS) if kind not in used}
    kinds = {node.kind for _, node in nodes() if isinstance(node, Key)}
    assert kinds == {"highest", "lowest", "roll_off", "last_in", "first_out", "seats"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_formula_has_a_phrase(language: str) -> None:
    for game, node in nodes():
        voice = Voice.of(game, tongue_of(language))
        if isinstance(node, NODES):
            assert words_of(amount(node, voice)), node


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_has_a_phrase(language: str) -> None:
    for game, node in nodes():
        if isinstance(node, EFFECTS):
            assert words_of(told([node], Voice.of(game, tongue_of(language)))), node


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)
def test_every_rule_of_a_sheet_says_something(language: str, game: Game) -> None:
    for section in sections(Voice.of(settle(game, {}), tongue_of(language))):
        for line in section.lines:
            assert words_of(line.whole) and all(words_of(inner.text) for inner in line.under)
    assert "{" not in rule_sheet(game, language)


def voice(text: str, language: str = "en") -> Voice:
    (game,) = games(text)
    return Voice.of(settle(game, {}), tongue_of(language))


def steps(text: str, language: str = "en") -> str:
    """What the turn of a game says, as one text."""
    turn = next(section for section in sections(voice(text, language)) if section.key == "turn")
    return " ".join(f"{line.whole} {' '.join(inner.text for inner in line.under)}" for line in turn.lines)


def with_turn(turn: str) -> str:
    return f"game g {{ players: 2  dice: 5d6  player {{ score = 0 }}  turn {{ {turn} }} over: score > 9  wins: highest(score) }}"


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("keep: some", "There is no limit to the number of throws."),
        ("throws: 3  keep: some", "You have up to three throws."),
        ("throws: 2  keep: none", "You throw two times."),
        ("throws: 1", "You throw only once."),
        ("keep: some", "Throw the remaining dice again, until all dice lie aside. Then your turn ends."),
        ("keep: some", "What lies aside stays there."),
        ("throws: 3  retake: yes", "Dice lying aside may be taken up again."),
        ("throws: 3  keep: some  retake: yes", "Dice lying aside may be taken up again."),
        ("throws: 3  keep: count(kept) <= 2", "lay at most two of the dice just thrown aside"),
        ("keep: some  stop: yes", "Now you may stop, or throw the remaining dice again."),
        ("keep: every(x)", "If you cannot lay aside any dice in this way, your turn is bust."),
    ],
)
def test_a_turn_is_told_with_its_defaults(turn: str, said: str) -> None:
    assert said in steps(with_turn(turn + "  on end { score += sum(dice) }"))


def test_dice_that_may_be_taken_up_again_are_not_said_to_stay() -> None:
    told_turn = steps(with_turn("throws: 3  keep: count(kept) >= 1  retake: yes  on end { score += 1 }"))
    assert "stays there" not in told_turn


def test_what_a_condition_compares_is_called_the_difference() -> None:
    turn = "throws: 1  total_of = sum(dice)  on end { short when total_of < 9 { score -= 9 - total_of } }"
    assert "take the difference off" in steps(with_turn(turn))


def test_only_the_difference_of_the_very_values_compared_is_called_so() -> None:
    turn = "throws: 1  on end { short when sum(dice) < 9 { score -= 8 - sum(dice) } }"
    assert "8 minus the sum of all dice" in steps(with_turn(turn))


@pytest.mark.parametrize(
    ("bracket", "said"),
    [
        ("[x x]", "a pair"),
        ("[x x x]", "three alike"),
        ("[x x y y]", "two pairs"),
        ("[x x x y y]", "a full house (three alike and a pair)"),
        ("[6 x x]", "6 and a pair"),
        ("[x x x x]", "four alike"),
        ("[1 2 3]", "1 2 3"),
        ("[x x y]", "a pair and one other face"),
    ],
)
def test_brackets_are_told_as_players_say_them(bracket: str, said: str) -> None:
    turn = f"throws: 1  on end {{ hit when dice has {bracket} {{ score += 1 }} }}"
    assert f"your dice show {said}:" in steps(with_turn(turn)).replace("If ", "")


def test_not_and_is_told_as_either_not() -> None:
    turn = "throws: 1  on end { c when not (score > 3 and dice has 6) { score += 1 } }"
    assert "If your *score* is at most 3, or your dice do not show a 6" in steps(with_turn(turn)).replace(
        "at most 3", "at most 3"
    )


def test_the_number_a_phase_is_told_stands_in_its_rules() -> None:
    text = with_turn("throws: 1  on end { go(3) }").replace(
        " over:", " phase go(n) { must_keep: every(n)  until: kept = none  on end { score += 1 } } over:"
    )
    told_sections = {section.key: section for section in sections(voice(text))}
    assert "go on with **go**; the number is 3" in told_sections["turn"].lines[-1].whole
    assert "every die just thrown that shows the number" in told_sections["go"].lines[1].whole
