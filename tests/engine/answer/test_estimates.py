"""What a question will take is told before it is solved."""

import pytest

from becher.dsl.load import load
from becher.dsl.model import Game
from becher.engine.answer.ask import TooManyStates, ask
from becher.engine.answer.question import Estimate, Question


def _game(id: str) -> Game:
    game = load(id).game
    assert game is not None
    return game


def test_a_card_whose_boxes_may_always_be_written_needs_as_many_states_as_were_told() -> None:
    told: list[Estimate] = []
    answer = ask(_game("yahtzee-plain"), Question(1), tell=told.append)
    assert [estimate.states for estimate in told] == [answer.states_merged] == [209_920]


def test_saved_throws_are_counted_before_the_turns_with_more_of_them_are_explored() -> None:
    told: list[Estimate] = []
    with pytest.raises(TooManyStates) as caught:
        ask(_game("maxi-yatzy"), Question(1), tell=told.append)
    # 29,360,128 without saved throws; after n turns 0 to 2n can be saved
    assert [estimate.states for estimate in told] == [617_349_120]
    assert caught.value.needed == 617_349_120
    assert told[0].bytes is not None and told[0].bytes > 8 * 617_349_120
    assert told[0].seconds is not None and told[0].seconds > 3_600


def test_a_large_card_is_refused_with_its_exact_size() -> None:
    with pytest.raises(TooManyStates) as caught:
        ask(_game("maxi-yatzy-plain"), Question(1))
    assert (caught.value.needed, caught.value.exact) == (29_360_128, True)
