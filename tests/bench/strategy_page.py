"""Makes docs/strategies.md: what the strategies of the shelf cost against best play.

By hand, a few minutes: PYTHONPATH=dsl:engine python tests/bench/strategy_page.py
"""

from pathlib import Path

from becher.dsl.load import load
from becher.engine.answer.ask import ask
from becher.engine.answer.question import Answer, Question

PAGE = Path(__file__).parents[2] / "docs" / "strategies.md"
AIDS = ("sixes_then_highest", "fives_and_fours", "balanced")

ASKED = [
    *(("30-ab", aid, Question(phase="collect", minimize="max(0, 30 - sum(dice))")) for aid in AIDS),
    *(("30-ab", aid, Question(phase="collect", maximize="sum(dice) >= 30")) for aid in AIDS),
    *(("30-ab", aid, Question(phase="collect", maximize="sum(dice)")) for aid in AIDS),
    *(("30-ab", aid, Question(2)) for aid in AIDS),
    *(("30-dead", aid, Question(2)) for aid in AIDS),
    *(("dertigen", aid, Question(2)) for aid in AIDS),
    ("ohio", "by_the_book", Question(1)),
    ("pig", "hold_at_20", Question(2)),
    ("pig", "hold_at_25", Question(2)),
    ("hog", "five_dice", Question(2)),
    ("macao", "stand_at_seven", Question(2)),
    ("ship-captain-crew", "seven_is_enough", Question(2)),
]
HEAD = """# What strategies cost

The strategies of the shelf against best play, exactly, as `becher solve GAME --strategy NAME` tells: what a phase comes to, what a seat makes of its sheet alone, or how often
the first of two seats wins by the strategy if the second plays best against it. Best play of a phase is the best for that very question, so there are three for one phase of *30 ab*.
This page is made by `tests/bench/strategy_page.py`; a test asks its quickest lines again.

| Game | Asked | Strategy | It comes to | Best play | It gives away |
| --- | --- | --- | --- | --- | --- |
"""


def asked(question: Question) -> str:
    """The question as the command line has it."""
    if question.phase is None:
        return f"--players {question.players}"
    which = "maximize" if question.maximize is not None else "minimize"
    return f"--phase {question.phase} --{which} '{question.maximize or question.minimize}'"


def row(game: str, strategy: str, answer: Answer, question: Question) -> str:
    assert answer.best is not None
    cost = abs(answer.best - answer.value)
    values = f"{answer.value:.6f} | {answer.best:.6f} | {cost:.6f}"
    return f"| `{game}` | `{asked(question)}` | `{strategy}` | {values} |\n"


def main() -> None:
    rows = []
    for id, strategy, question in ASKED:
        game = load(id).game
        assert game is not None
        found = Question(question.players, question.phase, question.maximize, question.minimize, strategy)
        rows.append(row(id, strategy, ask(game, found), question))
        print(rows[-1], end="", flush=True)
    PAGE.write_text(HEAD + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
