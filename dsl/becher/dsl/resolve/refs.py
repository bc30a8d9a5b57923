"""A name without brackets behind it: letters and parameters, then names of the game, then words of the language."""

from becher.dsl.model import (
    Before,
    BoxRead,
    Call,
    Const,
    Expr,
    FormulaCall,
    Local,
    OptionRead,
    SeatWord,
    Sort,
    StateWord,
    VariableRead,
    WasBust,
)
from becher.dsl.resolve import define
from becher.dsl.resolve.convert import (
    BOX,
    BOXES,
    FACE,
    GROUP,
    NUMBER,
    PILE,
    SEAT,
    SEATS,
    WORD,
    YESNO,
    none_of,
)
from becher.dsl.resolve.desk import Desk, Fault, Scope, fault
from becher.dsl.resolve.names import Name
from becher.dsl.schema import ANSWER_WORDS, DOORS, FUNCTIONS, QUESTIONS, SEAT_WORDS, STATE_WORDS, VERBS
from becher.dsl.suggest import did_you_mean
from becher.dsl.syntax import Ref

_GROUP_WORDS = frozenset({"thrown", "kept", "aside", "dice", "lying", "bag"})
_QUESTION_NAMES = frozenset(question.name for question in QUESTIONS)


def resolve_name(desk: Desk, ref: Ref, scope: Scope, want: Sort | None) -> Expr:
    """The value of a name, in the sort it has by itself; a box as the box where one is wanted."""
    name = ref.name
    if name in scope.locals:
        return Local(name, scope.locals[name], ref.span)
    if name in scope.answers:
        return Const(name, WORD, ref.span)
    known = desk.names.get(name)
    if known is not None:
        return _game_name(desk, ref, known, scope, want)
    if name in desk.names.chosen:
        return VariableRead(name, define.variable_sort(desk, name), ref.span)
    return _language_word(desk, ref, scope, want)


def _game_name(desk: Desk, ref: Ref, name: Name, scope: Scope, want: Sort | None) -> Expr:
    match name.kind:
        case "option":
            return OptionRead(name.name, define.option_of(desk, name.name).sort, ref.span)
        case "variable":
            return VariableRead(name.name, define.variable_sort(desk, name.name), ref.span)
        case "formula":
            formula = define.formula_of(desk, name.name, ref.span)
            if formula.params:
                raise _wants_arguments(ref, name)
            return FormulaCall(name.name, (), formula.value.sort, ref.span)
        case "box":
            if want in (BOX, BOXES):
                return Const(name.name, BOX, ref.span)
            return BoxRead(name.name, span=ref.span)
        case "boxes":
            group = name.drawer.defines if name.drawer is not None else {}
            return Const(tuple(group), BOXES, ref.span)
        case "face":
            return Const(name.name, FACE, ref.span)
        case "word":
            return Const(name.name, WORD, ref.span)
    raise _no_value(ref, name)


def _language_word(desk: Desk, ref: Ref, scope: Scope, want: Sort | None) -> Expr:
    name, span = ref.name, ref.span
    if name in ("yes", "no"):
        return Const(name == "yes", YESNO, span)
    if name == "none":
        return none_of(want or GROUP, span)
    if name == "pile":
        return Const((), PILE, span)
    if name == "pool":
        return VariableRead("pool", NUMBER, span)
    if name in SEAT_WORDS:
        return SeatWord(name, SEAT if SEAT_WORDS[name][0] else SEATS, span)
    if name == "open":
        return Call("open", (Const(desk.names.boxes, BOXES, span),), BOXES, span)
    if name == "bust" and scope.example:
        return WasBust(span=span)
    if name == "before":
        return _before(ref, scope)
    if name == "box" and scope.place != "wish":
        raise fault("E212", "box is the box a strategy rates, and has no meaning here", span)
    if name in ("it", "many"):
        raise _no_meaning(ref)
    if name == "total" and not desk.names.boxes:
        raise fault("E212", "total is what a sheet adds up to, and there is no sheet", span)
    if name in STATE_WORDS:
        return StateWord(name, GROUP if name in _GROUP_WORDS else BOX if name == "box" else NUMBER, span)
    raise _unknown(desk, ref, scope)


def _before(ref: Ref, scope: Scope) -> Expr:
    if scope.before is None:
        message = "before is the value on the other side of a comparison, as it was when the example began"
        raise fault("E212", message, ref.span, "expect(score of me = before + 5)")
    return Before(scope.before, scope.before.sort, ref.span)


# ---- what is said


def _wants_arguments(ref: Ref, name: Name) -> Fault:
    shown = f"{name.name}({', '.join(name.params)})"
    return fault("E213", f"{name.name} wants {len(name.params)} in brackets: {shown}", ref.span)


def _no_value(ref: Ref, name: Name) -> Fault:
    what = {
        "action": "an action: it is done in a case and has no value",
        "phase": "a phase: it is entered in a case and has no value",
        "table": f"a table: ask it {name.name}(...)",
        "die": "a die: it stands in dice: and has no value",
        "column": "a column: ask open(column), or what is written there: box of column",
    }[name.kind]
    return fault("E214", f"{name.name} is {what}", ref.span)


def _no_meaning(ref: Ref) -> Fault:
    meaning = {
        "it": "`it` is the member asked about in where, a seat in highest, lowest and out, the key in a table's answer",
        "many": "`many` ends a range: 6..many",
    }[ref.name]
    return fault("E212", f"{ref.name} has no meaning here", ref.span, meaning)


def _unknown(desk: Desk, ref: Ref, scope: Scope) -> Fault:
    name = ref.name
    option = next((option for option, words in desk.names.option_words.items() if name in words), None)
    if option is not None:
        message = f"{name} is a word of {option} and has no value by itself"
        return fault("E508", message, ref.span, f"compare it: {option} = {name}")
    if name in FUNCTIONS:
        return fault("E213", f"{name} wants something in brackets", ref.span, f"{name}(...) is {FUNCTIONS[name][2]}")
    if name in ANSWER_WORDS:
        return fault("E212", f"{name} answers a question and has no value here", ref.span)
    if name in VERBS or name in DOORS:
        return fault("E214", f"{name} is done in a case and has no value", ref.span)
    if name in _QUESTION_NAMES:
        return fault("E214", f"{name} is a question and has no value", ref.span)
    if len(name) == 1:
        message = f"the letter {name} has no value here"
        hint = "a letter lives in its bracket, the where behind it and the answer of its row"
        return fault("E210", message, ref.span, hint)
    known = (
        *scope.locals,
        *scope.answers,
        *desk.names.names,
        *desk.names.chosen,
        *STATE_WORDS,
        *SEAT_WORDS,
        *FUNCTIONS,
        "none",
        "yes",
        "no",
    )
    return fault("E201", f"nothing here is called {name}", ref.span, did_you_mean(name, known))
