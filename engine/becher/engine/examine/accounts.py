"""What variables may hold: from what they start with, by everything the cases do to them, until nothing new comes up."""

from becher.dsl.model import Add, Become, Case, Convert, Door, Expr, Pick, SeatWord, Sort, VariableRead
from becher.dsl.model.walk import walk
from becher.engine.examine import possible as p
from becher.engine.examine.facts import as_sum, bounded, facts
from becher.engine.examine.places import Frame, Place, Stage, holding, laid_open, members, starting_value
from becher.engine.examine.possible import ANY, Between, Possible
from becher.engine.examine.scene import Scene
from becher.engine.testing.coverage import is_reachable

# After so many rounds what still grows is taken to grow without bound.
PATIENCE = 4


def explore_accounts(stage: Stage) -> None:
    """Widen `stage.variables` until every change the cases can make stays inside."""
    for round in range(3 * PATIENCE):
        before = dict(stage.variables)
        stage.variables["pool"] = p.join(p.just(0), pool(stage))
        for place in stage.places():
            for case in place.cases:
                _case(stage, place, case)
        if stage.variables == before:
            return
        if round >= PATIENCE:
            for name, old in before.items():
                stage.variables[name] = _widened(old, stage.variables[name])
        stage.changed()


def _widened(old: Possible, new: Possible) -> Possible:
    if old == new or isinstance(new, p.Anything):
        return new
    (low, high), (new_low, new_high) = p.limits(old), p.limits(new)
    return Between(new_low if new_low == low else None, new_high if new_high == high else None)


def _case(stage: Stage, place: Place, case: Case) -> None:
    for scene in list(holding(stage.scene(place), case)):
        for effect, frame in laid_open(stage.game, case.effects):
            inner = _framed(scene, frame)
            if isinstance(effect, Add):
                _add(stage, place, case, effect, inner)
            elif isinstance(effect, Become):
                _grow(stage, effect.variable, inner.ask(effect.value))
            elif isinstance(effect, Pick):
                _grow(stage, effect.variable, members(inner, effect))


def _framed(scene: Scene, frame: Frame) -> Scene:
    """The scene with the arguments of the file's own actions as locals."""
    if not frame:
        return scene
    return scene.with_locals({name: _framed(scene, bound.around).ask(bound.arg) for name, bound in frame.items()})


def _grow(stage: Stage, name: str, value: Possible) -> None:
    stage.variables[name] = p.join(stage.variables[name], value)


def _add(stage: Stage, place: Place, case: Case, effect: Add, scene: Scene) -> None:
    name = effect.variable
    variable = stage.game.variables.get(name)
    if variable is not None and variable.sort is not Sort.NUMBER:
        stage.variables[name] = ANY
        return
    amount = scene.ask(effect.value)
    low, high = p.limits(p.added(p.just(0), amount, effect.sign))
    old_low, old_high = p.limits(stage.variables[name])
    times = _times(stage, place, effect)
    known = _known(effect, case, scene)
    stage.variables[name] = p.join(
        stage.variables[name],
        Between(
            _ends(old_low, low, times, -1, known[0], stage, name),
            _ends(old_high, high, times, 1, known[1], stage, name),
        ),
    )


def _ends(
    old: int | None, change: int | None, times: int | None, way: int, known: int | None, stage: Stage, name: str
) -> int | None:
    """The bound after a change that may come so many times: unchanged where it goes the other way."""
    if old is None or (change is not None and change * way <= 0):
        return old
    if known is not None:
        return max(old, known) if way > 0 else min(old, known)
    if change is None or times is None:
        return None
    start = p.limits(stage_start(stage, name))[0 if way < 0 else 1]
    return None if start is None else start + times * change


def is_mine(seats: Expr | None) -> bool:
    """Is it the variable of the seat whose turn it is (or of the table) that changes?"""
    while isinstance(seats, Convert):
        seats = seats.arg
    return seats is None or seats == SeatWord("me", Sort.SEAT)


def stage_start(stage: Stage, name: str) -> Possible:
    """What a variable starts with."""
    return starting_value(stage.rules, stage.state, name)


def _known(effect: Add, case: Case, scene: Scene) -> tuple[int | None, int | None]:
    """Bounds of the new value that the case's condition tells outright (changes of the seat's own only)."""
    if not is_mine(effect.seats) or case.condition is None:
        return None, None
    new = as_sum(VariableRead(effect.variable, Sort.NUMBER), scene).plus(as_sum(effect.value, scene), effect.sign)
    return bounded(new, facts(case.condition, scene))


def _times(stage: Stage, place: Place, effect: Add) -> int | None:
    """How often this change can come in a game to one seat, where the sheet bounds its turns; None: any number of times."""
    game, sheet = stage.game, stage.game.sheet
    if sheet is None or game.over is not None or place.moment != "end" or not is_mine(effect.seats):
        return None
    if sum(name == effect.variable for name in _changed_names(stage)) > 1:
        return None
    turn = game.phases["turn"]
    writes = any(
        case.mode == "always" and any(isinstance(node, Door) and node.name == "enter" for node in walk(case.effects))
        for case in turn.moments.get("end", ())
    )
    lone = [phase for phase in game.phases if is_reachable(game, phase)] == ["turn"]
    if not writes or not lone or turn.bust is not None or turn.keep is not None or turn.stop is not None:
        return None
    fills = p.limits(stage.phase_scene("turn", "end").ask(sheet.fills))[1]
    return None if fills is None else fills * len(sheet.boxes) * max(1, len(sheet.columns))


def _changed_names(stage: Stage) -> list[str]:
    return [
        node.variable
        for node in walk((stage.game.phases, stage.game.round, stage.game.actions))
        if isinstance(node, Add)
    ]


# ---- the pool


def pool(stage: Stage) -> Possible:
    """What `adds` can pile up in a turn."""
    reached = [name for name in stage.game.phases if is_reachable(stage.game, name)]
    total: Possible = p.just(0)
    for name in reached:
        adds = stage.game.phases[name].adds
        if adds is not None:
            total = p.added(total, _in_phase(stage, name, adds))
    low, high = p.limits(total)
    return Between(min(0, low) if low is not None else None, max(0, high) if high is not None else None)


def _in_phase(stage: Stage, name: str, adds: Expr) -> Possible:
    """Everything one run of a phase adds: bounded by its throws, unless it can be run again in the same turn."""
    phase = stage.rules.phases[name]
    scene = stage.phase_scene(name, "keep")
    low, high = p.limits(scene.ask(adds))
    again = any(
        isinstance(node, Door) and (node.target == name or node.name == "throw_again")
        for node in walk(stage.game.phases)
    )
    throws = None if again else p.limits(stage.throws(phase, scene))[1]
    if throws is None:
        return Between(0 if low is not None and low >= 0 else None, 0 if high is not None and high <= 0 else None)
    return Between(None if low is None else min(0, low) * throws, None if high is None else max(0, high) * throws)
