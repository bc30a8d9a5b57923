"""Saves and logs."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from becher.dsl.limits import LIMITS
from becher.dsl.load import load
from becher.engine.actions import STOP, THROW_AGAIN, Action, parse_action
from becher.engine.bots import RandomBot
from becher.engine.contract import CHANCE
from becher.engine.faults import LimitReached
from becher.engine.record import (
    Course,
    End,
    Event,
    Header,
    Record,
    RecordError,
    RecordInUse,
    Refused,
    Seat,
    create_log,
    create_save,
    open_save,
    read_lines,
    read_record,
    record_of,
    record_text,
    replay,
    replay_course,
)
from becher.engine.rulebook import Rulebook
from becher.engine.stream import Stream, seed_digest

HEADER = Header("tiny", "tiny", "0" * 16, {}, (Seat("Ann", "human"), Seat("Bo", "human")), "drawn", "s", None)
REAL = evolve(HEADER, dice="typed")


def throw(face: int) -> Action:
    return Action("throw", ((face,),))


def play_out(course: Course) -> End:
    """Everybody stops at once."""
    while not course.over:
        if course.state.current_player() == CHANCE:
            course.throw()
        else:
            course.act(STOP)
    end = End(tuple(map(tuple, course.state.ranking())), course.stream.seed)
    course.close(end)
    return end


def parse(text: str) -> Record:
    lines, _, size = read_lines(text.encode())
    assert size == len(text.encode())
    return record_of(lines)


@pytest.fixture
def written(tiny, tmp_path: Path) -> tuple[Path, Path]:
    """A whole game in a save and a log."""
    save, log = tmp_path / "game.save", tmp_path / "game.log"
    with create_save(save, HEADER) as first, create_log(log, HEADER) as second:
        play_out(Course(tiny.start(2, {}), Stream("s"), (first, second)))
    return save, log


# ---- what they say


def test_a_save_holds_the_seed_and_only_its_owner_may_read_it(written) -> None:
    save, _ = written
    assert read_record(save).header.seed == "s"
    assert stat.S_IMODE(save.stat().st_mode) == 0o600


def test_a_save_that_others_could_read_is_private_once_it_goes_on(written) -> None:
    save, _ = written
    save.chmod(0o644)
    file, _ = open_save(save)
    file.close()
    assert stat.S_IMODE(save.stat().st_mode) == 0o600


def test_a_log_promises_the_seed_first_and_tells_it_last(written) -> None:
    lines = written[1].read_text().splitlines()
    assert json.loads(lines[0])["seed_digest"] == seed_digest("s")
    assert all('"seed":' not in line for line in lines[:-1])
    assert json.loads(lines[-1])["seed"] == "s"


def test_a_record_reads_back_as_it_was_written() -> None:
    events = (
        Event("do", 0, throw(3), typed=True),
        Event("correct", 0, throw(3), instead=throw(4)),
        Event("void", 0, throw(4)),
        Event("void", 0, None),
        Event("do", 1, THROW_AGAIN),
        Event("undo", 1, THROW_AGAIN),
    )
    record = Record(HEADER, events, End(((2,), (1, 3)), "s"))
    assert parse(record_text(record.header, record.events, record.end)) == record


def test_the_same_game_gives_the_same_bytes(tiny, written, tmp_path: Path) -> None:
    again = tmp_path / "again.log"
    with create_log(again, HEADER) as log:
        play_out(Course(tiny.start(2, {}), Stream("s"), (log,)))
    assert again.read_bytes() == written[1].read_bytes()


# ---- playing again


def test_a_log_replays_to_the_same_ranking(tiny, written) -> None:
    for path in written:
        record = read_record(path)
        assert replay(record, tiny).ranking() == [list(place) for place in record.end.ranking]


def rewrite(path: Path, old: str, new: str) -> Record:
    """A forger who works the chain out anew."""
    record = parse(path.read_text())
    text = record_text(record.header, record.events, record.end)
    lines = [json.loads(line) for line in text.replace(old, new, 1).splitlines()]
    assert text.replace(old, new, 1) != text
    return record_of([{k: v for k, v in line.items() if k != "chain"} for line in lines])


@pytest.mark.parametrize("number", [2, 4])
def test_a_forged_throw_is_found_once_the_seed_is_told(tiny, written, number: int) -> None:
    path = written[1]
    told = json.loads(path.read_text().splitlines()[number - 1])["do"]
    other = "throw([1])" if told != "throw([1])" else "throw([2])"
    with pytest.raises(RecordError, match=f"line {number}: .* is told, but it was"):
        replay(rewrite(path, told, other), tiny)


def test_another_seed_than_the_one_promised_is_found(tiny, written) -> None:
    with pytest.raises(RecordError, match="not the one promised"):
        replay(rewrite(written[1], '"seed": "s"', '"seed": "t"'), tiny)


def test_a_forged_ranking_is_found(tiny) -> None:
    events = [
        Event("do", 0, throw(3), True),
        Event("do", 1, STOP),
        Event("do", 0, throw(2), True),
        Event("do", 2, STOP),
    ]
    true, false = ((1,), (2,)), ((2,), (1,))
    header = REAL.public()
    assert replay(Record(header, tuple(events), End(true, None)), tiny).ranking() == [[1], [2]]
    with pytest.raises(RecordError, match=r"line 6: the ranking told is not what comes out: \[\[1\], \[2\]\]"):
        replay(Record(header, tuple(events), End(false, None)), tiny)


@pytest.mark.parametrize(
    ("events", "reason"),
    [
        ([Event("do", 1, STOP)], "line 2: seat 1 acts, but chance is to decide"),
        ([Event("do", 0, throw(7), True)], r"line 2: throw\(\[7\]\) is not possible now"),
        ([Event("do", 0, throw(2), True), Event("do", 2, STOP)], "line 3: seat 2 acts, but seat 1 is on"),
        ([Event("do", 0, throw(6), True), Event("do", 1, THROW_AGAIN)], "line 3: throw_again is not possible now"),
        ([Event("do", 0, throw(2), True), Event("undo", 1, STOP)], "line 3: nothing to take back"),
        (
            [Event("do", 0, throw(2), True), Event("do", 1, STOP), Event("undo", 1, THROW_AGAIN)],
            "line 4: throw_again is told, but it was stop",
        ),
        ([Event("do", 0, throw(2), True), Event("void", 0, throw(3))], "line 3: .* is told, but it was"),
    ],
)
def test_an_event_that_does_not_follow_is_found_with_its_line(tiny, events: list[Event], reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        replay(Record(REAL, tuple(events)), tiny)


def test_dice_that_are_drawn_are_never_said_to_be_typed(tiny, written) -> None:
    record = parse(written[1].read_text())
    events = tuple(evolve(event, typed=event.seat == CHANCE) for event in record.events)
    with pytest.raises(RecordError, match="line 2: a throw of real dice, but the dice of this game are drawn"):
        replay(evolve(record, events=events), tiny)


def test_dice_that_are_drawn_have_a_seed_promised_and_told(tiny, written) -> None:
    record = parse(written[1].read_text())
    with pytest.raises(RecordError, match="no seed is promised"):
        replay(evolve(record, header=evolve(record.header, digest=None)), tiny)
    with pytest.raises(RecordError, match="the seed is not told"):
        replay(evolve(record, end=evolve(record.end, seed=None)), tiny)


def test_a_finished_game_is_not_broken_off(tiny, written) -> None:
    record = parse(written[1].read_text())
    with pytest.raises(RecordError, match="the game is over, not broken off"):
        replay(evolve(record, end=End(None, "s")), tiny)
    with pytest.raises(RecordError, match="ranking is null where a game is broken off"):
        rewrite(written[1], '"end": "over"', '"end": "broken off"')


@pytest.mark.parametrize("name", ["\x1b[31mred", "a\nb", "\u202egnp"])
def test_a_name_that_could_steer_a_terminal_is_refused(written, name: str) -> None:
    with pytest.raises(RecordError, match="seats is not a list"):
        rewrite(written[1], '"Ann"', json.dumps(name))


def test_an_event_after_the_end_is_found(tiny) -> None:
    record = Record(HEADER.public(), (Event("do", 0, throw(1), True), Event("do", 1, STOP)) * 1)
    one = Header("tiny", "tiny", "0", {}, HEADER.seats[:1], "typed", None, None)
    assert replay(Record(one, record.events, End(((1,),), None)), tiny).ranking() == [[1]]
    with pytest.raises(RecordError, match="line 4: the game is over already"):
        replay(Record(one, (*record.events, Event("do", 1, STOP))), tiny)


def test_a_log_of_a_finished_game_without_its_last_line_is_refused(tiny, written) -> None:
    text = "".join(written[1].read_text().splitlines(keepends=True)[:-1])
    with pytest.raises(RecordError, match="the last line with the result is missing"):
        replay(parse(text), tiny)


def test_a_log_under_way_replays_as_far_as_it_goes(tiny, written) -> None:
    text = "".join(written[1].read_text().splitlines(keepends=True)[:3])
    assert replay(parse(text), tiny).current_player() == CHANCE


# ---- taking back


def test_a_choice_is_taken_back_but_never_a_throw(tiny) -> None:
    course = Course(tiny.start(2, {}), Stream(1))
    course.throw()
    before = course.state
    course.act(STOP)
    course.undo()
    assert course.state == before
    with pytest.raises(Refused, match="since the last throw"):
        course.undo()


def test_a_void_throw_is_thrown_again_and_nothing_before_it_can_be_taken_back(tiny) -> None:
    course = Course(tiny.start(2, {}), Stream(1))
    course.act(throw(2), typed=True)
    course.act(THROW_AGAIN)
    course.act(throw(1), typed=True)
    course.void()
    assert course.state.current_player() == CHANCE
    with pytest.raises(Refused):
        course.undo()


def test_a_throw_of_the_stream_is_never_void_or_mistyped(tiny) -> None:
    course = Course(tiny.start(2, {}), Stream(1))
    course.throw()
    with pytest.raises(Refused, match="real dice"):
        course.void()
    with pytest.raises(Refused, match="real dice"):
        course.correct(throw(6))


def test_a_mistyped_throw_is_corrected_before_the_next_choice_only(tiny) -> None:
    course = Course(tiny.start(2, {}), None)
    course.act(throw(2), typed=True)
    course.correct(throw(5))
    assert course.state.die == 5
    course.act(STOP)
    with pytest.raises(Refused, match="nobody has answered"):
        course.correct(throw(6))


def test_a_refused_action_leaves_the_course_as_it_was(tiny) -> None:
    course = Course(tiny.start(2, {}), Stream(1))
    state = course.state
    with pytest.raises(Refused, match="stop is not possible now"):
        course.act(STOP)
    assert course.state == state
    assert course.steps == []


def test_what_was_taken_back_stands_in_the_log_and_replays(tiny, tmp_path: Path) -> None:
    path = tmp_path / "log"
    with create_log(path, HEADER) as log:
        course = Course(tiny.start(2, {}), Stream("s"), (log,))
        course.throw()
        course.act(STOP)
        course.undo()
        play_out(course)
    assert [event.kind for event in read_record(path).events] == ["do", "do", "undo", "do", "do", "do"]
    assert replay(read_record(path), tiny) == course.state


# ---- resuming


def test_a_game_resumed_goes_on_with_the_very_same_dice(tiny, written, tmp_path: Path) -> None:
    path = tmp_path / "half.save"
    with create_save(path, HEADER) as save:
        course = Course(tiny.start(2, {}), Stream("s"), (save,))
        course.throw()
        course.act(STOP)
    save, record = open_save(path)
    with save:
        course = replay_course(record, tiny)
        course.keepers = (save,)
        play_out(course)
    assert path.read_bytes() == written[0].read_bytes()


@pytest.mark.parametrize("cut", [1, 10, 40])
def test_a_line_a_killed_process_left_unfinished_is_dropped(tiny, written, cut: int) -> None:
    save = written[0]
    whole = save.read_bytes()
    save.write_bytes(whole[:-cut])
    file, record = open_save(save)
    with file:
        course = replay_course(record, tiny)
        assert course.over
        file.end(End(tuple(map(tuple, course.state.ranking())), "s"))
    assert save.read_bytes() == whole


def test_a_log_that_breaks_off_inside_a_line_is_refused(written) -> None:
    log = written[1]
    log.write_bytes(log.read_bytes()[:-5])
    with pytest.raises(RecordError, match="line 6: breaks off"):
        read_record(log)


def test_a_log_cannot_be_resumed(written) -> None:
    with pytest.raises(RecordError, match="a log, not a save"):
        open_save(written[1])


def test_a_save_in_use_is_not_opened_twice(tiny, tmp_path: Path) -> None:
    path = tmp_path / "save"
    with create_save(path, HEADER), pytest.raises(RecordInUse):
        open_save(path)
    open_save(path)[0].close()


def test_a_killed_process_loses_no_move_it_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "save"
    program = f"""
import os, pathlib
from becher.engine.record import *
from becher.engine.actions import parse_action
header = Header("tiny", "tiny", "0", {{}}, (Seat("A", "human"),), "drawn", "s", None)
save = create_save(pathlib.Path({str(path)!r}), header)
save.write(Event("do", 0, parse_action("throw([5])")))
os.kill(os.getpid(), 9)
"""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", program], env=env).returncode == -9
    assert read_record(path).events == (Event("do", 0, throw(5)),)


# ---- what is refused


def test_nothing_that_stands_there_is_overwritten_by_a_save(written) -> None:
    before = written[0].read_bytes()
    with pytest.raises(FileExistsError):
        create_save(written[0], HEADER)
    assert written[0].read_bytes() == before
    assert sorted(path.name for path in written[0].parent.iterdir()) == ["game.log", "game.save"]


def test_a_log_replaces_a_log_but_no_other_file(written, tmp_path: Path) -> None:
    create_log(written[1], HEADER).close()
    assert read_record(written[1]).events == ()
    rules = tmp_path / "my.dice"
    rules.write_text("game x {}")
    with pytest.raises(FileExistsError):
        create_log(rules, HEADER)
    assert rules.read_text() == "game x {}"


def test_an_empty_file_may_become_a_save(tmp_path: Path) -> None:
    path = tmp_path / "save"
    path.touch(mode=0o644)
    create_save(path, HEADER).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_record(path).header == HEADER


def test_a_device_or_a_folder_is_no_record(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/null")):
        with pytest.raises(OSError):
            read_record(path)
        with pytest.raises(OSError):
            open_save(path)


def test_every_byte_of_a_save_is_covered(written) -> None:
    save = written[0].read_bytes()
    for at in range(len(save) - 1):
        changed = save[:at] + bytes([save[at] ^ 1]) + save[at + 1 :]
        with pytest.raises(RecordError):
            read_lines(changed)


@pytest.mark.parametrize("change", ["drop", "swap", "twice"])
def test_lines_dropped_swapped_or_doubled_are_found(written, change: str) -> None:
    lines = written[1].read_bytes().splitlines(keepends=True)
    one, two = lines[2:4]
    lines[2:4] = {"drop": [two], "swap": [two, one], "twice": [one, one, two]}[change]
    with pytest.raises(RecordError, match=r"line [34]: this line or one before it was altered"):
        read_lines(b"".join(lines))


def sealed(body: bytes) -> bytes:
    from hashlib import sha256

    return body[:-1] + b', "chain": "' + sha256(body[:-1]).hexdigest()[:16].encode() + b'"}\n'


@pytest.mark.parametrize(
    "body",
    [
        b'{"a": 1, "a": 2}',
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": 1.5}',
        b'{"a": "\xff"}',
        b'{"a": "\\ud800"}',
        b'{"a": ' + b"[" * 5000 + b"]" * 5000 + b"}",
        b'{"a": ' + b"9" * 5000 + b"}",
    ],
    ids=["duplicate", "nan", "infinity", "fraction", "not-utf-8", "surrogate", "deep", "long-number"],
)
def test_what_is_not_plain_json_is_refused(body: bytes) -> None:
    assert read_lines(sealed(b'{"a": 1}'))[0] == [{"a": 1}]
    with pytest.raises(RecordError, match="line 1: not plain JSON"):
        read_lines(sealed(body))


def test_brackets_in_a_text_are_no_nesting_and_the_limit_is_the_same_on_every_python() -> None:
    text = {"a": "[" * 100 + '\\"[' * 100}
    assert read_lines(sealed(json.dumps(text).encode()))[0] == [text]
    deep = b'{"a": ' + b"[" * LIMITS.nesting + b"]" * LIMITS.nesting + b"}"
    with pytest.raises(RecordError, match=f"nested deeper than {LIMITS.nesting}"):
        read_lines(sealed(deep))
    read_lines(sealed(deep.replace(b"[]", b"1")))


HEADER_LINE = HEADER.to_json()


@pytest.mark.parametrize(
    "change",
    [
        {"becher": 2},
        {"becher": True},
        {"becher": "1"},
        {"kind": "diary"},
        {"dice": "loaded"},
        {"seats": []},
        {"seats": [{"name": "A"}]},
        {"options": {"limit": None}},
        {"game": 3},
        {"extra": 1},
        {"seed": None},
    ],
)
def test_a_header_of_another_shape_is_refused(change: dict[str, object]) -> None:
    assert record_of([HEADER_LINE]).header == HEADER
    with pytest.raises(RecordError, match="line 1: "):
        record_of([{**HEADER_LINE, **change}])


@pytest.mark.parametrize(
    "event",
    [
        {"seat": 1},
        {"seat": "1", "do": "stop"},
        {"seat": True, "do": "stop"},
        {"seat": 1, "do": None},
        {"seat": 1, "do": "Stop!"},
        {"seat": 1, "do": "stop", "typed": "yes"},
        {"seat": 1, "undo": "stop", "typed": True},
        {"seat": 1, "do": "stop", "undo": "stop"},
        {"seat": 0, "correct": "throw([1])"},
        {"end": "never", "ranking": None, "seed": None},
        {"end": "over", "ranking": [["1"]], "seed": None},
        {"end": "over", "ranking": [[1]]},
    ],
)
def test_an_event_of_another_shape_is_refused(event: dict[str, object]) -> None:
    assert record_of([HEADER_LINE, {"seat": 1, "do": "stop"}]).events == (Event("do", 1, STOP),)
    with pytest.raises(RecordError, match="line 2: "):
        record_of([HEADER_LINE, event])


def test_an_empty_file_is_no_record() -> None:
    with pytest.raises(RecordError, match="empty"):
        record_of(read_lines(b"")[0])


def test_a_record_may_fill_the_limit_and_not_a_byte_more(tmp_path: Path) -> None:
    path = tmp_path / "save"
    line = len(record_text(HEADER, [Event("do", 1, STOP)])) - len(record_text(HEADER, []))
    with create_save(path, HEADER, durable=False) as save, pytest.raises(LimitReached, match=r"save_bytes = 1,048,576"):
        while True:
            save.write(Event("do", 1, STOP))
    size = path.stat().st_size
    assert LIMITS.save_bytes - line < size <= LIMITS.save_bytes
    read_record(path)
    data = path.read_bytes()
    read_lines(data + b" " * (LIMITS.save_bytes - size))
    with pytest.raises(RecordError, match="longer than"):
        read_lines(data + b" " * (LIMITS.save_bytes - size + 1))


ODD_ACTIONS = [
    "keep", "keep([])", "keep(6)", "keep([6], [6])", "keep([red])", "enter", "enter([1])", "enter(ones, ones, ones)", "enter(7)",
    "seat(99)", "seat", "stop(1)", "throw", "throw(6)", "throw([])", "throw([1])", "throw([1:white])", "throw([a a a a a a])",
    "throw([1 1 1 1 1 1], 2)", "draw([a])", "draw", "pass", "named(ones)", "named([ones])", "throw([99999999999999999999])",
]  # fmt: skip


@pytest.mark.parametrize("id", ["ohio", "30-ab", "yamb", "cosmic-wimpout", "shut-the-box", "pickomino"])
def test_no_action_a_stranger_may_write_into_a_log_does_harm(id: str) -> None:
    """Each is put after each of the first events of a game: it follows from the rules or is refused with its line."""
    rulebook = Rulebook(load(id).game)
    seats = tuple(Seat(f"seat {n}", "random") for n in range(max(2, rulebook.game.players[0])))
    header = Header(id, id, rulebook.hash, {}, seats, "typed", None, None)
    course = Course(rulebook.start(len(seats), {}), Stream("odd"))
    bot = RandomBot(Stream("bot"))
    refused = 0
    for _ in range(8):
        before = [*course.history]
        chance = course.state.current_player() == CHANCE
        for text in ODD_ACTIONS:
            odd = Event("do", course.state.current_player(), parse_action(text), typed=chance)
            try:
                replay(Record(header, (*before, odd)), rulebook)
            except RecordError as error:
                assert error.line == len(before) + 2
                refused += 1
        if chance:
            course.act(course.state.sample(course.stream), typed=True)
        else:
            course.act(bot.choose(course.state))
    assert refused > len(ODD_ACTIONS)
