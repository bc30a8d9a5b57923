"""What is told to a player who asks for a hint: the best choices with their prices, where best play is known."""

from becher.engine.answer.best import BestPlay, Counts, why
from becher.engine.answer.refused import Refused
from becher.engine.bots import hint
from becher.engine.cli.play.best import solved
from becher.engine.cli.play.choices import offered
from becher.engine.faults import LimitReached
from becher.engine.state import State

SHOWN = 3


def hints(state: State) -> list[str]:
    """A line for each of the best choices; else what the bot that thinks most would do, and why nothing better is known."""
    try:
        return _priced(state, solved(state))
    except (Refused, LimitReached) as reason:
        return [
            f"hint: {offered(state, hint(state))}",
            f"      (that is what the greedy bot would do; best play is not known here: {why(reason)})",
        ]


def _priced(state: State, best: BestPlay) -> list[str]:
    choices = best.advise(state).choices
    lines: list[str] = []
    for choice in choices[:SHOWN]:
        wins = best.counts is Counts.WIN
        worth = f"{choice.value:.1%} to win" if wins else f"{choice.value:.2f} points expected"
        cost = f"{choice.regret:.2%}" if wins else f"{choice.regret:.2f}"
        costs = f", costs {cost}" if choice.regret > 1e-9 else ""
        lines.append(f"{'      ' if lines else 'hint: '}{offered(state, choice.action)}: {worth}{costs}")
    if len(choices) > SHOWN:
        lines.append(f"      and {len(choices) - SHOWN} that are no better")
    if best.instead_of is not None:
        lines.append(f"      (points as if you played alone; {best.instead_of})")
    return lines
