"""What `becher advise` does."""

import sys
from pathlib import Path

import click
from attrs import frozen

from becher.dsl.limits import LIMITS
from becher.engine.answer.advise import Advice, Adviser
from becher.engine.answer.ways import Ways
from becher.engine.cli.load import find_game
from becher.engine.cli.out import say, say_json
from becher.engine.cli.play.setting import options, start
from becher.engine.cli.solve import answering
from becher.engine.solve.backup import choose_backend
from becher.engine.state import State
from becher.engine.stated import NoState, read_state


@frozen
class Wanted:
    """The command line."""

    file: str
    state: Path
    players: int | None
    max_states: int | None
    settings: tuple[str, ...]
    as_json: bool


def advise(wanted: Wanted) -> int:
    """Exit 0 with the choices printed, best first; 2 for what is no state; 3 where the game cannot be solved."""
    game = find_game(wanted.file)
    chosen = options(wanted.settings, game)
    rules = start(game, wanted.players, chosen).rules
    try:
        state = read_state(_text(wanted.state), rules, wanted.players)
    except NoState as error:
        raise click.UsageError(str(error)) from None
    if not state.legal_actions():
        raise click.UsageError("nobody chooses in this state: a throw is due, or the game is over")
    with answering():
        ways = Ways(choose_backend(), wanted.max_states or LIMITS.solver_states)
        advice = Adviser(game, state.count, rules.options, ways).advise(state)
    if wanted.as_json:
        say_json(advice_json(advice))
    else:
        _say(state, advice)
    return 0


def _text(path: Path) -> str:
    if str(path) == "-":
        return sys.stdin.read(LIMITS.save_bytes)
    with path.open(encoding="utf-8") as file:
        return file.read(LIMITS.save_bytes)


def advice_json(advice: Advice) -> dict[str, object]:
    """The shape of `becher advise --json`."""
    return {
        "best": advice.best.text,
        "actions": [
            {"action": choice.action.text, "value": choice.value, "regret": choice.regret} for choice in advice.choices
        ],
    }


def _say(state: State, advice: Advice) -> None:
    unit = "chance to win" if state.count > 1 else "result expected"
    say(f"{'choice':<32}{unit:>18}{'costs':>14}")
    for choice in advice.choices:
        cost = f"{choice.regret:.6f}" if choice.regret else "-"
        say(f"{choice.action.text:<32}{choice.value:>18.6f}{cost:>14}")
