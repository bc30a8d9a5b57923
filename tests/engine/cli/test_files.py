"""check, fmt, explain, list, show, score, odds: the commands about rule files."""

import os
import stat
from pathlib import Path

import pytest

from becher.dsl.codes import CODES
from becher.dsl.digest import hash_of
from becher.dsl.limits import LIMITS
from becher.dsl.load import load
from becher.dsl.render import RENDERERS
from becher.dsl.shelf import default_shelf
from becher.engine.cli.commands.check import FORMATS

GOOD = """game tiny {
  players: 2..4
  dice:    2d6
  goal = 20 | 10..50
  player { score = 0 }
  turn { keep: none  bust: thrown has 1  adds: sum(thrown)  stop: yes
    on end { bank { score += pool } } }
  over: score >= goal
  wins: highest(score)
}
"""
BAD = GOOD.replace("sum(thrown)", "summ(thrown)")


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.dice"
    path.write_text(GOOD)
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.dice"
    path.write_text(BAD)
    return path


# ---- check


def test_check_of_a_good_file_exits_0(cli, good) -> None:
    said = cli("check", good)
    assert (said.code, said.err) == (0, "")
    assert "error" not in said.out


def test_check_tells_where_and_what_and_exits_1(cli, bad) -> None:
    said = cli("check", bad)
    assert said.code == 1
    assert f"{bad}:6:" in said.out
    assert "did you mean sum" in said.out


def test_check_as_json_has_the_shape_of_the_contract(cli, bad) -> None:
    said = cli("check", bad, "--format", "json")
    assert said.code == 1
    assert cli("check", bad, "--json").out == said.out
    keys = {"code", "severity", "message", "file", "line", "column", "end_line", "end_column", "hint"}
    found = [one for one in said.json if one["severity"] == "error"]
    assert found
    assert all(set(one) == keys for one in said.json)
    assert found[0]["file"] == str(bad)
    assert found[0]["line"] == 6
    assert 1 <= found[0]["column"] < found[0]["end_column"]


@pytest.mark.parametrize("form", ["concise", "sarif", "github"])
def test_every_format_names_the_code(cli, bad, form: str) -> None:
    said = cli("check", bad, "--format", form)
    assert said.code == 1
    assert "E2" in said.out


def test_the_formats_offered_are_those_there_are() -> None:
    assert set(FORMATS) == set(RENDERERS)


def test_check_reads_the_standard_input(cli) -> None:
    assert cli("check", "-", input=GOOD).code == 0
    said = cli("check", "-", "--json", input=BAD)
    assert said.code == 1
    assert {one["file"] for one in said.json} == {"-"}


def test_check_takes_several_files_ids_and_folders(cli, good, bad) -> None:
    assert cli("check", good, bad, "--json").code == 1
    assert cli("check", good.parent, "--json").json == cli("check", bad, good, "--json").json
    assert cli("check", good, "pig").code == 0


def test_only_strict_takes_a_warning_for_an_error(cli, tmp_path: Path) -> None:
    path = tmp_path / "unused.dice"
    path.write_text(GOOD.replace("  player {", "  nobody_asks = 3\n  player {"))
    found = cli("check", path, "--json")
    assert "warning" in {one["severity"] for one in found.json}
    assert "error" not in {one["severity"] for one in found.json}
    assert found.code == 0
    assert cli("check", path, "--strict").code == 1


def test_a_file_over_a_limit_exits_3(cli, tmp_path: Path) -> None:
    path = tmp_path / "big.dice"
    path.write_text(GOOD + "#" * 80 + "\n" + ("# filler\n" * 8_000))
    assert path.stat().st_size > LIMITS.source_bytes
    assert cli("check", path).code == 3
    assert cli("fmt", path).code == 3
    assert cli("play", path, "--all-bots").code == 3


@pytest.mark.parametrize("command", [["check"], ["show"], ["play"], ["score", "--dice", "1"], ["odds", "--throw", "1"]])
def test_an_unknown_id_exits_2_with_a_suggestion(cli, command: list[str]) -> None:
    said = cli(*command, "ohoi")
    assert (said.code, said.out) == (2, "")
    assert "ohoi" in said.err
    assert "ohio" in said.err


@pytest.mark.parametrize("command", ["check", "fmt", "show", "play"])
@pytest.mark.parametrize("name", ["missing.dice", "pipe.dice", "folder.dice/"])
def test_what_is_no_file_exits_5(cli, tmp_path: Path, command: str, name: str) -> None:
    os.mkfifo(tmp_path / "pipe.dice")
    (tmp_path / "folder.dice").mkdir()
    (tmp_path / "folder.dice" / "inside.txt").touch()
    said = cli(command, tmp_path / name)
    assert said.code == (2 if name == "folder.dice/" and command in ("check", "fmt") else 5)
    assert said.err.startswith("becher: ")


# ---- fmt


def test_fmt_writes_in_place_and_keeps_the_mode(cli, good) -> None:
    good.chmod(0o640)
    assert cli("fmt", good).code == 0
    once = good.read_text()
    assert once != GOOD
    assert stat.S_IMODE(good.stat().st_mode) == 0o640
    assert cli("fmt", good).code == 0
    assert good.read_text() == once
    assert cli("fmt", "--check", good).code == 0
    assert [path.name for path in good.parent.iterdir()] == ["good.dice"]


def test_fmt_check_names_what_differs_and_touches_nothing(cli, good) -> None:
    said = cli("fmt", "--check", good)
    assert said.code == 1
    assert str(good) in said.out
    assert good.read_text() == GOOD


def test_fmt_of_the_standard_input_goes_to_the_standard_output(cli, good) -> None:
    said = cli("fmt", "-", input=GOOD)
    cli("fmt", good)
    assert said.code == 0
    assert said.out == good.read_text()


def test_fmt_mends_line_ends_too(cli, good) -> None:
    cli("fmt", good)
    neat = good.read_bytes()
    good.write_bytes(neat.replace(b"\n", b"\r\n"))
    assert cli("fmt", "--check", good).code == 1
    cli("fmt", good)
    assert good.read_bytes() == neat


def test_fmt_leaves_a_file_with_errors_alone(cli, tmp_path: Path, good) -> None:
    broken = tmp_path / "broken.dice"
    broken.write_text("game x { dice: }")
    said = cli("fmt", broken, good)
    assert said.code == 1
    assert "error" in said.err
    assert broken.read_text() == "game x { dice: }"
    assert good.read_text() != GOOD


def test_fmt_writes_through_a_link(cli, good, tmp_path: Path) -> None:
    link = tmp_path / "link.dice"
    link.symlink_to(good)
    cli("fmt", link)
    assert link.is_symlink()
    assert good.read_text() != GOOD


# ---- explain


def test_explain_tells_every_code(cli) -> None:
    listed = cli("explain")
    assert listed.code == 0
    assert all(code in listed.out for code in CODES)
    assert "UTF-8" in cli("explain", "e100").out


def test_explain_shows_the_smallest_file_and_how_to_mend_it(cli) -> None:
    told = cli("explain", "E201").out
    assert "    game small {" in told.splitlines()
    assert "How to mend it" in told.splitlines()
    assert "```" not in told


def test_explain_of_no_code_exits_2(cli) -> None:
    assert cli("explain", "E999").code == 2


# ---- list and show


def test_list_has_a_card_for_every_game_of_the_shelf(cli) -> None:
    cards = {card["id"]: card for card in cli("list", "--json").json}
    assert set(cards) == set(default_shelf().ids)
    for card in cards.values():
        assert {"id", "name", "kind", "base", "players", "file"} <= set(card)
        assert card["kind"] == ("game" if card["base"] is None else "variant")
        assert Path(card["file"]).is_file()
        assert card["base"] is None or card["base"] in cards


def test_list_agrees_with_the_games_themselves(cli) -> None:
    """The cards come from a quick look at tokens, the games from the whole language."""
    for card in cli("list", "--json").json:
        game = load(card["id"]).game
        if game is not None:
            assert tuple(card["players"]) == game.players, card["id"]
            assert card["base"] == game.base


def test_list_is_readable(cli) -> None:
    said = cli("list")
    assert said.code == 0
    assert len(said.out.splitlines()) == len(default_shelf().ids)


@pytest.mark.parametrize("id", ["dertigen", "ohio", "yahtzee-plain", "30er"])
def test_what_show_prints_is_a_game_that_plays_the_same(cli, tmp_path: Path, id: str) -> None:
    path = tmp_path / "shown.dice"
    path.write_text(cli("show", id).out)
    shown, game = load(str(path)).game, load(id).game
    assert game is not None
    assert shown is not None
    assert shown.base is None
    assert hash_of(shown) == hash_of(game)


def test_show_says_where_each_line_comes_from(cli, good, tmp_path: Path) -> None:
    variant = tmp_path / "variant.dice"
    variant.write_text("game quick like tiny {\n  goal = 10\n}\n")
    lines = cli("show", variant, "--origin").out.splitlines()
    assert any("goal = 10" in line and "# variant.dice:2" in line for line in lines)
    assert any("dice: 2d6" in line and "# good.dice:3" in line for line in lines)


def test_show_as_json_has_the_shape_of_the_contract(cli, good) -> None:
    data = cli("show", good, "--json").json
    assert data["id"] == "tiny"
    assert data["options"] == {"goal": {"value": 20, "type": "number", "range": [10, 50]}}
    assert data["accounts"] == {"score": {"scope": "player", "start": 0, "min": 0, "max": None}}
    assert data["boxes"] == []
    assert data["totals"] is None
    assert data["hash"] == hash_of(load(str(good)).game)
    boxes = cli("show", "ohio", "--json").json
    assert [box["id"] for box in boxes["boxes"]][-1] == "ohio"
    assert boxes["totals"] == {"min": 1, "max": 166}
    assert {"id": "sixes", "group": None, "min": 0, "max": 36} in boxes["boxes"]


def test_one_game_of_a_file_is_meant_by_its_id(cli, good) -> None:
    good.write_text(GOOD + GOOD.replace("game tiny", "game other"))
    assert cli("show", good, "--json").json["id"] == "tiny"
    assert cli("show", f"{good}#other", "--json").json["id"] == "other"
    assert cli("show", f"{good}#third").code == 2


# ---- score and odds


def test_score_tells_what_each_box_would_score(cli) -> None:
    said = cli("score", "ohio", "--dice", "2,2,2,6,6,6", "--json")
    expected = {"ones": 0, "twos": 6, "threes": 0, "fours": 0, "fives": 0, "sixes": 18, "ohio": 8}
    assert said.json == {"boxes": expected}
    assert cli("score", "ohio", "--dice", "666222", "--json").json == {"boxes": expected}
    assert "18" in cli("score", "ohio", "--dice", "2 2 2 6 6 6").out


@pytest.mark.parametrize(
    "args",
    [["ohio", "--dice", "1,2"], ["ohio", "--dice", "1,2,3,4,5,7"], ["pig", "--dice", "1"], ["ohio", "--dice", "!"]],
)
def test_score_of_what_cannot_be_scored_exits_2(cli, args: list[str]) -> None:
    assert cli("score", *args).code == 2


@pytest.mark.parametrize(
    ("id", "dice", "exact"),
    [
        ("pig", 1, "1/6"),
        ("pig-two-dice", 2, "11/36"),
        ("farkle", 1, "2/3"),
        ("farkle", 4, "17/108"),
        ("farkle", 6, "5/216"),
    ],
)
def test_odds_are_exact(cli, id: str, dice: int, exact: str) -> None:
    from fractions import Fraction

    data = cli("odds", id, "--throw", dice, "--json").json
    assert data == {"bust": float(Fraction(exact)), "exact": exact}


def test_odds_of_a_phase_with_a_number(cli) -> None:
    assert cli("odds", "30-ab", "--throw", 6, "--phase", "distribute(2)", "--json").json["exact"] == "0"


@pytest.mark.parametrize(
    "args",
    [
        ["--throw", "0"],
        ["--throw", "1", "--phase", "dance"],
        ["--throw", "1", "--phase", "turn(x)"],
        ["--throw", "1", "--phase", "turn(1)"],
    ],
)
def test_odds_of_nothing_exit_2(cli, args: list[str]) -> None:
    assert cli("odds", "pig", *args).code == 2


def test_odds_beyond_the_limit_exit_3(cli) -> None:
    said = cli("odds", "pig", "--throw", 100)
    assert said.code == 3
    assert "multisets = 1,000,000" in said.err
