"""The effects of moments with the game's actions laid open, and what they ask and change."""

from collections.abc import Callable, Iterable, Iterator

from attrs import evolve

from becher.dsl.model import Add, Become, Door, Effect, Expr, Perform, Pick, Verb
from becher.engine.answer.reading.formulas import Formulas, free_names, replaced
from becher.engine.answer.refused import Refused

Change = Callable[[Expr], Expr]


def laid_effects(formulas: Formulas, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Effects with the game's actions laid open in place and their formulas laid open."""
    found: list[Effect] = []
    for effect in effects:
        if isinstance(effect, Perform):
            action = formulas.game.actions[effect.action]
            given = dict(zip((name for name, _ in action.params), effect.args, strict=True))
            if any(free_names(arg) & {"it", "$each"} for arg in effect.args):
                raise Refused(f"the action {effect.action} is given something that only its caller knows", effect.span)
            found += laid_effects(formulas, tuple(_bound(inner, given) for inner in action.effects))
        else:
            found.append(_changed(effect, formulas.laid_open))
    return tuple(found)


def _bound(effect: Effect, given: dict[str, Expr]) -> Effect:
    return _changed(effect, lambda expr: replaced(expr, given))


def _changed(effect: Effect, change: Change) -> Effect:
    if isinstance(effect, Add | Become):
        seats = None if effect.seats is None else change(effect.seats)
        return evolve(effect, seats=seats, value=change(effect.value))
    if isinstance(effect, Pick):
        seat = None if effect.seat is None else change(effect.seat)
        return evolve(effect, seat=seat, group=change(effect.group))
    if isinstance(effect, Perform | Door):
        return evolve(effect, args=tuple(change(arg) for arg in effect.args))
    return evolve(effect, seats=None if effect.seats is None else change(effect.seats))


def effect_formulas(effect: Effect) -> Iterator[Expr]:
    """The formulas an effect asks."""
    if isinstance(effect, Add | Become):
        yield effect.value
        if effect.seats is not None:
            yield effect.seats
    elif isinstance(effect, Pick):
        yield effect.group
        if effect.seat is not None:
            yield effect.seat
    elif isinstance(effect, Verb):
        if effect.seats is not None:
            yield effect.seats
    else:
        yield from effect.args


def changes_ledger(formulas: Formulas, effects: Iterable[Effect]) -> bool:
    """Does one of these change an account, or the game itself?"""
    return any(
        (isinstance(effect, Add | Become) and effect.variable not in formulas.tallies)
        or (isinstance(effect, Pick) and effect.variable not in formulas.tallies)
        or (isinstance(effect, Verb) and effect.name != "nothing")
        for effect in effects
    )


def reachable(formulas: Formulas, phase: str, before_end: bool) -> list[str]:
    """The phase and all it leads to; `before_end`: in other ways than by its end."""
    seen, work = {phase}, [phase]
    while work:
        for moment, cases in formulas.game.phases[work.pop()].moments.items():
            for case in () if before_end and moment in ("end", "bust") else cases:
                for effect in laid_effects(formulas, case.effects):
                    target = effect.target if isinstance(effect, Door) else None
                    if target is not None and target not in seen:
                        seen.add(target)
                        work.append(target)
    return sorted(seen)
