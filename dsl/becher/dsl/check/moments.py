"""What contradicts itself in a moment: it is one step, in which every change is made together."""

from collections.abc import Iterator

from becher.dsl.check.effects import Moment, changed, doors_of, laid_open, moments_of
from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label, Span
from becher.dsl.model import Add, Become, Case, Door, Effect, Game, Pick
from becher.dsl.model.walk import reads

Line = tuple[Case, Span | None, Effect]
_DURING_A_THROW = ("throw", "keep", "full")
_TURN_DOORS = ("throw_again", "end_turn", "bust", "enter", "phase")


def contradictions(game: Game) -> Iterator[Diagnostic]:
    """Findings about every moment by itself."""
    for moment in moments_of(game):
        lines = [(case, at, effect) for case in moment.cases for at, effect in laid_open(game, case.effects)]
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
        label = Label(others[0].span, "the first") if others[0].span is not None else None
        yield finding(
            "E512", message, others[1].span, "one otherwise is for everything else", *([label] if label else [])
        )
    if others and not any(case.mode == "when" for case in moment.cases):
        message = f"otherwise means: no other case holds, but on {moment.name} has no case with a condition"
        yield finding("E512", message, others[0].span, "leave out the word otherwise")


def _together(a: Case, b: Case) -> bool:
    """Do both cases surely hold at once whenever one of them does?"""
    return a is b or (a.mode == "always" and b.mode == "always")


def _meet(a: Case, b: Case) -> bool:
    """Can one hold while the other does, as far as the words say?"""
    return a.mode == "always" or b.mode == "always"


def _changes(lines: list[Line]) -> Iterator[Diagnostic]:
    """`becomes` beside another change of the same variable."""
    for index, (case, at, effect) in enumerate(lines):
        if not isinstance(effect, Become):
            continue
        for number, (other_case, other_at, other) in enumerate(lines):
            is_change = isinstance(other, Add) or (isinstance(other, Become) and number < index)
            if not is_change or changed(other) != effect.variable or not _same_seats(effect, other):
                continue
            if _together(case, other_case) or _meet(case, other_case):
                message = f"{effect.variable} becomes something and changes otherwise in the same moment"
                hint = "a moment is one step: say in one line what it becomes"
                yield finding("E513", message, at, hint, *_labels(other_at, "the other change"))


def _same_seats(a: Become, b: Effect) -> bool:
    """Different seats are told apart only where both are written the same way."""
    seats = getattr(b, "seats", None)
    return a.seats == seats or a.seats is None or seats is None or not _apart(str(a.seats), str(seats))


def _apart(a: str, b: str) -> bool:
    """Are these surely different seats: me on one side, next, previous or others on the other?"""
    others = ("'next'", "'previous'", "'others'", "'chosen'")
    return any(("'me'" in x and any(word in y for word in others)) for x, y in ((a, b), (b, a)))


def _doors(lines: list[Line]) -> Iterator[Diagnostic]:
    doors = [(case, at, effect) for case, at, effect in lines if isinstance(effect, Door)]
    for index, (case, at, _) in enumerate(doors):
        for other_case, other_at, _ in doors[:index]:
            if _together(case, other_case) or _meet(case, other_case):
                message = "two doors in one moment: play can go on in one place only"
                yield finding(
                    "E514", message, at, "put them into cases of which only one holds", *_labels(other_at, "the other")
                )


def _old_values(game: Game, lines: list[Line]) -> Iterator[Diagnostic]:
    """`becomes` that reads what the same moment changes."""
    for _, at, effect in lines:
        if not isinstance(effect, Become):
            continue
        read = reads(effect.value, game).variables
        for _, other_at, other in lines:
            name = changed(other)
            if name is None or name == effect.variable or name not in read or isinstance(other, Pick):
                continue
            message = f"{effect.variable} becomes something that reads {name}: the old value, from before this moment"
            yield finding("N713", message, at, None, *_labels(other_at, f"{name} changes here"))
            break


def _during_a_throw(game: Game, moment: Moment, lines: list[Line]) -> Iterator[Diagnostic]:
    for _, at, effect in lines:
        name = changed(effect)
        variable = game.variables.get(name) if name is not None else None
        if variable is not None and variable.scope != "tally":
            message = f"on {moment.name} only tallies and the pool may change, and {name} is kept beyond the turn"
            hint = "change it on end or on bust, or count in a tally until then"
            yield finding("E515", message, at, hint)


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
