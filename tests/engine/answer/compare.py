"""A question about a rule file made up at random, asked of the solver and worked out from every state written down.

Each function returns false where the two cannot be compared: the solver refuses, or there is too much to write down.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

from brute import TooBig, Written, bounds_of_chance, values, win_of_first, written_down
from hypothesis import reject

from becher.dsl.diagnostics import Source
from becher.dsl.load import load_text
from becher.dsl.model import Game
from becher.engine.actions import Action
from becher.engine.answer.advise import Adviser
from becher.engine.answer.ask import ask
from becher.engine.answer.question import Answer, Question
from becher.engine.answer.refused import Refused
from becher.engine.answer.ways import Ways
from becher.engine.bots.strategy import StrategyBot
from becher.engine.faults import RuleFault
from becher.engine.game import start
from becher.engine.machine.table import points_of
from becher.engine.solve.backends.backup import choose_backend
from becher.engine.solve.errors import TooManyStates
from becher.engine.state import CHANCE, State

STATES = 1_000
FEW = 300  # states up to which a whole game is solved in fractions too
ERROR = 1e-9
Why = Callable[[str], None]


def checked(text: str) -> Game:
    """The game, if the file has no errors."""
    game = load_text(Source("made up", text)).game
    if game is None:
        reject()
    return game


def with_strategy(text: str, strategy: str) -> str:
    """The game with the strategy at its end."""
    return text.rstrip().removesuffix("}") + strategy + "}"


def compare_game(
    text: str,
    seats: int,
    *,
    strategy: str | None = None,
    at_least: int | None = None,
    states: int = STATES,
    backend: str = "numpy",
    why: Why = lambda reason: None,
) -> bool:
    """Best play of one seat or two, or that of a strategy: value, draws, and how totals spread."""
    game = checked(text)
    try:
        plain = _written(game, seats, strategy, at_least, states)
        least = seats == 1 and at_least is None and _low_is_good(game)
        known = values(plain.nodes, start=0.5 if seats == 2 else 0.0, least=least)
        answer = ask(game, Question(seats, strategy=strategy, at_least=at_least), backend=backend, limit=50 * states)
    except (TooBig, Refused, TooManyStates, RuleFault) as error:
        why(_reason(error))
        return False
    _agree("value", answer.value, known[0], text)
    if len(plain.nodes) < FEW:
        _compare_fraction(game, Question(seats, strategy=strategy, at_least=at_least, exact=True), known[0], text)
    if answer.best is not None and seats == 1:
        assert (answer.value - answer.best) * (-1 if least else 1) <= ERROR, text
    if answer.win is not None:
        _compare_draws(answer, plain, known, text)
    if answer.distribution is not None:
        _compare_spread(answer, plain, known, text)
    return True


def _compare_fraction(game: Game, question: Question, wanted: float, text: str) -> None:
    with suppress(Refused):  # endless games, and those of too many states at once
        answer = ask(game, question, backend="numpy")
        assert answer.exact is not None
        _agree("fraction", float(answer.exact), wanted, text)


def _agree(what: str, found: float, low: float, text: str, high: float | None = None, error: float = ERROR) -> None:
    high = low if high is None else high
    assert low - error <= found <= high + error, f"{what} {found} is not in {low}..{high}\n{text}"


def _compare_draws(answer: Answer, plain: Written, known: Sequence[float], text: str) -> None:
    assert answer.win is not None and answer.draw is not None
    _agree("sum", sum(answer.win) + answer.draw, 1.0, text)
    _agree("win", answer.win[0] + answer.draw / 2, answer.value, text)
    if any("never ends" in note for note in answer.notes):
        return  # then a draw need not end
    low, high = bounds_of_chance(plain.nodes, known, 0.5)
    _agree("draw", answer.draw, low, text, high)


def _compare_spread(answer: Answer, plain: Written, known: Sequence[float], text: str) -> None:
    assert answer.distribution is not None
    _agree("mean", sum(total * chance for total, chance in answer.distribution.items()), known[0], text)
    for total in {node.worth for node in plain.nodes if node.who is None}:
        low, high = bounds_of_chance(plain.nodes, known, total)
        _agree(f"chance of {total}", answer.distribution.get(int(total), 0.0), low, text, high)


def _written(game: Game, seats: int, strategy: str | None, at_least: int | None, states: int) -> Written:
    chosen = None if strategy is None else _player(game, seats, strategy)
    return written_down(start(game, seats), _worth(game, seats, at_least), states, chosen)


def _player(game: Game, seats: int, strategy: str) -> Callable[[State], Action]:
    return StrategyBot(start(game, seats).rules, game.strategies[strategy]).choose


def _worth(game: Game, seats: int, at_least: int | None) -> Callable[[State], float]:
    if seats == 2:
        return win_of_first
    if at_least is None:
        return lambda s: float(points_of(s, 1))
    if _low_is_good(game):
        return lambda s: float(points_of(s, 1) <= at_least)
    return lambda s: float(points_of(s, 1) >= at_least)


def _low_is_good(game: Game) -> bool:
    """The first key of `wins:` that compares numbers wants the least."""
    return next((key.kind == "lowest" for key in game.wins if key.kind in ("highest", "lowest")), False)


def compare_phase(
    text: str,
    formula: str,
    least: bool,
    *,
    strategy: str | None = None,
    states: int = STATES,
    backend: str = "numpy",
    why: Why = lambda reason: None,
) -> bool:
    """One turn: the formula's best mean where it ends and how it spreads. The game's score must be that formula."""
    game = checked(text)
    asked = (None, formula) if least else (formula, None)
    try:
        chosen = None if strategy is None else _player(game, 1, strategy)
        plain = written_down(start(game, 1), lambda s: float(s.account("score", 1)), states, chosen)  # type: ignore[arg-type]
        known = values(plain.nodes, start=0.0, least=least)
        answer = ask(game, Question(None, "turn", *asked, strategy=strategy, exact=True), backend=backend)
    except (TooBig, Refused, TooManyStates, RuleFault) as error:
        why(_reason(error))
        return False
    _agree("value", answer.value, known[0], f"{text}\n{formula}")
    assert answer.exact is not None
    _agree("fraction", float(answer.exact), known[0], f"{text}\n{formula}")
    if answer.distribution is not None:
        _compare_spread(answer, plain, known, text)
    return True


def compare_advice(text: str, seats: int, pick: int, *, states: int = STATES, why: Why = lambda reason: None) -> bool:
    """The prices of all choices in some states of the game: every `pick`-th in which there is a choice."""
    game = checked(text)
    try:
        plain = _written(game, seats, None, None, states)
        least = seats == 1 and _low_is_good(game)
        known = values(plain.nodes, start=0.5 if seats == 2 else 0.0, least=least)
        adviser = Adviser(game, seats, {}, Ways(choose_backend("numpy"), 50 * states))
    except (TooBig, Refused, TooManyStates, RuleFault) as error:
        why(_reason(error))
        return False
    asked = [n for n, node in enumerate(plain.nodes) if node.who not in (None, CHANCE) and len(node.children) > 1]
    for number in asked[::pick]:
        state, node = plain.states[number], plain.nodes[number]
        ahead = [known[child] if node.who == 1 else 1 - known[child] for child in node.children]
        wanted = dict(zip(state.legal_actions(), ahead, strict=True))
        best = (min if least else max)(ahead)
        choices = adviser.advise(state).choices
        assert {choice.action for choice in choices} == set(wanted)
        for choice in choices:
            where = f"{text}\nseat {state.seat}, {state.stage}, {choice.action}"
            _agree("price", choice.value, wanted[choice.action], where)
            _agree("regret", choice.regret, abs(best - wanted[choice.action]), where)
        assert choices[0].regret == 0
    return True


def _reason(error: Exception) -> str:
    return f"{type(error).__name__} {getattr(error, 'reason', '')}".strip()
