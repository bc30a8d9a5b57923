"""A strategy block of a rule file as a player.

It answers the questions of the game again, as wishes: the first legal answer is taken. What it does not answer is done plainly: keep as many
dice as one may, stop where one may, write the box worth most, throw afresh, pass, else take the first choice there is.
"""

from collections.abc import Callable
from typing import cast

from attrs import field, frozen

from becher.dsl.model import Expr, Member, Sort, Strategy, Value, Wish
from becher.engine.actions import PASS, STOP, TAKE_DICE, THROW_AFRESH, THROW_AGAIN, Action
from becher.engine.bots.rating import Chooser, as_sort, column_locals, rated
from becher.engine.expressions.words import faces_of
from becher.engine.machine.rules import DiceKey, Rules, dice_key
from becher.engine.state import Dice, State


@frozen
class StrategyBot:
    """Plays one strategy of one game. `choose` is a function of the state alone."""

    rules: Rules
    strategy: Strategy
    _wishes: dict[tuple[str, str], Chooser] = field(init=False, repr=False, eq=False)
    _memo: dict[object, Action] = field(factory=dict, init=False, repr=False, eq=False)
    _keys: dict[str, DiceKey] = field(init=False, repr=False, eq=False)

    @_wishes.default
    def _compile(self) -> dict[tuple[str, str], Chooser]:
        return {(w.place, w.question): _chooser(self.rules, w) for w in self.strategy.wishes}

    @_keys.default
    def _find_keys(self) -> dict[str, DiceKey]:
        """Phases whose keep is answered by the dice of the phase alone, so that an answer can be remembered."""
        game = self.rules.game
        wishes = {w.place: w.values for w in self.strategy.wishes if w.question == "keep"}
        keys = {place: dice_key(game, game.phases[place], values) for place, values in wishes.items()}
        return {place: key for place, key in keys.items() if key is not None}

    def choose(self, state: State) -> Action:
        """One of the legal actions of a state in which a seat chooses."""
        asked = self._keys.get(state.phase) if state.stage == "keep" else None
        if asked is None:
            return self._choose(state)
        key = asked(state)
        known = self._memo.get(key)
        if known is None:
            known = self._memo[key] = self._choose(state)
        return known

    def _choose(self, state: State) -> Action:
        legal = state.legal_actions()
        wish = self._wishes.get(_question(state, legal))
        wished = wish(state, legal) if wish is not None else None
        return wished if wished is not None else plain_choice(state, legal)


def _question(state: State, legal: tuple[Action, ...]) -> tuple[str, str]:
    """The place and the question of the choice that is due."""
    stage = state.stage
    if stage == "enter":
        return "sheet", "enter"
    if stage == "pick":
        return state.phase, legal[0].name
    name = {"pick_seat": "chosen", "together_stop": "stop"}.get(stage, stage)
    return state.phase, name


def plain_choice(state: State, legal: tuple[Action, ...]) -> Action:
    """What is done where a strategy says nothing."""
    if state.stage == "keep":
        return legal[-1]
    if state.stage == "enter":
        return max(legal, key=lambda action: worth_of(state, action))
    for plain in (STOP, THROW_AFRESH, PASS):
        if plain in legal:
            return plain
    return legal[0]


def worth_of(state: State, action: Action) -> int:
    """What an enter action would write."""
    return state.rules.box_values[cast(str, action.args[0])](state, state.seat, column_locals(state, action))


def _chooser(rules: Rules, wish: Wish) -> Chooser:
    if wish.rates:
        return rated(rules, wish)
    if wish.question in ("stop", "inherit"):
        value = as_sort(rules, wish.values[0], Sort.YESNO)
        yes, no = (STOP, THROW_AGAIN) if wish.question == "stop" else (TAKE_DICE, THROW_AFRESH)
        return lambda s, legal: yes if value(s, s.seat, s.args) else no
    asked = [_members(rules, value) for value in wish.values]
    match = {"keep": _first_keep, "enter": _first_box, "chosen": _first_seat}.get(wish.question, _first_pick)
    return lambda s, legal: _first(s, legal, asked, match)


Members = tuple[Value, ...]
Match = Callable[[Members, tuple[Action, ...]], Action | None]


def _first(s: State, legal: tuple[Action, ...], asked: list[Callable[[State], Members]], match: Match) -> Action | None:
    for answer in asked:
        found = match(answer(s), legal)
        if found is not None:
            return found
    return None


def _members(rules: Rules, value: Expr) -> Callable[[State], Members]:
    formula = rules.compiler.compile(value)
    if value.sort in (Sort.NUMBER, Sort.WORD, Sort.FACE, Sort.SEAT, Sort.BOX):
        return lambda s: (formula(s, s.seat, s.args),)
    return lambda s: cast(Members, formula(s, s.seat, s.args))


def _first_keep(dice: Members, legal: tuple[Action, ...]) -> Action | None:
    wanted = sorted(map(str, dice))
    for action in legal:
        if sorted(map(str, faces_of(cast(Dice, action.args[0])))) == wanted:
            return action
    return None


def _first_box(boxes: Members, legal: tuple[Action, ...]) -> Action | None:
    return next((action for box in boxes for action in legal if action.args[0] == box), None)


def _first_seat(seats: Members, legal: tuple[Action, ...]) -> Action | None:
    return next((action for seat in seats for action in legal if action.args == (seat,)), None)


def _first_pick(options: Members, legal: tuple[Action, ...]) -> Action | None:
    if not options:
        return PASS if PASS in legal else None
    wanted: list[object] = [*options, tuple(cast("tuple[Member, ...]", options))]
    return next((a for option in wanted for a in legal if a != PASS and a.args[0] == option), None)
