"""The formatter: canonical, and nothing lost."""

from collections import Counter
from pathlib import Path
from textwrap import dedent

import pytest
from attrs import evolve
from generate import files
from hypothesis import HealthCheck, given, settings

from becher.dsl.diagnostics import Source
from becher.dsl.format import format_text
from becher.dsl.parse import parse
from becher.dsl.scan import scan_source
from becher.dsl.syntax import Added, Block, FileText, Item, Note

SHELF = sorted((Path(__file__).parents[2] / "games").glob("**/*.dice"))
GOOD = sorted((Path(__file__).parents[1] / "cases" / "good").glob("*.dice"))
SOME = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def formatted(text: str) -> str:
    result, findings = format_text(Source("test.dice", text))
    assert not findings
    return result


def comments(text: str) -> Counter[str]:
    source = Source("test.dice", text)
    return Counter(text[c.start : c.end].rstrip() for c in scan_source(source).comments)


def read(text: str) -> FileText:
    file, findings = parse(Source("test.dice", text))
    assert not findings
    return file


def in_any_order(file: FileText) -> FileText:
    """The same file with the lines of every block, and the notes hanging on them, in one order."""
    return evolve(file, games=tuple(evolve(game, items=_sorted(game.items)) for game in file.games))


def _sorted(items: tuple[Item, ...]) -> tuple[Item, ...]:
    chunks: list[list[Item]] = []
    for item in items:
        if isinstance(item, Note) and chunks:
            chunks[-1].append(item)
        else:
            chunks.append([_inside_sorted(item)])
    return tuple(item for chunk in sorted(chunks, key=repr) for item in chunk)


def _inside_sorted(item: Item) -> Item:
    if isinstance(item, Added):
        return evolve(item, item=_inside_sorted(item.item))
    return evolve(item, items=_sorted(item.items)) if isinstance(item, Block) else item


@SOME
@given(files())
def test_formatting_keeps_the_meaning_and_every_comment(text: str) -> None:
    result = formatted(text)
    assert in_any_order(read(result)) == in_any_order(read(text))
    assert comments(result) == comments(text)


@SOME
@given(files())
def test_formatting_twice_is_formatting_once(text: str) -> None:
    once = formatted(text)
    assert formatted(once) == once


@SOME
@given(files())
def test_no_formatted_line_is_longer_than_a_source_may_have(text: str) -> None:
    assert max(map(len, formatted(text).split("\n"))) <= 1000


@pytest.mark.parametrize("path", [*SHELF, *GOOD], ids=lambda path: path.stem)
def test_every_file_of_the_shelf_and_of_the_good_cases_survives_formatting(path: Path) -> None:
    text = path.read_text("utf-8")
    once = formatted(text)
    assert in_any_order(read(once)) == in_any_order(read(text))
    assert comments(once) == comments(text)
    assert formatted(once) == once


def check(before: str, after: str) -> None:
    assert formatted(dedent(before)) == dedent(after).lstrip("\n")


def test_the_lines_of_a_phase_stand_in_the_order_of_play() -> None:
    check(
        """
        game a { turn {
          on end { score += pool }
          stop: yes
            assumed "house rule"
          # why
          bust: thrown has 1
          throws: 3
        } }
        """,
        """
        game a {
          turn {
            throws: 3
            # why
            bust: thrown has 1
            stop: yes
              assumed "house rule"
            on end { score += pool }
          }
        }
        """,
    )


def test_a_variant_s_phase_without_the_word_phase_is_sorted_too() -> None:
    check(
        "game a like b { distribute { on full { out(me) } full: end } }",
        "game a like b { distribute { on full { out(me) }  full: end } }\n",
    )


def test_items_written_on_one_line_stay_together_and_neighbours_are_aligned() -> None:
    check(
        """
        game a {
          sheet {
            ones = sum(dice, 1) twos = sum(dice, 2)
            threes = sum(dice, 3) fours = sum(dice, 4)
          }
        }
        """,
        """
        game a {
          sheet {
            ones   = sum(dice, 1)   twos  = sum(dice, 2)
            threes = sum(dice, 3)   fours = sum(dice, 4)
          }
        }
        """,
    )


def test_brackets_stay_only_where_the_meaning_needs_them() -> None:
    check(
        "game a { x = ((a + b)) * (c) - (d - e)  y = (a or b) and not (c = d)  z = (a when b) when c }",
        "game a { x = (a + b) * c - (d - e)  y = (a or b) and not c = d  z = (a when b) when c }\n",
    )


def test_a_long_formula_is_broken_before_its_loosest_operator() -> None:
    check(
        "game a { x = aaaaaaaaaaaaaaaaaaaa = 1 and bbbbbbbbbbbbbbbbbbbbbbbbbb = 2 and ccccccccccccccccccccccccc = 3 and d }",
        """
        game a {
          x = aaaaaaaaaaaaaaaaaaaa = 1
              and bbbbbbbbbbbbbbbbbbbbbbbbbb = 2
              and ccccccccccccccccccccccccc = 3
              and d
        }
        """,
    )


def test_comments_stay_above_behind_and_below() -> None:
    check(
        """
        # top

        game a { # the game
          # above
          x = 1 # behind


          y = 2    # further behind
          z = (1 + # inside
               2)
          # below
        }
        # end
        """,
        """
        # top

        game a {  # the game
          # above
          x = 1  # behind

          y = 2  # further behind
          # inside
          z = 1 + 2
          # below
        }
        # end
        """,
    )


def test_a_language_tag_gets_its_usual_spelling() -> None:
    check('game a { words pt_br { x = "y" } }', 'game a { words pt-BR { x = "y" } }\n')


def test_a_file_that_cannot_be_read_is_left_alone() -> None:
    source = Source("test.dice", "game a { x = }")
    result, findings = format_text(source)
    assert result == source.text
    assert [finding.code for finding in findings] == ["E123"]
