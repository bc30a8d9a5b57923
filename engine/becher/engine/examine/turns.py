"""Turns as graphs: where a phase can lead, told apart only by what the rules go by while it runs."""

from collections.abc import Callable, Iterator

from attrs import define, field, frozen

from becher.dsl.model import Add, Become, Door, Expr, Game, Pick
from becher.dsl.model.walk import reads, walk
from becher.engine.actions import THROW_AGAIN, Action
from becher.engine.examine.entries import Arguments
from becher.engine.examine.places import Stage, always_keeps, laid_open
from becher.engine.faults import IllegalAction, LimitReached, RuleFault
from becher.engine.machine.rules import Rules
from becher.engine.machine.table import begin_turn, new_game
from becher.engine.state import CHANCE, State
from becher.engine.testing.coverage import is_reachable

# So many steps are tried in one search before it is cut.
STEPS = 25_000

Key = tuple[object, ...]


def circles(game: Game) -> list[list[str]]:
    """Phases that can come back to themselves through doors, and each other phase on its own."""
    after = {name: _after(game, name) for name in game.phases if is_reachable(game, name)}
    reach = {name: _reach(after, name) for name in after}
    found: list[list[str]] = []
    for name in after:
        if not any(name in group for group in found):
            found.append([other for other in after if other == name or (other in reach[name] and name in reach[other])])
    return found


def _after(game: Game, phase: str) -> set[str]:
    """The phases a phase's own cases lead to."""
    found = set()
    for cases in game.phases[phase].moments.values():
        for case in cases:
            for effect, _ in laid_open(game, case.effects):
                if isinstance(effect, Door):
                    found.add(phase if effect.name == "throw_again" else effect.target or "")
    return found - {""}


def _reach(after: dict[str, set[str]], name: str) -> set[str]:
    found: set[str] = set()
    todo = list(after[name])
    while todo:
        one = todo.pop()
        if one not in found and one in after:
            found.add(one)
            todo.extend(after[one])
    return found


def surely_ends(stage: Stage, circle: list[str]) -> bool:
    """Does it show at a glance that a phase ends: a number of throws, or every throw keeps something?"""
    game, name = stage.game, circle[0]
    if len(circle) > 1 or name in _after(game, name):
        return False
    phase = stage.rules.phases[name]
    counted = phase.source.throws is not None and not _own(reads(phase.source.throws, game).variables, game)
    return counted or always_keeps(phase, stage.phase_scene(name, "keep"))


def _own(names: frozenset[str], game: Game) -> set[str]:
    """Of these the variables of a turn."""
    return {name for name in names if name == "pool" or game.variables[name].scope == "tally"}


@frozen
class View:
    """What tells the positions of some phases apart: the words and variables read while they run."""

    words: frozenset[str]
    variables: frozenset[str]
    retakes: bool
    counts_throws: bool

    @classmethod
    def of(cls, game: Game, phases: list[str], moments: frozenset[str]) -> "View":
        """What is read by the questions of these phases (but stop: one may always go on), and by whole moments besides."""
        asked: list[Expr] = []
        for name in phases:
            asked += _questions(game, name, moments)
        seen: set[str] = set()
        while True:
            read = reads(tuple(asked), game)
            new = read.variables - seen
            if not new:
                break
            seen |= new
            asked += [expr for name in new for expr in _changes(game, name)]
        source = [game.phases[name] for name in phases]
        return cls(
            read.words,
            read.variables,
            any(phase.retake is not None for phase in source),
            any(phase.throws is not None for phase in source) or "throw_no" in read.words,
        )

    def key(self, s: State) -> Key:
        """Equal for positions from which the same can follow."""
        faces = self.retakes or self.words & {"aside", "dice"} or any(isinstance(t, tuple) for t in s.aside)
        rests = s.stage in ("throw", "draw")
        held = tuple(s.account(name, s.seat or 1) for name in sorted(self.variables) if name in s.rules.slots)
        return (
            s.stage,
            s.seat,
            s.phase,
            tuple(s.args.items()),
            s.hand,
            s.bag,
            s.aside if faces else len(s.aside),
            () if rests else s.thrown,
            s.kept if "kept" in self.words and not rests else (),
            s.throw_no if self.counts_throws else 0,
            s.pending,
            s.standing,
            s.answers,
            held,
        )


def _questions(game: Game, name: str, moments: frozenset[str]) -> list[Expr]:
    phase = game.phases[name]
    keeps = [answer.condition for answer in phase.keep or ()]
    cup = [amount for amount, _ in (phase.dice or game.dice).parts] if phase.dice or game.dice else []  # type: ignore[union-attr]
    asked = [*cup, phase.draw, phase.throws, phase.bust, phase.must_keep, phase.retake, *keeps, phase.until, phase.full]
    for moment, cases in phase.moments.items():
        for case in cases:
            effects = [effect for effect, _ in laid_open(game, case.effects)]
            if any(isinstance(effect, Door | Pick) for effect in effects) or moment in moments:
                asked += [case.condition, *(e for e in _inner(case.effects))]
    return [expr for expr in asked if expr is not None]


def _inner(effects: object) -> Iterator[Expr]:
    for node in walk(effects):
        if hasattr(node, "sort"):
            yield node  # type: ignore[misc]


def _changes(game: Game, name: str) -> list[Expr]:
    """The formulas by which a variable of the turn changes."""
    found: list[Expr] = []
    if name == "pool":
        found += [phase.adds for phase in game.phases.values() if phase.adds is not None]
    for node in walk((game.phases, game.actions)):
        if isinstance(node, Add | Become) and node.variable == name:
            found.append(node.value)
    return found


def starts(rules: Rules, phase: str, entries: list[Arguments]) -> list[State]:
    """A phase about to begin in the first turn of a game, once for each way its parameters may be given."""
    game = rules.game
    found = []
    for values in entries:
        state = new_game(rules, max(game.players[0], min(2, game.players[1] or 2)), ())
        state.setup = False
        begin_turn(state, phase)
        state.args = {name: value for (name, _), value in zip(game.phases[phase].params, values, strict=True)}
        if rules.phases[phase].source.together:
            state.standing = rules.seats(state.count)
        try:
            found.append(rules.machine.run(state))
        except (RuleFault, LimitReached):
            continue
    return found


@frozen
class Node:
    """A position: chance or a choice; where each action leads, None for out of these phases."""

    chance: bool
    state: State
    actions: tuple[Action, ...]
    after: tuple[Key | None, ...]


@define
class Graph:
    """The positions reached from some starts while only these phases run. `cut`: there are more than could be looked at."""

    phases: frozenset[str]
    view: View
    choose: Callable[[State], tuple[Action, ...]] = field(default=lambda state: state.legal_actions())
    nodes: dict[Key, Node] = field(factory=dict)
    ends: list[State] = field(factory=list)
    cut: bool = False
    _steps: int = 0

    def explore(self, start: State) -> None:
        """Add everything that can follow."""
        if not self.inside(start, start):
            return
        todo = [start]
        while todo:
            state = todo.pop()
            key = self.view.key(state)
            if key in self.nodes:
                continue
            if self._steps > STEPS or len(self.nodes) > STEPS:
                self.cut = True
                return
            chance = state.current_player() == CHANCE
            if chance and state.rules.machine.chance_size(state) > STEPS:
                self.cut = True
                return
            actions = tuple(a for a, _ in state.chance_outcomes()) if chance else self.choose(state)
            found: list[Key | None] = []
            for action in actions:
                self._steps += 1
                after = self._after(state, action)
                found.append(None if after is None else self.view.key(after))
                if after is not None:
                    todo.append(after)
            self.nodes[key] = Node(chance, state, actions, tuple(found))

    def _after(self, state: State, action: Action) -> State | None:
        """The state after it, None where the phases are left."""
        try:
            after = state.apply(action)
        except (RuleFault, LimitReached, IllegalAction):
            return None
        if self.inside(state, after):
            return after
        self.ends.append(after)
        return None

    def inside(self, before: State, after: State) -> bool:
        """Does the same turn go on in one of these phases?"""
        same = (
            after.turns == before.turns and after.rounds == before.rounds and len(after.results) == len(before.results)
        )
        return same and after.phase in self.phases and not after.is_terminal() and after.roll is None

    def endless(self) -> set[Key]:
        """Positions from which some way of choosing never leaves, whatever the dice show."""
        left = dict(self.nodes)
        while True:
            gone = [key for key, node in left.items() if not _stays(node, left)]
            if not gone:
                return set(left)
            for key in gone:
                del left[key]


def _stays(node: Node, left: dict[Key, Node]) -> bool:
    found = [after is not None and after in left for after in node.after]
    return all(found) if node.chance else any(found)


def stubborn(state: State) -> tuple[Action, ...]:
    """Never stops, keeps as few dice as it may, passes where it may."""
    legal = state.legal_actions()
    if THROW_AGAIN in legal:
        return (THROW_AGAIN,)
    return legal[-1:] if legal and legal[-1].name == "pass" else legal[:1]
