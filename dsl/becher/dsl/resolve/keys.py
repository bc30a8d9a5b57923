"""Who is best: the keys of starter:, wins: and loses:."""

from becher.dsl.model import Key, Sort
from becher.dsl.resolve import formulas
from becher.dsl.resolve.convert import NUMBER, SEATS, convert
from becher.dsl.resolve.cups import resolve_cup
from becher.dsl.resolve.desk import Desk, Scope, fault
from becher.dsl.syntax import Expr, Ref, Setting

_BARE = ("last_in", "first_out")


def resolve_keys(desk: Desk, setting: Setting | None) -> tuple[Key, ...]:
    """The keys in the order they are asked; wrong ones are reported and left out."""
    if setting is None:
        return ()
    found = [desk.attempt(lambda value=value: _key(desk, value, setting.name)) for value in setting.values]  # type: ignore[misc]
    return desk.require(found)


def _key(desk: Desk, value: Expr, question: str) -> Key:
    scope = Scope("question")
    if isinstance(value, Ref) and value.args is None and value.name in _BARE:
        return Key(value.name, span=value.span)
    if isinstance(value, Ref) and value.args is not None and value.name in ("highest", "lowest", "roll_off"):
        if len(value.args) != 1:
            raise fault("E213", f"{value.name} takes one thing in brackets", value.span)
        if value.name == "roll_off":
            return Key("roll_off", cup=resolve_cup(desk, value.args[0], scope), span=value.span)
        inner = scope.with_locals(it=Sort.SEAT)
        return Key(value.name, formulas.resolve(desk, value.args[0], inner, NUMBER, value.name), span=value.span)
    seats = formulas.natural(desk, value, scope, SEATS)
    if seats.sort not in (Sort.SEAT, SEATS):
        message = f"{question}: says which seats, but this is something else"
        raise fault("E305", message, value.span, "highest(...), lowest(...), last_in or a seat such as leader")
    return Key("seats", convert(desk, seats, SEATS), span=value.span)
