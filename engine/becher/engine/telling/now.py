"""The few rules that apply at the present decision, for whoever asks at the prompt."""

from collections.abc import Iterator

from becher.dsl.diagnostics import Span
from becher.dsl.model import Game
from becher.engine.actions import Action
from becher.engine.state import CHANCE, State
from becher.engine.telling import acts, sheets
from becher.engine.telling.effects import Line, case_lines, phase_title
from becher.engine.telling.markdown import plain
from becher.engine.telling.phrases import tongue_of
from becher.engine.telling.settle import settle
from becher.engine.telling.story import phase_lines
from becher.engine.telling.voice import Voice

# Which answers of the phase matter for which decision, and which moments may follow it.
_ANSWERS = {
    "keep": ("must_keep", "keep", "no_keep", "adds"),
    "stop": ("stop", "full", "until"),
    "together_stop": ("together", "stop"),
    "inherit": ("inherit",),
}
_AHEAD = {
    "keep": ("keep", "full", "end", "bust"),
    "stop": ("end", "bust"),
    "together_stop": ("end", "bust"),
    "enter": (),
}


def explain_now(state: State, language: str) -> str:
    """The rules that bear on the present decision, each with the line of its file; plain text, a rule a line. Before a throw
    those of the whole phase, and nothing where no phase has begun.

    Raises KeyError for a language there are no phrases in.
    """
    voice = _voice(state.rules.game, language, state)
    if state.current_player() == CHANCE:
        return "\n".join(_whole_phase(state, voice))
    lines = [plain(_heading(state, voice))]
    lines += [f"  - {text}" for text in _told(_due(state, voice), voice)]
    ahead = _told(_ahead(state, voice), voice)
    if ahead:
        lines += [plain(voice.say("now.later")), *(f"  - {text}" for text in ahead)]
    return "\n".join(lines)


def _whole_phase(state: State, voice: Voice) -> Iterator[str]:
    if state.phase in voice.game.phases:
        yield plain(f"{phase_title(state.phase, voice)}:")
        yield from (f"  - {text}" for text in _told(iter(_phase_lines(state, voice)), voice))


def describe_action(action: Action, game: Game, language: str) -> str:
    """What an action is, in words. Raises KeyError for a language there are no phrases in."""
    return plain(acts.told_action(action, Voice.of(game, tongue_of(language))))


def _voice(game: Game, language: str, state: State) -> Voice:
    return Voice.of(settle(game, state.rules.options), tongue_of(language))


def _heading(state: State, voice: Voice) -> str:
    stage = f"now.{state.stage}" if voice.tongue.has(f"now.{state.stage}") else "now.other"
    pending = next((action.name for action in state.legal_actions() if action.name != "pass"), "")
    text = voice.say(stage, name=voice.term(pending))
    return f"{phase_title(state.phase, voice)}: {text}" if state.phase else text


def _due(state: State, voice: Voice) -> Iterator[Line]:
    """The rules about what is asked now."""
    if state.stage == "enter":
        yield from sheets.sheet_lines(voice)
    elif state.stage in ("pick", "pick_seat"):
        yield from _waiting(state, voice)
    elif state.phase:
        wanted = [f"{state.phase}.{name}" for name in _ANSWERS.get(state.stage, ())]
        yield from (line for line in _phase_lines(state, voice) if line.key in wanted)


def _waiting(state: State, voice: Voice) -> Iterator[Line]:
    """The cases of the moment that waits for a choice."""
    pending = state.pending
    if pending is None:
        return
    owners = {"phase": voice.game.phases.get(state.phase), "round": voice.game.round, "game": voice.game}
    owner = owners[pending.owner]
    cases = owner.moments.get(pending.moment, ()) if owner is not None else ()
    yield from case_lines("now", [case for at, case in enumerate(cases) if at in pending.cases], voice)


def _ahead(state: State, voice: Voice) -> Iterator[Line]:
    """What may happen later in the turn."""
    wanted = tuple(f"{state.phase}.on {moment}" for moment in _AHEAD.get(state.stage, ()))
    for line in _phase_lines(state, voice) if state.phase and wanted else ():
        if line.key in wanted or line.key.startswith(tuple(f"{key}." for key in wanted)):
            yield line


def _phase_lines(state: State, voice: Voice) -> tuple[Line, ...]:
    return phase_lines(voice.game.phases[state.phase], voice)


def _told(lines: Iterator[Line], voice: Voice) -> list[str]:
    """Each rule with its place; of a line that leads others in these others, each with when it applies."""
    found = []
    for line in lines:
        inner = [Line(one.key, f"{line.text} {one.text}", one.span) for one in line.under] or [line]
        found += [plain(f"{one.whole} {_place(one.span, voice)}".rstrip()) for one in inner]
    return found


def _place(span: Span | None, voice: Voice) -> str:
    if span is None:
        return ""
    line, _ = span.source.position(span.start)
    file = span.source.name.replace("\\", "/").rpartition("/")[2]
    return voice.say("now.place", file=file, line=line)
