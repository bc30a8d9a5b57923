"""What matters in each phase: which words its questions read, and which of its moments change the ledger."""

from collections.abc import Iterator

from attrs import frozen

from becher.dsl.model import Case, Compare, Const, Door, Expr, Logic, Pick, Sort, StateWord
from becher.engine.answer.reading.effects import changes_ledger, effect_formulas, reachable
from becher.engine.answer.reading.formulas import Formulas
from becher.engine.answer.turns.phase_questions import QUESTIONS, Asked, PhaseQuestions
from becher.engine.answer.turns.shapes import by_kept, by_part, ends_by_dice, is_loose
from becher.engine.answer.turns.zones import summaries

ENDS = ("start", "end", "bust")  # moments at which accounts may change
_ASIDE = StateWord("aside", Sort.GROUP)


@frozen
class Condition:
    """A formula of the ledger that the turn reads. It cannot be asked after `until` (see `clock`; None: it always may)."""

    value: Expr
    until: int | None


@frozen
class PhasePlan:
    """One phase, as the explorer needs it.

    - `tallies`: tallies (and `pool`) that are read from here on, in this phase or those it leads to.
    - `aside`: what must be known of the dice aside before a throw (see zones.py).
    - `resting`: the same of thrown, kept and dice, where the player may stop.
    - `counts_throws`: does the number of the throw matter?
    - `ledger`: what of the ledger is read on the way.
    - `outer`: moments that change accounts, or end the turn by words; `settled`: those whose conditions read the turn alone.
    - `loose`: all dice lie loose: only what all of them show matters after a throw.
    - `ends_by_dice`: besides, what happens at the end depends on these dice alone.
    - `by_kept`: what follows a keep depends on the dice kept and those aside, not on those that go back.
    - `by_part`: the legal keeps are the parts of the throw that pass a test of their own, if any does.
    """

    name: str
    params: frozenset[str]
    tallies: tuple[str, ...]
    aside: tuple[Expr, ...]
    resting: tuple[Expr, ...]
    counts_throws: bool
    ledger: tuple[Condition, ...]
    outer: frozenset[str]
    settled: frozenset[str]
    loose: bool
    ends_by_dice: bool
    by_kept: bool
    by_part: bool


def clock(stage: str, throw_no: int) -> int:
    """How far the throws of a phase have gone at a rest: 2n - 1 while throw n is being looked at, 2n once it is kept."""
    if stage in ("throw", "draw"):
        return 2 * throw_no + 1
    return 2 * throw_no if stage in ("keep", "stop") else 2 * throw_no - 1


def plan_phases(formulas: Formulas, asked: Asked) -> dict[str, PhasePlan]:
    """A plan for every phase of the game."""
    return {name: _plan(PhaseQuestions(formulas, asked, phase)) for name, phase in formulas.game.phases.items()}


def _plan(q: PhaseQuestions) -> PhasePlan:
    outer = frozenset(name for name in q.effects if _is_outer(q, name))
    return PhasePlan(
        name=q.phase.name,
        params=q.params,
        tallies=_tallies(q),
        aside=_aside(q),
        resting=_resting(q),
        counts_throws=q.phase.throws is not None or q.reads_word("throw_no", q.everything()),
        ledger=tuple(_ledger(q, outer)),
        outer=outer,
        settled=frozenset(name for name in q.effects if _is_settled(q, name)),
        loose=is_loose(q),
        ends_by_dice=is_loose(q) and ends_by_dice(q),
        by_kept=by_kept(q),
        by_part=by_part(q),
    )


def _tallies(q: PhaseQuestions) -> tuple[str, ...]:
    read: set[str] = set()
    for name in reachable(q.formulas, q.phase.name, q.asked.ends_there):
        there = q if name == q.phase.name else PhaseQuestions(q.formulas, q.asked, q.formulas.game.phases[name])
        for expr in [*there.everything(), *there.moment("start"), *there.amounts()]:
            read |= q.formulas.reads(expr).variables & q.formulas.tallies
    return tuple(sorted(read))


def _aside(q: PhaseQuestions) -> tuple[Expr, ...]:
    if q.phase.retake is not None:
        return (_ASIDE,)
    asked = q.everything()
    found = [summaries(q.formulas, asked, zone, "aside", q.params) for zone in ("aside", "dice")]
    both = tuple(dict.fromkeys([*found[0], *found[1]]))
    return (_ASIDE,) if _ASIDE in both else both


def _resting(q: PhaseQuestions) -> tuple[Expr, ...]:
    asked = [*q.at_end(), *q.wishes("stop")]
    found: dict[Expr, None] = {}
    for zone in ("thrown", "kept", "dice"):
        found.update(dict.fromkeys(summaries(q.formulas, asked, zone, zone, q.params)))
    return tuple(found)


def _ledger(q: PhaseQuestions, outer: frozenset[str]) -> Iterator[Condition]:
    """The ledger's part in the formulas asked on the way, with the last throw after which each may be asked."""
    asked: dict[Expr, int | None] = {}
    for expr, until in _on_the_way(q, outer):
        for part in q.formulas.ledger_parts(expr):
            known = asked.get(part, until)
            asked[part] = None if until is None or known is None else max(known, until)
    yield from (Condition(part, until) for part, until in asked.items())


def _on_the_way(q: PhaseQuestions, outer: frozenset[str]) -> Iterator[tuple[Expr, int | None]]:
    always = [*q.question(*QUESTIONS), *q.keep_tests(), *q.refilled(), *q.asked.at_end]
    always += q.other_wishes()
    yield from ((expr, None) for expr in always)
    yield from ((expr, q.last_choice()) for expr in q.wishes("keep", "stop"))
    for moment, cases in q.effects.items():
        whole = moment not in ENDS or (moment == "start" and moment not in outer)
        for case, effects in cases:
            throw = _last_throw(q.formulas, case)
            until = None if throw is None else 2 * throw - (moment == "throw")
            if whole and case.condition is not None:
                yield case.condition, until
            for effect in effects:
                if whole or isinstance(effect, Pick) or (isinstance(effect, Door) and effect.name == "phase"):
                    yield from ((expr, until) for expr in effect_formulas(effect))


def _is_outer(q: PhaseQuestions, moment: str) -> bool:
    return any(changes_ledger(q.formulas, effects) for _, effects in q.effects[moment])


def _is_settled(q: PhaseQuestions, moment: str) -> bool:
    conditions = [case.condition for case, _ in q.effects[moment] if case.condition is not None]
    return not any(list(q.formulas.ledger_parts(condition)) for condition in conditions)


def _last_throw(formulas: Formulas, case: Case) -> int | None:
    """The last throw at which a case can hold: `when throw_no = 1 and ...` is 1."""
    if case.mode != "when" or case.condition is None:
        return None
    condition = formulas.laid_open(case.condition)
    parts = condition.parts if isinstance(condition, Logic) and condition.op == "and" else (condition,)
    found = [_bound_of(part) for part in parts]
    return min((bound for bound in found if bound is not None), default=None)


def _bound_of(part: Expr) -> int | None:
    if not isinstance(part, Compare) or not isinstance(part.right, Const) or not isinstance(part.right.value, int):
        return None
    if not isinstance(part.left, StateWord) or part.left.name != "throw_no":
        return None
    return {"=": part.right.value, "<=": part.right.value, "<": part.right.value - 1}.get(part.op)


__all__ = ["ENDS", "Asked", "Condition", "PhasePlan", "clock", "plan_phases"]
