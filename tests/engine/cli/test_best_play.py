"""Best play as people meet it: hints, the optimal player, advise and review."""

import json
from pathlib import Path

import pytest

# Alone one throws again at 3 or less: 3 keeps 3 points, another throw brings 3.5.
HIGHER = """
game higher {
  players: 1..4
  dice: 1d6
  turn { throws: 2  retake: yes  on end { enter } }
  sheet { pips = sum(dice) + bonus }
  bonus = 0 | 0..9
  example "as they lie" { lay([5]) expect(worth(pips) = 5) }
}
"""

# The first to throw a six wins; there is something to choose, but stopping never helps.
FIRST_SIX = """
game first-six {
  players: 2..4
  dice: 1d6
  player { got = 0 }
  turn {
    throws: 2
    keep: none
    stop: yes
    on end { six when thrown has 6 { got of me += 1 } }
  }
  over: got >= 1
  wins: highest(got)
  endless: share
}
"""


@pytest.fixture
def higher(tmp_path: Path) -> Path:
    path = tmp_path / "higher.dice"
    path.write_text(HIGHER)
    return path


@pytest.fixture
def first_six(tmp_path: Path) -> Path:
    path = tmp_path / "six.dice"
    path.write_text(FIRST_SIX)
    return path


# Seed 13 begins with the throw of a three in both games.
SEED = ("--seed", "13")


def state_of(cli, game: Path, *args: object) -> str:
    """What `state` prints in the first choice of a game."""
    said = cli("play", game, *SEED, *args, input="state\nquit\n")
    return "\n".join(line for line in said.out.splitlines() if line.split(":")[0].replace(".", "").isidentifier())


def test_advice_alone_counts_points(cli, higher: Path) -> None:
    state = state_of(cli, higher)
    assert "thrown: 3" in state
    said = cli("advise", higher, "--state", "-", "--json", input=state)
    assert said.code == 0
    assert said.json == {
        "counts": "points",
        "best": "keep([])",
        "actions": [
            {"action": "keep([])", "value": 3.5, "regret": 0.0},
            {"action": "keep([3])", "value": 3.0, "regret": 0.5},
        ],
    }


def test_advice_between_two_counts_games_won(cli, higher: Path) -> None:
    """Against 3 the second wins at once with 4, 5, 6; else another throw is best, which wins half the time and draws a sixth."""
    said = cli("advise", higher, "--state", "-", "--json", input=state_of(cli, higher, "--players", 2))
    values = {action["action"]: action["value"] for action in said.json["actions"]}
    assert said.json["counts"] == "win"
    assert values["keep([3])"] == pytest.approx(1 - (1 / 2 + 1 / 2 * (1 / 2 + 1 / 12)))


def test_advice_among_three_counts_points_as_if_alone_and_says_so(cli, higher: Path) -> None:
    state = state_of(cli, higher, "--players", 3)
    said = cli("advise", higher, "--state", "-", input=state)
    assert said.code == 0
    assert "points as if this seat played alone; 3 seats" in said.out
    assert cli("advise", higher, "--state", "-", "--json", input=state).json["actions"][0]["value"] == 3.5


def test_the_options_of_a_state_count_and_those_of_the_command_line_win(cli, higher: Path) -> None:
    state = state_of(cli, higher, "--set", "bonus=2")
    assert "options.bonus: 2" in state
    assert cli("advise", higher, "--state", "-", "--json", input=state).json["actions"][0]["value"] == 5.5
    said = cli("advise", higher, "--state", "-", "--json", "--set", "bonus=9", input=state)
    assert said.json["actions"][0]["value"] == 12.5


def test_advice_that_is_out_of_reach_is_a_limit(cli, first_six: Path) -> None:
    said = cli("advise", first_six, "--state", "-", input=state_of(cli, first_six, "--players", 3))
    assert said.code == 3
    assert "3 seats have no single best play" in said.err


def test_a_state_is_written_to_a_new_file_only(cli, higher: Path, tmp_path: Path) -> None:
    kept = tmp_path / "now.txt"
    assert cli("play", higher, *SEED, input=f"state {kept}\nquit\n").code == 0
    assert cli("advise", higher, "--state", kept).code == 0
    again = cli("play", higher, *SEED, input=f"state {kept}\nquit\n")
    assert again.code == 1
    assert "not written" in again.err


HOSTILE = {
    "empty": "",
    "no state": "hello",
    "another game": "game: pig\nseat: 1",
    "not JSON": "{",
    "deep": '{"seat":' + "[" * 5000 + "]" * 5000 + "}",
    "NaN": '{"seat": NaN}',
    "half": '{"seat": 1.5}',
    "twice": '{"seat": 1, "seat": 1}',
    "state of the wrong type": '{"state": 3}',
    "members of the wrong type": '{"seat": [1], "accounts": 3, "sheets": {"a": 1}}',
    "options of the wrong type": '{"options": [1]}',
    "options that are not there": '{"options": {"x": 1}}',
    "options out of range": "options.bonus: 77",
    "too many seats": json.dumps({"seat": 1, "sheets": [{"pips": None}] * 1000}),
    "a seat that is not there": "seat: 9\nsheet.1.pips: -",
    "brackets that do not close": "seat: 1\nthrown: [ 3",
    "no such dice": "seat: 1\nphase: turn\nthrow_no: 1\nstage: keep\nthrown: 7\nsheet.1.pips: -",
    "no such phase": "seat: 1\nphase: nowhere\nthrow_no: 1\nstage: keep\nthrown: 3\nsheet.1.pips: -",
    "no such stage": "seat: 1\nphase: turn\nthrow_no: 1\nstage: nowhere\nthrown: 3\nsheet.1.pips: -",
    "a word in a box": "seat: 1\nphase: turn\nthrow_no: 1\nstage: keep\nthrown: 3\nsheet.1.pips: x",
    "more in a box than dice can show": "seat: 1\nphase: turn\nthrow_no: 1\nstage: keep\nthrown: 3\nsheet.1.pips: -\nsheet.2.pips: 7",
    "astronomic": f"seat: 1\nphase: turn\nthrow_no: 1\nstage: keep\nthrown: 3\nsheet.1.pips: -\nturns: {10**30}",
    "many digits": f"seat: {'9' * 10_000}",
    "not UTF-8": b"\xff\xfe",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_state_is_a_usage_error(cli, higher: Path, text: str) -> None:
    said = cli("advise", higher, "--state", "-", input=text)
    assert said.code == 2, said.err
    assert "fault of becher" not in said.err


def test_a_state_over_the_size_of_a_save_is_a_limit(cli, higher: Path) -> None:
    assert cli("advise", higher, "--state", "-", input=b"a: 1\n" * 300_000).code == 3


def test_a_hint_tells_points_alone_and_games_won_between_two(cli, higher: Path) -> None:
    alone = cli("play", higher, *SEED, input="hint\nquit\n").out
    assert "hint: none: 3.50 points expected" in alone
    assert "3: 3.00 points expected, costs 0.50" in alone
    two = cli("play", higher, *SEED, "--players", 2, input="hint\nquit\n").out
    assert "% to win" in two


def test_a_hint_where_best_play_is_unknown_is_the_greedy_bots_and_says_so(cli, first_six: Path) -> None:
    said = cli("play", first_six, *SEED, "--players", 3, input="hint\nquit\n")
    assert "hint: " in said.out
    assert "what the greedy bot would do; best play is not known here: 3 seats" in said.out


def test_optimal_plays_against_people_alone_and_for_points_where_several_have_sheets(cli, higher: Path) -> None:
    assert cli("play", higher, *SEED, "--seats", "human,optimal", input="none\n").code == 0
    assert cli("play", higher, *SEED, "--seats", "optimal").code == 0
    said = cli("play", higher, *SEED, "--seats", "human,optimal", "--players", 3, input="none\n")
    assert said.code == 0
    assert "optimal plays for points, as if alone: 3 seats" in said.out


def test_optimal_that_cannot_play_is_told_before_anything_is_written(cli, first_six: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    said = cli("play", first_six, "--seats", "human,optimal", "--players", 3, "--log", log)
    assert said.code == 3
    assert "greedy plays any game" in said.err
    assert not log.exists()


def test_optimal_is_simulated(cli, higher: Path) -> None:
    """4.25 points are best: half of the throws are kept at 5, the others bring 3.5."""
    said = cli("simulate", higher, "--seats", "optimal", "--games", 400, "--seed", "1", "--json")
    assert said.code == 0
    assert said.json["mean"][0] == pytest.approx(4.25, abs=0.3)
    three = cli("simulate", higher, "--seats", "optimal", "--players", 3, "--games", 5, "--plain")
    assert three.code == 0
    assert "optimal plays for points, as if alone: 3 seats" in three.err


def test_optimal_that_cannot_play_is_not_simulated(cli, first_six: Path) -> None:
    said = cli("simulate", first_six, "--seats", "optimal", "--players", 3, "--games", 5)
    assert said.code == 3
    assert "greedy plays any game" in said.err


def test_review_lists_the_costliest_mistakes(cli, higher: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert cli("play", higher, *SEED, "--log", log, input="3\n").code == 0
    said = cli("review", log, "--json").json
    assert said == {
        "counts": "points",
        "choices": 1,
        "given_away": [0.5],
        "mistakes": [
            {
                "event": 2,
                "seat": 1,
                "turn": 1,
                "dice": "3",
                "action": "keep([3])",
                "best": "keep([])",
                "value": 3.0,
                "regret": 0.5,
            }
        ],
    }
    text = cli("review", log).out
    assert "seat 1 gave away 0.50 points" in text
    assert "seat 1, turn 1, dice 3 (event 2): keep([3]); best keep([])" in text


def test_review_of_more_than_two_counts_points_or_is_refused(
    cli, higher: Path, first_six: Path, tmp_path: Path
) -> None:
    sheets, race = tmp_path / "sheets", tmp_path / "race"
    cli("play", higher, *SEED, "--players", 3, "--seats", "random", "--log", sheets)
    cli("play", first_six, *SEED, "--players", 3, "--seats", "random", "--log", race)
    assert "counted in points, as if each seat played alone" in cli("review", sheets).out
    refused = cli("review", race)
    assert refused.code == 3
    assert "3 seats have no single best play" in refused.err


def test_review_of_what_is_no_log_is_a_fault_of_the_record(cli, higher: Path) -> None:
    assert cli("review", higher).code == 4
    assert cli("review", higher.with_name("nothing")).code == 5
    folder = cli("review", higher.parent)
    assert folder.code == 5
    assert f"{higher.parent}: Is a directory" in folder.err


def test_review_under_other_rules_is_a_fault_of_the_record(cli, higher: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert cli("play", higher, *SEED, "--log", log, input="3\n").code == 0
    higher.write_text(HIGHER.replace("throws: 2", "throws: 3"))
    assert cli("review", log).code == 4
