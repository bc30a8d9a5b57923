"""The registry's package yatzy-solver asked the same questions as Becher: its names for boxes, situations and choices."""

from collections.abc import Iterator, Mapping
from typing import Protocol

from becher.dsl.load import load
from becher.dsl.model import Game
from becher.engine.actions import Action
from becher.engine.answer.advise import Adviser
from becher.engine.game import start
from becher.engine.machine.table import points_of
from becher.engine.state import State
from becher.engine.stream import Stream

# the package's rule set: the same rules on the shelf
PAIRS = {"yatzy-scandinavian": "yatzy", "american": "yahtzee-free-joker"}
NAMES = {
    "yatzy": {"pair": "one_pair", "three_alike": "three_of_a_kind", "four_alike": "four_of_a_kind",
        "small_run": "small_straight", "large_run": "large_straight"},
    "yahtzee-free-joker": {"three_alike": "three_of_a_kind", "four_alike": "four_of_a_kind",
        "small_run": "small_straight", "large_run": "large_straight", "yahtzee": "five_of_a_kind"},
}  # fmt: skip
UPPER = 6
BONUS_FROM = 63


class Peer(Protocol):
    """What is used of yatzy_solver.Solver. Values are points still to come."""

    def option_values(self, situation: str) -> list[tuple[str, float]]: ...


def game_of(rule_set: str) -> Game:
    game = load(PAIRS[rule_set]).game
    assert game is not None
    return game


def situations(game: Game, number: int, seed: int) -> Iterator[State]:
    """States in which somebody chooses: any number of boxes filled, well or badly, any number of throws left."""
    stream = Stream(seed)
    first = start(game, 1, {})
    while number:
        s = first
        for _ in range(stream.below(len(first.cells[0]))):
            s = _filled(s, stream)
        s = _thrown(s, stream, 1 + stream.below(3))
        if s.current_player() > 0:  # the last open box is written unasked
            number -= 1
            yield s


def _filled(s: State, stream: Stream) -> State:
    """A turn later: one throw, which may have come as wished, in a box taken at random or the one that gains most."""
    s = s.apply(s.sample(stream) if stream.below(5) < 3 else _wished(s, stream))
    s = s.apply(Action("keep", (s.thrown,)))  # type: ignore[arg-type]
    after = [s.apply(action) for action in s.legal_actions()]
    return after[stream.below(len(after))] if stream.below(2) else max(after, key=lambda t: points_of(t, 1))


def _wished(s: State, stream: Stream) -> Action:
    return Action("throw", ((1 + stream.below(6),) * len(s.sample(stream).args[0]),))  # type: ignore[arg-type]


def _thrown(s: State, stream: Stream, throws: int) -> State:
    """The state after so many throws of a turn that begins, what is kept between them chosen at random."""
    s = s.apply(s.sample(stream))
    for _ in range(throws - 1):
        again = [action for action in s.legal_actions() if action.args[0] != s.dice]
        s = s.apply(again[stream.below(len(again))])
        s = s.apply(s.sample(stream))
    return s


def notation(s: State, game: Game) -> str:
    """The situation in the package's words."""
    names = list(s.rules.compiler.boxes)
    cells = s.cells[0]
    filled = [NAMES[game.id].get(name, name) for name, cell in zip(names, cells, strict=True) if cell is not None]
    upper = min(BONUS_FROM, sum(cell or 0 for cell in cells[:UPPER]))
    left = 3 - s.throw_no
    five = cells[names.index("yahtzee")] if "yahtzee" in names else None
    armed = "" if five is None else f" | five_of_a_kind {five}"
    dice = " ".join(map(str, sorted(s.dice)))
    return f"dice {dice} | rolls {left} | upper {upper} | filled {','.join(filled) or '-'}{armed}"


def theirs(peer: Peer, s: State, game: Game) -> dict[str, float]:
    """The worth of every choice, what the sheet has already included. All dice kept stand for the best box."""
    so_far = points_of(s, 1)
    values = {name: value + so_far for name, value in peer.option_values(notation(s, game))}
    scores = {name.removeprefix("score "): value for name, value in values.items() if name.startswith("score ")}
    if s.stage == "enter":
        return scores
    keeps = {name.removeprefix("keep").strip(" -"): value for name, value in values.items() if name.startswith("keep")}
    return {**keeps, " ".join(map(str, sorted(s.dice))): max(scores.values())}


def ours(adviser: Adviser, s: State, game: Game) -> Mapping[str, float]:
    """The same by Becher."""
    return {_name(choice.action, game): choice.value for choice in adviser.advise(s).choices}


def _name(action: Action, game: Game) -> str:
    if action.name == "enter":
        return NAMES[game.id].get(str(action.args[0]), str(action.args[0]))
    return " ".join(map(str, sorted(action.args[0])))  # type: ignore[arg-type]


def greatest_difference(adviser: Adviser, peer: Peer, game: Game, number: int, seed: int) -> float:
    """Over so many situations. Raises AssertionError where the choices themselves differ."""
    worst = 0.0
    for s in situations(game, number, seed):
        here, there = ours(adviser, s, game), theirs(peer, s, game)
        assert here.keys() == there.keys(), (notation(s, game), sorted(here), sorted(there))
        worst = max(worst, *(abs(here[choice] - there[choice]) for choice in here))
    return worst
