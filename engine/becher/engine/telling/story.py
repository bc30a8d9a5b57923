"""A phase as a story in the order of play, defaults spoken: "There is no limit to the number of throws"."""

from collections.abc import Iterator, Sequence

from becher.dsl.model import Call, Choice, Compare, Const, Cup, Door, Expr, HandAsk, Keep, Phase, Pick, StateWord
from becher.dsl.model.walk import walk
from becher.engine.telling import amounts, conditions, groups
from becher.engine.telling.effects import Line, moment_lines, only_number
from becher.engine.telling.markdown import sentence
from becher.engine.telling.tongue import Said
from becher.engine.telling.voice import Voice, plain_number

_RISKY = frozenset({"formula", "face"})


def phase_lines(phase: Phase, voice: Voice) -> tuple[Line, ...]:
    """The steps of a phase, each a line; cases of moments stand under theirs."""
    if only_number(phase, voice):
        voice = voice.with_letters({phase.params[0][0]: voice.tongue.noun("number")})
    parts = (_begins, _ends) if throws_nothing(phase) else (_begins, _throws, _keeps, _goes_on, _ends)
    return tuple(line for part in parts for line in part(phase, voice))


def throws_nothing(phase: Phase) -> bool:
    return phase.throws is not None and plain_number(phase.throws) == 0


def throws_once(phase: Phase) -> bool:
    return phase.throws is not None and plain_number(phase.throws) == 1


def can_bust(phase: Phase) -> bool:
    """May a turn go bust here? By the question, by a door, or because no keep is legal or nothing is left to choose."""
    asked = phase.bust is not None and not _is(phase.bust, False)
    door = any(isinstance(node, Door) and node.name == "bust" for node in walk(phase.moments))
    return asked or door or _may_find_no_keep(phase) or _may_find_no_choice(phase)


def _may_find_no_choice(phase: Phase) -> bool:
    """Must something be chosen on a throw? Where there is nothing, the throw is bust."""
    return any(isinstance(node, Pick) and not node.may_pass for node in walk(phase.moments.get("throw", ())))


def _may_find_no_keep(phase: Phase) -> bool:
    return phase.keep is not None and all(_is_risky(keep) for keep in phase.keep)


def _is(expr: Expr | None, value: object) -> bool:
    return isinstance(expr, Const) and expr.value is value


def _line(key: str, text: str, expr: Expr | Keep | None = None, under: tuple[Line, ...] = ()) -> Line:
    return Line(key, sentence(text), None if expr is None else expr.span, under)


def _moment(name: str, phase: Phase, voice: Voice, say: str) -> Iterator[Line]:
    yield from moment_lines(f"{phase.name}.on {name}", phase.moments.get(name, ()), voice, say)


# ---- the steps


def _begins(phase: Phase, voice: Voice) -> Iterator[Line]:
    name = phase.name
    if phase.together:
        yield _line(f"{name}.together", voice.say("together"))
    yield from _moment("start", phase, voice, "moment.start")
    if phase.inherit:
        yield _line(f"{name}.inherit", voice.say("inherit"))


def _throws(phase: Phase, voice: Voice) -> Iterator[Line]:
    name = phase.name
    cup = phase.dice or voice.game.dice
    if phase.draw is not None:
        yield _line(f"{name}.draw", voice.say("draw", n=amounts.amount(phase.draw, voice)), phase.draw)
    text = sentence(_most_throws(phase, voice))
    if cup is not None:
        key = "throw" if phase.draw is None else "throw.drawn"
        text = f"{sentence(voice.say(key, dice=cup_text(cup, voice)))} {text}"
    yield Line(f"{name}.throw", text, phase.span if cup is None else cup.span)
    yield from _moment("throw", phase, voice, "moment.throw")
    if _may_find_no_choice(phase):
        yield _line(f"{name}.no_choice", voice.say("no_choice"))
    if phase.bust is not None and not _is(phase.bust, False):
        yield _line(f"{name}.bust", voice.say("bust", condition=conditions.clause(phase.bust, voice)), phase.bust)


def _most_throws(phase: Phase, voice: Voice) -> str:
    if phase.throws is None:
        return voice.say("throws.any")
    n = plain_number(phase.throws)
    said = amounts.amount(phase.throws, voice) if n is None else voice.tongue.number(n)
    if n == 1:
        return voice.say("throws.once")
    nothing_stays = phase.keep is not None and [keep.kind for keep in phase.keep] == ["none"]
    if nothing_stays and (phase.stop is None or _is(phase.stop, False)):
        return voice.say("throws.exactly", n=said)
    return voice.say("throws.most", n=said)


def _keeps(phase: Phase, voice: Voice) -> Iterator[Line]:
    name = phase.name
    if phase.must_keep is not None:
        group = groups.group(phase.must_keep, voice)
        yield _line(f"{name}.must_keep", voice.say("must_keep", group=group), phase.must_keep)
    text = _keep_text(phase, voice)
    if text:
        yield _line(f"{name}.keep", text, phase.keep[0] if phase.keep else None)
    if _may_find_no_keep(phase):
        yield _line(f"{name}.no_keep", voice.say("no_keep"))
    if phase.adds is not None and plain_number(phase.adds) != 0:
        yield _line(f"{name}.adds", voice.say("adds", amount=amounts.held(phase.adds, voice)), phase.adds)
    yield from _moment("keep", phase, voice, "moment.keep" if _can_fill(phase) else "moment.keep.none")


def _keep_text(phase: Phase, voice: Voice) -> str:
    """What may be laid aside, and whether it may be taken up again."""
    if phase.keep is None and phase.must_keep is not None:
        return ""
    keeps = phase.keep or (Keep("any"),)
    if throws_once(phase) and keeps[0].kind in ("any", "none"):
        return ""
    if keeps[0].kind == "any" and _is(phase.retake, True):
        return voice.say("keep.any.retake")
    texts = [_one_keep(keep, voice) for keep in _in_reach(keeps)]
    text = texts[0] if len(texts) == 1 else voice.say("keep.first", answers="; ".join(_numbered(texts)))
    if keeps[0].kind == "none" or throws_once(phase):
        return text
    return f"{sentence(text)} {_taken_up_again(phase.retake, voice)}"


def _taken_up_again(retake: Expr | None, voice: Voice) -> str:
    if retake is None or _is(retake, False):
        return voice.say("keep.stays")
    if _is(retake, True):
        return voice.say("keep.again")
    return voice.say("keep.again.if", condition=conditions.clause(retake, voice))


def _numbered(texts: Sequence[str]) -> list[str]:
    return [f"({n}) {text}" for n, text in enumerate(texts, 1)]


def _one_keep(keep: Keep, voice: Voice) -> str:
    if keep.kind == "formula" and keep.condition is not None:
        return _keep_formula(keep.condition, voice)
    if keep.kind == "face":
        letter = voice.say("keep.letter")
        inner = voice.with_letters({keep.letter or "": Said(letter, letter)})
        if keep.condition is None or _is(keep.condition, True):
            return voice.say("keep.face")
        return voice.say("keep.face.if", condition=conditions.clause(keep.condition, inner))
    return voice.say(f"keep.{keep.kind}")


def _in_reach(keeps: tuple[Keep, ...]) -> list[Keep]:
    """The answers up to the first that something can always be kept under."""
    sure = (n for n, keep in enumerate(keeps, 1) if not _is_risky(keep))
    return list(keeps[: next(sure, len(keeps))])


def _is_risky(keep: Keep) -> bool:
    """May it be that nothing can be kept under this answer?"""
    match keep.condition:
        case None:
            return keep.kind in _RISKY
        case Compare(
            op=">=" | "<=" | ">", left=Call(name="count", args=(StateWord(name="kept"),)), right=Const(value=int() as n)
        ):
            return keep.condition.op != "<=" and n + (keep.condition.op == ">") > 1
        case Compare(op="=", left=StateWord(name="kept"), right=StateWord(name="thrown")):
            return False
    return True


def _keep_formula(condition: Expr, voice: Voice) -> str:
    """How many, or all of them, as an order; any other condition as what must hold."""
    match condition:
        case Compare(op=op, left=Call(name="count", args=(StateWord(name="kept"),)), right=right):
            n = plain_number(right)
            if n is None or voice.tongue.has(f"keep.count.{op}"):
                said = amounts.amount(right, voice) if n is None else voice.tongue.number(n)
                return voice.tongue.first(f"keep.count.{op}{n}", f"keep.count.{op}", n=said)
        case Compare(op="=", left=StateWord(name="kept"), right=StateWord(name="thrown")):
            return voice.say("keep.all")
        case HandAsk(how="sets", group=StateWord(name="kept")):
            return voice.say("keep.sets", table=voice.term(condition.table))
    return voice.say("keep.formula", condition=conditions.clause(condition, voice))


def _goes_on(phase: Phase, voice: Voice) -> Iterator[Line]:
    name = phase.name
    if phase.until is not None and not _is(phase.until, False):
        yield _line(f"{name}.until", voice.say("until", condition=conditions.clause(phase.until, voice)), phase.until)
    if not throws_once(phase) and _can_fill(phase):
        yield from _moment("full", phase, voice, "moment.full")
        if not _ends_when_all_lie(phase):
            yield _line(f"{name}.full", _full_text(phase.full, voice), phase.full)
    text = _stop_text(phase, voice)
    if text:
        yield _line(f"{name}.stop", text, phase.stop)


def _can_fill(phase: Phase) -> bool:
    """Can all dice come to lie aside?"""
    return phase.must_keep is not None or phase.keep is None or any(keep.kind != "none" for keep in phase.keep)


def _full_text(full: Expr, voice: Voice) -> str:
    match full:
        case Const(value=str() as answer):
            return voice.say(f"full.{answer}")
        case Choice():
            slots = {"condition": conditions.clause(full.condition, voice), "value": _full_text(full.value, voice)}
            return voice.say("full.if", other=_full_text(full.other, voice), **slots)
    return voice.say("full.as", answer=amounts.amount(full, voice))


def _stop_text(phase: Phase, voice: Voice) -> str:
    if throws_once(phase):
        return ""
    rest = "rest" if _can_fill(phase) else "all"
    if _ends_when_all_lie(phase):
        return voice.say("stop.no.until_full")
    if phase.stop is None or _never_stops(phase):
        ends_itself = phase.keep is None and phase.must_keep is None
        return "" if ends_itself or phase.retake is not None else voice.say(f"stop.no.{rest}")
    if _is(phase.stop, True):
        return voice.say(f"stop.yes.{rest}")
    return voice.say(f"stop.if.{rest}", condition=conditions.clause(phase.stop, voice))


def _never_stops(phase: Phase) -> bool:
    return phase.stop is None or _is(phase.stop, False)


def _ends_when_all_lie(phase: Phase) -> bool:
    """Does one throw on until all dice lie aside, with nothing else that could end the turn but a case?"""
    full = isinstance(phase.full, Const) and phase.full.value == "end" and "full" not in phase.moments
    asked = phase.keep is not None and _can_fill(phase)
    return (
        full and asked and _never_stops(phase) and phase.throws is None and phase.until is None and phase.retake is None
    )


def _ends(phase: Phase, voice: Voice) -> Iterator[Line]:
    yield from _moment("end", phase, voice, "moment.end")
    if can_bust(phase):
        if not phase.moments.get("bust"):
            yield Line(f"{phase.name}.on bust.", voice.say("bust.nothing"))
        yield from _moment("bust", phase, voice, "moment.bust")


# ---- dice


def cup_text(cup: Cup, voice: Voice) -> str:
    """`4 * white + 1 * black` as things one takes into the hand."""
    return voice.tongue.joined([_some_dice(amount, die, voice) for amount, die in cup.parts], "and")


def _some_dice(amount: Expr, die: str, voice: Voice) -> str:
    n = plain_number(amount)
    plain = die == "d6" or _is_ordinary(die, voice)
    kind = "plain" if plain else "named"
    name = voice.label(die)
    if n is None:
        return voice.say(f"dice.{kind}.as", amount=amounts.amount(amount, voice), name=name)
    return voice.say(f"dice.{kind}.{'one' if n == 1 else 'many'}", n=voice.tongue.number(n), name=name)


def _is_ordinary(die: str, voice: Voice) -> bool:
    return voice.game.dies[die].faces == tuple(range(1, 7))
