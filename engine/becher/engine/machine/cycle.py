"""The throw cycle: START, THROW, KEEP, STOP, END, BUST. Each stage takes a state that is being made one step on, and says True
where it rests instead: a choice or a draw is due.

START  aside, kept, thrown := none  throw_no := 0  on start, then cup := dice:
THROW  chance: thrown := a throw of the cup; kept := none; throw_no += 1 on throw, then bust:
KEEP   must_keep: and keep:                                              on keep, then until:
       all dice aside: on full, then full:    throw_no = throws: END
STOP   stop: STOP or THROW
END    on end                               BUST  on bust
"""

from collections.abc import Callable
from typing import cast

from becher.dsl.diagnostics import Span
from becher.engine.actions import STOP, THROW_AGAIN, Action
from becher.engine.faults import DeadEnd, LimitReached, RuleFault
from becher.engine.machine.keeps import is_last_throw, legal_keeps, lies_unasked, retakes
from becher.engine.machine.moments import PHASE_OWNER, run_moment
from becher.engine.machine.rules import PhaseRules
from becher.engine.multisets import in_order
from becher.engine.state import Dice, Numbers, Side, State

Stage = Callable[[State], bool | None]
THROW_LIMIT = 100_000


def phase_of(s: State) -> PhaseRules:
    return s.rules.phases[s.phase]


def start(s: State) -> None:
    """A phase begins, nothing thrown yet; what `on start` decides may count for the dice."""
    s.rules.fired.add(f"phase {s.phase}")
    s.hand = s.bag = ()
    s.thrown = s.kept = s.aside = s.dice = ()
    s.throw_no, s.must_throw = 0, False
    run_moment(s, PHASE_OWNER, "start", "ready")


def ready(s: State) -> None:
    """All dice into the cup (into the bag, where a hand is drawn), dice left lying on offer.

    Without any dice, or with no throw at all, the phase is over.
    """
    phase = phase_of(s)
    counts = all_dice(s)
    s.bag, s.hand = (counts, (0,) * len(counts)) if phase.draw else ((), counts)
    if _most_throws(s, phase) == 0 or not (any(s.hand) or any(s.bag)):
        s.stage = "end"
    elif phase.source.inherit and s.lying:
        s.stage = "inherit"
    else:
        s.stage = "draw" if phase.draw else "throw"


def _most_throws(s: State, phase: PhaseRules) -> int | None:
    """As many throws as there may be, None without a limit. Raises RuleFault for impossible numbers."""
    for what, asked, source in (
        ("throws", phase.throws, phase.source.throws),
        ("dice to draw", phase.draw, phase.source.draw),
    ):
        if asked is not None and asked(s, s.seat, s.args) < 0:
            raise RuleFault(f"a negative number of {what}", source.span if source is not None else None)
    return None if phase.throws is None else phase.throws(s, s.seat, s.args)


def all_dice(s: State) -> Numbers:
    """How many dice of each kind the phase has now."""
    return phase_of(s).cup.counts(s, s.seat, s.args)


def cup(s: State) -> Numbers:
    """How many dice of each kind are in the cup: the hand without what lies aside."""
    if not s.aside:
        return s.hand
    if len(s.hand) == 1:
        return (s.hand[0] - len(s.aside),)
    left = list(s.hand)
    kinds = phase_of(s).cup.kinds
    for token in s.aside:
        left[kinds.index(cast(Side, token).die)] -= 1
    return tuple(left)


def take_lying(s: State) -> None:
    """The dice left lying are the first throw."""
    s.hand = _counts(s, s.lying)
    take_throw(s, s.lying)


def _counts(s: State, dice: Dice) -> Numbers:
    if len(s.hand) == 1:
        return (len(dice),)
    return tuple(sum(cast(Side, t).die == kind for t in dice) for kind in phase_of(s).cup.kinds)


def draw(s: State) -> bool:
    """Rests at chance; without anything to draw the hand is thrown as it is."""
    if to_draw(s):
        return True
    s.stage = "throw" if any(cup(s)) else "end"
    return False


def to_draw(s: State) -> int:
    """How many dice come from the bag to fill the hand (dice aside do not count as in the hand)."""
    wanted = phase_of(s).draw
    if wanted is None:
        return 0
    return max(0, min(wanted(s, s.seat, s.args) - sum(cup(s)), sum(s.bag)))


def take_draw(s: State, kinds: tuple[str, ...]) -> None:
    names = phase_of(s).cup.kinds
    drawn = tuple(kinds.count(name) for name in names)
    s.bag = tuple(b - n for b, n in zip(s.bag, drawn, strict=True))
    s.hand = tuple(h + n for h, n in zip(s.hand, drawn, strict=True))
    s.stage = "throw"


def take_throw(s: State, dice: Dice) -> None:
    """Chance has thrown the cup: these dice are `thrown`."""
    s.thrown, s.kept = dice, ()
    s.dice = in_order(s.aside + dice) if s.aside else dice
    s.throw_no += 1
    s.must_throw = s.busted = False
    if s.throw_no > THROW_LIMIT:
        raise LimitReached("throws", THROW_LIMIT, f"the phase {s.phase}")
    if s.standing:
        s.stage = "together_thrown"
    else:
        run_moment(s, PHASE_OWNER, "throw", "thrown")


def thrown(s: State) -> None:
    phase = phase_of(s)
    s.stage = "bust" if phase.bust is not None and phase.bust(s, s.seat, s.args) else "keep"


def keep(s: State) -> bool:
    """Rests where there is a choice; one legal keep is taken unasked, none is a bust."""
    phase = phase_of(s)
    if lies_unasked(s, phase):
        lie(s, s.thrown, s.dice)
        return False
    options = legal_keeps(s, phase)
    if not options:
        s.stage = "bust"
    elif len(options) == 1:
        s.forced = (*s.forced, options[0])
        take_keep(s, options[0])
    else:
        s._legal = options
        return True
    return False


def take_keep(s: State, action: Action) -> None:
    dice = cast(Dice, action.args[0])
    lie(s, dice, dice if retakes(s, phase_of(s)) else s.aside + dice)


def lie(s: State, kept: Dice, aside: Dice) -> None:
    """These dice are kept, and these lie aside now: add up, then `on keep`."""
    s.kept, s.aside = kept, in_order(aside)
    phase = phase_of(s)
    if phase.adds is not None:
        s.pool += phase.adds(s, s.seat, s.args)
    run_moment(s, PHASE_OWNER, "keep", "kept")


def kept(s: State) -> None:
    """until, then all dice aside, then the last throw."""
    phase = phase_of(s)
    if phase.until is not None and phase.until(s, s.seat, s.args):
        s.stage = "end"
    elif len(s.aside) == sum(s.hand) and not _can_draw(s):
        run_moment(s, PHASE_OWNER, "full", "full")
    else:
        s.stage = "end" if is_last_throw(s, phase) else "stop"


def _can_draw(s: State) -> bool:
    return to_draw(s) > 0


def full(s: State) -> None:
    """All dice lie: the end, or all dice into the cup, as many as there are now (those drawn from a bag are what they were)."""
    phase = phase_of(s)
    what = phase.full(s, s.seat, s.args)
    if what == "end" or is_last_throw(s, phase):
        s.stage = "end"
        return
    if what not in ("refill", "must_throw"):
        raise RuleFault(f"full: {what} is neither end, refill nor must_throw", phase.source.span)
    s.aside, s.must_throw = (), what == "must_throw"
    if not phase.draw:
        s.hand = all_dice(s)
    s.stage = "stop" if any(s.hand) else "end"


def stop(s: State) -> bool:
    """Rests where one may stop or throw; goes on to the throw where one may not."""
    phase = phase_of(s)
    if not s.must_throw and phase.stop is not None and phase.stop(s, s.seat, s.args):
        return True
    s.stage = "draw" if phase.draw else "throw"
    return False


def stop_actions(s: State) -> tuple[Action, ...]:
    return (STOP, THROW_AGAIN)


def take_stop(s: State, action: Action) -> None:
    s.stage = "end" if action == STOP else "draw" if phase_of(s).draw else "throw"


def end(s: State) -> None:
    run_moment(s, PHASE_OWNER, "end", "turn_over")


def bust(s: State) -> None:
    s.busted = True
    run_moment(s, PHASE_OWNER, "bust", "turn_over")


def enter_actions(s: State) -> tuple[Action, ...]:
    """The boxes that may be written now: of the first answer that has an open one, in each column."""
    rules = s.rules
    sheet = rules.game.sheet
    if sheet is None:
        return ()
    if not sheet.columns:
        return tuple(Action("enter", (box,)) for box in _first_open(s, rules.enter, None))
    found = []
    for place, column in enumerate(sheet.columns):
        answers = rules.column_enter[place]
        boxes = _first_open(s, rules.enter if answers is None else answers, place)
        found += [Action("enter", (box, column.name)) for box in boxes]
    return tuple(found)


def _first_open(s: State, answers: tuple[object, ...], column: int | None) -> tuple[str, ...]:
    loc = s.args if column is None else {**s.args, "$column": column}
    count, hits, fills = len(s.rules.compiler.boxes), s.hits[s.seat - 1], s.rules.fills(s)
    for answer in answers:
        boxes = cast("tuple[str, ...]", answer(s, s.seat, loc))  # type: ignore[operator]
        places = ((box, (column or 0) * count + s.rules.compiler.boxes[box]) for box in boxes)
        found = tuple(box for box, cell in places if hits[cell] < fills)
        if found:
            return found
    return ()


def enter(s: State) -> bool:
    """Rests where several boxes may be written; one is written unasked."""
    options = enter_actions(s)
    if len(options) == 1:
        s.forced = (*s.forced, options[0])
        take_enter(s, options[0])
    elif not options:
        hits, fills = s.hits[s.seat - 1], s.rules.fills(s)
        if any(n < fills for n in hits):
            raise DeadEnd("boxes are open, but none of them may be written", _enter_span(s))
        s.stage = "turn_over"
    else:
        s._legal = options
        return True
    return False


def _enter_span(s: State) -> Span | None:
    sheet = s.rules.game.sheet
    if sheet is None:
        return None
    return (sheet.enter[0].span if sheet.enter else None) or sheet.span


def enter_next(s: State) -> None:
    """The next part of the dice is what is written now."""
    s.dice, s.entering = s.entering[0], s.entering[1:]
    s.stage = "enter"


def take_enter(s: State, action: Action) -> None:
    """Write the box's value for the dice now."""
    box = cast(str, action.args[0])
    s.rules.fired.add(f"box {box}")
    compiler = s.rules.compiler
    column = compiler.columns[cast(str, action.args[1])] if len(action.args) > 1 else 0
    loc = {**s.args, "$column": column} if compiler.columns else s.args
    value = s.rules.box_values[box](s, s.seat, loc)
    cell, row = column * len(compiler.boxes) + compiler.boxes[box], s.seat - 1
    cells, hits = s.cells[row], s.hits[row]
    written = (*cells[:cell], (cells[cell] or 0) + value, *cells[cell + 1 :])
    s.cells = (*s.cells[:row], written, *s.cells[row + 1 :])
    s.hits = (*s.hits[:row], (*hits[:cell], hits[cell] + 1, *hits[cell + 1 :]), *s.hits[row + 1 :])
    s.stage = "enter_next" if s.entering else "turn_over"


STAGES: dict[str, Stage] = {
    "start": start,
    "ready": ready,
    "draw": draw,
    "thrown": thrown,
    "keep": keep,
    "kept": kept,
    "full": full,
    "stop": stop,
    "end": end,
    "bust": bust,
    "enter": enter,
    "enter_next": enter_next,
}
