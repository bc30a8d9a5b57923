"""Brackets: what dice look like, `[x x x y y]` as "a full house"; and what their letters are called."""

from collections import Counter

from becher.dsl.model import Expr, Letter, Local, Pattern
from becher.dsl.model.walk import walk
from becher.engine.telling import amounts, conditions
from becher.engine.telling.tongue import Said
from becher.engine.telling.voice import Voice, letters_of


def look(pattern: Pattern, voice: Voice, answer: Expr | None = None) -> str:
    """What such dice look like. Letters that a condition or the answer reads, and that cannot be told apart, are named."""
    named = _must_be_named(pattern, answer)
    inner = voice.with_letters(letter_names(pattern, voice, answer))
    parts = [_spelt(pattern, inner)] if any(not isinstance(m, Letter) for m in pattern.members) else []
    fixed = bool(parts)
    parts += _alike(pattern, voice, fixed)
    text = voice.tongue.joined([part for part in parts if part], "and")
    if named:
        names = ", ".join(str(inner.letters[letter]) for letter in letters_of(pattern.members))
        text = voice.say("look.named", look=text, names=names)
    if pattern.where is None:
        return text
    return voice.say("look.where", look=text, condition=conditions.clause(pattern.where, inner))


def letter_names(pattern: Pattern, voice: Voice, answer: Expr | None = None) -> dict[str, Said]:
    """Each letter as "the face of the pair", or by itself where two letters look the same."""
    times = _times(pattern)
    if _must_be_named(pattern, answer):
        return {letter: Said(f"*{letter}*", f"*{letter}*") for letter in times}
    if len(times) == 1:
        return {letter: voice.tongue.noun("letter") for letter in times}
    keys = {letter: f"letter.{n}" if voice.tongue.has(f"letter.{n}") else "letter.n" for letter, n in times.items()}
    return {letter: voice.tongue.noun(keys[letter], n=voice.tongue.number(n)) for letter, n in times.items()}


def _times(pattern: Pattern) -> dict[str, int]:
    return dict(Counter(member.name for member in pattern.members if isinstance(member, Letter)))


def _must_be_named(pattern: Pattern, answer: Expr | None) -> bool:
    """Do two letters stand equally often, so that a condition or an answer that reads them could mean either?"""
    times = _times(pattern)
    read = {node.name for node in walk((pattern.where, answer)) if isinstance(node, Local)}
    return len(set(times.values())) < len(times) and not read.isdisjoint(times)


def _spelt(pattern: Pattern, voice: Voice) -> str:
    return " ".join(amounts.amount(m, voice) for m in pattern.members if not isinstance(m, Letter))


def _alike(pattern: Pattern, voice: Voice, fixed: bool) -> list[str]:
    """The letters, those that stand most often first: "three alike", "two pairs", "another die"."""
    sizes = Counter(_times(pattern).values())
    signature = "+".join(str(n) for n in sorted(_times(pattern).values(), reverse=True))
    if not fixed and voice.tongue.has(f"look.{signature}"):
        return [voice.say(f"look.{signature}")]
    return [_sets(n, sizes[n], voice, fixed or n < max(sizes)) for n in sorted(sizes, reverse=True)]


def _sets(n: int, times: int, voice: Voice, more: bool) -> str:
    """`times` sets of n alike; `more` where other dice were named before."""
    kind = "other" if more and n == 1 else "alike"
    key = f"look.{kind}.{min(n, 3)}.{'one' if times == 1 else 'many'}"
    return voice.say(key, n=voice.tongue.number(n), times=voice.tongue.number(times))
