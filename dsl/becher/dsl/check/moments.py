"""What contradicts itself in a moment: it is one step, in which every change is made together."""

from collections.abc import Iterator

from attrs import frozen

from becher.dsl.check.effects import Moment, doors_of, laid_open, moments_of
from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label, Span
from becher.dsl.model import Add, Become, Case, Door, Effect, Game, Pick
from becher.dsl.model.walk import reads

_DURING_A_THROW = ("throw", "keep", "full")
_TURN_DOORS = ("throw_again", "end_turn", "bust", "enter", "phase")
_ME = "'me'"
_NOT_ME = ("'next'", "'previous'", "'others'", "'chosen'")


@frozen
class _Line:
    """One effect of a case; `at` is where the case says it, also if an action does it."""

    case: Case
    at: Span | None
    effect: Effect


def contradictions(game: Game) -> Iterator[Diagnostic]:
    """Findings about every moment by itself."""
    for moment in moments_of(game):
        lines = [_Line(case, at, effect) for case in moment.cases for at, effect in laid_open(game, case.effects)]
        yield from _otherwise(moment)
        yield from _changes(lines)
        yield from _doors(lines)
        yield from _old_values(game, lines)
        if moment.in_phase and moment.name in _DURING_A_THROW:
            yield from _during_a_throw(game, moment, lines)
    yield from _far_doors(game)


def _otherwise(moment: Moment) -> Iterator[Diagnostic]:
    others = [case for case in moment.cases if case.mode == "otherwise"]
    if len(others) > 1:
        message = f"on {moment.name} has two cases that say otherwise"
        labels = _labels(others[0].span, "the first")
        yield finding("E512", message, others[1].span, "one otherwise is for everything else", *labels)
    if others and not any(case.mode == "when" for case in moment.cases):
        message = f"otherwise means: no other case holds, but on {moment.name} has no case with a condition"
        yield finding("E512", message, others[0].span, "leave out the word otherwise")


def _meeting(lines: list[_Line]) -> Iterator[tuple[_Line, _Line]]:
    """Pairs of lines, the later one first, that surely come together: of one case, or where one of the two always holds."""
    of_case: dict[int, _Line] = {}
    always: _Line | None = None
    for line in lines:
        before = of_case.get(id(line.case)) or always
        if before is None and line.case.mode == "always" and of_case:
            before = next(iter(of_case.values()))
        if before is not None:
            yield line, before
        of_case.setdefault(id(line.case), line)
        if always is None and line.case.mode == "always":
            always = line


def _changes(lines: list[_Line]) -> Iterator[Diagnostic]:
    """`becomes` beside another change of the same variable, told once for each variable."""
    by_variable: dict[str, list[_Line]] = {}
    for line in lines:
        if isinstance(line.effect, Add | Become):
            by_variable.setdefault(line.effect.variable, []).append(line)
    for variable, changes in by_variable.items():
        clash = next((pair for pair in _meeting(changes) if _clash(pair[0].effect, pair[1].effect)), None)
        if clash is not None:
            become, other = clash if isinstance(clash[0].effect, Become) else (clash[1], clash[0])
            message = f"{variable} becomes something and changes otherwise in the same moment"
            hint = "a moment is one step: say in one line what it becomes"
            yield finding("E513", message, become.at, hint, *_labels(other.at, "the other change"))


def _clash(a: Effect, b: Effect) -> bool:
    """Is one of them `becomes`, and can they be about the same seat?"""
    if not isinstance(a, Become) and not isinstance(b, Become):
        return False
    seats = (str(getattr(a, "seats", None)), str(getattr(b, "seats", None)))
    apart = any(_ME in x and any(word in y for word in _NOT_ME) for x, y in (seats, seats[::-1]))
    return not apart


def _doors(lines: list[_Line]) -> Iterator[Diagnostic]:
    for one, other in _meeting([line for line in lines if isinstance(line.effect, Door)]):
        message = "two doors in one moment: play can go on in one place only"
        hint = "put them into cases of which only one holds"
        yield finding("E514", message, one.at, hint, *_labels(other.at, "the other"))


def _old_values(game: Game, lines: list[_Line]) -> Iterator[Diagnostic]:
    """`becomes` that reads what the same moment changes."""
    changes: dict[str, _Line] = {}
    for line in lines:
        if isinstance(line.effect, Add | Become):
            changes.setdefault(line.effect.variable, line)
    for line in lines:
        if not isinstance(line.effect, Become):
            continue
        name = line.effect.variable
        for read in sorted((reads(line.effect.value, game).variables & changes.keys()) - {name}):
            if {line.case.mode, changes[read].case.mode} == {"when", "otherwise"}:
                continue
            message = f"{name} becomes something that reads {read}: the old value, from before this moment"
            yield finding("N713", message, line.at, None, *_labels(changes[read].at, f"{read} changes here"))


def _during_a_throw(game: Game, moment: Moment, lines: list[_Line]) -> Iterator[Diagnostic]:
    for line in lines:
        name = line.effect.variable if isinstance(line.effect, Add | Become | Pick) else None
        variable = game.variables.get(name) if name is not None else None
        if variable is not None and variable.scope != "tally":
            message = f"on {moment.name} only tallies and the pool may change, and {name} is kept beyond the turn"
            hint = "change it on end or on bust, or count in a tally until then"
            yield finding("E515", message, line.at, hint)


def _far_doors(game: Game) -> Iterator[Diagnostic]:
    for moment, door in doors_of(game):
        if not moment.in_phase and door.name in _TURN_DOORS:
            name = door.target or door.name
            message = f"{name} belongs to a turn, and on {moment.name} of the {moment.owner} no turn is running"
            yield finding("E516", message, door.span)
        elif door.name == "throw_again" and moment.name in ("start", "end", "bust"):
            message = f"on {moment.name} nothing has been thrown that could be thrown again"
            yield finding("E516", message, door.span, "throw_again belongs to on throw, keep and full")


def _labels(span: Span | None, text: str) -> list[Label]:
    return [] if span is None else [Label(span, text)]
