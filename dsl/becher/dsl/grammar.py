"""The parser, made once a run: from stored tables if they fit, else from the grammar itself.

The tables are plain JSON and say which grammar and which lark they were made from; anything else is not used, so they
can make reading faster but never different. `python -m becher.dsl.grammar` writes them anew.
"""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lark import Lark

GRAMMAR = Path(__file__).with_name("grammar.lark")
TABLES = Path(__file__).with_name("grammar.json")


@cache
def grammar() -> "Lark":
    """Ready to parse. lark is imported only when the first file is read."""
    return stored() or made()


def made() -> "Lark":
    """From the grammar: takes about a tenth of a second."""
    from lark import Lark

    return Lark(GRAMMAR.read_text("utf-8"), parser="lalr", lexer="contextual", propagate_positions=True)


def stored() -> "Lark | None":
    """From the tables, or None where they were made of another grammar or by another lark."""
    from lark import Lark

    if not TABLES.is_file():
        return None
    tables = json.loads(TABLES.read_text("utf-8"), object_hook=_with_numbers)
    if tables["made_of"] != made_of():
        return None
    return Lark._load_from_dict(tables["data"], tables["memo"])  # type: ignore[no-untyped-call,no-any-return]


def made_of() -> list[str]:
    """What tables must have been made of to be used: the version of lark and the digest of the grammar."""
    import lark

    return [lark.__version__, sha256(GRAMMAR.read_bytes()).hexdigest()]


def _with_numbers(found: dict[str, object]) -> dict[int | str, object]:
    """States and terminals are numbered; JSON knows no numbers as keys."""
    return {int(key) if key.isdigit() else key: value for key, value in found.items()}


def write_tables() -> None:
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    data, memo = made().memo_serialize([TerminalDef, Rule])
    TABLES.write_text(
        json.dumps({"made_of": made_of(), "data": data, "memo": memo}, separators=(",", ":")) + "\n", "utf-8"
    )


if __name__ == "__main__":
    write_tables()
