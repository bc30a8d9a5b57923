"""What is told to a player who asks for a hint: the best choices with their prices, where best play is known."""

from becher.engine.answer.advise import Priced
from becher.engine.bots import hint
from becher.engine.bots.optimal import priced
from becher.engine.cli.play.choices import offered
from becher.engine.state import State

SHOWN = 3


def hints(state: State) -> list[str]:
    """A line for each of the best choices, or the advice of the bot that thinks most."""
    advice = priced(state)
    if advice is None:
        return [f"hint: {offered(state, hint(state))}"]
    lines = [_line(state, choice) for choice in advice.choices[:SHOWN]]
    left = len(advice.choices) - len(lines)
    return [
        f"hint: {lines[0]}",
        *(f"      {line}" for line in lines[1:]),
        *([f"      and {left} worse"] if left else []),
    ]


def _line(state: State, choice: Priced) -> str:
    """`66`: 54.1 % to win, or 98.6 points expected; what it costs beside the best choice."""
    worth, cost = (
        (f"{choice.value:.1%} to win", f"{choice.regret:.1%}")
        if state.count > 1
        else (f"{choice.value:.1f} expected", f"{choice.regret:.2f}")
    )
    return f"{offered(state, choice.action)}: {worth}" + (f", {cost} less" if choice.regret > 1e-9 else "")
