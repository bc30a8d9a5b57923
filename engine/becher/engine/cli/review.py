"""What `becher review` does: every choice of a record beside the best one."""

from pathlib import Path

from attrs import define, field, frozen

from becher.dsl.limits import LIMITS
from becher.engine.actions import Action
from becher.engine.answer.advise import Adviser
from becher.engine.answer.ways import Ways
from becher.engine.cli.load import find_game
from becher.engine.cli.out import say, say_json
from becher.engine.cli.solve import answering
from becher.engine.record import Event, read_record, replay_course
from becher.engine.rulebook import Rulebook
from becher.engine.solve.backup import choose_backend
from becher.engine.state import CHANCE, State


@frozen
class Mistake:
    """A choice that gave something away: which of the game's events, whose, what was done, what was best, what it cost."""

    event: int
    seat: int
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
    rules = find_game(game or record.header.file)
    heard = _Reviewer()
    course = replay_course(record, Rulebook(rules), heard.hear)
    state = course.state
    with answering():
        adviser = Adviser(rules, state.count, state.rules.options, Ways(choose_backend(), LIMITS.solver_states))
        found = [_mistake(adviser, *choice) for choice in heard.choices if len(choice[1].legal_actions()) > 1]
    mistakes = sorted((m for m in found if m.regret > 1e-9), key=lambda mistake: -mistake.regret)
    given_away = [sum(m.regret for m in mistakes if m.seat == seat) for seat in range(1, state.count + 1)]
    if as_json:
        say_json(
            {
                "choices": len(found),
                "given_away": given_away,
                "mistakes": [_json(mistake) for mistake in mistakes[:worst]],
            }
        )
        return 0
    _say(rules.id, len(found), given_away, mistakes, worst)
    return 0


def _mistake(adviser: Adviser, event: int, state: State, action: Action) -> Mistake:
    advice = adviser.advise(state)
    meant = state.meant(action) or action
    done = next(choice for choice in advice.choices if choice.action == meant)
    return Mistake(event, state.current_player(), done.action, advice.best, done.value, done.regret)


def _json(mistake: Mistake) -> dict[str, object]:
    return {
        "event": mistake.event,
        "seat": mistake.seat,
        "action": mistake.done.text,
        "best": mistake.best.text,
        "value": mistake.value,
        "regret": mistake.regret,
    }


def _say(game: str, choices: int, given_away: list[float], mistakes: list[Mistake], worst: int) -> None:
    two = len(given_away) > 1
    say(f"{game}: {choices} choices, {len(mistakes)} of them not the best")
    for seat, lost in enumerate(given_away, 1):
        say(f"  seat {seat} gave away {f'{lost:.2%} of a win' if two else f'{lost:.2f} points'}")
    for mistake in mistakes[:worst]:
        cost = f"{mistake.regret:.2%}" if two else f"{mistake.regret:.2f}"
        say(f"  {cost:>8}  event {mistake.event}, seat {mistake.seat}: {mistake.done.text}; best {mistake.best.text}")
