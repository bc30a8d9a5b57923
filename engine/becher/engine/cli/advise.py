"""What `becher advise` does."""

import sys
from pathlib import Path

import click
from attrs import frozen

from becher.dsl.limits import LIMITS
from becher.dsl.model import Game
from becher.engine.answer.advise import Advice
from becher.engine.answer.best import BestPlay, Counts, best_play
from becher.engine.answer.ways import Ways
from becher.engine.cli.exits import LIMIT, Says
from becher.engine.cli.load import find_game
from becher.engine.cli.out import say, say_json
from becher.engine.cli.play.setting import options, start
from becher.engine.cli.progress import hundredths
from becher.engine.cli.solve import answering
from becher.engine.examine.bounds import Bounds, bounds
from becher.engine.solve.backends.backup import choose_backend
from becher.engine.state import State
from becher.engine.stated import read_state
from becher.engine.stated_text import NoState, setting_of
from becher.engine.view import seats_of


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
    state = _state(game, _text(wanted.state), wanted)
    if not state.legal_actions():
        raise click.UsageError("nobody chooses in this state: a throw is due, or the game is over")
    with answering(), hundredths("working out best play") as progress:
        ways = Ways(choose_backend(), wanted.max_states or LIMITS.solver_states, progress=progress)
        best = best_play(game, state.count, state.rules.options, ways)
        advice = best.advise(state)
    if wanted.as_json:
        say_json(advice_json(best, advice))
    else:
        _say(best, advice)
    return 0


def _state(game: Game, text: str, wanted: Wanted) -> State:
    """The state, under the options it tells and those of the command line, which win."""
    try:
        said = setting_of(text)[1]
        chosen = options([f"{name}={value}" for name, value in said.items()], game) | options(wanted.settings, game)
        state = read_state(text, start(game, wanted.players, chosen).rules, wanted.players)
        _must_be_possible(state, bounds(game, state.rules.options))
        return state
    except NoState as error:
        raise click.UsageError(str(error)) from None


def _must_be_possible(state: State, known: Bounds) -> None:
    """Raises NoState for what no box and no account can ever hold."""
    boxes = {box.id: box.range for box in known.boxes}
    for row in state.cells:
        for (name, _), value in zip(state.rules.cell_names(), row, strict=True):
            if value is not None and not boxes[name].holds(value):
                raise NoState(f"{name} can never be {value}")
    for name, account in known.accounts.items():
        for seat in seats_of(state) if account.scope == "player" else ():
            held = state.account(name, seat)
            if isinstance(held, int) and not account.range.holds(held):
                raise NoState(f"{name} can never be {held}")


def _text(path: Path) -> str:
    """What lies there, at most as much as a save may hold."""
    if str(path) == "-":
        data = sys.stdin.buffer.read(LIMITS.save_bytes + 1)
    else:
        with path.open("rb") as file:
            data = file.read(LIMITS.save_bytes + 1)
    if len(data) > LIMITS.save_bytes:
        raise Says(LIMIT, f"{path} is longer than save_bytes = {LIMITS.save_bytes:,}")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise click.UsageError(f"{path} is no text") from None


def advice_json(best: BestPlay, advice: Advice) -> dict[str, object]:
    """The shape of `becher advise --json`."""
    return {
        "counts": best.counts.value,
        "best": advice.best.text,
        "actions": [
            {"action": choice.action.text, "value": choice.value, "regret": choice.regret} for choice in advice.choices
        ],
    }


def _say(best: BestPlay, advice: Advice) -> None:
    unit = "chance to win" if best.counts is Counts.WIN else "points expected"
    say(f"{'choice':<32}{unit:>18}{'costs':>14}")
    for choice in advice.choices:
        cost = f"{choice.regret:.6f}" if choice.regret else "-"
        say(f"{choice.action.text:<32}{choice.value:>18.6f}{cost:>14}")
    if best.instead_of is not None:
        say(f"points as if this seat played alone; {best.instead_of}")
