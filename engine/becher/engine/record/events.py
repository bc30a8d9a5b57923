"""What a save or log says, as values: a header, one event a line, and the end. The JSON of each stands in docs/protocol.md."""

from collections.abc import Iterable

from attrs import frozen

from becher.engine.actions import Action
from becher.engine.record.fields import Fields, Option, Seat
from becher.engine.record.lines import Json, RecordError, seal
from becher.engine.stream import seed_digest

VERSION = 1


@frozen
class Header:
    """What is played, by whom, with which dice.

    `file` is the rule file or id as the players named it, `rules` the hash of the behavioural model. `dice` is drawn (from the seed)
    or typed (real ones). A save holds the seed; a log its digest, and the seed in its last line.
    """

    game: str
    file: str
    rules: str
    options: dict[str, Option]
    seats: tuple[Seat, ...]
    dice: str
    seed: str | None
    digest: str | None

    def public(self) -> "Header":
        """The same without the seed."""
        digest = self.digest if self.seed is None else seed_digest(self.seed)
        return Header(self.game, self.file, self.rules, self.options, self.seats, self.dice, None, digest)

    def to_json(self) -> Json:
        return {
            "becher": VERSION,
            "kind": "log" if self.seed is None else "save",
            "game": self.game,
            "file": self.file,
            "rules": self.rules,
            "options": self.options,
            "seats": [{"name": seat.name, "kind": seat.kind} for seat in self.seats],
            "dice": self.dice,
            **({"seed_digest": self.digest} if self.seed is None else {"seed": self.seed}),
        }


@frozen
class Event:
    """One thing that happened.

    kind do: `action` of a seat, or of chance (seat 0); `typed` where real dice lie on the table.
    kind undo: the last action, of a seat, is taken back.
    kind void: the last throw, of real dice, does not count (None: it was called void before it was typed).
    kind correct: the last throw, of real dice, was mistyped: it is `instead`.
    """

    kind: str
    seat: int
    action: Action | None
    typed: bool = False
    instead: Action | None = None

    def to_json(self) -> Json:
        data: Json = {"seat": self.seat, self.kind: self.action.text if self.action else None}
        if self.instead is not None:
            data["to"] = self.instead.text
        if self.typed:
            data["typed"] = True
        return data


@frozen
class End:
    """The last line. ranking is None where the game was broken off."""

    ranking: tuple[tuple[int, ...], ...] | None
    seed: str | None

    def to_json(self) -> Json:
        ranking = None if self.ranking is None else [list(place) for place in self.ranking]
        return {"end": "over" if ranking is not None else "broken off", "ranking": ranking, "seed": self.seed}


@frozen
class Record:
    """A save or log as read."""

    header: Header
    events: tuple[Event, ...] = ()
    end: End | None = None

    @property
    def seed(self) -> str | None:
        """The seed, where the record tells it."""
        return self.header.seed or (self.end.seed if self.end else None)


def record_text(header: Header, events: Iterable[Event], end: End | None = None) -> str:
    """A whole save or log, as it stands in a file."""
    parts: list[Header | Event | End] = [header, *events, *([end] if end else [])]
    lines, chain = [], ""
    for part in parts:
        line, chain = seal(part.to_json(), chain)
        lines.append(line)
    return b"".join(lines).decode()


def record_of(lines: list[Json]) -> Record:
    """The record these lines say. Raises RecordError."""
    if not lines:
        raise RecordError("empty: not even the header was written")
    header = header_of(lines[0])
    end = end_of(lines[-1], len(lines)) if "end" in lines[-1] else None
    body = lines[1:-1] if end else lines[1:]
    return Record(header, tuple(event_of(line, number) for number, line in enumerate(body, 2)), end)


def header_of(data: Json) -> Header:
    """The header in line 1. Raises RecordError."""
    if data.get("becher") != VERSION or isinstance(data["becher"], bool):
        raise RecordError(f"version {data.get('becher')!r} is not known here, only {VERSION}", 1)
    saved = data.get("kind") == "save"
    keys = {"becher", "kind", "game", "file", "rules", "options", "seats", "dice", "seed" if saved else "seed_digest"}
    fields = Fields(data, 1)
    fields.only(keys)
    fields.one_of("kind", "save", "log")
    fields.one_of("dice", "drawn", "typed")
    return Header(
        fields.text("game"),
        fields.text("file"),
        fields.text("rules"),
        fields.options("options"),
        fields.seats("seats"),
        fields.text("dice"),
        fields.text("seed") if saved else None,
        None if saved or data["seed_digest"] is None else fields.text("seed_digest"),
    )


def event_of(data: Json, number: int) -> Event:
    """The event in that line. Raises RecordError."""
    fields = Fields(data, number)
    kind = next((k for k in ("do", "undo", "void", "correct") if k in data), None)
    if kind is None:
        raise RecordError("not an event: do, undo, void or correct", number)
    fields.only({"seat", kind} | ({"to"} if kind == "correct" else set()), {"typed"} if kind == "do" else set())
    typed = data.get("typed", False)
    if typed not in (False, True):
        raise RecordError("typed is true or false", number)
    action = None if kind == "void" and data["void"] is None else fields.action(kind)
    return Event(kind, fields.number("seat"), action, bool(typed), fields.action("to") if kind == "correct" else None)


def end_of(data: Json, number: int) -> End:
    """The end in the last line. Raises RecordError."""
    fields = Fields(data, number)
    fields.only({"end", "ranking", "seed"})
    fields.one_of("end", "over", "broken off")
    seed = None if data["seed"] is None else fields.text("seed")
    if data["end"] == "broken off" and data["ranking"] is not None:
        raise RecordError("ranking is null where a game is broken off", number)
    return End(fields.ranking("ranking") if data["end"] == "over" else None, seed)
