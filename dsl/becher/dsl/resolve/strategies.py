"""Strategies: the same questions, answered as wishes."""

from becher.dsl.model import Expr, FormulaCall, Local, Sort, StateWord, Strategy, Wish
from becher.dsl.model.walk import walk
from becher.dsl.resolve import define, formulas
from becher.dsl.resolve.convert import BOX, BOXES, FACE, GROUP, NUMBER, PARTS, SEAT, SEATS, YESNO, convert, said
from becher.dsl.resolve.desk import Desk, Fault, Scope, fault
from becher.dsl.resolve.outline import Drawer
from becher.dsl.suggest import did_you_mean, listed
from becher.dsl.syntax import Choose, Ref, Setting
from becher.dsl.syntax import Expr as Written

_PHASE_QUESTIONS = ("keep", "stop", "inherit")
_RATED_BY = {"keep": "kept", "enter": "box"}


def resolve_strategy(desk: Desk, drawer: Drawer) -> Strategy:
    """The wishes of a strategy, phase by phase; wrong ones are reported and left out."""
    wishes: list[Wish] = []
    for setting in drawer.settings.values():
        for place in _places(desk, setting):
            wishes.extend(_wishes(desk, setting, place, drawer.name))
    for block in drawer.drawers.values():
        where = _place(desk, block)
        if where is not None:
            for setting in block.settings.values():
                wishes.extend(_wishes(desk, setting, where, drawer.name))
    return Strategy(drawer.name, tuple(wishes), drawer.span)


def _place(desk: Desk, block: Drawer) -> str | None:
    found = desk.names.get(block.name)
    if block.name == "sheet" or (found is not None and found.kind == "phase"):
        return block.name
    phases = [name.name for name in desk.names.of("phase")]
    message = f"a strategy answers for a phase or the sheet, and {block.name} is neither"
    hint = did_you_mean(block.name, [*phases, "sheet"])
    desk.report(fault("E207", message, block.span, hint).found)
    return None


def _places(desk: Desk, setting: Setting) -> tuple[str, ...]:
    """What an answer at the top of a strategy speaks of: the sheet, or every phase that chooses this."""
    if setting.name == "enter":
        return ("sheet",)
    phases = desk.game.of("phase")
    if setting.name in desk.names.chosen:
        choosing = tuple(phase.name for phase in phases if _chooses(phase, setting.name))
        return choosing or tuple(phase.name for phase in phases)
    if setting.name == "chosen":
        return tuple(phase.name for phase in phases)
    if setting.name in _PHASE_QUESTIONS:
        message = f"{setting.name}: is asked in a phase: say in which"
        desk.report(fault("E205", message, setting.name_span, f"turn {{ {setting.name}: ... }}").found)
        return ()
    desk.report(_unknown(desk, setting).found)
    return ()


def _chooses(phase: Drawer, variable: str) -> bool:
    effects = (effect for cases in phase.moments.values() for case in cases for effect in case.effects)
    return any(isinstance(effect, Choose) and effect.name == variable for effect in effects)


def _unknown(desk: Desk, setting: Setting) -> Fault:
    known = (*_PHASE_QUESTIONS, "enter", "chosen", *desk.names.chosen)
    hint = did_you_mean(setting.name, known) or f"a strategy answers {listed(known, 'and')}"
    return fault("E204", f"{setting.name}: is nothing a player is asked", setting.name_span, hint)


def _wishes(desk: Desk, setting: Setting, place: str, strategy: str) -> list[Wish]:
    wish = desk.attempt(lambda: _wish(desk, setting, place, strategy))
    return [] if wish is None else [wish]


def _wish(desk: Desk, setting: Setting, place: str, strategy: str) -> Wish:
    question = setting.name
    asked_here = ("enter",) if place == "sheet" else (*_PHASE_QUESTIONS, "chosen", *desk.names.chosen)
    if question not in asked_here:
        raise _unknown(desk, setting)
    phase = desk.names.get(place)
    params = dict(define.params_of(desk, place, phase.params)) if phase is not None else {}
    scope = Scope("wish", strategy, params)
    if question in desk.names.chosen or question == "chosen":
        scope = scope.with_locals(it=_member_sort(desk, question))
    ratings = [_rating(desk, value, question, scope) for value in setting.values]
    if all(rating is None for rating in ratings):
        named = tuple(_named(desk, value, question, scope) for value in setting.values)
        return Wish(place, question, named, False, setting.span)
    if any(rating is None for rating in ratings):
        message = f"of these answers some rate each {_what(question)} and some name one: keep to one way"
        raise fault("E504", message, setting.span)
    return Wish(place, question, desk.require(ratings), True, setting.span)


def _what(question: str) -> str:
    return {"keep": "keep", "enter": "box"}.get(question, "candidate")


def _member_sort(desk: Desk, question: str) -> Sort:
    """The sort of one candidate."""
    if question == "chosen":
        return SEAT
    if desk.sort_of(("parts", question), FACE) is PARTS:
        return GROUP
    sort = define.variable_sort(desk, question)
    return {SEATS: SEAT, BOXES: BOX, GROUP: FACE}.get(sort, sort)


def _wanted(desk: Desk, question: str) -> Sort:
    if question == "chosen":
        return SEATS
    fixed = {"keep": GROUP, "enter": BOXES, "stop": YESNO, "inherit": YESNO}
    return fixed[question] if question in fixed else define.variable_sort(desk, question)


def _rating(desk: Desk, value: Written, question: str, scope: Scope) -> Expr | None:
    """The answer as a number or yes/no about each candidate, if it reads the candidate; else None."""
    if question in ("stop", "inherit"):
        return None
    try:
        found = formulas.natural(desk, value, scope)
    except Fault:
        return None
    if not _reads(desk, found, _RATED_BY.get(question, "it")):
        return None
    return found if found.sort is YESNO else convert(desk, found, NUMBER, f"rating each {_what(question)}")


def _reads(desk: Desk, value: Expr, word: str) -> bool:
    seen: set[str] = set()
    stack: list[object] = [value]
    while stack:
        for node in walk(stack.pop()):
            if isinstance(node, StateWord | Local) and node.name == word:
                return True
            if isinstance(node, FormulaCall) and node.name not in seen:
                seen.add(node.name)
                stack.append(desk.formulas[node.name].value)
    return False


def _named(desk: Desk, value: Written, question: str, scope: Scope) -> Expr:
    """The answer as what to take."""
    if question == "keep" and isinstance(value, Ref) and value.args is None and value.name in ("any", "some"):
        message = f"{value.name} is no wish: say which dice, or rate each keep by a formula about kept"
        raise fault("E504", message, value.span, "keep: largest(thrown), or keep: count(kept)")
    want = _wanted(desk, question)
    if want is YESNO:
        return formulas.resolve_condition(desk, value, scope, f"{question}:")
    found = formulas.natural(desk, value, scope, want)
    if found.sort is YESNO:
        message = f"this neither names a {_what(question)} nor rates one: it is {said(found.sort)}"
        raise fault("E504", message, value.span)
    return convert(desk, found, want, f"{question}:")
