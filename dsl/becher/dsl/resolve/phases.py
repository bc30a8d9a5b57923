"""Phases: the answers to the questions of a throw cycle, and its moments."""

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic
from becher.dsl.model import Call, Choice, Compare, Const, Convert, Expr, Keep, Phase, Sort, StateWord
from becher.dsl.model.effects import Moments
from becher.dsl.resolve import define, formulas
from becher.dsl.resolve.convert import GROUP, NUMBER, WORD, YESNO, wrong_sort
from becher.dsl.resolve.cups import resolve_cup
from becher.dsl.resolve.desk import Desk, Fault, Scope, fault
from becher.dsl.resolve.effects import resolve_cases
from becher.dsl.resolve.outline import Drawer
from becher.dsl.suggest import did_you_mean, listed
from becher.dsl.syntax import Expr as Written
from becher.dsl.syntax import Ref, Setting, When, Where

_FULL = ("end", "refill", "must_throw")
_SORTS = {
    "draw": NUMBER,
    "throws": NUMBER,
    "bust": YESNO,
    "must_keep": GROUP,
    "retake": YESNO,
    "adds": NUMBER,
    "until": YESNO,
    "stop": YESNO,
}


def resolve_phase(desk: Desk, drawer: Drawer) -> Phase:
    """The phase; answers that are wrong are reported and left at their default."""
    params = define.params_of(desk, drawer.name, drawer.params)
    scope = Scope("question", drawer.name, dict(params))
    answers = {name: answer(desk, drawer.settings.get(name), scope, sort) for name, sort in _SORTS.items()}
    dice = drawer.settings.get("dice")
    keep = drawer.settings.get("keep")
    full = word_answer(desk, drawer.settings.get("full"), scope, _FULL)
    return Phase(
        drawer.name,
        params,
        together=_plain(desk, drawer.settings.get("together"), {"yes": True, "no": False}),
        dice=None if dice is None else desk.attempt(lambda: resolve_cup(desk, dice.values[0], scope)),
        inherit=_plain(desk, drawer.settings.get("inherit"), {"dice": True, "yes": True, "no": False}),
        keep=None if keep is None else _keeps(desk, keep, scope),
        full=Const("end", WORD) if full is None else full,
        moments=resolve_moments(desk, drawer, Scope("condition", drawer.name, dict(params))),
        span=drawer.span,
        **answers,
    )


def resolve_moments(desk: Desk, drawer: Drawer, scope: Scope) -> Moments:
    return {name: resolve_cases(desk, cases, scope) for name, cases in drawer.moments.items()}


def answer(desk: Desk, setting: Setting | None, scope: Scope, sort: Sort) -> Expr | None:
    """One answer, or None where the question is not answered or the answer is wrong."""
    if setting is None:
        return None
    return desk.attempt(lambda: _answer(desk, setting, scope, sort))


def _answer(desk: Desk, setting: Setting, scope: Scope, sort: Sort) -> Expr:
    value, what = single(setting), f"{setting.name}:"
    if sort is not YESNO:
        return formulas.resolve(desk, value, scope, sort, what)
    if isinstance(value, Ref) and value.name in ("any", "some", "none", "all") and value.args is None:
        message = f"{setting.name}: is answered with a yes/no, and {value.name} is none"
        raise fault("E508", message, value.span, "yes, no, or a condition such as pool >= 20")
    return formulas.resolve_condition(desk, value, scope, what)


def single(setting: Setting) -> Written:
    """The only answer of a question that has one. Raises Fault."""
    if len(setting.values) > 1:
        message = f"{setting.name}: takes one answer, not {len(setting.values)}"
        raise fault(
            "E312", message, setting.values[1].span, "only keep:, enter:, starter:, wins: and loses: have several"
        )
    return setting.values[0]


def word_answer(desk: Desk, setting: Setting | None, scope: Scope, words: tuple[str, ...]) -> Expr | None:
    """An answer that is one of these words, perhaps under conditions or as an option."""
    if setting is None:
        return None
    inner = Scope(scope.place, scope.home, scope.locals, words)
    return desk.attempt(lambda: _word(desk, setting, inner, words))


def _word(desk: Desk, setting: Setting, scope: Scope, words: tuple[str, ...]) -> Expr:
    value = single(setting)
    _check_words(desk, value, words, setting.name)
    found = formulas.natural(desk, value, scope, WORD)
    if found.sort is not WORD:
        raise wrong_sort(found, WORD, f"{setting.name}:")
    return found


def _check_words(desk: Desk, value: Written, words: tuple[str, ...], question: str) -> None:
    if isinstance(value, When):
        _check_words(desk, value.value, words, question)
        if value.other is not None:
            _check_words(desk, value.other, words, question)
        return
    if isinstance(value, Ref) and value.args is None and (value.name in words or desk.names.get(value.name)):
        return
    raise unknown_answer(value, words, question)


def unknown_answer(value: Written, words: tuple[str, ...], question: str) -> Fault:
    hint = did_you_mean(value.name, words) if isinstance(value, Ref) else None
    return fault("E305", f"{question}: is answered with {listed(words)}", value.span, hint)


def _plain(desk: Desk, setting: Setting | None, words: dict[str, bool]) -> bool:
    """A question answered once for all."""
    if setting is None:
        return False
    value = setting.values[0]
    if isinstance(value, Ref) and value.args is None and value.name in words and len(setting.values) == 1:
        return words[value.name]
    shown = tuple(word for word in words if not (word == "yes" and "dice" in words))
    desk.report(unknown_answer(value, shown, setting.name).found)
    return False


# ---- keep


def _keeps(desk: Desk, setting: Setting, scope: Scope) -> tuple[Keep, ...] | None:
    found = [desk.attempt(lambda value=value: _keep(desk, value, scope)) for value in setting.values]  # type: ignore[misc]
    return desk.require(found) or None


def _keep(desk: Desk, value: Written, scope: Scope) -> Keep:
    if isinstance(value, Ref) and value.args is None and value.name in ("any", "some", "none"):
        return Keep(value.name, span=value.span)
    face = _face_keep(desk, value, scope)
    return face if face is not None else Keep("formula", _keep_formula(desk, value, scope), span=value.span)


def _face_keep(desk: Desk, value: Written, scope: Scope) -> Keep | None:
    """`every(x) where condition` with a letter that has no value: all dice of one face."""
    call, condition = (value.group, value.condition) if isinstance(value, Where) else (value, None)
    if not isinstance(call, Ref) or call.name != "every" or call.args is None or len(call.args) != 1:
        return None
    letter = call.args[0]
    if not isinstance(letter, Ref) or letter.args is not None or len(letter.name) != 1 or letter.name in scope.locals:
        return None
    inner = scope.with_locals(**{letter.name: Sort.FACE})
    found = None if condition is None else formulas.resolve_condition(desk, condition, inner, "where")
    return Keep("face", found, letter.name, value.span)


def _keep_formula(desk: Desk, value: Written, scope: Scope) -> Expr:
    """A yes/no about `kept`; any, some and none may stand in its branches."""
    if isinstance(value, When):
        condition = formulas.resolve_condition(desk, value.condition, scope, "when")
        first = _keep_formula(desk, value.value, scope)
        other = Const(False, YESNO, value.span)
        if value.other is None:
            desk.report(_no_else(value))
            return Choice(first, condition, other, YESNO, value.span)
        return Choice(first, condition, _keep_formula(desk, value.other, scope), YESNO, value.span)
    if isinstance(value, Ref) and value.args is None and value.name in ("any", "some", "none"):
        return _keep_word(value)
    found = formulas.natural(desk, value, scope)
    if found.sort in (GROUP, Sort.PILE):
        raise _no_choice(value, found)
    return formulas.resolve_condition(desk, value, scope, "keep:")


def _keep_word(value: Ref) -> Expr:
    kept = StateWord("kept", GROUP, value.span)
    if value.name == "any":
        return Const(True, YESNO, value.span)
    if value.name == "some":
        return Convert(kept, YESNO, value.span)
    return Compare("=", kept, Const((), GROUP, value.span), span=value.span)


def _no_else(value: When) -> Diagnostic:
    message = "no else: where this when does not hold, nothing may be kept"
    return finding("W602", message, value.condition.span, "write else any, or whatever holds then")


def _no_choice(value: Written, found: Expr) -> Fault:
    hint = "write must_keep: if these are kept without asking, or a condition on kept"
    if isinstance(found, Call) and found.name == "every":
        hint += "; every(x) with a letter lets the player choose a face"
    return fault("E503", "this leaves no choice: keep: asks what the player may keep", value.span, hint)
