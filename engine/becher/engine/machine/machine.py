"""The contract of a state, answered: who chooses, what is legal, what chance may bring, and what follows.

`apply` copies the state, takes the action, and runs stage after stage until the next node.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import cast

from becher.dsl.limits import LIMITS
from becher.dsl.model import Game, Member, Value
from becher.engine.actions import TAKE_DICE, THROW_AFRESH, Action, Arg
from becher.engine.contract import CHANCE, TERMINAL, Random
from becher.engine.expressions.functions import same_action
from becher.engine.expressions.words import faces_of
from becher.engine.faults import IllegalAction, LimitReached
from becher.engine.machine import cycle, table, together
from becher.engine.machine.keeps import legal_keeps, with_forced
from becher.engine.machine.keys import roll_result, sift
from becher.engine.machine.moments import pick_actions, take_pick
from becher.engine.machine.reasons import reason
from becher.engine.machine.rules import CupRules, Rules, Sides, compile_rules
from becher.engine.multisets import in_order, throws
from becher.engine.state import Dice, Numbers, State, Token

STAGES: dict[str, Callable[[State], bool | None]] = {**cycle.STAGES, **table.STAGES, **together.STAGES}

PREPARED = 64
CHANCE_STAGES = frozenset({"throw", "draw", "roll_off"})
CHOICES: dict[str, Callable[[State], tuple[Action, ...]]] = {
    "keep": lambda s: legal_keeps(s, cycle.phase_of(s)),
    "stop": cycle.stop_actions,
    "together_stop": cycle.stop_actions,
    "enter": cycle.enter_actions,
    "inherit": lambda s: (TAKE_DICE, THROW_AFRESH),
    "pick": pick_actions,
    "pick_seat": pick_actions,
}


class Machine:
    """Runs any game; keeps the rules it has compiled for the games last started."""

    def __init__(self) -> None:
        self._prepared: dict[tuple[int, tuple[tuple[str, Value], ...]], Rules] = {}

    def rules(self, game: Game, options: dict[str, Value]) -> Rules:
        """The game compiled under these options; options not given have their defaults."""
        full = {name: option.default for name, option in game.options.items()} | options
        key = (id(game), tuple(full.items()))
        if key not in self._prepared:
            if len(self._prepared) >= PREPARED:
                self._prepared.clear()
            self._prepared[key] = compile_rules(game, full, self)
        return self._prepared[key]

    def start(self, game: Game, players: int, options: dict[str, Value]) -> State:
        """The first node of a game."""
        return self.run(table.new_game(self.rules(game, options), players, ()))

    def run(self, s: State, hold: str = "") -> State:
        """Stage after stage until a node, or until the stage `hold`; the state given is used up.

        A stage without a function is a node; one with a function is a node where that says so.
        """
        for _ in range(LIMITS.steps_per_action):
            stage = STAGES.get(s.stage)
            if stage is None or s.stage == hold or stage(s):
                return s
        raise LimitReached("steps", LIMITS.steps_per_action, f"{s.phase or 'the game'} without a throw or a choice")

    # ---- the contract

    def current_player(self, s: State) -> int:
        if s.stage in CHANCE_STAGES:
            return CHANCE
        if s.stage == "terminal":
            return TERMINAL
        if s.stage in ("pick", "pick_seat"):
            return s.picker
        if s.stage == "together_stop":
            return together.asked(s)[len(s.answers)]
        return s.seat

    def legal_actions(self, s: State) -> tuple[Action, ...]:
        return CHOICES[s.stage](s) if s.stage in CHOICES else ()

    def apply(self, s: State, action: Action) -> State:
        new = s.copy()
        new.forced = ()
        if s.stage in CHANCE_STAGES:
            self._take_chance(new, self._checked_chance(s, action))
        else:
            self._take_choice(new, self._legal(s, action))
        return self.run(new)

    def meant(self, s: State, action: Action) -> Action | None:
        """The legal choice this one stands for: a box without its column, a keep without the dice that are kept by force."""
        legal = s.legal_actions()
        if action in legal:
            return action
        found = next((candidate for candidate in legal if same_action(action, candidate)), None)
        if found is None and s.stage == "keep" and action.name == "keep":
            whole = with_forced(s, cycle.phase_of(s), action)
            found = next((candidate for candidate in legal if same_action(whole, candidate)), None)
        return found

    def _legal(self, s: State, action: Action) -> Action:
        found = self.meant(s, action)
        if found is None:
            raise IllegalAction(reason(s, action) or f"{action.text} is not legal now")
        return found

    def _take_choice(self, s: State, action: Action) -> None:
        stage = s.stage
        if stage == "keep":
            cycle.take_keep(s, action)
        elif stage == "stop":
            cycle.take_stop(s, action)
        elif stage == "together_stop":
            together.take_stop(s, action)
        elif stage == "enter":
            cycle.take_enter(s, action)
        elif stage == "inherit" and action == TAKE_DICE:
            cycle.take_lying(s)
        elif stage == "inherit":
            s.stage = "throw"
        else:
            take_pick(s, action)

    # ---- chance

    def _cup(self, s: State) -> tuple[CupRules, Numbers]:
        if s.stage == "roll_off":
            assert s.roll is not None
            cup = table.keys_of(s, s.roll.purpose)[s.roll.key].cup
            assert cup is not None
            return cup, cup.counts(s, s.seat or 1, s.args)
        return cycle.phase_of(s).cup, cycle.cup(s)

    def _checked_chance(self, s: State, action: Action) -> Action:
        """The outcome as tokens of the dice in the cup. Raises IllegalAction where it cannot fall."""
        name = "draw" if s.stage == "draw" else "throw"
        if action.name != name or len(action.args) != 1 or not isinstance(action.args[0], tuple):
            raise IllegalAction(f"{name}([...]) is due, not {action.text}")
        if s.stage == "draw":
            return self._checked_draw(s, action)
        cup, counts = self._cup(s)
        asked = cast(Dice, action.args[0])
        if len(asked) != sum(counts):
            raise IllegalAction(f"{sum(counts)} dice are thrown, not {len(asked)}: {action.text}")
        known = cup.known.get((asked, counts))
        if known is None:
            dice = as_tokens(asked, cup.sides, counts)
            if dice is None:
                raise IllegalAction(f"these dice cannot fall like that: {action.text}")
            known = cup.known[asked, counts] = Action("throw", (cast(Arg, dice),))
        return known

    def _checked_draw(self, s: State, action: Action) -> Action:
        kinds, asked = cycle.phase_of(s).cup.kinds, cast("tuple[str, ...]", action.args[0])
        within = all(asked.count(kind) <= n for kind, n in zip(kinds, s.bag, strict=True))
        if not within or any(a not in kinds for a in asked) or len(asked) != cycle.to_draw(s):
            raise IllegalAction(f"{cycle.to_draw(s)} dice of those in the bag are drawn, not {action.text}")
        return Action("draw", (tuple(sorted(asked, key=kinds.index)),))

    def _take_chance(self, s: State, action: Action) -> None:
        if s.stage == "draw":
            cycle.take_draw(s, cast("tuple[str, ...]", action.args[0]))
        elif s.stage == "roll_off":
            self._take_roll(s, cast(Dice, action.args[0]))
        else:
            cycle.take_throw(s, cast(Dice, action.args[0]))

    def _take_roll(self, s: State, dice: Dice) -> None:
        assert s.roll is not None
        purpose, key = s.roll.purpose, s.roll.key
        best = roll_result(s, sum(cast("tuple[int, ...]", faces_of(dice))))
        if best is None:
            return
        s.roll = None
        found = sift(s, table.keys_of(s, purpose), best, key + 1, purpose)
        if found is not None:
            table.DECIDED[purpose](s, found)

    def chance_size(self, s: State) -> int:
        """How many outcomes `chance_outcomes` lists (for draws: at most)."""
        if s.stage == "draw":
            return prod(n + 1 for n in s.bag)
        cup, counts = self._cup(s)
        return prod(comb(n + len(sides) - 1, n) for n, sides in zip(counts, cup.sides, strict=True))

    def chance_outcomes(self, s: State) -> tuple[tuple[Action, Fraction], ...]:
        if s.stage not in CHANCE_STAGES:
            return ()
        if s.stage == "draw":
            return self._draws(s)
        cup, counts = self._cup(s)
        each = [throws(n, sides) for n, sides in zip(counts, cup.sides, strict=True)]
        if prod(map(len, each)) > LIMITS.multisets:
            raise LimitReached("multisets", LIMITS.multisets, f"a throw of {sum(counts)} dice")
        ways = prod(sum(n for _, n in sides) ** n_dice for n_dice, sides in zip(counts, cup.sides, strict=True))
        found = []
        for combination in product(*each):
            dice = in_order([token for group, _ in combination for token in group])
            found.append((Action("throw", (cast(Arg, dice),)), Fraction(prod(w for _, w in combination), ways)))
        return tuple(found)

    def _draws(self, s: State) -> tuple[tuple[Action, Fraction], ...]:
        kinds, wanted = cycle.phase_of(s).cup.kinds, cycle.to_draw(s)
        ways = comb(sum(s.bag), wanted)
        found = []
        for amounts in product(*(range(min(n, wanted) + 1) for n in s.bag)):
            if sum(amounts) == wanted:
                drawn = tuple(kind for kind, n in zip(kinds, amounts, strict=True) for _ in range(n))
                weight = prod(comb(n, a) for n, a in zip(s.bag, amounts, strict=True))
                found.append((Action("draw", (drawn,)), Fraction(weight, ways)))
        return tuple(found)

    def sample(self, s: State, random: Random) -> Action:
        if s.stage == "draw":
            return self._sample_draw(s, random)
        cup, counts = self._cup(s)
        dice: list[Token] = []
        for n, ring in zip(counts, cup.rings, strict=True):
            dice += [ring[i] for i in random.several(len(ring), n)]
        return Action("throw", (cast(Arg, in_order(dice)),))

    def _sample_draw(self, s: State, random: Random) -> Action:
        kinds = cycle.phase_of(s).cup.kinds
        bag = [kind for kind, n in zip(kinds, s.bag, strict=True) for _ in range(n)]
        drawn = [bag.pop(random.below(len(bag))) for _ in range(cycle.to_draw(s))]
        return Action("draw", (tuple(sorted(drawn, key=kinds.index)),))

    def why_not(self, s: State, action: Action) -> str | None:
        if s.stage in CHANCE_STAGES:
            try:
                self._checked_chance(s, action)
            except IllegalAction as fault:
                return str(fault)
            return None
        return None if self.meant(s, action) is not None else reason(s, action)


def as_tokens(asked: Sequence[object], sides: tuple[Sides, ...], counts: Numbers) -> Dice | None:
    """The faces (or `face:die` words) as tokens of these dice; None where the dice cannot show them.

    Faces that several kinds of dice could show go to the kind that has fewest other ways.
    """
    left = list(counts)
    dice: list[Token] = []
    wishes = [[(k, t) for k, kind in enumerate(sides) for t, _ in kind if _shows(t, face)] for face in asked]
    for options in sorted(wishes, key=len):
        free = [(k, token) for k, token in options if left[k]]
        if not free:
            return None
        kind, token = free[0]
        left[kind] -= 1
        dice.append(token)
    return in_order(dice)


def _shows(token: Token, face: object) -> bool:
    return face in (token, str(token)) or (isinstance(token, tuple) and cast(Member, face) == token.face)
