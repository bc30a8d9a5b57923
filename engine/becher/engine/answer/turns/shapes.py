"""Shapes of keeping that make exploring a phase short: see PhasePlan."""

from becher.engine.answer.turns.phase_questions import PhaseQuestions


def is_loose(q: PhaseQuestions) -> bool:
    """Do all dice lie loose, so that only what all of them show matters after a throw?"""
    before = [*q.question("throws", "bust", "retake"), *q.moment("throw", "bust")]
    after = [*q.question("adds", "until", "full", "stop"), *q.moment("keep", "full")]
    return (
        q.retakes()
        and q.one_kind()
        and q.phase.must_keep is None
        and not q.phase.inherit
        and not q.reads_any(before, "thrown", "kept", "aside")
        and not q.reads_any(after, "thrown")
        and not q.reads_any(q.keep_tests(), "thrown", "aside")
        and not q.reads_any(q.at_end(), "thrown", "kept")
        and not q.reads_any(q.wishes("keep", "stop"), "thrown")
        and not q.reads_any(q.wishes("keep"), "aside")
        and not q.reads_any(q.other_wishes(), "thrown", "kept", "aside")
    )


def ends_by_dice(q: PhaseQuestions) -> bool:
    """Does what happens at the end depend on the dice alone, all of them together?"""
    asked = [q.formulas.reads(expr) for expr in q.at_end()]
    return not any(read.words & {"aside", "throw_no", "bag"} or read.variables & q.formulas.tallies for read in asked)


def by_kept(q: PhaseQuestions) -> bool:
    """Does what follows a keep depend on the dice kept and those aside, not on those that go back?"""
    after = [*q.question("adds", "until", "full", "stop", "draw", "throws"), *q.moment("keep", "full")]
    if q.reads_any(after, "thrown", "dice"):
        return False
    phase = q.phase
    unasked = phase.keep is None and phase.must_keep is None
    only_full = phase.until is None and phase.stop is None and (phase.throws is None or q.retakes() or unasked)
    stopping = [*q.at_end(), *q.wishes("stop")]
    return only_full or not q.reads_any(stopping, "thrown", "dice")


def by_part(q: PhaseQuestions) -> bool:
    """Are the legal keeps the parts of the throw that pass a test of their own, if any does?"""
    keep = q.phase.keep
    if q.phase.must_keep is not None or q.phase.draw is not None or not q.one_kind():
        return False
    if keep is None:
        return True
    if keep[0].kind not in ("any", "some", "formula"):
        return False
    words = ("thrown", "dice", "aside") if q.phase.retake is not None else ("thrown", "dice")
    return keep[0].condition is None or not q.reads_any([keep[0].condition], *words)
