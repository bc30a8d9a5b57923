"""The places of a game where something happens: moments of phases, of rounds and of the game, and the dice that lie there."""

from collections.abc import Iterator, Mapping

from attrs import define, evolve, frozen

from becher.dsl.model import Case, Door, Effect, Expr, Game, Keep, Perform, Phase, Pick, Sort, Value
from becher.dsl.model.walk import walk
from becher.engine.examine import possible as p
from becher.engine.examine.dice import groups, sizes
from becher.engine.examine.possible import ANY, NUMBERS, Between, Possible
from becher.engine.examine.scene import Scene
from becher.engine.game import rules_of
from becher.engine.machine.rules import PhaseRules, Rules
from becher.engine.machine.table import new_game
from becher.engine.state import Dice, State
from becher.engine.testing.coverage import is_reachable

_NO_DICE: tuple[Dice, ...] = ((),)


@frozen
class Place:
    """One moment: owner is a phase's name, round or game. `params` are the parameters of the phase."""

    owner: str
    moment: str
    cases: tuple[Case, ...]
    in_phase: bool


@define
class Stage:
    """A game under one setting of its options, with what is known so far of its variables and boxes."""

    game: Game
    rules: Rules
    state: State
    variables: dict[str, Possible]
    boxes: dict[str, Possible]
    _scenes: dict[tuple[str, str], Scene]

    @classmethod
    def of(cls, game: Game, options: Mapping[str, Value] | None = None) -> "Stage":
        rules = rules_of(game, dict(options or {}))
        state = new_game(rules, game.players[0], ())
        state.setup = False
        variables = {v.name: starting_value(rules, state, v.name) for v in game.variables.values() if v.name != "pool"}
        return cls(game, rules, state, {**variables, "pool": p.just(0)}, {}, {})

    def places(self) -> Iterator[Place]:
        """Every moment that can come, in the order of the file."""
        for phase in self.game.phases.values():
            if is_reachable(self.game, phase.name):
                for moment, cases in phase.moments.items():
                    yield Place(phase.name, moment, cases, True)
        for moment, cases in self.game.round.moments.items():
            yield Place("round", moment, cases, False)
        for moment, cases in self.game.moments.items():
            yield Place("game", moment, cases, False)

    def scene(self, place: Place) -> Scene:
        """The scene of a moment."""
        if not place.in_phase:
            return Scene(self.rules, self.state, {}, self.variables, self.boxes)
        return self.phase_scene(place.owner, place.moment)

    def phase_scene(self, name: str, moment: str) -> Scene:
        """The scene of a phase: before its first throw (moment start) or after any."""
        key = (name, "start" if moment == "start" else "later")
        if key not in self._scenes:
            self._scenes[key] = self._phase_scene(name, moment)
        return self._scenes[key]

    def changed(self) -> None:
        """Something more is known to be possible: ask again."""
        self._scenes.clear()

    def _phase_scene(self, name: str, moment: str) -> Scene:
        phase = self.rules.phases[name]
        state = self.state.copy()
        state.phase = name
        scene = Scene(self.rules, state, {}, self.variables, self.boxes).with_locals(self.parameters(name))
        scene.zones = self._zones(phase, scene, moment)
        scene.words = {"throw_no": self.throws(phase, scene)}
        return scene

    def _zones(self, phase: PhaseRules, scene: Scene, moment: str) -> Mapping[str, tuple[Dice, ...] | None]:
        if moment == "start":
            return dict.fromkeys(("thrown", "kept", "aside", "dice"), _NO_DICE)
        cup = phase.source.dice or self.game.dice
        wanted = sizes([scene.ask(amount) for amount, _ in cup.parts]) if cup is not None else []
        if wanted is None:
            return dict.fromkeys(("thrown", "kept", "aside", "dice"), None)
        if self.may_have_fewer_dice(phase.source):
            wanted = [(0, high) for _, high in wanted]
        boxes = len(self.game.sheet.boxes) if self.game.sheet is not None else 0
        every = groups(phase.cup, wanted, boxes)
        some = groups(phase.cup, [(0, high) for _, high in wanted], boxes)
        thrown = None if some is None else tuple(group for group in some if group)
        return {"thrown": thrown, "kept": some, "aside": some, "dice": every}

    def may_have_fewer_dice(self, phase: Phase) -> bool:
        """May `dice` be any part of the dice of the phase: drawn one by one, left by somebody, or entered in parts?"""
        return phase.draw is not None or phase.inherit or self._is_split()

    def _is_split(self) -> bool:
        """Does a door `enter(part)` change what `dice` means?"""
        return any(isinstance(node, Door) and node.name == "enter" and node.args for node in walk(self.game.phases))

    def parameters(self, phase: str) -> dict[str, Possible]:
        """What the parameters of a phase may be, as far as the doors to it tell."""
        params = self.game.phases[phase].params
        if not params:
            return {}
        faces = [face for die in self.game.dies.values() for face in die.faces]
        found: dict[str, Possible] = {}
        for place, (name, sort) in enumerate(params):
            asked = [scene.ask(door.args[place]) for door, scene in self.doors(phase)]
            usual = p.of(faces) if sort is Sort.FACE else NUMBERS if sort is Sort.NUMBER else ANY
            found[name] = p.join(*asked) if asked else usual
        return found

    def doors(self, phase: str) -> Iterator[tuple[Door, Scene]]:
        """The doors that lead to a phase from others, with the dice for which their cases hold and with what was picked there."""
        for place in self.places():
            if place.owner == phase:
                continue
            for case in place.cases:
                doors = [e for e in laid_open(self.game, case.effects) if isinstance(e[0], Door)]
                for door, _ in doors:
                    if isinstance(door, Door) and door.target == phase:
                        for scene in holding(self.scene(place), case):
                            yield door, with_picks(scene, case)

    def throws(self, phase: PhaseRules, scene: Scene) -> Possible:
        """The numbers a throw of this phase may have."""
        asked = phase.source.throws
        high = None if asked is None else p.limits(scene.ask(asked))[1]
        if high is None and always_keeps(phase, scene) and scene.zones.get("dice"):
            high = max(len(dice) for dice in scene.zones["dice"] or ((),))
        if high is None:
            return Between(1, None)
        return p.of(range(1, max(1, high) + 1))


def always_keeps(phase: PhaseRules, scene: Scene) -> bool:
    """Does every throw that is not bust lay at least one die aside for good?"""
    source = phase.source
    if source.retake is not None or scene.ask(source.full) != p.just("end"):
        return False
    if source.keep is not None and all(_keeps_some(answer, scene) for answer in source.keep):
        return True
    forced = p.just(()) if source.must_keep is None else scene.ask(source.must_keep)
    return isinstance(forced, p.Few) and () not in forced.values


def _keeps_some(answer: Keep, scene: Scene) -> bool:
    """Is keeping nothing never legal under this answer?"""
    if answer.kind == "formula" and answer.condition is not None:
        return scene.with_dice("kept", ()).truth(answer.condition) == p.NO
    return answer.kind in ("some", "face")


def starting_value(rules: Rules, state: State, name: str) -> Possible:
    """What a variable starts with in this game."""
    scope, slot = rules.slots[name]
    if scope == "tally":
        return p.just(rules.starts["tally"][slot](state, 1, {}))
    return p.just(state.players[0][slot] if scope == "player" else state.shared[slot])


@frozen
class Bound:
    """An argument of one of the file's own actions, and the arguments around it."""

    arg: Expr
    around: "Frame"


Frame = Mapping[str, Bound]


def laid_open(game: Game, effects: tuple[Effect, ...]) -> Iterator[tuple[Effect, Frame]]:
    """Effects in order, the file's own actions replaced by what they do, each with the arguments of the actions around it."""
    yield from _laid_open(game, effects, {})


def _laid_open(game: Game, effects: tuple[Effect, ...], frame: Frame) -> Iterator[tuple[Effect, Frame]]:
    for effect in effects:
        if isinstance(effect, Perform):
            action = game.actions[effect.action]
            inner = {name: Bound(arg, frame) for (name, _), arg in zip(action.params, effect.args, strict=True)}
            yield from _laid_open(game, action.effects, inner)
        else:
            yield effect, frame


def with_picks(scene: Scene, case: Case) -> Scene:
    """The scene once the choices of a case are made: a variable that was picked holds a member of its group."""
    held = {
        effect.variable: members(scene, effect)
        for effect, _ in laid_open(scene.rules.game, case.effects)
        if isinstance(effect, Pick) and not effect.may_pass
    }
    return evolve(scene, variables={**scene.variables, **held}, listed={}) if held else scene


def members(scene: Scene, pick: Pick) -> Possible:
    """What the variable may hold that was picked."""
    group = scene.ask(pick.group)
    if scene.rules.game.variables[pick.variable].sort is Sort.NUMBER and isinstance(group, p.Few):
        return p.of(member for value in group.values for member in (value if isinstance(value, tuple) else (value,)))
    return ANY


def holding(scene: Scene, case: Case) -> Iterator[Scene]:
    """The scene split by the dice for which the case may hold: once for each group, where its condition reads one zone only."""
    if case.condition is None:
        yield scene
        return
    loose = scene.reads(case.condition).words & set(scene.zones) - scene.fixed
    groups = scene.zones.get(next(iter(loose))) if len(loose) == 1 else None
    if groups is None or len(groups) > 2_000:
        if p.may_be(scene.truth(case.condition), True):
            yield scene
        return
    (zone,) = loose
    for dice in groups:
        one = scene.with_dice(zone, dice)
        if p.may_be(one.truth(case.condition), True):
            yield one
