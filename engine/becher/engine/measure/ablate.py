"""A game with one thing changed: an option at another of its values, a line of a variant or a named case left out."""

from collections.abc import Iterator

from attrs import evolve, frozen

from becher.dsl.model import Case, Game, Option, Value
from becher.dsl.without import each_without


@frozen
class Ablation:
    """`label` says what is changed; the game and the options to play it with."""

    label: str
    game: Game
    options: tuple[tuple[str, Value], ...]


def ablations(game: Game, options: dict[str, Value]) -> Iterator[Ablation]:
    """Every option at each of its other words (numbers at half and at twice their value), then every line that a variant says and
    every named case left out."""
    for option in game.options.values():
        now = options.get(option.name, option.default)
        for value in other_values(option, now):
            changed = {**options, option.name: value}
            yield Ablation(f"{option.name} = {shown(value)}", game, tuple(changed.items()))
    for line in each_without(game):
        kept = {name: value for name, value in options.items() if _allowed(line.game, name, value)}
        yield Ablation(f"without {line.line}", _with_lent(line.game, game), tuple(kept.items()))
    for label, without in _without_cases(game):
        yield Ablation(label, without, tuple(options.items()))


def _allowed(game: Game, name: str, value: Value) -> bool:
    return name in game.options and game.options[name].allows(value)


def _with_lent(changed: Game, game: Game) -> Game:
    """The changed game with the strategies that were lent to the game as it is."""
    return evolve(
        changed,
        strategies={**game.strategies, **changed.strategies},
        formulas={**{n: f for n, f in game.formulas.items() if f.home in game.strategies}, **changed.formulas},
    )


def other_values(option: Option, now: Value) -> list[Value]:
    """The other words of an option; a number at half and at twice its value as far as its ranges go, else at their ends."""
    found: list[Value] = []
    for entry in option.allowed:
        if isinstance(entry, tuple) and len(entry) == 2 and isinstance(entry[0], int):
            found += _other_numbers(entry[0], entry[1], now)  # type: ignore[arg-type]
        else:
            found.append(entry)
    return [value for value in dict.fromkeys(found) if value != now]


def _other_numbers(low: int, high: int | None, now: Value) -> list[int]:
    top = max(low, high if high is not None else 2 * now if isinstance(now, int) else low)
    if not isinstance(now, int):
        return [low, top]
    near = [min(max(number, low), top) for number in (now // 2, 2 * now)]
    return near if set(near) != {now} else [low, top]


def _without_cases(game: Game) -> Iterator[tuple[str, Game]]:
    for name, phase in game.phases.items():
        for moment, cases in phase.moments.items():
            for case in _named(cases):
                moments = {**phase.moments, moment: _left(cases, case)}
                phases = {**game.phases, name: evolve(phase, moments=moments)}
                yield f"{name} without {case.name}", evolve(game, phases=phases)
    for moment, cases in game.round.moments.items():
        for case in _named(cases):
            moments = {**game.round.moments, moment: _left(cases, case)}
            yield f"round without {case.name}", evolve(game, round=evolve(game.round, moments=moments))


def _named(cases: tuple[Case, ...]) -> list[Case]:
    """Cases that could be left out: named, and not the only one of their moment."""
    return [case for case in cases if case.name and len(cases) > 1]


def _left(cases: tuple[Case, ...], case: Case) -> tuple[Case, ...]:
    return tuple(other for other in cases if other is not case)


def shown(value: Value) -> str:
    """An option's value as the file writes it."""
    return "yes" if value is True else "no" if value is False else str(value)
