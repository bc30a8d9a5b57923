"""What `becher review` does: every choice of a record beside the best one."""

from pathlib import Path

from attrs import define, field, frozen

from becher.dsl.limits import LIMITS
from becher.engine.actions import Action
from becher.engine.answer.best import BestPlay, Counts, best_play
from becher.engine.answer.ways import Ways
from becher.engine.cli.load import recorded_game
from becher.engine.cli.out import say, say_json
from becher.engine.cli.progress import hundredths
from becher.engine.cli.solve import answering
from becher.engine.expressions.words import faces_of
from becher.engine.record import Event, read_record, replay_course
from becher.engine.rulebook import Rulebook
from becher.engine.solve.backends.backup import choose_backend
from becher.engine.state import CHANCE, State


@frozen
class Mistake:
    """A choice that gave something away: which of the game's events, whose, in which of its turns, with which dice, what it cost."""

    event: int
    seat: int
    turn: int
    dice: str
    done: Action
    best: Action
    value: float
    regret: float


@define
class _Reviewer:
    """Hears a game and notes the choices; those taken back are forgotten."""

    choices: list[tuple[int, State, Action]] = field(factory=list)
    events: int = 0

    def hear(self, before: State, event: Event, after: State) -> None:
        self.events += 1
        if event.kind == "undo" and self.choices:
            self.choices.pop()
        elif event.kind == "do" and event.action is not None and before.current_player() > CHANCE:
            self.choices.append((self.events, before, event.action))


def review(log: Path, game: str | None, worst: int, as_json: bool) -> int:
    """Exit 0 with the mistakes printed, costliest first; 3 where the game cannot be solved."""
    record = read_record(log)
    rules = recorded_game(record.header.file, game)
    rulebook, heard = Rulebook(rules), _Reviewer()
    rulebook.check(record)
    state = replay_course(record, rulebook, heard.hear).state
    with answering(), hundredths("working out best play") as progress:
        ways = Ways(choose_backend(), LIMITS.solver_states, progress=progress)
        best = best_play(rules, state.count, state.rules.options, ways)
        found = [_mistake(best, *choice) for choice in heard.choices if len(choice[1].legal_actions()) > 1]
    mistakes = sorted((m for m in found if m.regret > 1e-9), key=lambda mistake: -mistake.regret)
    given_away = [sum(m.regret for m in mistakes if m.seat == seat) for seat in range(1, state.count + 1)]
    if as_json:
        say_json(
            {
                "counts": best.counts.value,
                "choices": len(found),
                "given_away": given_away,
                "mistakes": [_json(mistake) for mistake in mistakes[:worst]],
            }
        )
    else:
        _say(
            f"{rules.id}: {len(found)} choices, {len(mistakes)} of them not the best",
            best,
            given_away,
            mistakes[:worst],
        )
    return 0


def _mistake(best: BestPlay, event: int, state: State, action: Action) -> Mistake:
    advice = best.advise(state)
    meant = state.meant(action) or action
    done = next(choice for choice in advice.choices if choice.action == meant)
    seat = state.current_player()
    dice = " ".join(map(str, faces_of(state.dice)))
    return Mistake(event, seat, state.turns[seat - 1] + 1, dice, done.action, advice.best, done.value, done.regret)


def _json(mistake: Mistake) -> dict[str, object]:
    return {
        "event": mistake.event,
        "seat": mistake.seat,
        "turn": mistake.turn,
        "dice": mistake.dice,
        "action": mistake.done.text,
        "best": mistake.best.text,
        "value": mistake.value,
        "regret": mistake.regret,
    }


def _say(title: str, best: BestPlay, given_away: list[float], mistakes: list[Mistake]) -> None:
    wins = best.counts is Counts.WIN
    say(title)
    if best.instead_of is not None:
        say(f"  counted in points, as if each seat played alone; {best.instead_of}")
    for seat, lost in enumerate(given_away, 1):
        say(f"  seat {seat} gave away {f'{lost:.2%} of a win' if wins else f'{lost:.2f} points'}")
    for mistake in mistakes:
        cost = f"{mistake.regret:.2%}" if wins else f"{mistake.regret:.2f}"
        where = f"seat {mistake.seat}, turn {mistake.turn}, dice {mistake.dice or '-'} (event {mistake.event})"
        say(f"  {cost:>8}  {where}: {mistake.done.text}; best {mistake.best.text}")
