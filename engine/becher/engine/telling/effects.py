"""Cases and what they do: "If the sum of all dice is less than 30: you get the difference as penalties"."""

from collections.abc import Sequence

from attrs import evolve, frozen

from becher.dsl.diagnostics import Span
from becher.dsl.model import (
    Add,
    Become,
    Case,
    Choice,
    Compare,
    Const,
    Door,
    Effect,
    Expr,
    Perform,
    Phase,
    Pick,
    Sort,
    Variable,
    VariableRead,
    Verb,
)
from becher.dsl.model.walk import walk
from becher.engine.telling import amounts, conditions, groups, seats
from becher.engine.telling.markdown import capital, sentence
from becher.engine.telling.settle import bind
from becher.engine.telling.voice import Voice, is_seats, plain_number


@frozen
class Line:
    """One rule: `key` tells which rule it is, whatever it says, so that two games can be compared.

    `lead` says when it applies; of the rules `under` a line the line itself says it.
    """

    key: str
    text: str
    span: Span | None = None
    under: "tuple[Line, ...]" = ()
    lead: str = ""

    @property
    def whole(self) -> str:
        """The rule as a sentence; a line without a key is no rule and stands as it is."""
        if not self.key:
            return self.text
        return sentence(f"{self.lead} {self.text}" if self.lead else self.text)


def case_lines(key: str, cases: Sequence[Case], voice: Voice) -> tuple[Line, ...]:
    """The cases of a moment that can hold, each a line."""
    possible = [case for case in cases if not _never(case)]
    return tuple(_line(key, case, voice) for case in possible)


def moment_lines(key: str, cases: Sequence[Case], voice: Voice, say: str) -> tuple[Line, ...]:
    """The cases of a moment under one line that says when; a single case that always holds stands in it."""
    lines = case_lines(key, cases, voice)
    if len(lines) == 1 and len(cases) == 1 and cases[0].mode == "always":
        effects = _with_effects("case.inline", told(cases[0].effects, voice), voice)
        return (evolve(lines[0], text=effects, lead=voice.say(say)),)
    return (Line(key, voice.say(say), lines[0].span, lines),) if lines else ()


def _with_effects(key: str, effects: str, voice: Voice, **slots: object) -> str:
    """Languages differ in how a sentence begins behind a colon."""
    return voice.say(key, effects=effects, Effects=capital(effects), **slots)


def _never(case: Case) -> bool:
    return case.mode == "when" and isinstance(case.condition, Const) and case.condition.value is False


def _line(key: str, case: Case, voice: Voice) -> Line:
    always = case.mode == "always" or isinstance(case.condition, Const)
    if case.condition is not None and not always:
        inner = voice.knowing(*_compared(case.condition, voice))
        condition = conditions.clause(case.condition, voice)
        text = _with_effects("case.when", told(case.effects, inner), voice, condition=condition)
    else:
        effects = told(case.effects, voice)
        text = effects if always else _with_effects("case.otherwise", effects, voice)
    name = _name(case, voice)
    if name is not None:
        text = voice.say("case.named", name=name, text=sentence(text))
    return Line(f"{key}.{case.name}", text, case.span)


def _name(case: Case, voice: Voice) -> str | None:
    """What this case is called: a label of the language asked; in English its id will do."""
    if not case.name:
        return None
    if voice.given_label(case.name) is not None or voice.tongue.code == "en":
        return voice.label(case.name)
    return None


def _compared(condition: Expr, voice: Voice) -> tuple[Expr, ...]:
    """Two values of which the condition says that one is the greater."""
    match condition:
        case Compare(op="<" | ">"):
            return condition.left, condition.right
    return ()


def told(effects: Sequence[Effect], voice: Voice) -> str:
    """The effects in order, as one clause after another."""
    texts = [text for effect in effects for text in _effect(effect, voice)]
    return "; ".join(texts) if texts else voice.say("nothing")


def _effect(effect: Effect, voice: Voice) -> list[str]:
    match effect:
        case Add():
            return [_add(effect, voice)]
        case Become():
            return [_become(effect, voice)]
        case Pick():
            return [_pick(effect, voice)]
        case Verb():
            return [_verb(effect, voice)]
        case Door():
            return [_door(effect, voice)]
        case Perform():
            return _perform(effect, voice)


# ---- variables


def _add(effect: Add, voice: Voice) -> str:
    match effect.value:
        case Choice(other=Const(value=0 | ())):
            inner = _add(evolve(effect, value=effect.value.value), voice)
            return voice.say("effect.if", effect=inner, condition=conditions.clause(effect.value.condition, voice))
    sign = "add" if effect.sign > 0 else "take"
    if effect.variable == "pool":
        return voice.say(f"{sign}.pool", amount=amounts.held(effect.value, voice))
    variable = voice.game.variables[effect.variable]
    if variable.sort in (Sort.GROUP, Sort.PILE, Sort.BOXES, Sort.SEATS):
        value = amounts.held(effect.value, voice)
        if effect.sign < 0 and VariableRead(variable.name, variable.sort) in walk(effect.value):
            return voice.say("take.away", amount=value)
        return _change(f"{sign}.group", variable, effect.seats, value, voice)
    n = plain_number(effect.value)
    if variable.scope == "player" and voice.counts(variable.name):
        return _change(
            f"{sign}.counted" if n not in (None, 1) else f"{sign}.points",
            variable,
            effect.seats,
            amounts.held(effect.value, voice),
            voice,
        )
    return _change(sign, variable, effect.seats, amounts.held(effect.value, voice), voice)


def _become(effect: Become, voice: Voice) -> str:
    variable = voice.game.variables.get(effect.variable)
    value = amounts.amount(effect.value, voice)
    if variable is None:
        return voice.say("set.pool", amount=value)
    n = plain_number(effect.value)
    if isinstance(effect.value, Const) and effect.value.value == ():
        return _change("clear.group", variable, effect.seats, value, voice)
    if variable.scope == "player" and voice.counts(variable.name) and n not in (None, 1):
        return _change("set.counted" if n else "clear.counted", variable, effect.seats, value, voice)
    return _change("set", variable, effect.seats, value, voice)


def _change(key: str, variable: Variable, of: Expr | None, value: str, voice: Voice) -> str:
    """A change of one seat's, several seats' or the table's variable."""
    if variable.scope != "player":
        return voice.tongue.first(f"{key}.table", key, amount=value, label=voice.term(variable.name))
    who = voice.me if of is None else seats.who(of, voice)
    label = voice.label(variable.name) if "counted" in key else voice.term(variable.name)
    return voice.tongue.first(f"{key}.{who.person}", key, who=who, amount=value, label=label)


# ---- choices, verbs, doors


def _pick(effect: Pick, voice: Voice) -> str:
    sort = effect.group.sort
    kind = (
        "seats" if is_seats(sort) else "boxes" if sort is Sort.BOXES else "parts" if sort is Sort.PARTS else "members"
    )
    group = seats.who(effect.group, voice).plain if kind == "seats" else groups.group(effect.group, voice).plain
    who = voice.me if effect.seat is None else seats.who(effect.seat, voice)
    may = "may" if effect.may_pass else "must"
    key = f"pick.{kind}.{may}" if who.person == "you" else f"pick.other.{may}"
    return voice.say(key, who=who, group=group, name=voice.term(effect.variable))


def _verb(effect: Verb, voice: Voice) -> str:
    if effect.name in ("nothing", "reverse", "leave"):
        return voice.say(f"verb.{effect.name}")
    who = voice.me if effect.seats is None else seats.who(effect.seats, voice)
    return voice.say(f"verb.{effect.name}.{who.person}", who=who)


def _door(effect: Door, voice: Voice) -> str:
    if effect.name == "enter" and effect.args:
        return "; ".join(voice.say("door.enter.part", part=groups.group(part, voice)) for part in effect.args)
    if effect.name != "phase" or effect.target is None:
        return voice.say(f"door.{effect.name}")
    name = phase_name(effect.target, voice)
    phase = voice.game.phases[effect.target]
    params = phase.params
    if not params:
        return voice.say("door.phase", name=name)
    if only_number(phase, voice):
        return voice.say("door.phase.number", name=name, value=amounts.amount(effect.args[0], voice))
    given = [
        voice.say("given", name=voice.term(param), value=amounts.amount(arg, voice))
        for (param, _), arg in zip(params, effect.args, strict=True)
    ]
    return voice.say("door.phase.with", name=name, given=voice.tongue.joined(given, "and"))


def only_number(phase: Phase, voice: Voice) -> bool:
    """Is the one thing a phase is told a number, with no label of its own? Then it is "the number"."""
    match phase.params:
        case ((name, Sort.NUMBER | Sort.FACE),):
            return voice.given_label(name) is None
    return False


def phase_title(name: str, voice: Voice) -> str:
    """What stands over a phase."""
    plain = name in ("turn", "opening") and not voice.has_label(name)
    return capital(voice.say(f"title.{name}") if plain else voice.label(name))


def phase_name(name: str, voice: Voice) -> str:
    """A phase by its label; the turn and the opening have a name in every language."""
    if name in ("turn", "opening") and not voice.has_label(name):
        return voice.say(f"phase.{name}")
    return f"**{voice.label(name)}**"


def _perform(effect: Perform, voice: Voice) -> list[str]:
    action = voice.game.actions[effect.action]
    args = dict(zip((name for name, _ in action.params), effect.args, strict=True))
    if voice.laid_open(action.name):
        return [text for inner in bind(action.effects, args) for text in _effect(inner, voice)]
    if not args:
        return [voice.say("do", name=voice.term(action.name))]
    given = [voice.say("given", name=voice.term(name), value=amounts.amount(arg, voice)) for name, arg in args.items()]
    return [voice.say("do.with", name=voice.term(action.name), given=voice.tongue.joined(given, "and"))]
