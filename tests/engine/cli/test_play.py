"""Playing: unattended, through pipes, by protocol, and going on with a save."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from becher.dsl.limits import LIMITS
from becher.engine.record import Seat, read_record, record_text

TINY = """game tiny {
  players: 1..3
  dice:    2d6
  goal = 20 | 10..50
  brave = no | yes
  player { score = 0 }
  turn { keep: none  bust: thrown has 1  adds: sum(thrown)  stop: yes
    on end { bank { score += pool } } }
  over: score >= goal
  wins: highest(score)
}
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.dice"
    path.write_text(TINY)
    return path


# ---- unattended


def test_an_unattended_game_prints_its_result_and_its_seed(cli, tiny) -> None:
    said = cli("play", tiny, "--all-bots", "--players", 2)
    assert said.code == 0
    assert said.out.startswith("1. seat ")
    assert "seed " in said.out


def test_the_result_as_json_has_the_shape_of_the_contract(cli, tiny) -> None:
    data = cli("play", tiny, "--all-bots", "--players", 3, "--seed", "s", "--json").json
    assert set(data) == {"game", "seed", "turns", "ranking", "accounts", "shared", "totals"}
    assert (data["game"], data["seed"], data["totals"], data["shared"]) == ("tiny", "s", None, {})
    assert sorted(seat for place in data["ranking"] for seat in place) == [1, 2, 3]
    scores = data["accounts"]["score"]
    assert [scores[place[0] - 1] for place in data["ranking"]] == sorted(set(scores), reverse=True)
    assert data["turns"] >= 1


def test_a_sheet_game_has_totals(cli) -> None:
    data = cli("play", "ohio", "--seats", "random", "--players", 2, "--json").json
    assert len(data["totals"]) == 2
    assert data["turns"] == 14


def test_turns_of_all_games_of_a_match_count(cli) -> None:
    assert cli("play", "mickey", "--seats", "random", "--json").json["turns"] == 4 * 7


def test_a_seed_gives_the_same_game(cli, tiny, tmp_path: Path) -> None:
    def play(seed: str, seats: str) -> tuple[str, bytes]:
        log = tmp_path / "log"
        said = cli("play", tiny, "--players", 2, "--seats", seats, "--seed", seed, "--log", log)
        return said.out, log.read_bytes()

    assert play("a", "random,greedy") == play("a", "random,greedy")
    assert play("a", "random,greedy") != play("b", "random,greedy")


def test_who_plays_does_not_change_the_dice(cli, tmp_path: Path) -> None:
    """Bots draw from streams of their own."""
    firsts = set()
    for seats in ("random", "greedy", "random,greedy"):
        log = tmp_path / seats
        cli("play", "ohio", "--players", 2, "--seats", seats, "--seed", "z", "--log", log)
        firsts.add(read_record(log).events[0].action)
    assert len(firsts) == 1


def test_a_strategy_of_the_file_may_sit_at_the_table(cli, tiny, tmp_path: Path) -> None:
    tiny.write_text(TINY[:-2] + "  strategy bold { turn { stop: pool >= 20 } }\n}\n")
    log = tmp_path / "log"
    data = cli("play", tiny, "--seats", "strategy:bold,random", "--seed", "s", "--log", log, "--json").json
    assert data["ranking"]
    stops = [event for event in read_record(log).events if event.seat == 1 and event.action.text == "stop"]
    assert all(score in (0, *range(20, 40)) for score in data["accounts"]["score"][:1])
    assert len(stops) <= 1
    assert cli("play", tiny, "--seats", "strategy:shy").code == 2


def test_a_save_with_a_player_nobody_knows_exits_4(cli, tiny, tmp_path: Path) -> None:
    save = tmp_path / "save"
    cli("play", tiny, "--seats", "human,random", "--players", 2, "--save", save, input="")
    record = read_record(save)
    seats = (*record.header.seats[:1], Seat("seat 2", "oracle"))
    save.write_text(record_text(evolve(record.header, seats=seats), record.events))
    said = cli("play", "--resume", save)
    assert said.code == 4
    assert "'oracle'" in said.err


def test_the_last_seat_is_repeated(cli, tiny, tmp_path: Path) -> None:
    log = tmp_path / "log"
    cli("play", tiny, "--players", 3, "--seats", "random,greedy", "--log", log)
    assert [seat.kind for seat in read_record(log).header.seats] == ["random", "greedy", "greedy"]


def test_an_option_set_is_played_and_recorded(cli, tiny, tmp_path: Path) -> None:
    log = tmp_path / "log"
    data = cli("play", tiny, "--all-bots", "--set", "goal=50", "--set", "brave=yes", "--log", log, "--json").json
    assert max(data["accounts"]["score"]) >= 50
    assert read_record(log).header.options == {"goal": 50, "brave": True}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--set", "goal=9"], "goal = 9 is not allowed; allowed: 10..50"),
        (["--set", "gaol=9"], "no option 'gaol'"),
        (["--set", "goal"], "name=value"),
        (["--set", "brave=2"], "brave = 2 is not allowed"),
        (["--players", "4"], "1..3 players, not 4"),
        (["--players", "0"], "0"),
        (["--players", "x"], "x"),
        (["--seats", "robot"], "no player 'robot'"),
        (["--seats", "random,random", "--players", "1"], "lists 2 players"),
        (["--dice", "loaded"], "loaded"),
        (["--resume", "x", "--seed", "1"], "--resume"),
        (["--set", "goal=20", "--set", "goal=30"], "goal twice"),
        (["--seats", "greedy", "--all-bots"], "--all-bots is --seats greedy"),
    ],
)
def test_a_wrong_wish_exits_2_and_names_it(cli, tiny, args: list[str], said: str) -> None:
    done = cli("play", tiny, "--all-bots", *args) if "--seats" not in args else cli("play", tiny, *args)
    assert done.code == 2
    assert said in done.err


@pytest.mark.parametrize(("players", "code"), [(19, 0), (20, 0), (21, 2), (10**9, 2)])
def test_at_most_twenty_sit_at_a_table(cli, players: int, code: int) -> None:
    said = cli("play", "ohio", "--seats", "random", "--players", players)
    assert said.code == code
    assert code == 0 or "at most 20 players" in said.err


def test_without_a_game_it_exits_2(cli) -> None:
    assert cli("play").code == 2


# ---- records


def test_a_log_replays_to_the_same_result(cli, tiny, tmp_path: Path) -> None:
    log = tmp_path / "log"
    played = cli("play", tiny, "--players", 3, "--seats", "random", "--log", log, "--json").json
    again = cli("replay", log, "--json")
    assert again.code == 0
    assert again.json["ok"] is True
    assert again.json["finished"] is True
    assert {key: again.json[key] for key in played} == played
    assert "everything follows from the rules" in cli("replay", log).out


def test_an_altered_log_exits_4(cli, tiny, tmp_path: Path) -> None:
    log = tmp_path / "log"
    cli("play", tiny, "--all-bots", "--log", log)
    log.write_text(log.read_text().replace("stop", "throw_again", 1))
    said = cli("replay", log)
    assert said.code == 4
    assert "line " in said.err
    assert "altered" in said.err
    assert cli("replay", log, "--json").json["ok"] is False


def test_a_log_of_other_rules_exits_4(cli, tiny, tmp_path: Path) -> None:
    log = tmp_path / "log"
    cli("play", tiny, "--all-bots", "--log", log)
    tiny.write_text(TINY.replace("sum(thrown)", "sum(thrown) + 1"))
    said = cli("replay", log)
    assert said.code == 4
    assert "not the rules" in said.err
    tiny.write_text(TINY.replace("game tiny {", 'game tiny {\n  source "a label changes nothing"'))
    assert cli("replay", log).code == 0


@pytest.mark.parametrize("text", ["", "hello", "{}", '{"becher": 1}\n', "\x00\xff"])
def test_what_is_no_log_exits_4(cli, tmp_path: Path, text: str) -> None:
    log = tmp_path / "log"
    log.write_text(text)
    assert cli("replay", log).code == 4
    assert cli("play", "--resume", log).code == 4


def test_a_record_over_the_limit_exits_4(cli, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b" " * (LIMITS.save_bytes + 1))
    assert cli("replay", log).code == 4


def test_a_missing_record_exits_5(cli, tmp_path: Path) -> None:
    assert cli("replay", tmp_path / "none").code == 5
    assert cli("play", "--resume", tmp_path / "none").code == 5


def test_a_place_where_nothing_can_be_written_exits_5(cli, tiny, tmp_path: Path) -> None:
    for place in (tmp_path / "no" / "record", tiny, tmp_path):
        for kind in ("--log", "--save"):
            done = cli("play", tiny, "--all-bots", kind, place)
            assert (done.code, str(place) in done.err) == (5, True)
    assert tiny.read_text() == TINY


@pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are those of Unix")
@pytest.mark.parametrize("kind", ["--log", "--save"])
@pytest.mark.parametrize("room", [0, 10, 2_000])
def test_a_disk_that_fills_up_exits_5_and_leaves_no_half_made_file(
    becher, tiny, tmp_path: Path, kind: str, room: int
) -> None:
    import resource

    done = becher(
        *("play", tiny, "--all-bots", "--players", "3", "--set", "goal=50", "--seed", "1", kind, tmp_path / "record"),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )
    assert done.returncode == 5
    assert done.stderr.startswith(f"becher: {tmp_path / 'record'}: ")
    assert {path.name for path in tmp_path.iterdir()} == {tiny.name, *(["record"] if room == 2_000 else [])}


def test_a_log_shows_the_seed_only_at_the_end_of_the_game(cli, tiny, tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert cli("play", tiny, "--seed", "hidden-seed", "--log", log, input="throw\n").code == 1
    assert "hidden-seed" not in log.read_text()
    under_way = cli("replay", log, "--json").json
    assert (under_way["ok"], under_way["finished"], under_way["ranking"], under_way["seed"]) == (
        True,
        False,
        None,
        None,
    )


# ---- through a pipe


def test_moves_are_read_line_by_line(cli, tmp_path: Path) -> None:
    """Seed 5 begins with 1 1 3 4 4 4."""
    moves = "\n".join(["444", "all 4", "# a comment", "", "fours", "quit"])
    said = cli("play", "ohio", "--seed", "5", "--log", tmp_path / "log", input=moves)
    assert said.code == 0
    assert "seat 1 writes fours: " in said.out
    done = [event.action.text for event in read_record(tmp_path / "log").events if event.seat == 1]
    assert done[0] == "keep([4 4 4])"
    assert done[-1] == "enter(fours)"


def test_the_end_of_the_input_before_the_end_of_the_game_exits_1_and_loses_nothing(cli, tiny, tmp_path: Path) -> None:
    save = tmp_path / "save"
    said = cli("play", tiny, "--seed", "s", "--save", save, input="throw\n")
    assert said.code == 1
    assert "the input ended before the game" in said.err
    assert [event.kind for event in read_record(save).events][:2] == ["do", "do"]


@pytest.mark.parametrize("move", ["keep([6 6 6])", "dance", "enter(ohio)", "7", "why", "correct 1", "undo", "void"])
def test_a_move_that_is_not_legal_exits_1_with_the_reason(cli, move: str) -> None:
    said = cli("play", "ohio", "--seed", "s", input=f"{move}\n")
    assert said.code == 1
    assert said.err.startswith("becher: ")


def test_a_whole_game_through_a_pipe_ends_with_the_result(cli, tiny) -> None:
    said = cli("play", tiny, "--seed", "s", input="stop\n" * 40)
    assert said.code == 0
    assert "1. seat 1" in said.out


def test_json_through_a_pipe_is_the_result_and_nothing_else(cli, tiny) -> None:
    data = cli("play", tiny, "--seed", "s", "--json", input="stop\n" * 40).json
    assert data["ranking"] == [[1]]


def test_commands_work_through_a_pipe(cli) -> None:
    said = cli("play", "30-ab", "--seed", "1", "--lang", "de", input="?\nwhy 7\nwhy 1\nhint\nstate\nquit\n")
    assert said.code == 0
    assert "you may type" in said.out
    assert "(30-ab.dice, Zeile" in said.out
    assert "keep asks for 7, but the dice show" in said.out
    assert "that is allowed" in said.out
    assert "hint: " in said.out
    assert "thrown: " in said.out
    assert "Left the table. The seed was 1." in said.out


def test_undo_takes_back_a_choice_but_no_throw(cli, tmp_path: Path) -> None:
    log = tmp_path / "log"
    moves = "stop\nones\nundo\ntwos\nquit\n"
    said = cli("play", "ohio", "--players", 1, "--seed", "1", "--log", log, input=moves)
    # The next throw has fallen by the time undo is asked: it is refused.
    assert said.code == 1
    assert "since the last throw" in said.err


def test_save_keeps_the_whole_game_so_far(cli, tiny, tmp_path: Path) -> None:
    save = tmp_path / "later.save"
    assert cli("play", tiny, "--seed", "s", input=f"throw\nsave {save}\nquit\n").code == 0
    assert stat.S_IMODE(save.stat().st_mode) == 0o600
    assert cli("play", "--resume", save, "--json", input="stop\n" * 40).json["seed"] == "s"


# ---- going on


def test_a_resumed_game_ends_as_it_would_have(cli, tiny, tmp_path: Path) -> None:
    moves = ["throw", "stop", "stop", "throw", "stop"] + ["stop"] * 40
    whole = cli(
        "play", tiny, "--players", 2, "--seats", "human,random", "--seed", "q", "--json", input="\n".join(moves)
    )
    save = tmp_path / "save"
    first = cli(
        "play", tiny, "--players", 2, "--seats", "human,random", "--seed", "q", "--save", save, input="throw\nstop\n"
    )
    assert first.code == 1
    rest = cli("play", "--resume", save, "--json", input="\n".join(moves[2:]))
    assert rest.json == whole.json
    assert cli("replay", save, "--json").json["ranking"] == whole.json["ranking"]


def test_a_finished_save_tells_its_result_again(cli, tiny, tmp_path: Path) -> None:
    save = tmp_path / "save"
    played = cli("play", tiny, "--all-bots", "--save", save, "--json")
    before = save.read_bytes()
    assert cli("play", "--resume", save, "--json").json == played.json
    assert save.read_bytes() == before


def test_a_log_of_a_resumed_game_tells_all_of_it(cli, tiny, tmp_path: Path) -> None:
    save, log = tmp_path / "save", tmp_path / "log"
    cli("play", tiny, "--seed", "q", "--save", save, input="throw\n")
    cli("play", "--resume", save, "--log", log, input="stop\n" * 40)
    assert cli("replay", log, "--json").json["ok"] is True
    assert len(read_record(log).events) == len(read_record(save).events)


def test_a_save_in_use_exits_6(cli, becher, tiny, tmp_path: Path) -> None:
    from becher.engine.record import open_save

    save = tmp_path / "save"
    cli("play", tiny, "--seed", "q", "--save", save, input="throw\n")
    with open_save(save)[0]:
        assert becher("play", "--resume", save).returncode == 6


# ---- real dice


def test_typed_dice_are_refereed(cli, tiny, tmp_path: Path) -> None:
    log = tmp_path / "log"
    moves = ["2 3", "correct 3 3", "void", "void", "66", "throw", "5 5", "stop"]
    said = cli("play", tiny, "--dice", "typed", "--log", log, "--json", input="\n".join(moves))
    assert said.code == 0
    assert said.json["accounts"] == {"score": [22]}
    kinds = [event.kind for event in read_record(log).events]
    assert kinds == ["do", "correct", "void", "void", "do", "do", "do", "do"]
    assert cli("replay", log, "--json").json["accounts"] == {"score": [22]}


@pytest.mark.parametrize("throw", ["6", "667", "0 6", "red", "6 6 6", "stop"])
def test_a_throw_these_dice_cannot_show_is_refused(cli, tiny, throw: str) -> None:
    said = cli("play", tiny, "--dice", "typed", input=f"{throw}\n")
    assert said.code == 1
    assert said.err.startswith("becher: ")


def test_bots_play_with_real_dice_too(cli, tiny) -> None:
    said = cli("play", tiny, "--dice", "typed", "--seats", "random", "--seed", "s", input="66\n" * 40)
    assert said.code == 0


# ---- a program as player


def speak(cli, *args: object, answers: list[str]) -> tuple[int, list[dict[str, object]]]:
    said = cli("play", *args, "--protocol", "jsonl", input="\n".join(answers))
    return said.code, [json.loads(line) for line in said.out.splitlines()]


def test_a_program_plays_by_protocol(cli, tiny) -> None:
    stop = json.dumps({"action": "stop"})
    code, lines = speak(cli, tiny, "--players", 2, "--seats", "human,random", "--seed", "s", answers=[stop] * 40)
    assert code == 0
    assert lines[0] == {
        "type": "start",
        "protocol": 1,
        "game": "tiny",
        "options": {"goal": 20, "brave": False},
        "seats": ["human", "random"],
    }
    asked = [line for line in lines if line["type"] == "choose"]
    assert asked
    assert all(line["state"]["player"] == 1 for line in asked)
    assert {"action": "stop", "args": [], "text": "stop"} in asked[0]["legal"]
    assert lines[1]["type"] == "event"
    assert lines[1]["seat"] == 0
    assert lines[-1]["type"] == "end"
    assert len(lines[-1]["ranking"]) >= 1


def test_a_program_may_answer_with_the_text_of_an_action(cli) -> None:
    code, lines = speak(cli, "ohio", "--seed", "1", answers=['{"text": "keep([])"}'])
    assert code == 1
    assert any(line["type"] == "event" and line["text"] == "keep([])" for line in lines)


@pytest.mark.parametrize(
    "answer", ["stop", "[]", '{"action": "dance"}', '{"action": "keep", "args": [1.5]}', "[" * 5000]
)
def test_a_wrong_answer_is_refused_and_ends_it_with_1(cli, tiny, answer: str) -> None:
    code, lines = speak(cli, tiny, answers=[answer])
    assert code == 1
    assert lines[-1]["type"] == "refused"


def test_dice_may_be_typed_by_protocol(cli, tiny) -> None:
    answers = [json.dumps({"action": "throw", "args": [[6, 6]]}), json.dumps({"action": "stop"})] * 2
    code, lines = speak(cli, tiny, "--dice", "typed", answers=answers)
    assert code == 0
    assert [line["type"] for line in lines[:3]] == ["start", "throw", "event"]
    assert lines[-1]["accounts"] == {"score": [24]}


# ---- what may happen to a process


def test_a_terminated_game_goes_on_from_its_save(environment, cli, tiny, tmp_path: Path) -> None:
    save = tmp_path / "save"
    command = [sys.executable, "-m", "becher", "play", str(tiny), "--seed", "q", "--save", str(save)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=environment, text=True, **pipes) as process:
        process.stdin.write("throw\n")
        process.stdin.flush()
        asked = 0
        while asked < 2:
            line = process.stdout.readline()
            assert line, "it ended by itself"
            asked += ": thrown" in line
        process.terminate()
        _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (143, "")
    assert "throw_again" in [event.action.text for event in read_record(save).events]
    assert cli("play", "--resume", save, "--json", input="stop\n" * 40).code == 0


def test_bytes_that_are_no_text_are_no_move(becher, tiny) -> None:
    done = becher("play", tiny, input=b"\xff\xfe\n", text=False)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


def test_a_reader_that_goes_away_in_a_game_exits_141(becher, tiny) -> None:
    read, write = os.pipe()
    os.close(read)
    done = becher("play", tiny, input="throw\n", capture_output=False, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_log_of_another_game_or_of_one_that_is_not_there_exits_4(cli, tiny, tmp_path: Path) -> None:
    log = tmp_path / "log"
    cli("play", tiny, "--all-bots", "--seed", "1", "--log", log)
    record = read_record(log)
    for change, said in (
        ({"game": "other"}, "record of other, not of tiny"),
        ({"file": "no-such-game"}, "no-such-game"),
    ):
        log.write_text(record_text(evolve(record.header, **change), record.events, record.end))
        done = cli("replay", log)
        assert (done.code, said in done.err) == (4, True)


def test_a_log_cannot_show_a_file_that_is_no_rule_file(cli, tiny, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hunter2 { }")
    log = tmp_path / "log"
    cli("play", tiny, "--all-bots", "--seed", "1", "--log", log)
    record = read_record(log)
    log.write_text(record_text(evolve(record.header, file=str(secret)), record.events, record.end))
    done = cli("replay", log)
    assert done.code == 4
    assert "hunter2" not in done.err + done.out
    assert cli("replay", log, "--game", tiny).code == 0
