"""Answers kept in the user's cache folder, by the rules' hash and the question. Plain numpy files, nothing pickled."""

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import numpy as np
from attrs import asdict, frozen

from becher.dsl.digest import hash_of
from becher.dsl.model import Game
from becher.engine.answer.question import Answer, Question, Seconds
from becher.engine.solve.turns.graph import Floats
from becher.engine.version import VERSION

FORMAT = 1


def folder() -> Path:
    """Where answers lie. Raises RuntimeError where nobody knows the user's home."""
    said = Path(os.environ.get("XDG_CACHE_HOME", ""))
    base = said if said.is_absolute() else Path.home() / ".cache"  # as the XDG specification wants it
    return base / "becher" / "solve"


def key_of(game: Game, question: Question, spread: bool) -> str:
    """What an answer depends on, as one hash."""
    name = question.strategy
    strategy = "" if name is None else repr(game.strategies[name]) + repr(_helpers(game))
    asked = {**asdict(question), "options": sorted(question.options.items())}
    text = json.dumps([FORMAT, VERSION, game.id, hash_of(game), strategy, asked, spread], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _helpers(game: Game) -> list[object]:
    """Formulas of strategies, which the hash of the rules leaves out."""
    return [formula for formula in game.formulas.values() if formula.home in game.strategies]


@frozen(eq=False)
class Stored:
    """An answer with the values it came from, in the order of the solver's tables."""

    answer: Answer
    values: Mapping[str, Floats]


def save(key: str, stored: Stored) -> None:
    """Keep an answer. What cannot be written is not kept: a cache may fail."""
    with suppress(OSError, RuntimeError):
        place = folder()
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=place, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                text = np.frombuffer(json.dumps(_as_json(stored.answer)).encode(), dtype=np.uint8)
                np.savez(file, **{"answer": text, **stored.values})  # type: ignore[arg-type]
            Path(name).replace(place / f"{key}.npz")
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def load(key: str) -> Stored | None:
    """An answer kept earlier; None where there is none or it cannot be read."""
    with suppress(Exception):  # zip, zlib, numpy and json have their own for each way in which a file may be damaged
        path = folder() / f"{key}.npz"
        if path.is_file():
            with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
                values = {name: file[name] for name in file.files if name != "answer"}
                return Stored(_from_json(json.loads(file["answer"].tobytes())), values)
    return None


def _as_json(answer: Answer) -> dict[str, object]:
    found = asdict(answer)
    found["exact"] = None if answer.exact is None else str(answer.exact)
    if answer.distribution is not None:
        found["distribution"] = {str(value): chance for value, chance in answer.distribution.items()}
    return found


def _from_json(data: dict[str, object]) -> Answer:
    shape: dict[str, object] = dict(data)
    exact, chances, win = data["exact"], data["distribution"], data["win"]
    shape["exact"] = None if exact is None else Fraction(str(exact))
    if isinstance(chances, dict):
        shape["distribution"] = {int(value): chance for value, chance in chances.items()}
    if isinstance(win, list):
        shape["win"] = (win[0], win[1])
    shape["seconds"] = Seconds(**data["seconds"])  # type: ignore[arg-type]
    shape["notes"] = tuple(data["notes"])  # type: ignore[arg-type]
    return Answer(**shape)  # type: ignore[arg-type]
