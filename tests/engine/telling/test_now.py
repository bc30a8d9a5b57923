"""The rules that apply at a decision, and actions in words."""

import pytest

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.dsl.model import Game
from becher.engine.actions import PASS, STOP, THROW_AGAIN, Action
from becher.engine.game import start
from becher.engine.state import State
from becher.engine.telling.now import describe_action, explain_now
from becher.engine.telling.phrases import LANGUAGES

from .rules_texts import CHOICES, ODD, PRESS, SHEET


def game(text: str, at: int = 0) -> Game:
    return load_text(Source("rules/told.dice", text)).games[at]


def thrown(found: Game, *faces: int) -> State:
    return start(found, None, {}).apply(Action("throw", (faces,)))


def test_at_the_choice_to_stop_the_rule_of_stopping_and_what_may_follow_are_told() -> None:
    assert explain_now(thrown(game(PRESS), 2, 3), "en").splitlines() == [
        "Your turn: Now you decide whether to go on.",
        "  - Now you may stop, or throw all dice again. (told.dice, line 12)",
        "Later in this turn:",
        "  - At the end: add the points collected to your points. (told.dice, line 13)",
        "  - If your turn is bust, it is over at once and brings you nothing.",
    ]


def test_the_case_says_the_value_the_option_has_in_this_game() -> None:
    text = PRESS.replace("stop: yes", "stop: pool >= goal")
    state = start(game(text), None, {"goal": 77}).apply(Action("throw", ((2, 3),)))
    while state.current_player() < 1:
        state = state.apply(Action("throw", ((2, 3),)))
        if state.pool >= 77:
            break
    assert "at least 77" in explain_now(state, "en")


def test_at_a_keep_the_rule_of_keeping_is_told() -> None:
    told = explain_now(thrown(game(SHEET), 1, 2, 3), "en")
    assert "Now you choose which dice to keep." in told
    assert "Dice lying aside may be taken up again." in told


def test_before_the_first_throw_the_whole_turn_is_told() -> None:
    told = explain_now(start(game(PRESS), None, {}), "en").splitlines()
    assert told[0] == "Your turn:"
    assert told[1].startswith("  - Throw")
    assert "  - At the end: add the points collected to your points. (told.dice, line 13)" in told


def test_at_the_sheet_the_rules_of_writing_are_told() -> None:
    state = thrown(game(SHEET), 1, 2, 3).apply(Action("keep", ((1, 2, 3),)))
    assert explain_now(state, "de").splitlines()[0] == "Dein Zug: Jetzt beschreibst du ein Feld deines Zettels."
    assert "in ein offenes Feld deiner Wahl" in explain_now(state, "de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_markup_is_left_for_the_terminal(language: str) -> None:
    for state in (thrown(game(PRESS), 2, 3), thrown(game(SHEET), 1, 2, 3)):
        assert "*" not in explain_now(state, language) and "\\" not in explain_now(state, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_every_decision_something_is_told_of_its_own(language: str) -> None:
    class Middle:
        def below(self, n: int) -> int:
            return n // 2

        def several(self, n: int, count: int) -> list[int]:
            return [n // 2] * count

    state, headings = start(game(CHOICES), None, {}), {}
    while not state.is_terminal():
        if state.current_player() == 0:
            state = state.apply(state.sample(Middle()))
        else:
            headings[state.stage] = explain_now(state, language).splitlines()[0]
            state = state.apply(state.legal_actions()[0])
    assert headings.keys() == {"keep", "stop", "pick", "pick_seat", "inherit"}
    assert len(set(headings.values())) == len(headings)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Action("keep", ((6, 6),)), "lay 6 6 aside"),
        (Action("keep", ((),)), "lay nothing aside"),
        (THROW_AGAIN, "throw again"),
        (STOP, "stop"),
        (PASS, "choose none"),
        (Action("enter", ("triple",)), "write triple"),
        (Action("seat", (2,)), "player 2"),
        (Action("throw", ((1, 2, 3),)), "throw 1 2 3"),
        (Action("named", ("ones",)), "named: ones"),
    ],
)
def test_actions_are_described(action: Action, said: str) -> None:
    assert describe_action(action, game(SHEET), "en") == said


def test_boxes_are_described_by_their_labels() -> None:
    assert describe_action(Action("enter", ("triple",)), game(SHEET), "de") == "Drilling schreiben"
    assert describe_action(Action("enter", ("house", "down")), game(ODD, 1), "en") == "write house in column down"
