"""The bot that takes any legal action, each as likely as the others."""

from becher.engine.actions import Action
from becher.engine.contract import Node
from becher.engine.stream import Stream


class RandomBot:
    """Its n-th choice depends on its stream and n alone, so that a game resumed goes on as it would have."""

    def __init__(self, stream: Stream, made: int = 0) -> None:
        self._stream = stream
        self._made = made

    def choose(self, state: Node) -> Action:
        legal = state.legal_actions()
        draw = self._stream.fork(str(self._made))
        self._made += 1
        return legal[draw.below(len(legal))]
