"""The game around the turn: what one needs, how it begins, rounds, who is out, how it ends, a match of several games."""

from collections.abc import Iterator, Sequence

from becher.dsl.model import Const, Expr, Game, Key, Member, Variable
from becher.engine.telling import amounts, conditions, groups, seats
from becher.engine.telling.effects import Line, moment_lines
from becher.engine.telling.markdown import escape, sentence
from becher.engine.telling.story import cup_text
from becher.engine.telling.tongue import Who
from becher.engine.telling.voice import Voice, plain_number


def needs(voice: Voice) -> tuple[Line, ...]:
    """Players and dice."""
    game = voice.game
    low, high = game.players
    kind = "any" if high is None else "exact" if low == high else "range"
    top = "" if high is None else voice.tongue.number(high)
    players = voice.say(f"players.{kind}", low=voice.tongue.number(low), high=top)
    if low == high == 1 or (kind == "any" and low == 1):
        players = voice.say(f"players.{kind}.one")
    lines = [Line("players", sentence(players))]
    if game.dice is not None and any(phase.dice is None for phase in game.phases.values()):
        lines.append(Line("dice", sentence(voice.say("need", dice=cup_text(game.dice, voice))), game.dice.span))
    lines += [_die(name, die.faces, voice) for name, die in game.dies.items() if die.faces != tuple(range(1, 7))]
    return tuple(lines)


def _die(name: str, faces: Sequence[Member], voice: Voice) -> Line:
    if faces == tuple(range(1, len(faces) + 1)):
        return Line(f"die {name}", sentence(voice.say("die.numbers", name=voice.term(name), last=len(faces))))
    shown = ", ".join(groups.member(face, voice) for face in faces)
    return Line(f"die {name}", sentence(voice.say("die", name=voice.term(name), faces=shown)))


# ---- the beginning


def setup(voice: Voice) -> tuple[Line, ...]:
    """What everybody and the table begins with, and who begins."""
    game = voice.game
    lines = [line for variable in game.variables.values() for line in _start(variable, voice)]
    lines += moment_lines("start", game.moments.get("start", ()), voice, "moment.game.start")
    return tuple(lines)


def starter(voice: Voice) -> tuple[Line, ...]:
    keys = voice.game.starter
    default = () if keys else (Line("starter", voice.say("starter.default")),)
    return (*default, *_keys("starter", keys, voice))


def _start(variable: Variable, voice: Voice) -> Iterator[Line]:
    if variable.name == "pool" or (variable.scope == "tally" and _is_nothing(variable.start)):
        return
    key = f"start.{variable.scope}"
    n = plain_number(variable.start)
    slots = {"label": voice.term(variable.name), "value": amounts.amount(variable.start, voice)}
    if n not in (None, 1) and variable.scope == "player" and voice.counts(variable.name):
        text = voice.say("start.counted", n=amounts.amount(variable.start, voice), label=voice.label(variable.name))
    elif _is_nothing(variable.start):
        text = voice.say(f"{key}.nothing" if n is None else f"{key}.zero", **slots)
    else:
        text = voice.say(key, **slots)
    yield Line(f"start {variable.name}", sentence(text), variable.span)


def _is_nothing(start: Expr) -> bool:
    return isinstance(start, Const) and start.value in (0, ()) and start.value is not False


# ---- who is best


def _keys(question: str, keys: tuple[Key, ...], voice: Voice) -> tuple[Line, ...]:
    """Who starts, wins or loses, and what parts those tied."""
    if not keys:
        return ()
    first, *rest = keys
    keys_said = (f"{question}.{first.kind}", f"{question}.who")
    text = sentence(voice.tongue.first(*keys_said, who=_key(first, voice)))
    if rest:
        text += " " + sentence(voice.say("tied", then=voice.say("then").join(_tie_break(key, voice) for key in rest)))
    return (Line(question, text, first.span),)


def _key(key: Key, voice: Voice) -> str:
    if key.kind == "seats" and key.value is not None:
        return seats.who(key.value, voice).plain
    if key.value is not None:
        return amounts.best(key.value, key.kind, voice)
    if key.cup is not None:
        return voice.say("key.roll_off", dice=cup_text(key.cup, voice))
    return voice.say(f"key.{key.kind}")


def _tie_break(key: Key, voice: Voice) -> str:
    return voice.say("tie.seats", who=_key(key, voice)) if key.kind == "seats" else _key(key, voice)


# ---- rounds


def rounds(voice: Voice) -> tuple[Line, ...]:
    """What belongs to a round; nothing where the file says nothing of rounds."""
    part = voice.game.round
    lines = [*moment_lines("round.start", part.moments.get("start", ()), _round_voice(voice), "moment.round.start")]
    lines += _keys("round.starter", part.starter, voice)
    if part.over is not None:
        condition = conditions.clause(part.over, voice.about(_anybody(voice)))
        lines.append(Line("round.over", sentence(voice.say("round.over", condition=condition)), part.over.span))
    lines += moment_lines("round.end", part.moments.get("end", ()), voice, "moment.round.end")
    lines += _keys("round.wins", part.wins, voice)
    lines += _keys("round.loses", part.loses, voice)
    if part.wins or part.loses:
        lines.append(Line("round.tie", voice.say(f"round.tie.{part.tie}")))
    for moment in ("won", "lost", "tied"):
        lines += moment_lines(f"round.{moment}", part.moments.get(moment, ()), voice, f"moment.{moment}")
    if part.out is not None:
        condition = conditions.clause(part.out, voice)
        lines.append(Line("round.out", sentence(voice.say("round.out", condition=condition)), part.out.span))
    return tuple(lines)


def _round_voice(voice: Voice) -> Voice:
    return voice.about(voice.tongue.who("seat.leader", "one"))


def _anybody(voice: Voice) -> Who:
    return voice.tongue.who("seat.anybody", "one")


# ---- the end


def ending(voice: Voice) -> tuple[Line, ...]:
    """Who is out, when it is over, who wins."""
    game = voice.game
    lines = []
    if game.out is not None:
        text = voice.say("out", condition=conditions.clause(game.out, voice))
        lines.append(Line("out", sentence(text), game.out.span))
    lines += _over(voice)
    lines += moment_lines("end", game.moments.get("end", ()), voice, "moment.game.end")
    lines += _wins(voice)
    lines += _keys("loses", game.loses, voice)
    if game.endless != "share":
        lines.append(Line("endless", voice.say(f"endless.{game.endless}")))
    return tuple(lines)


def _over(voice: Voice) -> Iterator[Line]:
    game = voice.game
    if game.over is not None:
        condition = conditions.clause(game.over, voice.about(_anybody(voice)))
        yield Line("over", sentence(voice.say("over", condition=condition)), game.over.span)
    elif game.sheet is not None:
        yield Line("over", voice.say("over.sheet"))
    else:
        yield Line("over", voice.say("over.last"))
    if game.finish != "at_once":
        yield Line("finish", voice.say(f"finish.{game.finish}"))


def _wins(voice: Voice) -> tuple[Line, ...]:
    game = voice.game
    if game.wins:
        tied = voice.tongue.first(f"wins.tied.{game.wins[-1].kind}", "wins.tied")
        return (*_keys("wins", game.wins, voice), Line("wins.tied", tied))
    if game.sheet is not None:
        return (Line("wins", voice.say("wins.default.sheet")), Line("wins.tied", voice.say("wins.tied")))
    return (Line("wins", voice.say("wins.default.last")), Line("wins.tied", voice.say("wins.tied.last_in")))


# ---- a match


def match(voice: Voice) -> tuple[Line, ...]:
    """Several games that belong together; nothing for a single game."""
    part = voice.game.match
    games = plain_number(part.games)
    if games == 1 and not part.starter and not part.wins:
        return ()
    lines: list[Line] = []
    if games != 1:
        said = amounts.amount(part.games, voice) if games is None else voice.tongue.number(games)
        lines.append(Line("match.games", sentence(voice.say("match.games", n=said)), part.games.span))
        if not part.wins:
            lines.append(Line("match.wins", voice.say("match.wins.default")))
    lines += _keys("match.starter", part.starter, voice)
    lines += _keys("match.wins", part.wins, voice)
    return tuple(lines)


def void(game: Game, voice: Voice) -> tuple[Line, ...]:
    """When a throw of real dice does not count, in the words of the file."""
    return () if game.void is None else (Line("void", voice.say("void", text=escape(game.void))),)
